"""The first good answer of several ways, each begun a little after the one before, all running on together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

_T = TypeVar("_T")

Pause = Callable[[], Awaitable[object]]


async def first_good(
    ways: Sequence[Callable[[], Awaitable[_T]]],
    pause: Pause,
    *,
    fails: tuple[type[Exception], ...],
    failed: Callable[[int, Exception], None],
) -> _T | None:
    """Try the ways in order, and give the first result.

    The next way is begun when a pause is over, or at once when a way fails; those that were begun run on meanwhile.
    Those that are left over are cancelled at the end, and it is waited for them.

    Args:
        ways: What to try.
        pause: Awaited between the start of one way and the next.
        fails: What a way may raise when it fails. Anything else that one raises ends it all.
        failed: Told the place of each way that failed, and what it raised.

    Returns:
        The result; None where all failed.
    """
    running: dict[asyncio.Future[_T], int] = {}
    waiting = list(enumerate(ways))
    pausing: asyncio.Future[object] | None = None
    try:
        while True:
            if waiting and pausing is None:
                place, way = waiting.pop(0)
                running[asyncio.ensure_future(way())] = place
                if waiting:
                    pausing = asyncio.ensure_future(pause())
            if not running:
                return None
            everything: set[asyncio.Future[Any]] = {*running, *([pausing] if pausing else [])}
            done, _ = await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
            for one in [task for task in running if task in done]:
                place = running.pop(one)
                try:
                    return one.result()
                except fails as why:
                    failed(place, why)
                    if pausing is not None:
                        await _end([pausing])
                        pausing = None
            if pausing is not None and pausing.done():
                pausing = None
    finally:
        await _end([*running, *([pausing] if pausing else [])])


async def _end(tasks: Sequence[asyncio.Future[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
