"""Pixels and nothing else: what an image is once it is decoded, turned upright and laid on a ground."""

import math
from dataclasses import dataclass

from opsin.pixels.facts import Facts

GROUND_NAMES = ("light", "dark", "checker")


@dataclass(frozen=True, slots=True)
class PlainPixels:
    """A picture in RGB, three bytes a pixel, row by row from the upper left corner.

    Attributes:
        width, height: Of these pixels.
        rgb: The pixels.
        facts: Of the file.
        scale: By how much the picture (or the region of it) was reduced: 1.0 for not at all.
        box: The part of the whole upright picture that this shows, in that picture's pixels.
        ground: What see-through parts were laid on: "" where there are none, "light", "dark" or "checker".
        page, pages: Which page or frame this is, of how many.
    """

    width: int
    height: int
    rgb: bytes
    facts: Facts
    scale: float
    box: tuple[int, int, int, int]
    ground: str
    page: int
    pages: int


def scaled_to_fit(size: tuple[int, int], most_pixels: int) -> tuple[int, int]:
    """The largest size of the same shape with at most so many pixels, never larger than it is."""
    width, height = size
    if width * height <= most_pixels:
        return size
    scale = math.sqrt(most_pixels / width / height)
    narrow, low = max(1, int(width * scale)), max(1, int(height * scale))
    # A side of one pixel cannot give way: the other does.
    return max(1, min(narrow, most_pixels // low)), max(1, min(low, most_pixels // narrow))


def scale_of(size: tuple[int, int], box: tuple[int, int, int, int]) -> float:
    """By how much a box was reduced to that size, by its longer side."""
    return max(size) / max(box[2] - box[0], box[3] - box[1])
