"""A picture as sixels: six rows at a time, one colour after the other (DEC VT330/VT340 manual, chapter 14)."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

COLOURS = 255
BAND = 6
_SAMPLE = 256
"""Longest side of the copy in which colours are chosen."""

_NO_DOT = b"?"
"""The sign of a column without a dot; the six dots are the bits above it."""
_SIGNS = bytes(range(63, 127)) + bytes(192)
_RUN = re.compile(rb"(.)\1{3,}")
"""From four signs on a run is shorter with its number."""


def sixel(picture: "Picture") -> bytes:
    """Show a picture where the cursor is.

    Args:
        picture: In mode RGB; it is brought down to at most 255 colours.
    """
    few = _few_colours(picture)
    width, height = few.size
    palette = few.getpalette() or []
    pixels = few.tobytes()
    used = sorted(set(pixels))
    told = [f'\x1bP0;1;0q"1;1;{width};{height}'.encode()]
    for colour in used:
        red, green, blue = (round(value * 100 / 255) for value in palette[colour * 3 : colour * 3 + 3])
        told.append(f"#{colour};2;{red};{green};{blue}".encode())
    for top in range(0, height, BAND):
        rows = [pixels[row * width : (row + 1) * width] for row in range(top, min(top + BAND, height))]
        told.append(b"$".join(_lines(rows)) + b"-")
    return b"".join(told) + b"\x1b\\\n"


def _few_colours(picture: "Picture") -> "Picture":
    """The picture in the colours that suit a smaller copy of it: choosing them for every dot takes ten times as long."""
    from PIL import Image

    copy = picture.copy()
    copy.thumbnail((_SAMPLE, _SAMPLE))
    return picture.quantize(COLOURS, palette=copy.quantize(COLOURS), dither=Image.Dither.NONE)


def _lines(rows: list[bytes]) -> Iterator[bytes]:
    """The lines of one band, one for each of its colours."""
    for colour in sorted(set().union(*rows)):
        dots = 0
        for bit, row in enumerate(rows):
            if colour in row:
                # Whole rows as one number: a dot at a time takes ten times as long.
                dots |= int.from_bytes(row.translate(_only(colour, bit)))
        signs = dots.to_bytes(len(rows[0])).translate(_SIGNS).rstrip(_NO_DOT)
        yield b"#%d" % colour + _RUN.sub(lambda run: b"!%d" % len(run[0]) + run[1], signs)


@cache
def _only(colour: int, bit: int) -> bytes:
    """A table for `translate` that leaves one colour, as its bit, and nothing of the others."""
    return bytes(colour) + bytes([1 << bit]) + bytes(255 - colour)
