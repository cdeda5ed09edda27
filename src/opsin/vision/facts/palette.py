"""The colours of a picture: which there are, how much of it each takes, and which it stands on."""

from collections import Counter
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING, Any

from opsin.vision.facts.colour_names import Rgb, colour_name, distance, hex_of

if TYPE_CHECKING:
    from PIL.Image import Image

_SAMPLE = 60_000
"""So many pixels are looked at; a share is known to about a thousandth then."""
_EXACT = 4_096
"""A picture with more colours than this is reduced to `_SHADES` before they are put together."""
_SHADES = 48
_ALIKE = 0.03
"""Distance in OKLab under which two colours count as one."""
_MOST = 8
_LEAST_SHARE = 0.004
_RING = 0.5
"""Share of the outermost pixels from which their colour is the picture's ground."""


@dataclass(frozen=True, slots=True)
class Shade:
    """One colour of a picture and its share of it, 0 to 1."""

    rgb: Rgb
    share: float

    def to_json(self) -> dict[str, Any]:
        """Give the colour as JSON values."""
        return {"hex": hex_of(self.rgb), "name": colour_name(self.rgb), "share": round(self.share, 3)}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a picture, largest share first.

    Attributes:
        distinct: Exactly different colours in the sample.
        grey: None of them has a hue.
        largest: Share of the eight commonest of them, exactly as they are: near 1 for what is drawn by a program.
        ground: The colour that the picture stands on; None where no colour is so common.
    """

    shades: tuple[Shade, ...]
    distinct: int
    grey: bool
    largest: float
    ground: Shade | None


def palette(image: "Image") -> Palette:
    """Find the colours of a picture in RGB."""
    sample = sampled(image)
    pixels = sample.width * sample.height
    counts = sample.getcolors(pixels) or []
    if len(counts) <= _EXACT:
        exact = sorted(((count, _rgb(colour)) for count, colour in counts), reverse=True)
        merged = alike(exact)
        grey = all(red == green == blue for _, (red, green, blue) in exact)
    else:
        merged, grey = alike(_reduced(sample)), False
    shades = tuple(Shade(rgb, count / pixels) for count, rgb in merged if count >= _LEAST_SHARE * pixels)
    largest = sum(nlargest(8, (count for count, _ in counts))) / pixels
    return Palette(shades[:_MOST], len(counts), grey, largest, _ground(sample, shades))


def sampled(image: "Image") -> "Image":
    """Give every so many-th pixel of a picture, untouched, so that its colours stay what they are."""
    from PIL.Image import Resampling

    share = min(1.0, (_SAMPLE / (image.width * image.height)) ** 0.5)
    size = max(1, round(image.width * share)), max(1, round(image.height * share))
    return image if size == image.size else image.resize(size, Resampling.NEAREST)


def alike(counts: list[tuple[int, Rgb]]) -> list[tuple[int, Rgb]]:
    """Put colours that look alike together under the commonest of them; the largest first."""
    kept: list[list[Any]] = []
    for count, rgb in counts:
        near = next((group for group in kept if distance(group[1], rgb) < _ALIKE), None)
        if near is not None:
            near[0] += count
        elif len(kept) < 4 * _MOST:
            kept.append([count, rgb])
    return sorted(((count, rgb) for count, rgb in kept), key=lambda group: -group[0])


def _reduced(sample: "Image") -> list[tuple[int, Rgb]]:
    from PIL.Image import Dither, Quantize

    few = sample.quantize(_SHADES, method=Quantize.MEDIANCUT, dither=Dither.NONE).convert("RGB")
    return sorted(((count, _rgb(colour)) for count, colour in few.getcolors(_SHADES) or []), reverse=True)


def _ground(sample: "Image", shades: tuple[Shade, ...]) -> Shade | None:
    """The colour of most of the outermost pixels, else the one that half of the picture has."""
    width, height = sample.size
    ring: Counter[Rgb] = Counter()
    for box in (
        (0, 0, width, 1),
        (0, height - 1, width, height),
        (0, 0, 1, height),
        (width - 1, 0, width, height),
    ):
        for count, colour in sample.crop(box).getcolors(width + height) or []:
            ring[_rgb(colour)] += count
    common = alike([(count, rgb) for rgb, count in ring.most_common(200)])
    if common and common[0][0] >= _RING * ring.total():
        rgb = common[0][1]
        same = next((shade for shade in shades if distance(shade.rgb, rgb) < _ALIKE), None)
        return same or Shade(rgb, 0.0)
    return shades[0] if shades and shades[0].share >= _RING else None


def _rgb(colour: Any) -> Rgb:
    return colour[0], colour[1], colour[2]
