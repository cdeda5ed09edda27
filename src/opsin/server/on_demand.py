"""Something that is opened when it is first asked for, and closed once at the end."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


class OnDemand(Generic[_Value]):
    """Opens an async context manager on the first `get`, for all callers together.

    One task of its own enters and leaves the manager, because what a manager holds (task groups, cancel
    scopes) must be left in the task that entered it, and the calls that ask come and go in tasks of theirs.

    Args:
        manager: Makes the context manager; called again after an opening that failed.
    """

    def __init__(self, manager: Callable[[], AbstractAsyncContextManager[_Value]]) -> None:
        self._manager = manager
        self._opened: asyncio.Future[_Value] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def get(self) -> _Value:
        """The value; opened now if it is not open yet.

        Raises:
            RuntimeError: it is closed already.
            Exception: what the opening raised.
        """
        if self._closing.is_set():
            raise RuntimeError("closed already")
        if self._opened is None or _failed(self._opened):
            self._opened = asyncio.get_running_loop().create_future()
            self._keeper = asyncio.create_task(self._keep(self._opened))
        return await asyncio.shield(self._opened)

    async def close(self) -> None:
        """Close what was opened. A caller that is cancelled meanwhile leaves it closing."""
        self._closing.set()
        if self._keeper is not None:
            await asyncio.shield(self._keeper)

    async def _keep(self, opened: "asyncio.Future[_Value]") -> None:
        try:
            async with self._manager() as value:
                opened.set_result(value)
                await self._closing.wait()
        except Exception as why:
            if opened.done():
                raise
            opened.set_exception(why)


def _failed(opened: "asyncio.Future[_Value]") -> bool:
    return opened.done() and (opened.cancelled() or opened.exception() is not None)
