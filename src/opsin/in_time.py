"""Several tasks that have a time for all of them together: what is done by then counts, the rest is ended."""

import asyncio
from collections.abc import Collection
from typing import Any


async def finish_in_time(tasks: Collection["asyncio.Task[Any]"], seconds: float | None) -> None:
    """Wait for tasks, at most so many seconds (None for as long as it takes), and end those that are not done.

    Raises:
        Exception: what the first of the done ones raised.
    """
    try:
        if tasks:
            done, _ = await asyncio.wait(tasks, timeout=seconds)
            for task in done:
                task.result()
    finally:
        await end(tasks)


async def end(tasks: Collection["asyncio.Task[Any]"]) -> None:
    """End tasks and wait until they have cleaned up; who is cancelled meanwhile leaves them ending."""
    for task in tasks:
        task.cancel()
    # Shielded: a cancel scope cancels this wait at every step of the loop, and the clean-up with it.
    await asyncio.shield(asyncio.gather(*tasks, return_exceptions=True))
