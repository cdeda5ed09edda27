"""The colours in which lines of text are drawn, and how they stand out from their ground."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opsin.vision.facts.colour_names import (
    Rgb,
    colour_name,
    contrast_ratio,
    distance,
    hex_of,
    hue_family,
)
from opsin.vision.facts.palette import alike

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[int, int, int, int]

MOST_LINES = 250
"""Lines whose colours are measured; the rest of a longer text has none."""
_MOST_PIXELS = 60_000
_GROUND = 0.35
"""Share of a line's box from which its commonest colour is the ground."""
_CORE = 0.93
"""Pixels count as ink that are at least this far on the way from the ground to the strongest ink."""
_LEAST_INK = 0.004
_HUE_SHARE = 0.22
"""Share of the ink from which one of its hues is told."""
_WRITTEN = 0.05
"""Ink nearer to the ground than this cannot be told from it for certain."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of one line of text.

    Attributes:
        ground: What it stands on.
        ink: What its letters are drawn in.
        contrast: The strongest of its pixels against the ground, 1 to 21, as WCAG measures it.
        hues: The plain hues among its letters ("red"), most of them first.
    """

    ground: Rgb
    ink: Rgb
    contrast: float
    hues: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Give the colours as JSON values."""
        return {
            "ink": hex_of(self.ink),
            "name": colour_name(self.ink),
            "ground": hex_of(self.ground),
            "contrast": round(self.contrast, 2),
            "hues": list(self.hues),
        }


def ink_of(image: "Image", box: Box) -> Ink | None:
    """Measure a line of text in a picture in RGB; None where its ground is not of one colour.

    Args:
        image: The picture.
        box: Left, upper, right and lower edge of the line in pixels.
    """
    from PIL.Image import Resampling

    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(image.width, box[2]), min(image.height, box[3])
    if right - left < 2 or bottom - top < 2:  # noqa: PLR2004
        return None
    part = image.crop((left, top, right, bottom))
    if part.width * part.height > _MOST_PIXELS:
        part = part.resize((max(1, _MOST_PIXELS // part.height), part.height), Resampling.NEAREST)
    pixels = part.width * part.height
    found = [(count, (r, g, b)) for count, (r, g, b) in part.getcolors(pixels) or []]  # type: ignore[misc]
    found.sort(reverse=True)
    ground_count, ground = alike(found[:64])[0]
    if ground_count < _GROUND * pixels:
        return None
    inked = [(count, rgb, distance(rgb, ground)) for count, rgb in found]
    least = max(3.0, _LEAST_INK * pixels)
    strongest = _reached([(away, count) for count, _, away in inked], least)
    if strongest < _WRITTEN:
        return None
    # What is nearer to the ground may be the smoothed edges of letters, so that the contrast is never told too low.
    core = [(count, rgb) for count, rgb, away in inked if away >= _CORE * strongest]
    ink = max(core, key=lambda one: one[0])[1]
    return Ink(ground, ink, max(contrast_ratio(rgb, ground) for _, rgb in core), _hues(inked, ground))


def _reached(away: list[tuple[float, int]], least: float) -> float:
    """How far from the ground at least so many pixels are."""
    left = least
    for distance_, count in sorted(away, reverse=True):
        left -= count
        if left <= 0:
            return distance_
    return 0.0


def _hues(inked: list[tuple[int, Rgb, float]], ground: Rgb) -> tuple[str, ...]:
    """The hues of the letters. Pixels between ink and ground are of the ink's hue, so that they count too."""
    own = hue_family(ground)
    shares: dict[str, int] = {}
    for count, rgb, away in inked:
        if away >= 3 * _WRITTEN:
            hue = hue_family(rgb)
            shares[hue] = shares.get(hue, 0) + count
    total = sum(shares.values())
    told = [hue for hue, count in shares.items() if hue and hue != own and count >= _HUE_SHARE * total]
    return tuple(sorted(told, key=lambda hue: -shares[hue]))
