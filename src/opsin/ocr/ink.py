"""A line of text as separate strokes of ink: what stands between two empty columns, and how far the next one is.

Only the reading process imports this.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

INKED = 0.35
"""How far a pixel is from the ground, as a share of the furthest, to be ink."""

_LEAST_CONTRAST = 24.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A letter, or several that touch.

    Attributes:
        left: First column, in pixels of the line.
        right: Column after the last.
        rise: Rows from its upper edge down to the foot of the line; negative where it begins below.
        ink: Its pixels, from 0 (ground) to 1.
    """

    left: int
    right: int
    rise: int
    ink: Any

    @property
    def middle(self) -> float:
        """Column."""
        return (self.left + self.right) / 2


def strokes_of(line: Any) -> list[Stroke]:
    """The strokes of a line, from the left; none where it has no ground of one colour.

    Args:
        line: Height x width x 3 bytes.
    """
    pixels = line.astype(np.int16)
    ground = np.median(pixels.reshape(-1, 3), axis=0)
    distance = np.abs(pixels - ground).max(axis=2).astype(np.float32)
    furthest = float(distance.max(initial=0.0))
    if furthest < _LEAST_CONTRAST:
        return []
    ink = distance / furthest
    inked = ink > INKED
    foot = _foot(inked.sum(axis=1))
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inked.any(axis=0).astype(np.int8), [0]))))
    strokes = []
    for left, right in zip(edges[0::2].tolist(), edges[1::2].tolist(), strict=True):
        rows = np.flatnonzero(inked[:, left:right].any(axis=1))
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        strokes.append(Stroke(left, right, foot - top, ink[top:bottom, left:right]))
    return strokes


def _foot(profile: Any) -> int:
    """The row on which letters stand: below it there is much less ink."""
    falls = profile[:-1].astype(np.int64) - profile[1:]
    start = len(profile) // 3
    return start + int(falls[start:].argmax()) + 1 if len(falls) > start else len(profile)
