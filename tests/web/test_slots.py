import asyncio

import pytest

from opsin.web.slots import Slots


def stay() -> None:
    raise AssertionError("nobody was silent")


@pytest.mark.parametrize(
    ("host", "limit"),
    [
        ("example.com", 2),
        ("tse1.mm.bing.net", 4),
        ("mm.bing.net", 2),
        ("notmm.bing.net", 2),
        ("tse2.mm.bing.net", 6),
        ("a.deep.mm.bing.net", 5),
    ],
)
def test_a_host_has_the_limit_of_its_longest_pattern(host: str, limit: int) -> None:
    patterns = {"*.MM.bing.net": 4, "*.deep.mm.bing.net": 5, "tse2.mm.bing.net": 6}
    assert Slots(total=8, per_host=2, host_connections=patterns).limit(host) == limit


def test_no_more_than_the_limits_are_held_and_a_full_host_blocks_no_other() -> None:
    async def scenario() -> None:
        slots = Slots(total=3, per_host=2, host_connections={})
        held: list[str] = []
        leave = asyncio.Event()

        async def hold(host: str) -> None:
            async with slots.hold(host, stay):
                held.append(host)
                await leave.wait()

        async with asyncio.TaskGroup() as tasks:
            for host in ["a", "a", "a", "a", "b", "b"]:
                tasks.create_task(hold(host))
            for _ in range(10):
                await asyncio.sleep(0)
            assert held == ["a", "a", "b"]
            leave.set()
        assert sorted(held) == ["a", "a", "a", "a", "b", "b"]
        assert not slots._lanes

    asyncio.run(scenario())


def test_a_host_that_takes_no_connection_lends_its_permit_until_it_does() -> None:
    async def scenario() -> None:
        slots = Slots(total=1, per_host=1, host_connections={})
        async with asyncio.timeout(10), slots.hold("dead", stay) as permit:
            permit.connecting()
            async with slots.hold("living", stay):
                connected = asyncio.create_task(permit.connected())
                await asyncio.sleep(0)
                assert not connected.done()
            await connected

    asyncio.run(scenario())


def test_a_waiter_that_is_cancelled_takes_no_permit_along() -> None:
    async def scenario() -> None:
        slots = Slots(total=1, per_host=1, host_connections={})

        async def hold() -> None:
            async with slots.hold("a", stay):
                pass

        async with slots.hold("a", stay):
            waiter = asyncio.create_task(hold())
            await asyncio.sleep(0)
            waiter.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiter
        async with asyncio.timeout(10):
            await hold()

    asyncio.run(scenario())
