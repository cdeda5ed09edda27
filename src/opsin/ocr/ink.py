"""A line of text as separate strokes of ink: what stands between two empty columns, and how far the next one is.

Only the reading process imports this.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

INKED = 0.35
"""How far a pixel is from the ground, as a share of the furthest of its letter, to be ink."""

_FAINT = 0.18
_LEAST_CONTRAST = 24
_EVERY = 4
"""The ground shows in every fourth column as well."""


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
    distance = distances(line, ground_of(line))
    furthest = int(distance.max(initial=0))
    if furthest < _LEAST_CONTRAST:
        return []
    foot = _foot((distance > INKED * furthest).sum(axis=1))
    strokes = []
    for start, end in _runs((distance > _FAINT * furthest).any(axis=0)):
        # Words of one line may have several colours.
        strongest = int(distance[:, start:end].max())
        inked = distance[:, start:end] > INKED * strongest
        for left, right in _runs(inked.any(axis=0)):
            rows = np.flatnonzero(inked[:, left:right].any(axis=1))
            top, bottom = int(rows[0]), int(rows[-1]) + 1
            ink = distance[top:bottom, start + left : start + right].astype(np.float32) / strongest
            strokes.append(Stroke(start + left, start + right, foot - top, ink))
    return strokes


def ground_of(pixels: Any) -> Any:
    """The colour that most of a line has: three numbers."""
    return np.median(pixels[:, ::_EVERY].reshape(-1, 3), axis=0).astype(np.int16)


def distances(pixels: Any, ground: Any) -> Any:
    """How far each pixel is from a colour, in the channel that differs most."""
    apart = np.abs(pixels.astype(np.int16) - ground)
    return np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])


def _runs(flags: Any) -> list[tuple[int, int]]:
    """Where flags are set, from the first to after the last of each run."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0])))).tolist()
    return list(zip(edges[0::2], edges[1::2], strict=True))


def _foot(profile: Any) -> int:
    """The row on which letters stand: below it there is much less ink."""
    falls = profile[:-1].astype(np.int64) - profile[1:]
    start = len(profile) // 3
    return start + int(falls[start:].argmax()) + 1 if len(falls) > start else len(profile)
