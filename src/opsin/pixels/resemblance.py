"""How much two pictures resemble each other, by their shapes and their colours: for an order, and for no verdict."""

from dataclasses import dataclass

from PIL import Image

from opsin.pixels.likeness import dhash, distance

_SIDE = 64
_LEVELS = 4
_GRID = 4
_FAR_BITS = 64
"""Two unrelated pictures differ in half of the hash's bits."""
_FAR_TONES = 96.0
_SHARES = (0.35, 0.40, 0.25)
"""How much shape, colours, and where the colours are, count."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What is compared of a picture.

    Attributes:
        print: Its 128-bit difference hash: its shapes.
        colours: The share of each of 64 colours.
        layout: Its colours in a grid of 4x4, three bytes each.
    """

    print: int
    colours: tuple[float, ...]
    layout: bytes


def signature(image: Image.Image) -> Signature:
    """Take the signature of a picture in RGB. It takes a millisecond."""
    small = image.resize((_SIDE, _SIDE), Image.Resampling.BOX)
    data = small.tobytes()
    counts = [0] * _LEVELS**3
    step = 256 // _LEVELS
    for place in range(0, len(data), 3):
        red, green, blue = data[place] // step, data[place + 1] // step, data[place + 2] // step
        counts[(red * _LEVELS + green) * _LEVELS + blue] += 1
    total = _SIDE * _SIDE
    grid = small.resize((_GRID, _GRID), Image.Resampling.BOX)
    return Signature(dhash(image), tuple(count / total for count in counts), grid.tobytes())


def resemblance(one: Signature, other: Signature) -> float:
    """Give 1 for the same picture, and about 0 for two that have nothing in common."""
    shape = 1 - min(1.0, distance(one.print, other.print) / _FAR_BITS)
    colours = sum(map(min, one.colours, other.colours))
    apart = sum(abs(a - b) for a, b in zip(one.layout, other.layout, strict=True)) / len(one.layout)
    parts = shape, colours, 1 - min(1.0, apart / _FAR_TONES)
    return sum(share * part for share, part in zip(_SHARES, parts, strict=True))
