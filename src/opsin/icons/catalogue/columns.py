"""Columns of whole numbers and lists of lines, as bytes that compress well.

A column is stored as byte planes: first the lowest byte of every number, then the next. Numbers that seldom need
their upper bytes then cost next to nothing, and reading takes no step per number.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

_CODES = {1: "B", 2: "H", 4: "I"}


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
        self._data = data
        # Where each line would end without line ends: a line's number added to it gives the true place.
        self._ends = array("I", accumulate(map(len, data.split(b"\n")))) if count else array("I")

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        if number < 0:
            number += len(self._ends)
        if number < 0:
            raise IndexError(number)
        return self._at(number).decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._data.decode().split("\n") if self._ends else ())

    def find(self, text: str) -> int:
        """The number of a line, where all are sorted by their code points; -1 where it is not among them."""
        wanted = text.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._ends)
        while low < high:
            middle = (low + high) // 2
            if self._at(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self._ends) and self._at(low) == wanted else -1

    def _at(self, number: int) -> bytes:
        start = self._ends[number - 1] + number if number else 0
        return self._data[start : self._ends[number] + number]
