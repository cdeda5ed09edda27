"""How a picture is cut into overlapping tiles, so that each is looked at without being made smaller."""

from collections.abc import Sequence
from dataclasses import dataclass

SIDE = 1_440
"""Pixels of a tile's longer side. A picture that is a little larger is still one tile."""

SPARE = 1.15
"""By how much a picture may exceed a tile before it is cut."""

OVERLAP = 96
"""Pixels that neighbours share: the lines of usual text stand whole in one of them."""


TELLING_LINES = 6
"""Lines from which on they tell how large the text of a picture is."""

ENOUGH_HEIGHT = 10.0
"""Pixels that a line must be high to be found."""

USUAL_SCALE, LEAST_SCALE = 0.7, 0.35
"""By how much a picture is made smaller to find lines, before any is known, and at most."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture: left, upper, right and lower edge in pixels, and which of them are cuts."""

    left: int
    top: int
    right: int
    bottom: int
    cut_left: bool
    cut_top: bool
    cut_right: bool
    cut_bottom: bool

    @property
    def width(self) -> int:
        """Pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels."""
        return self.bottom - self.top


def cut(width: int, height: int, *, side: int = SIDE, overlap: int = OVERLAP) -> list[Tile]:
    """Tiles that cover a picture, row by row from its top.

    Args:
        width: Of the picture in pixels.
        height: Of the picture in pixels.
        side: Of a tile; all tiles of a picture have about the same size, and none is longer than `side` times
            `SPARE`.
        overlap: Pixels that neighbours share, at least.
    """
    return [
        Tile(left, top, right, bottom, left > 0, top > 0, right < width, bottom < height)
        for top, bottom in _spans(height, side, overlap)
        for left, right in _spans(width, side, overlap)
    ]


def _spans(length: int, side: int, overlap: int) -> list[tuple[int, int]]:
    if length <= side * SPARE:
        return [(0, length)]
    count = -(-(length - overlap) // (side - overlap))
    step = (length - overlap) / count
    starts = [round(step * number) for number in range(count)]
    return [(start, min(length, round(step * (number + 1)) + overlap)) for number, start in enumerate(starts)]


def enough_scale(heights: Sequence[float]) -> float:
    """By how much the tiles of a picture may be made smaller, by the heights in pixels of the lines that were found so far.

    Nearly all lines stay high enough to be found; their text is read in full size all the same.
    """
    if len(heights) < TELLING_LINES:
        return USUAL_SCALE
    small = sorted(heights)[len(heights) // 10]
    return min(1.0, max(LEAST_SCALE, ENOUGH_HEIGHT / small))


def pixels_of(rgb: bytes, width: int, box: tuple[int, int, int, int]) -> bytes:
    """The pixels of one part of a picture.

    Args:
        rgb: The picture, three bytes a pixel, row by row.
        width: Of the picture.
        box: Left, upper, right and lower edge of the part, within the picture.
    """
    left, top, right, bottom = box
    if left == 0 and right == width:
        return rgb[3 * width * top : 3 * width * bottom]
    rows = range(top, bottom)
    return b"".join(rgb[3 * (width * row + left) : 3 * (width * row + right)] for row in rows)
