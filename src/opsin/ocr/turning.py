"""A picture that lies on its side or on its head: when to look for that, and where the boxes are as it came."""

import math
from collections.abc import Sequence

from opsin.ocr.joining import Quad

TURNS = (0, 90, 180, 270)
"""Degrees clockwise by which a picture can be turned."""

GOOD = 0.8
"""The mean confidence of a sample from which on nobody asks whether the picture should be turned."""

BETTER = 0.1
"""By how much a turned sample must be surer, to be believed."""

LEAST_SURE = 0.6
"""The mean confidence below which a turned sample is guessed: so a script looks that the network does not know."""

SAMPLE = 6
"""Lines of a sample."""

_UPRIGHT = 1.5
_MOST_UPRIGHT = 0.5


def sides(quad: Quad) -> tuple[float, float]:
    """Length and breadth of a line, in pixels."""
    (x0, y0), (x1, y1), _, (x3, y3) = quad
    return math.hypot(x1 - x0, y1 - y0), math.hypot(x3 - x0, y3 - y0)


def sample_of(quads: Sequence[Quad]) -> list[Quad]:
    """The longest lines."""
    return sorted(quads, key=lambda quad: max(sides(quad)), reverse=True)[:SAMPLE]


def on_its_side(quads: Sequence[Quad]) -> bool:
    """Whether most lines stand upright, as those of a picture on its side do."""
    upright = sum(breadth > _UPRIGHT * length for length, breadth in map(sides, quads))
    return upright > _MOST_UPRIGHT * len(quads)


def turns_to_try(quads: Sequence[Quad]) -> tuple[int, ...]:
    """The turns that could make these lines level, the likelier first."""
    return (90, 270) if on_its_side(quads) else (0, 180)


def best_turn(sure: dict[int, float]) -> int:
    """The turn whose sample was read with the most confidence; 0 unless another is good and clearly better."""
    best = max(sure, key=lambda turn: sure[turn])
    return best if sure[best] > max(LEAST_SURE, sure.get(0, 0.0) + BETTER) else 0


def turned_size(width: int, height: int, turn: int) -> tuple[int, int]:
    """Width and height of a picture after it was turned."""
    return (height, width) if turn in (90, 270) else (width, height)


def as_it_came(
    box: tuple[float, float, float, float], turn: int, width: int, height: int
) -> tuple[float, float, float, float]:
    """A box of the turned picture, in the picture as it came.

    Args:
        box: Left, upper, right and lower edge.
        turn: Degrees clockwise by which the picture was turned.
        width: Of the picture as it came.
        height: Of the picture as it came.
    """
    left, top, right, bottom = box
    if turn == 90:  # noqa: PLR2004 - degrees
        return top, height - right, bottom, height - left
    if turn == 180:  # noqa: PLR2004
        return width - right, height - bottom, width - left, height - top
    if turn == 270:  # noqa: PLR2004
        return width - bottom, left, width - top, right
    return box
