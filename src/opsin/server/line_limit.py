"""Cuts lines without end before they fill the memory."""

MAX_LINE_BYTES = 32 * 1024 * 1024
"""The longest line that is passed on, without its newline."""

CUT = b"\x00 cut here"
"""Stands in the place of what a longer line had more; no JSON text holds it."""


class LineLimit:
    """Cuts lines that are too long, in a stream of bytes whose chunks may end anywhere."""

    def __init__(self, limit: int = MAX_LINE_BYTES) -> None:
        self._limit = limit
        self._length = 0

    def take(self, chunk: bytes) -> bytes:
        """What of the chunk is to be passed on: almost always the chunk itself."""
        if self._length + len(chunk) <= self._limit:
            at = chunk.rfind(b"\n")
            self._length = len(chunk) - at - 1 if at >= 0 else self._length + len(chunk)
            return chunk
        return b"\n".join(self._cut(number, part) for number, part in enumerate(chunk.split(b"\n")))

    def _cut(self, number: int, part: bytes) -> bytes:
        before = 0 if number else self._length
        self._length = before + len(part)
        if self._length <= self._limit or before > self._limit:
            return part if self._length <= self._limit else b""
        return part[: self._limit - before] + CUT
