"""A wait for work that tells, every few seconds, what the work is at."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from opsin.vision.engines.base import OnStep

_T = TypeVar("_T")


async def watched(
    task: "asyncio.Task[_T]",
    on_step: OnStep,
    words: Callable[[float], str],
    *,
    every_s: float,
    within_s: float,
) -> bool:
    """Wait for a task without ending it.

    Args:
        task: What is waited for.
        on_step: Told at once, and then again and again.
        words: Says what the task is at, after so many seconds.
        every_s: Seconds between two of them.
        within_s: Seconds to wait.

    Returns:
        Whether the task is done.
    """
    clock = asyncio.get_running_loop().time
    start = clock()
    while True:
        await on_step(words(clock() - start))
        left = start + within_s - clock()
        done, _ = await asyncio.wait({task}, timeout=max(0.0, min(every_s, left)))
        if done:
            return True
        if left <= every_s:
            return False


async def ended(task: "asyncio.Task[_T]") -> None:
    """End a task, and wait until it has cleaned up."""
    task.cancel()
    await asyncio.wait({task})
