"""Where text stands: the detection network and the quadrilaterals that its map of text gives.

Differentiable binarisation (Liao et al., arXiv 1911.08947): the network marks the cores of text lines, and each core
is grown to the line by area times a ratio over circumference. Only the reading process imports this.
"""

from typing import Any

import cv2
import numpy as np

from opsin.ocr.joining import Quad
from opsin.ocr.sessions import Session

CORE = 0.3
"""From this probability on a pixel belongs to the core of a line."""

LINE = 0.5
"""The mean probability of a core from which on it is taken for a line."""

GROWTH = 1.6
STRIDE = 32
"""The network halves its input five times."""

_SHORTEST_CORE = 2.0


def find_lines(session: Session, picture: Any, *, scale: float = 1.0) -> list[tuple[Quad, float]]:
    """The lines of a picture.

    Args:
        session: The detection network.
        picture: Height x width x 3 bytes, blue first.
        scale: By how much the picture may be made smaller for it.

    Returns:
        Corners in pixels of the picture, and how sure it is, from 0 to 1.
    """
    whole_high, whole_wide = picture.shape[:2]
    if scale < 1:
        size = max(1, round(whole_wide * scale)), max(1, round(whole_high * scale))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    high, wide = picture.shape[:2]
    stretch = np.array([whole_wide / wide, whole_high / high])
    padded = cv2.copyMakeBorder(picture, 0, -high % STRIDE, 0, -wide % STRIDE, cv2.BORDER_REPLICATE)
    batch = (padded.astype(np.float32) / 127.5 - 1.0).transpose(2, 0, 1)[np.newaxis]
    chances = session.run(batch)[0, 0, :high, :wide]
    cores = cv2.dilate((chances > CORE).astype(np.uint8), np.ones((2, 2), np.uint8))
    outlines, _ = cv2.findContours(cores, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        middle, (length, breadth), angle = cv2.minAreaRect(outline)
        if min(length, breadth) < _SHORTEST_CORE:
            continue
        sure = _mean_within(chances, outline)
        if sure < LINE:
            continue
        grown = length * breadth * GROWTH / (length + breadth)
        corners = cv2.boxPoints((middle, (length + grown, breadth + grown), angle))
        found.append((_in_order(corners * stretch, whole_wide, whole_high), sure))
    return found


def _mean_within(chances: Any, outline: Any) -> float:
    left, top, wide, high = cv2.boundingRect(outline)
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(mask, [outline - (left, top)], 1)
    return float(cv2.mean(chances[top : top + high, left : left + wide], mask)[0])


def _in_order(corners: Any, wide: int, high: int) -> Quad:
    """Corners within the picture: those of the left side first, as for text that runs to the right."""
    by_x = sorted((float(x), float(y)) for x, y in corners)
    upper_left, lower_left = sorted(by_x[:2], key=lambda corner: corner[1])
    upper_right, lower_right = sorted(by_x[2:], key=lambda corner: corner[1])

    def inside(corner: tuple[float, float]) -> tuple[float, float]:
        return min(max(corner[0], 0.0), float(wide)), min(max(corner[1], 0.0), float(high))

    return inside(upper_left), inside(upper_right), inside(lower_right), inside(lower_left)
