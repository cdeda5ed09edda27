"""Standard input with an end that can be brought about.

The SDK reads standard input in a thread, and no signal ends that read. So a relay stands in between: it reads
the real input and passes it on through a pipe. Closing the pipe looks to the SDK like any client going away,
so every reason to end takes the same clean way out. Lines without end are cut here, before they fill the memory.
"""

import os
import threading
from collections.abc import Callable

from opsin.server.lines import LineLimit

_CHUNK_BYTES = 65_536
_CLOSE_WITHIN_S = 0.25


class Relay:
    """Takes the place of file descriptor 0.

    Args:
        on_end: Called once, in the relay's thread, when the real input ends.
    """

    def __init__(self, on_end: Callable[[], None]) -> None:
        self._on_end = on_end
        self._lock = threading.Lock()
        self._closed = False
        self._source = os.dup(0)
        reading_end, self._sink = os.pipe()
        os.dup2(reading_end, 0, inheritable=False)
        os.close(reading_end)
        # A daemon, because the read of the real input may never return.
        threading.Thread(target=self._pump, name="opsin-stdin", daemon=True).start()

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
                with self._lock:
                    if self._closed:
                        return
                    _write(self._sink, lines.take(chunk))
        except OSError:
            # The real input broke, or nobody reads any more: both are an end.
            pass
        finally:
            self._on_end()
            self.close()


def _write(descriptor: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
