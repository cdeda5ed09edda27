"""What a picture is made of: flat areas as programs draw them, or the many shades of a photograph; sharp or not."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from opsin.vision.facts.palette import Palette

if TYPE_CHECKING:
    from PIL.Image import Image

_STRIPS = 12
_STRIP_ROWS = 24
_BLANK_RANGE = 6
"""Tones, of 255, that noise of a scan or of JPEG makes of one colour."""
_DRAWN = (0.62, 0.45)
"""Share of pixels like their left neighbour, and of the eight commonest colours, from which a picture is drawn."""
_PHOTOGRAPHED = (0.45, 0.35)
"""The same, below which it is a photograph (or drawn like one), if it has this many colours:"""
_MANY_COLOURS = 4_000
_MANY_GREYS = 150
_SMALL = 64
"""A picture with a side under this many pixels is an icon: neither can be told of it."""
_SOFT = 0.11
"""Share of the range of tones that the steepest step of a sharp picture goes beyond."""
_STEEPEST = 0.0005
"""The steepest step is the one that this share of the pixels goes beyond, so that a few wrong pixels do not count."""


@dataclass(frozen=True, slots=True)
class Texture:
    """What a picture is made of.

    Attributes:
        kind: "drawn" by a program, "photographic", or "" where neither is certain.
        blank: All of it has one colour.
        nearly_blank: Less than a thousandth of it has another colour than the ground.
        blurred: No edge of it is sharp, although there is light and dark in it.
    """

    kind: str
    blank: bool
    nearly_blank: bool
    blurred: bool


def texture(image: "Image", colours: Palette) -> Texture:
    """Judge a picture in RGB. What is not certain is left out."""
    extremes = image.getextrema()
    if all(high - low <= _BLANK_RANGE for low, high in extremes):  # type: ignore[misc]
        return Texture("", blank=True, nearly_blank=False, blurred=False)
    ground = colours.ground.share if colours.ground else 0.0
    if min(image.size) < _SMALL:
        return Texture("", blank=False, nearly_blank=ground > 0.999, blurred=False)  # noqa: PLR2004
    same, steepest, tones = _neighbours(image)
    kind, many = "", _MANY_GREYS if colours.grey else _MANY_COLOURS
    if same >= _DRAWN[0] and colours.largest >= _DRAWN[1]:
        kind = "drawn"
    elif same <= _PHOTOGRAPHED[0] and colours.largest <= _PHOTOGRAPHED[1] and colours.distinct >= many:
        kind = "photographic"
    blurred = kind != "drawn" and tones >= 40 and steepest <= _SOFT * tones  # noqa: PLR2004
    return Texture(kind, blank=False, nearly_blank=ground > 0.999, blurred=blurred)  # noqa: PLR2004


def _neighbours(image: "Image") -> tuple[float, int, int]:
    """Share of pixels like their left neighbour, the steepest step, and the range of tones, all in L.

    Strips across the picture stand for the whole of it.
    """
    from PIL import Image as Images
    from PIL import ImageChops

    grey = image.convert("L")
    if grey.height > _STRIPS * _STRIP_ROWS:
        strips = Images.new("L", (grey.width, _STRIPS * _STRIP_ROWS))
        for number in range(_STRIPS):
            top = round(number * (grey.height - _STRIP_ROWS) / (_STRIPS - 1))
            strips.paste(grey.crop((0, top, grey.width, top + _STRIP_ROWS)), (0, number * _STRIP_ROWS))
        grey = strips
    width, height = grey.size
    steps = ImageChops.difference(grey.crop((1, 0, width, height)), grey.crop((0, 0, width - 1, height)))
    counts = steps.histogram()
    total = sum(counts)
    return counts[0] / total, _beyond(counts, _STEEPEST), _range(grey.histogram())


def _beyond(counts: list[int], share: float) -> int:
    left = share * sum(counts)
    for value in range(255, -1, -1):
        left -= counts[value]
        if left < 0:
            return value
    return 0


def _range(counts: list[int]) -> int:
    return max(0, _beyond(counts, 0.01) - (255 - _beyond(counts[::-1], 0.01)))
