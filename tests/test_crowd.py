"""A few at a time, in order; who waits in vain hears it."""

import asyncio

import pytest

from opsin.crowd import Crowd, Crowded


def test_no_more_than_a_few_at_a_time_and_in_the_order_they_came() -> None:
    async def run() -> tuple[list[int], int]:
        crowd, entered, inside, most = Crowd(3), [], 0, 0

        async def one(number: int) -> None:
            nonlocal inside, most
            async with crowd.place(until=asyncio.get_running_loop().time() + 60):
                entered.append(number)
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*map(one, range(20)))
        return entered, most

    assert asyncio.run(run()) == (list(range(20)), 3)


def test_who_would_wait_too_long_is_told_how_many_there_are_and_for_how_long() -> None:
    async def run() -> Crowded:
        crowd = Crowd(1)
        now = asyncio.get_running_loop().time
        async with crowd.place(until=now() + 60):
            waiting = asyncio.create_task(_enter(crowd, now() + 60))
            await asyncio.sleep(0)
            with pytest.raises(Crowded) as caught:
                await _enter(crowd, now())
            assert crowd.waiting == 1
        await waiting
        assert crowd.waiting == 0
        return caught.value

    why = asyncio.run(run())
    assert "1 are loading" in why.message
    assert why.retry_after >= 1
    assert f"in {why.retry_after:.0f} s" in why.hint


async def _enter(crowd: Crowd, until: float) -> None:
    async with crowd.place(until=until):
        pass


@pytest.mark.parametrize("steps", range(6))
def test_a_place_is_never_lost_however_a_wait_ends(steps: int) -> None:
    async def run() -> None:
        crowd = Crowd(1)
        later = asyncio.get_running_loop().time() + 60
        leave = asyncio.Event()

        async def hold() -> None:
            async with crowd.place(until=later):
                await leave.wait()

        holder = asyncio.create_task(hold())
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(_enter(crowd, later)) for _ in range(3)]
        await asyncio.sleep(0)
        leave.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        for task in waiting[:2]:
            task.cancel()
        await asyncio.gather(holder, *waiting, return_exceptions=True)
        async with asyncio.timeout(5):
            await _enter(crowd, later)

    asyncio.run(run())


def test_the_wait_that_is_expected_grows_with_the_line() -> None:
    async def run() -> None:
        crowd = Crowd(2)
        later = asyncio.get_running_loop().time() + 60
        assert crowd.expected() == 0
        async with crowd.place(until=later), crowd.place(until=later):
            first = crowd.expected()
            waiting = [asyncio.create_task(_enter(crowd, later)) for _ in range(4)]
            await asyncio.sleep(0)
            assert crowd.expected() > first > 0
        await asyncio.gather(*waiting)

    asyncio.run(run())
