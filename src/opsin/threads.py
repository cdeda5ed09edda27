"""Threads for what blocks, in lanes apart: a name that does not resolve holds up no decoding, and no answer.

The event loop's own threads are few, shared by all, and waited for at its end. Those of a lane belong to one
kind of work, and nobody waits for them: not a caller that is cancelled, not the loop, not the process.
"""

import asyncio
import atexit
import os
import threading
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Lane:
    """Threads for one kind of work. They start when they are needed, and serve every event loop.

    Args:
        name: What the threads are called.
        most: How many there may be. What comes while all are busy waits its turn.
        finish_s: Seconds that the process waits at its end for what is running. It waits only where work cut
            off would leave something behind.
    """

    def __init__(self, name: str, most: int, *, finish_s: float = 0.0) -> None:
        self._name = name
        self._most = most
        self._finish_s = finish_s
        self._changed = threading.Condition()
        self._waiting: deque[_Job] = deque()
        self._threads = 0
        self._idle = 0

    async def run(self, work: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call `work` in a thread of the lane, and give what it returns or raises.

        A caller that is cancelled goes on at once. Work that has not begun by then is left out; work that has
        begun runs on, and its end is told to nobody.
        """
        loop = asyncio.get_running_loop()
        result: asyncio.Future[_T] = loop.create_future()
        self._put(_Job(loop, result, partial(copy_context().run, work, *args, **kwargs)))
        return await result

    def _put(self, job: "_Job") -> None:
        with self._changed:
            if len(self._waiting) >= self._idle and self._threads < self._most:
                try:
                    self._start()
                except RuntimeError:
                    # The system gives no further thread; those that are there do it in their turn.
                    if not self._threads:
                        raise
            self._waiting.append(job)
            self._changed.notify()

    def _start(self) -> None:
        # A daemon: the interpreter does not wait for it.
        thread = threading.Thread(target=self._serve, name=f"opsin-{self._name}", daemon=True)
        thread.start()
        self._threads += 1
        if self._threads == 1 and self._finish_s:
            atexit.register(self._finish)

    def _serve(self) -> None:
        while True:
            with self._changed:
                self._idle += 1
                if self._finish_s:
                    self._changed.notify_all()
                while not self._waiting:
                    self._changed.wait()
                job = self._waiting.popleft()
                self._idle -= 1
            job.do()
            # What it returned or raised is kept alive by nobody here.
            del job

    def _finish(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._idle == self._threads, self._finish_s)


class _Job:
    def __init__(
        self, loop: asyncio.AbstractEventLoop, result: "asyncio.Future[Any]", work: Callable[[], Any]
    ) -> None:
        self._loop = loop
        self._result = result
        self._work = work

    def do(self) -> None:
        if self._result.cancelled():
            return
        try:
            value = self._work()
        except BaseException as why:  # noqa: BLE001
            self._tell(partial(self._result.set_exception, why))
        else:
            self._tell(partial(self._result.set_result, value))

    def _tell(self, settle: Callable[[], None]) -> None:
        def unless_cancelled() -> None:
            if not self._result.done():
                settle()

        try:
            self._loop.call_soon_threadsafe(unless_cancelled)
        except RuntimeError:
            # The loop has closed meanwhile, and with it whoever waited.
            return


NAMES = Lane("names", 32)
"""What comes before a connection: look-ups of names, which the system cannot be made to give up."""

PIXELS = Lane("pixels", max(2, min(8, os.cpu_count() or 2)))
"""Decoding thumbnails and drawing sheets: as many at a time as there are processors."""

ORIGINALS = Lane("originals", 1)
"""Decoding originals, one at a time: `opsin.pixels.decode` allows no more. The rest wait outside a thread."""

ICONS = Lane("icons", 2)
"""Waiting for the process that draws icons. It does one at a time; two batches take turns."""

READING = Lane("reading", 2)
"""Waiting for the process that reads text in pictures. It does one piece at a time; two pictures take turns."""

STORE = Lane("store", 4)
"""Reading and writing the store. What the end of the process cuts off is a transaction that never was."""

FILES = Lane("files", 4, finish_s=1.0)
"""Reading and writing the user's folders. A file that is being saved at the end of the process is finished."""

LOCAL = Lane("local", 3)
"""Walking through the user's pictures, reading and indexing them, which goes on beside all else."""
