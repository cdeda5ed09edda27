"""The lines that were found in overlapping tiles, made into the lines of the whole picture: none twice, none in two."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from opsin.ocr.tiles import OVERLAP, Tile

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Corners of a line: upper left, upper right, lower right, lower left, as its text stands."""

_AT_EDGE = 4
_SAME = 0.5
"""The share of the smaller of two boxes that lies in both, where they are one line."""

_SAME_ROW = 0.6
"""The share of the lower of two lines that lies beside the other, where they are parts of one."""


@dataclass(frozen=True)
class Found:
    """A line that was found.

    Attributes:
        quad: Its corners, in pixels of the whole picture.
        tile: The number of the tile.
        cut: Whether it reaches an edge at which the tile was cut off.
        shared: Whether another tile may have it too.
    """

    quad: Quad
    tile: int
    cut: bool
    shared: bool = True

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, upper, right and lower edge."""
        across, down = [x for x, _ in self.quad], [y for _, y in self.quad]
        return min(across), min(down), max(across), max(down)


def found_in(tile: Tile, number: int, quad: Quad) -> Found:
    """A line of a tile, from its corners within that tile."""
    across, down = [x for x, _ in quad], [y for _, y in quad]

    def reaches(depth: float) -> bool:
        return (
            (tile.cut_left and min(across) < depth)
            or (tile.cut_top and min(down) < depth)
            or (tile.cut_right and max(across) > tile.width - depth)
            or (tile.cut_bottom and max(down) > tile.height - depth)
        )

    moved = tuple((x + tile.left, y + tile.top) for x, y in quad)
    return Found(
        (moved[0], moved[1], moved[2], moved[3]), number, reaches(_AT_EDGE), reaches(OVERLAP + _AT_EDGE)
    )


def join(found: Sequence[Found]) -> list[Quad]:
    """The lines of the whole picture.

    Of a line that two tiles hold, the one that is not cut off is kept; one that is cut off in both is put together.
    """
    alone = [line.quad for line in found if not line.shared]
    found = [line for line in found if line.shared]
    whole = sorted((line for line in found if not line.cut), key=_area, reverse=True)
    kept: list[Found] = []
    for line in whole:
        if not any(_is_same(line, other) for other in kept):
            kept.append(line)
    for line in sorted((line for line in found if line.cut), key=_area, reverse=True):
        _fit_in(line, kept)
    return [*alone, *(line.quad for line in kept)]


def _fit_in(line: Found, kept: list[Found]) -> None:
    """Add a line that is cut off: left out, or united with the parts of it that are there."""
    if any(not other.cut and _is_same(line, other) for other in kept):
        return
    parts = [other for other in kept if _continues(line, other)]
    for part in parts:
        kept.remove(part)
    kept.append(_united([line, *parts]) if parts else line)


def _area(line: Found) -> float:
    left, top, right, bottom = line.box
    return (right - left) * (bottom - top)


def _shared(one: Found, other: Found) -> tuple[float, float]:
    (left, top, right, bottom), (left2, top2, right2, bottom2) = one.box, other.box
    return min(right, right2) - max(left, left2), min(bottom, bottom2) - max(top, top2)


def _is_same(one: Found, other: Found) -> bool:
    across, down = _shared(one, other)
    if one.tile == other.tile or across <= 0 or down <= 0:
        return False
    return across * down > _SAME * max(1.0, min(_area(one), _area(other)))


def _continues(one: Found, other: Found) -> bool:
    across, down = _shared(one, other)
    if one.tile == other.tile or across <= 0 or down <= 0:
        return False
    lower = min(bottom - top for _, top, _, bottom in (one.box, other.box))
    return down > _SAME_ROW * lower


def _united(parts: Sequence[Found]) -> Found:
    boxes = [part.box for part in parts]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    # It may reach a third tile.
    return Found(((left, top), (right, top), (right, bottom), (left, bottom)), parts[0].tile, cut=True)
