"""Bar codes and QR codes. Only the reading process imports this."""

from typing import Any

import cv2
import zxingcpp

MOST_CODES = 32
MOST_CHARACTERS = 4_000
LARGE = 6_000_000
"""Pixels of a picture beyond which it is made smaller first: what a camera or a screen shows so large has large codes."""


def read_codes(picture: Any) -> list[list[Any]]:
    """Kind, text and box (left, upper, right, lower edge in pixels) of each code in a picture.

    Args:
        picture: Height x width x 3 bytes, blue first.
    """
    high, wide = picture.shape[:2]
    step = 2 if high * wide > LARGE else 1
    if step > 1:
        picture = cv2.resize(picture, (wide // step, high // step), interpolation=cv2.INTER_AREA)
    found = []
    for code in zxingcpp.read_barcodes(picture)[:MOST_CODES]:
        at = code.position
        corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        across, down = [step * corner.x for corner in corners], [step * corner.y for corner in corners]
        box = [min(across), min(down), max(across), max(down)]
        found.append([str(code.format), code.text[:MOST_CHARACTERS], box])
    return found
