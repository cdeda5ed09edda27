"""Opened once and late, closed once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from opsin.server.on_demand import OnDemand


def counting(events: list[str], *, failing: int = 0) -> Callable[[], AbstractAsyncContextManager[str]]:
    failures = iter(range(failing))

    @asynccontextmanager
    async def manager() -> AsyncIterator[str]:
        events.append("open")
        await asyncio.sleep(0)
        if next(failures, None) is not None:
            raise OSError("no")
        async with asyncio.TaskGroup():
            yield "value"
        events.append("close")

    return manager


def test_nothing_is_opened_unasked() -> None:
    async def check() -> None:
        events: list[str] = []
        await OnDemand(counting(events)).close()
        assert events == []

    asyncio.run(check())


def test_many_callers_share_one_opening() -> None:
    async def check() -> None:
        events: list[str] = []
        one = OnDemand(counting(events))
        assert await asyncio.gather(*(one.get() for _ in range(5))) == ["value"] * 5
        assert events == ["open"]
        await one.close()
        await one.close()
        assert events == ["open", "close"]
        with pytest.raises(RuntimeError):
            await one.get()

    asyncio.run(check())


def test_a_failed_opening_is_told_and_tried_again() -> None:
    async def check() -> None:
        events: list[str] = []
        one = OnDemand(counting(events, failing=1))
        with pytest.raises(OSError, match="no"):
            await one.get()
        assert await one.get() == "value"
        await one.close()
        assert events == ["open", "open", "close"]

    asyncio.run(check())


def test_a_caller_that_is_cancelled_takes_nobody_with_it() -> None:
    async def check() -> None:
        events: list[str] = []
        one = OnDemand(counting(events))
        first = asyncio.create_task(one.get())
        await asyncio.sleep(0)
        first.cancel()
        assert await one.get() == "value"
        assert events == ["open"]
        await one.close()

    asyncio.run(check())
