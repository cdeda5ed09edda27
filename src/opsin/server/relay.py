"""Standard input with an end that can be brought about.

The SDK reads standard input in a thread, and no signal ends that read. So a relay stands in between: it reads
the real input and passes it on through a pipe. Closing the pipe looks to the SDK like any client going away,
so every reason to end takes the same clean way out. Lines without end are cut here, before they fill the memory.
While the SDK loads, the first requests are answered here.
"""

import os
import select
import threading
from collections.abc import Callable

from opsin.server.front import Front
from opsin.server.line_limit import LineLimit

_CHUNK_BYTES = 65_536
_CLOSE_WITHIN_S = 0.25


class Relay:
    """Takes the place of file descriptor 0.

    Args:
        on_end: Called once, in the relay's thread, when the real input ends.
        front: Answers on file descriptor 1 until it is dismissed; nobody does when None.
    """

    def __init__(self, on_end: Callable[[], None], front: Front | None = None) -> None:
        self._on_end = on_end
        self._front = front
        self._fronting = threading.Lock()
        self._rest = b""
        self._lock = threading.Lock()
        self._closed = False
        self._source = os.dup(0)
        reading_end, self._sink = os.pipe()
        os.dup2(reading_end, 0, inheritable=False)
        os.close(reading_end)
        # A daemon, because the read of the real input may never return.
        threading.Thread(target=self._pump, name="opsin-stdin", daemon=True).start()

    @property
    def owes(self) -> bool:
        """Whether the SDK may have something to answer."""
        return self._front is None or self._front.owes

    def dismiss_front(self) -> bytes:
        """Let all that comes go to the SDK from now on, and its answers alone to the client.

        Returns:
            The result that was given to the opening request, which the SDK is about to answer too; empty where it
            was not answered.
        """
        with self._fronting:
            front, self._front = self._front, None
            if front is None:
                return b""
            self._rest = front.leave()
            return front.repeated

    def close(self) -> None:
        """End the input, for the reader of file descriptor 0. It can be called again, and from any thread."""
        if not self._lock.acquire(timeout=_CLOSE_WITHIN_S):
            return
        try:
            if not self._closed:
                self._closed = True
                os.close(self._sink)
        finally:
            self._lock.release()

    def _pump(self) -> None:
        lines = LineLimit()
        try:
            while chunk := os.read(self._source, _CHUNK_BYTES):
                if not self._pass_on(lines.take(self._past_front(chunk))):
                    return
            self._pass_on(lines.take(self._past_front(b"", end=True)))
        except OSError:
            # The real input broke, or nobody reads any more: both are an end.
            pass
        finally:
            self._on_end()
            self.close()

    def _past_front(self, chunk: bytes, *, end: bool = False) -> bytes:
        """What of a chunk is left when the front has answered."""
        with self._fronting:
            if self._front is None:
                rest, self._rest = self._rest, b""
                return rest + chunk
            answers, passed = self._front.feed(chunk, end=end)
            # One write each: what the front answers in all is less than any pipe holds.
            _write(1, answers)
            return passed

    def _pass_on(self, chunk: bytes) -> bool:
        with self._lock:
            if not self._closed:
                _write(self._sink, chunk)
            return not self._closed


def _write(descriptor: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            # A client may have set its end, and with it ours, not to wait.
            select.select([], [descriptor], [])
