"""Rectangles that stand out by a straight border or a flat filling, corners rounded or not.

An edge is where neighbouring rows differ while the row beyond is still like its neighbour: that finds what programs
draw, however faint, and passes over photographs, whose rows differ everywhere. An upper and a lower edge of the same
length make a rectangle only if there are edges to their left and right as well.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[int, int, int, int]

LEAST_SIDE = 12
_LEAST_RUN = 10
_STEP = 4
"""Difference of a channel, of 255, that makes an edge. Shadows change by less from row to row."""
_STEP_JPEG = 14
_MOST_RUNS = 4_000
_MOST_TRIES = 6
"""So many lower edges are tried for an upper one."""
_SLACK = 2
_MOST_RADIUS = 40
_FRAME = 2
_FRAME_COLOUR = (251, 3, 247)
_SHARP = 3
_UNEVEN = 4
"""Corners are rounded alike on the left and on the right, apart from so many pixels."""
_BORDER = 4
"""A border is this wide at most, in pixels."""
_SIDE = 0.9
"""Share of the straight part of a side that has to be an edge."""
_SAME = 6
"""Rectangles whose sides all lie closer than this are the outer and the inner edge of one border."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle.

    Attributes:
        box: Left, upper, right and lower edge in pixels, border included.
        border: How wide its border is, in pixels; 0 where it has none, or none that can be told.
    """

    box: Box
    border: int


@dataclass(frozen=True, slots=True)
class _Run:
    row: int
    left: int
    right: int


def rectangles(image: "Image", *, lossy: bool) -> list[Rectangle]:
    """Find the rectangles of a picture in RGB, from the top down.

    Args:
        image: The picture.
        lossy: The picture was kept as JPEG or the like, so that flat areas are not quite flat.
    """
    step = _STEP_JPEG if lossy else _STEP
    if min(image.size) < 2 * LEAST_SIDE:
        return []
    from PIL import ImageOps

    # A frame makes edges of the picture's own, so that a bar along one of them has all four sides.
    image = ImageOps.expand(image, _FRAME, _FRAME_COLOUR)
    rows = _steps(image, (0, 1), step)
    columns = _steps(image, (1, 0), step)
    uppers, lowers = list(_runs(rows, after=False)), list(_runs(rows, after=True))
    if len(uppers) + len(lowers) > _MOST_RUNS:
        uppers, lowers = _longest(uppers), _longest(lowers)
    sides = _Sides(columns)
    below: dict[int, list[_Run]] = defaultdict(list)
    for run in lowers:
        below[run.left // (_SLACK + 1)].append(run)
    found = []
    for upper in uppers:
        for lower in islice(_matching(upper, below), _MOST_TRIES):
            box = sides.close(upper, lower)
            if box is not None:
                found.append(box)
    whole = (_FRAME, _FRAME, image.width - _FRAME, image.height - _FRAME)
    return _bordered([_unframed(box) for box in found if box != whole])


def _unframed(box: Box) -> Box:
    return box[0] - _FRAME, box[1] - _FRAME, box[2] - _FRAME, box[3] - _FRAME


def _steps(image: "Image", by: tuple[int, int], step: int) -> "Image":
    """White where a pixel differs from its neighbour to the right or below."""
    from PIL import ImageChops

    width, height = image.size
    ahead = image.crop((by[0], by[1], width, height))
    behind = image.crop((0, 0, width - by[0], height - by[1]))
    red, green, blue = ImageChops.difference(ahead, behind).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if value >= step else 0 for value in range(256)])


def _runs(steps: "Image", *, after: bool) -> Iterator[_Run]:
    """The straight edges with nothing just above them, or with nothing just below them where `after`."""
    from PIL import Image as Images
    from PIL import ImageChops

    width, height = steps.size
    beside = Images.new("L", steps.size)
    beside.paste(steps, (0, -1 if after else 1))
    # A column of black ends every run at the end of its row.
    framed = Images.new("L", (width + 1, height))
    framed.paste(ImageChops.subtract(steps, beside), (0, 0))
    for run in re.finditer(rb"\xff{%d,}" % _LEAST_RUN, framed.tobytes()):
        row, left = divmod(run.start(), width + 1)
        yield _Run(row, left, left + run.end() - run.start())


def _longest(runs: list[_Run]) -> list[_Run]:
    kept = sorted(runs, key=lambda run: run.left - run.right)[: _MOST_RUNS // 2]
    return sorted(kept, key=lambda run: (run.row, run.left))


def _matching(upper: _Run, below: dict[int, list[_Run]]) -> Iterator[_Run]:
    """The lower edges under an upper one that have its length, the nearest first."""
    key = upper.left // (_SLACK + 1)
    near = [run for place in (key - 1, key, key + 1) for run in below.get(place, ())]
    fitting = [
        run
        for run in near
        if run.row - upper.row >= LEAST_SIDE
        and abs(run.left - upper.left) <= _SLACK
        and abs(run.right - upper.right) <= _SLACK
    ]
    return iter(sorted(fitting, key=lambda run: run.row))


class _Sides:
    """The edges between neighbouring columns."""

    def __init__(self, steps: "Image") -> None:
        from PIL.Image import Transpose

        self._columns, self._rows = steps.size
        self._bytes = steps.transpose(Transpose.TRANSPOSE).tobytes()

    def close(self, upper: _Run, lower: _Run) -> Box | None:
        """Find the left and the right side of two edges; None where one is missing."""
        top, bottom = upper.row + 1, lower.row + 1
        radius = min((bottom - top) // 2, _MOST_RADIUS)
        left, right = max(upper.left, lower.left), min(upper.right, lower.right)
        # An edge in column x lies between the pixels x and x + 1: the left side is found at the last pixel outside.
        lefts = range(min(left + _SLACK, self._columns - 1), max(left - radius - _SLACK, 0) - 1, -1)
        rights = range(max(right - _SLACK - 2, 0), min(right + radius + _SLACK, self._columns - 1) + 1)
        first = next((x for x in lefts if self._is_side(x, top, bottom, left - x)), None)
        last = next((x for x in rights if self._is_side(x, top, bottom, x - right)), None)
        if first is None or last is None or last - first < LEAST_SIDE:
            return None
        # A border has an edge on either side: the outer one counts.
        first = self._outermost(first, -1, top, bottom, left)
        last = self._outermost(last, 1, top, bottom, right)
        rounding = left - first - 1, last - right
        if abs(rounding[0] - rounding[1]) > _UNEVEN:
            return None
        corners = (
            self._is_corner(side, radius, (end, down), inwards)
            for side, radius, inwards in ((first, rounding[0], 1), (last, rounding[1], -1))
            for end, down in ((top, 1), (bottom - 1, -1))
        )
        if not all(corners):
            return None
        return first + 1, top, last + 1, bottom

    def _outermost(self, column: int, step: int, top: int, bottom: int, end: int) -> int:
        for away in range(_BORDER, 0, -1):
            x = column + step * away
            if 0 <= x < self._columns and self._is_side(x, top, bottom, abs(x - end)):
                return x
        return column

    def _is_corner(self, side: int, radius: int, end: tuple[int, int], inwards: int) -> bool:
        """Whether the corner between a side and the end of an edge is round: the gap beside a box has none.

        Args:
            side: Column of the side.
            radius: Columns from there to the end of the edge.
            end: Row of the edge, and 1 where the box is below it, -1 where it is above.
            inwards: 1 for a left side, -1 for a right one.
        """
        if radius <= _SHARP:
            return True
        row, down = end
        middle, wide = round(0.29 * radius), max(2, radius // 8)
        nearest, farthest = row + down * max(0, middle - wide), row + down * (middle + wide)
        first, last = min(nearest, farthest), max(nearest, farthest) + 1
        columns = (side + inwards * step for step in range(max(2, middle - wide), middle + wide + 1))
        return any(
            self._bytes.count(b"\xff", x * self._rows + first, x * self._rows + last)
            for x in columns
            if 0 <= x < self._columns
        )

    def _is_side(self, column: int, top: int, bottom: int, radius: int) -> bool:
        inset = min(max(radius, 0) + 2, (bottom - top) // 2 - 2)
        start, end = column * self._rows + top + inset, column * self._rows + bottom - inset
        return self._bytes.count(b"\xff", start, end) >= _SIDE * (end - start)


def _bordered(boxes: list[Box]) -> list[Rectangle]:
    """Put the outer and the inner edge of a border together, and leave repeats out."""
    kept: list[Rectangle] = []
    for box in sorted(set(boxes), key=lambda box: (box[1], box[0], -box[2], -box[3])):
        for place, other in enumerate(kept):
            gaps = [abs(one - two) for one, two in zip(box, other.box, strict=True)]
            if max(gaps) <= _SAME:
                # The sides that were found for the inner edge may be those of the outer one.
                if gaps[1] == gaps[3] > 1:
                    kept[place] = Rectangle(other.box, max(other.border, gaps[1]))
                break
        else:
            kept.append(Rectangle(box, 0))
    return kept
