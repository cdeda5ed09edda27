import asyncio

import pytest

from opsin.web.pacing import NoTurn, Pacer, Reservations


def test_slots_of_one_key_are_an_interval_apart_and_keys_do_not_mix() -> None:
    now = [100.0]
    slots = Reservations(lambda: now[0])
    assert [slots.reserve("a", 1.0, 60.0) for _ in range(3)] == [0.0, 1.0, 2.0]
    assert slots.reserve("b", 1.0, 60.0) == 0.0
    now[0] = 102.5
    assert slots.reserve("a", 1.0, 60.0) == 0.5
    now[0] = 200.0
    assert slots.reserve("a", 1.0, 60.0) == 0.0


def test_a_slot_that_would_come_too_late_is_not_booked() -> None:
    slots = Reservations(lambda: 100.0)
    assert slots.reserve("a", 5.0, 0.0) == 0.0
    assert slots.reserve("a", 5.0, 4.9) == -5.0
    assert slots.reserve("a", 5.0, 5.0) == 5.0


def test_a_turn_after_the_deadline_is_told_at_once() -> None:
    async def scenario() -> None:
        pacer = Pacer(60.0, None)
        deadline = asyncio.get_running_loop().time() + 30
        async with asyncio.timeout(10):
            await pacer.turn("duckduckgo", deadline=deadline)
            await pacer.turn("wikimedia", deadline=deadline)
            with pytest.raises(NoTurn, match="duckduckgo") as caught:
                await pacer.turn("duckduckgo", deadline=deadline)
        assert 50 < caught.value.seconds <= 60
        with pytest.raises(NoTurn):
            await pacer.turn("openverse", deadline=0.0)

    asyncio.run(scenario())


def test_the_stores_reservation_is_asked_and_waited_for() -> None:
    asked: list[tuple[str, float, float]] = []

    def reserve(key: str, interval: float, latest: float) -> float:
        asked.append((key, interval, latest))
        return 0.01 if len(asked) == 1 else -7.0

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        pacer = Pacer(1.0, reserve)
        start = loop.time()
        await pacer.turn("a", deadline=start + 30)
        assert loop.time() - start >= 0.009
        with pytest.raises(NoTurn) as caught:
            await pacer.turn("a", deadline=start + 30)
        assert caught.value.seconds == 7.0

    asyncio.run(scenario())
    assert [(key, interval) for key, interval, _ in asked] == [("a", 1.0), ("a", 1.0)]
    assert 20 < asked[0][2] <= 30


def test_waiting_can_be_cancelled() -> None:
    async def scenario() -> None:
        pacer = Pacer(60.0)
        deadline = asyncio.get_running_loop().time() + 600
        await pacer.turn("a", deadline=deadline)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await pacer.turn("a", deadline=deadline)

    asyncio.run(scenario())


def test_no_interval_is_no_pacing() -> None:
    async def run() -> int:
        pacer = Pacer(0.0)
        for _ in range(20):
            await pacer.turn("a", deadline=0.0)
        return 20

    assert asyncio.run(run()) == 20
