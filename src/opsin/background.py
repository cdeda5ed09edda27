"""Work that outlives the call which began it, and not the services that it works with.

Work has a key. Who asks for a key that is being worked on joins it, and what it brought is kept for a while, so that
the same call again collects what the first one could not wait for.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from opsin.in_time import end

_T = TypeVar("_T")

Tell = Callable[[str], Awaitable[None]]
"""Told what the work is at, in a few words."""

KEEP_S = 900.0
MOST_KEPT = 32


class Background:
    """Work by key, within one event loop.

    Args:
        keep_s: Seconds for which a result is kept.
        most_kept: How many results are kept.
    """

    def __init__(self, *, keep_s: float = KEEP_S, most_kept: int = MOST_KEPT) -> None:
        self._keep_s = keep_s
        self._most_kept = most_kept
        self._works: dict[str, _Work] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def start(self, work: Coroutine[Any, Any, _T], name: str) -> "asyncio.Task[_T]":
        """Begin work that runs on when its caller goes. Its failure is told to whoever awaits the task.

        Raises:
            RuntimeError: the services are closed already.
        """
        if self._closed:
            work.close()
            raise RuntimeError("closed already")
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def collect(
        self,
        key: str,
        make: Callable[[Tell], Coroutine[Any, Any, _T]],
        *,
        within_s: float | None,
        tell: Tell | None = None,
    ) -> _T | None:
        """Begin the work of a key or join it, and give what it brings.

        A caller that is cancelled ends the work, unless others wait for it or somebody was told to come again.

        Args:
            key: What is the same work has the same key.
            make: Makes the work; it is handed what it tells its steps to.
            within_s: Seconds to wait; None for as long as it takes.
            tell: Told the steps while this caller waits.

        Returns:
            The result; None where it takes longer. Then the work runs on, and the same key collects it.

        Raises:
            Exception: what the work raised. It is forgotten then, so that the key can be tried again.
        """
        work = self._works.get(key)
        if work is None or work.task.cancelled():
            self._forget_old()
            work = self._works[key] = _Work()
            work.task = self.start(make(work.tell), key)
        result: _T | None = await self._wait(key, work, within_s, tell)
        return result

    async def aclose(self) -> None:
        """End what still runs. A caller that is cancelled meanwhile leaves it ending."""
        self._closed = True
        await end(list(self._tasks))

    async def _wait(self, key: str, work: "_Work", within_s: float | None, tell: Tell | None) -> Any:
        work.waiting += 1
        if tell is not None:
            work.listeners.append(tell)
        try:
            await asyncio.wait({work.task}, timeout=within_s)
        except asyncio.CancelledError:
            if work.waiting == 1 and not work.promised:
                work.task.cancel()
                self._works.pop(key, None)
            raise
        finally:
            work.waiting -= 1
            if tell is not None:
                work.listeners.remove(tell)
        if not work.task.done():
            work.promised = True
            return None
        if work.task.cancelled() or work.task.exception() is not None:
            self._works.pop(key, None)
        elif not work.kept_until:
            work.kept_until = asyncio.get_running_loop().time() + self._keep_s
        return work.task.result()

    def _forget_old(self) -> None:
        now = asyncio.get_running_loop().time()
        done = {key: work for key, work in self._works.items() if work.task.done()}
        spare = len(done) - self._most_kept + 1
        for place, (key, work) in enumerate(done.items()):
            if place < spare or (work.kept_until and work.kept_until < now):
                del self._works[key]

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Looked at, so that the loop does not report a failure that nobody came for.
            task.exception()


class _Work:
    """One piece of work, and who waits for it."""

    task: "asyncio.Task[Any]"

    def __init__(self) -> None:
        self.waiting = 0
        self.promised = False
        self.kept_until = 0.0
        self.listeners: list[Tell] = []

    async def tell(self, step: str) -> None:
        for listener in tuple(self.listeners):
            with suppress(Exception):
                await listener(step)
