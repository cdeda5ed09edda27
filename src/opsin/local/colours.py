"""The colours of a picture as people name them, told from a small copy of it."""

import colorsys
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = (
    "black",
    "grey",
    "white",
    "red",
    "orange",
    "brown",
    "yellow",
    "green",
    "turquoise",
    "blue",
    "purple",
    "pink",
)
DARK, BRIGHT = "dark", "bright"

_GREYS = frozenset({"black", "grey", "white"})
_MAIN_SHARE, _MAIN_GREY_SHARE = 0.08, 0.25
_ACCENT_SHARE, _ACCENT_SHARE_IF_FLAT = 0.01, 0.001
"""A line of red text on a screenshot covers about a thousandth of it. In a photo a speck of any colour is."""
_FLAT_SHARE = 0.55
"""What the three commonest colours of a drawing or a screenshot cover at least."""

_STEP = 16
_MOST_COLOURS = (256 // _STEP) ** 3
_HUES = (
    (0.040, "red"),
    (0.115, "orange"),
    (0.190, "yellow"),
    (0.440, "green"),
    (0.530, "turquoise"),
    (0.720, "blue"),
    (0.820, "purple"),
    (0.930, "pink"),
    (1.001, "red"),
)
"""The hue (of HSV, 0 to 1) up to which a name holds."""

_BLACK = 0.16
_GREYISH, _TINTED = 0.16, 0.12
"""Saturation, and saturation times value, under which no hue is seen."""
_GREY_VALUES = ((0.25, "black"), (0.88, "grey"), (1.0, "white"))
_BROWN_VALUE, _BROWN_HUE, _BROWN_RED = 0.62, 0.15, 0.6
"""Dull orange and yellow are brown, and red that is not full."""
_PINK_SATURATION, _PINK_VALUE = 0.45, 0.75
_DARK_MEAN, _BRIGHT_MEAN = 70, 200
"""Mean lightness, of 255."""

_SYNONYMS = {
    "grey": "gray",
    "purple": "violet",
    "turquoise": "teal cyan",
    "pink": "magenta",
    DARK: "",
    BRIGHT: "light",
}


def shares_of(image: "Image") -> dict[str, float]:
    """The share (0 to 1) of each named colour in a small picture in RGB; what is too little to be seen is left out.

    `dark` or `bright` stand beside them, with a share of 1, where the whole is so.
    """
    counts: Counter[str] = Counter()
    light = 0
    stepped = image.point(lambda value: value // _STEP * _STEP + _STEP // 2)
    colours = sorted(stepped.getcolors(_MOST_COLOURS) or (), key=lambda one: -one[0])
    for number, colour in colours:
        assert isinstance(colour, tuple), "the picture is in RGB"
        red, green, blue = (int(part) for part in colour[:3])
        counts[name_of(red, green, blue)] += number
        light += number * (299 * red + 587 * green + 114 * blue) // 1_000
    whole = max(1, counts.total())
    flat = sum(number for number, _ in colours[:3]) >= _FLAT_SHARE * whole
    least = _ACCENT_SHARE_IF_FLAT if flat else _ACCENT_SHARE
    shares = {
        name: round(number / whole, 4) for name, number in counts.most_common() if number / whole >= least
    }
    mean = light / whole
    if mean < _DARK_MEAN:
        shares[DARK] = 1.0
    elif mean > _BRIGHT_MEAN:
        shares[BRIGHT] = 1.0
    return shares


def colour_words(shares: dict[str, float]) -> tuple[str, str]:
    """The names, with what else people call them: of what covers much of a picture, and of what covers little."""
    main: list[str] = []
    accents: list[str] = []
    for name, share in shares.items():
        least = _MAIN_GREY_SHARE if name in _GREYS else _MAIN_SHARE
        (main if share >= least else accents).append(f"{name} {_SYNONYMS.get(name, '')}".strip())
    return " ".join(main), " ".join(accents)


@lru_cache(maxsize=4_096)
def name_of(red: int, green: int, blue: int) -> str:
    """Name one colour (channels 0 to 255)."""
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    if value < _BLACK:
        return "black"
    if saturation < _GREYISH or saturation * value < _TINTED:
        return next(name for upper, name in _GREY_VALUES if value <= upper)
    name = next(name for upper, name in _HUES if hue < upper)
    dull = value < _BROWN_VALUE and hue < _BROWN_HUE
    if dull and (name != "red" or saturation < _BROWN_RED):
        return "brown"
    return "pink" if name == "red" and saturation < _PINK_SATURATION and value > _PINK_VALUE else name
