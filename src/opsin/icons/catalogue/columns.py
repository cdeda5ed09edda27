"""Columns of whole numbers and lists of lines, as bytes that compress well.

A column is stored as byte planes: first the lowest byte of every number, then the next. Numbers that seldom need
their upper bytes then cost next to nothing, and reading takes no step per number.
"""

import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

_CODES = {1: "B", 2: "H", 4: "I"}
_BLOCK = 32
"""So many lines are searched at once."""


def column_bytes(values: Iterable[int], width: int) -> bytes:
    """Numbers from 0 on, of `width` bytes each (1, 2 or 4), as planes, after one byte that says the width.

    Raises:
        OverflowError: A number needs more bytes.
    """
    raw = array(_CODES[width], values)
    if sys.byteorder == "big":
        raw.byteswap()
    data = raw.tobytes()
    return bytes([width]) + b"".join(data[plane::width] for plane in range(width))


def column(data: bytes) -> "array[int]":
    """The numbers of `column_bytes`.

    Raises:
        ValueError: The bytes are no column.
    """
    width = data[0] if data else 0
    code = _CODES.get(width)
    if code is None or (len(data) - 1) % width:
        raise ValueError("no column of numbers")
    count = (len(data) - 1) // width
    raw = bytearray(count * width)
    for plane in range(width):
        raw[plane::width] = data[1 + plane * count : 1 + (plane + 1) * count]
    values = array(code)
    values.frombytes(raw)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def column_above(low: "array[int]", high: "array[int]") -> "array[int]":
    """`256 * high + low` for each two numbers of columns of one byte and of two."""
    raw = high.tobytes()
    big = sys.byteorder == "big"
    lower, upper = raw[big::2], raw[1 - big :: 2]
    planes = [low.tobytes(), lower]
    if upper.count(0) < len(upper):
        planes += [upper, bytes(len(upper))]
    return column(bytes([len(planes)]) + b"".join(planes))


def lines_bytes(lines: Iterable[str]) -> bytes:
    """Texts without line ends, one a line."""
    return "\n".join(lines).encode()


class Lines(Sequence[str]):
    """Texts that were stored by `lines_bytes`: read one at a time, so that most of them never become objects.

    Args:
        data: The stored bytes.
        count: How many there are.

    Raises:
        ValueError: There are more or fewer.
    """

    def __init__(self, data: bytes, count: int) -> None:
        if count != (data.count(b"\n") + 1 if count else len(data)):
            raise ValueError("another number of lines than expected")
        # Where each line would end without line ends: a line's number added to it gives the true place.
        self._ends = array("I", accumulate(map(len, data.split(b"\n")))) if count else array("I")
        # With a line end on both sides of every line.
        self._data = b"\n%b\n" % data

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204
        ends = self._ends
        if isinstance(number, slice):
            first, end, step = number.indices(len(ends))
            if step != 1 or first >= end:
                return [self[one] for one in range(first, end, step)]
            start = ends[first - 1] + first if first else 0
            return self._data[start + 1 : ends[end - 1] + end].decode().split("\n")
        if number < 0:
            number += len(ends)
        if number < 0:
            raise IndexError(number)
        start = ends[number - 1] + number if number else 0
        return self._data[start + 1 : ends[number] + number + 1].decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._data[1:-1].decode().split("\n") if self._ends else ())

    def find(self, text: str) -> int:
        """The number of a line, where all are sorted by their code points; -1 where it is not among them."""
        wanted = text.encode("utf-8", "surrogatepass")
        block = bisect_right(self._firsts, wanted) - 1
        if block < 0 or b"\n" in wanted:
            return -1
        ends, first = self._ends, block * _BLOCK
        last = min(first + _BLOCK, len(ends))
        start = ends[first - 1] + first if first else 0
        end = ends[last - 1] + last + 1
        at = self._data.find(b"\n%b\n" % wanted, start, end)
        return first + self._data.count(b"\n", start, at) if at >= 0 else -1

    @cached_property
    def _firsts(self) -> list[bytes]:
        """The first line of each block."""
        return [self[number].encode("utf-8", "surrogatepass") for number in range(0, len(self._ends), _BLOCK)]
