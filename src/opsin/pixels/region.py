"""A part of a picture, in fractions of the upright picture: what a closer look is asked for."""

import math
from dataclasses import dataclass

from opsin.errors import InvalidInput

_SLACK = 1e-6
_HINT = "Give x,y,w,h as fractions of the picture: 0.5,0,0.5,0.5 is its upper right quarter."


@dataclass(frozen=True, slots=True)
class Region:
    """Left edge, upper edge, width and height, each from 0 to 1."""

    x: float
    y: float
    w: float
    h: float

    def box(self, width: int, height: int) -> tuple[int, int, int, int]:
        """The region in a picture of that size: left, upper, right, lower in whole pixels, never empty."""
        left = min(math.floor(self.x * width + _SLACK), width - 1)
        upper = min(math.floor(self.y * height + _SLACK), height - 1)
        right = min(max(math.ceil((self.x + self.w) * width - _SLACK), left + 1), width)
        lower = min(max(math.ceil((self.y + self.h) * height - _SLACK), upper + 1), height)
        return left, upper, right, lower


WHOLE = Region(0, 0, 1, 1)


def parse_region(text: str) -> Region:
    """Read a region such as `0.5,0,0.5,0.5`.

    Raises:
        InvalidInput: it is not four numbers, or they lead out of the picture.
    """
    shown = text[:60]
    parts = text.strip().strip("()[]").split(",")
    try:
        values = [float(part) for part in parts]
    except ValueError:
        values = []
    if len(values) != 4 or not all(math.isfinite(value) for value in values):  # noqa: PLR2004 - x, y, w, h
        raise InvalidInput(
            f"region is {shown!r}; it must be four numbers with commas between them.", hint=_HINT
        )
    x, y, w, h = values
    if x < 0 or y < 0 or w <= 0 or h <= 0 or x + w > 1 + _SLACK or y + h > 1 + _SLACK:
        raise InvalidInput(
            f"region is {shown!r}; x and y must be at least 0, w and h above 0, and x+w and y+h at most 1.",
            hint=_HINT,
        )
    return Region(x, y, w, h)
