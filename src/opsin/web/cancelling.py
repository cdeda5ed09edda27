"""Work that is cancelled once, however often its caller is.

A cancel scope of anyio, with which the MCP SDK ends a call, cancels its task again at every step of the loop. The
connection pool is not made for that: cancelled a second time between two of its steps, it forgets a socket.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")

_ending: set[asyncio.Task[Any]] = set()
"""Work that still cleans up after its caller has gone: the loop itself holds its tasks only weakly."""


async def cancelled_once(work: Coroutine[Any, Any, _T]) -> _T:
    """Do the work in a task of its own, which a caller that is cancelled cancels once, and waits for.

    A caller that is cancelled again while it waits goes; the work then ends without it.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        _ending.add(task)
        task.add_done_callback(_ended)
        task.cancel()
        await asyncio.wait({task})
        raise
    return task.result()


def _ended(task: asyncio.Task[Any]) -> None:
    _ending.discard(task)
    # An error of its clean-up is told to nobody, and must not be logged as one that was overlooked.
    if not task.cancelled():
        task.exception()
