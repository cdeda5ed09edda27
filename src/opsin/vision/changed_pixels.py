"""One of two compared images with the pixels that changed in it: what something else says of it is held against them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from PIL import Image, ImageChops

from opsin.ocr.lines import Box
from opsin.pixels.plain import PlainPixels

_RIM = 3
"""Pixels that the outline of a box is wide, inwards; a box that was found may be a pixel off."""

_STEP = 4
"""Steps of 255 from one pixel to the next that are an edge, as where boxes are looked for."""

_STRAIGHT = 0.3
"""Share of each side that has to be an edge for a box to be there: the ends of round ones bend away."""

_AROUND = 2
"""Pixels outwards in which an edge of a box is looked for, and as many inwards."""

_LOOSE = 4
"""Pixels by which the boxes around one line in two places may differ at each edge."""

_LEAST_SIDE = 8
_LYING = 2
"""So many of the sides of a box lie, and come first; the others stand."""


@dataclass(frozen=True, slots=True)
class ChangedPixels:
    """One of two images.

    Attributes:
        image: Its pixels, in RGB.
        mask: In L, at least as large: 255 for a pixel that the other image does not have there, nor where it moved.
    """

    image: Image.Image
    mask: Image.Image

    def share(self, box: Sequence[int]) -> float:
        """Of the pixels of a box the share that changed, 0 to 1; 0 for a box outside of the image."""
        left, top, right, bottom = _within(box, self.image.size)
        if left >= right or top >= bottom:
            return 0.0
        return self.mask.crop((left, top, right, bottom)).histogram()[255] / ((right - left) * (bottom - top))

    def outline(self, box: Sequence[int]) -> float:
        """Of the length of a box's outline the share that changed, 0 to 1."""
        sides = [
            _anywhere_across(self.mask.crop(side), lying=number < _LYING)
            for number, side in enumerate(_sides(_within(box, self.image.size), _RIM))
        ]
        length = sum(whole for _, whole in sides)
        return sum(part for part, _ in sides) / length if length else 0.0

    def shows_box(self, box: Sequence[int]) -> bool:
        """Whether a straight edge runs along each of the four sides of a box, whatever the box may be."""
        left, top, right, bottom = _within(box, self.image.size)
        if right - left < _LEAST_SIDE or bottom - top < _LEAST_SIDE:
            return False
        around = left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND
        for number, side in enumerate(_sides(around, 2 * _AROUND + 1)):
            lying = number < _LYING
            some, whole = _anywhere_across(_edges(self.image.crop(side), lying=lying), lying=lying)
            if some < _STRAIGHT * whole:
                return False
        return True

    def stands_in(self, box: Box, other: "ChangedPixels", near: Box) -> bool:
        """Whether all that is in a box stands in the other image, pixel by pixel, about where another box is."""
        left, top, right, bottom = _within(box, self.image.size)
        sizes = [(one[2] - one[0], one[3] - one[1]) for one in (box, near)]
        if (
            left >= right
            or top >= bottom
            or any(abs(a - b) > 2 * _LOOSE for a, b in zip(*sizes, strict=True))
        ):
            return False
        part = self.image.crop((left, top, right, bottom))
        if part.getcolors(1):
            # Plain ground stands anywhere.
            return False
        across, down = near[0] - box[0], near[1] - box[1]
        places = sorted(product(range(-_LOOSE, _LOOSE + 1), repeat=2), key=lambda by: abs(by[0]) + abs(by[1]))
        for x, y in places:
            at = left + across + x, top + down + y, right + across + x, bottom + down + y
            if not ImageChops.difference(part, other.image.crop(at)).getbbox():
                return True
        return False


def in_these_pixels(box: Sequence[int], pixels: PlainPixels) -> Box:
    """Turn a box in pixels of the whole upright picture into one in the pixels that are looked at."""
    left, top = pixels.box[:2]
    scale = pixels.scale or 1.0
    return (
        round((box[0] - left) * scale),
        round((box[1] - top) * scale),
        round((box[2] - left) * scale),
        round((box[3] - top) * scale),
    )


def _within(box: Sequence[int], size: tuple[int, int]) -> Box:
    left, top, right, bottom = box
    return max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)


def _sides(box: Box, wide: int) -> list[Box]:
    """The upper and the lower side of a box, then the left and the right one; none of a box without pixels."""
    left, top, right, bottom = box
    if left >= right or top >= bottom:
        return []
    return [
        (left, top, right, min(bottom, top + wide)),
        (left, max(top, bottom - wide), right, bottom),
        (left, top, min(right, left + wide), bottom),
        (max(left, right - wide), top, right, bottom),
    ]


def _edges(part: Image.Image, *, lying: bool) -> Image.Image:
    """White where a pixel of a side differs from the next one across it."""
    by = (0, 1) if lying else (1, 0)
    ahead = part.crop((*by, *part.size))
    behind = part.crop((0, 0, part.width - by[0], part.height - by[1]))
    red, green, blue = ImageChops.difference(ahead, behind).split()
    steps = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return steps.point([255 if value >= _STEP else 0 for value in range(256)])


def _anywhere_across(side: Image.Image, *, lying: bool) -> tuple[int, int]:
    """At how many places along a side anything across it is white, and how many places there are."""
    along = side.width if lying else side.height
    thin = side.resize((along, 1) if lying else (1, along), Image.Resampling.BOX)
    return along - thin.histogram()[0], along
