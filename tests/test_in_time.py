"""Tasks that share their time: what is done counts, the rest is ended, and nothing outlives the wait."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from opsin.in_time import end, finish_in_time

LONG_S = 60.0


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(scene(), LONG_S))


async def hang(cleaned: list[str]) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        await asyncio.sleep(0)
        cleaned.append("up")


def test_what_is_done_counts_and_the_rest_is_ended() -> None:
    async def scene() -> None:
        cleaned: list[str] = []
        quick = asyncio.create_task(asyncio.sleep(0, "done"))
        hanging = asyncio.create_task(hang(cleaned))
        await finish_in_time([quick, hanging], 0.05)
        assert quick.result() == "done"
        assert hanging.cancelled()
        assert cleaned == ["up"]

    run(scene)


def test_what_one_raised_is_raised_and_the_others_end_in_order() -> None:
    async def breaks() -> None:
        raise ValueError("broke")

    async def scene() -> None:
        cleaned: list[str] = []
        hanging = asyncio.create_task(hang(cleaned))
        with pytest.raises(ValueError, match="broke"):
            await finish_in_time([asyncio.create_task(breaks()), hanging], 0.05)
        assert hanging.cancelled()
        assert cleaned == ["up"]

    run(scene)


@pytest.mark.parametrize("seconds", [0.0, 0.05, None])
def test_nothing_to_do_takes_no_time(seconds: float | None) -> None:
    run(lambda: finish_in_time([], seconds))


def test_who_waits_may_be_cancelled_and_what_is_ended_cleans_up_all_the_same() -> None:
    async def scene() -> None:
        cleaned: list[str] = []
        hanging = asyncio.create_task(hang(cleaned))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(end([hanging]))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.wait([hanging])
        assert cleaned == ["up"]

    run(scene)
