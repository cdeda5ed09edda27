"""Names for colours, in plain English: by hue, lightness and strength in OKLCh.

OKLab is Björn Ottosson's (https://bottosson.github.io/posts/oklab/): equal distances in it look equally large.
"""

import math
from functools import lru_cache

Rgb = tuple[int, int, int]

_GREYS = (
    (0.12, "black"),
    (0.27, "near-black"),
    (0.46, "dark grey"),
    (0.72, "grey"),
    (0.94, "light grey"),
    (0.993, "near-white"),
)
_GREYISH = 0.022
"""Chroma under which no hue is seen."""
_TINTED = 0.052
"""Chroma under which a colour is called a grey with a hue."""
_STRONG = 0.09
"""Chroma from which a hue is seen at a glance."""

# The hue up to which (in degrees of OKLCh) a name holds, the lightness below which it is dark and above which light.
_HUES = (
    (14.0, "pink", 0.50, 0.86),
    (36.0, "red", 0.50, 0.76),
    (80.0, "orange", 0.62, 0.86),
    (118.0, "yellow", 0.72, 0.99),
    (170.0, "green", 0.45, 0.88),
    (205.0, "teal", 0.42, 0.80),
    (228.0, "cyan", 0.48, 0.90),
    (283.0, "blue", 0.40, 0.70),
    (318.0, "purple", 0.40, 0.70),
    (346.0, "magenta", 0.55, 0.76),
    (360.0, "pink", 0.50, 0.86),
)
_OWN_NAMES = {
    "dark orange": "brown",
    "dark yellow": "olive",
    "light teal": "cyan",
    "dark pink": "dark red",
    "dark magenta": "purple",
    "light red": "pink",
    "light magenta": "light pink",
}
_VERY_DARK = 0.28
_PALE = (0.88, 0.075)


def colour_name(rgb: Rgb) -> str:
    """Name a colour: "red", "dark blue-grey", "pale green"."""
    lightness, chroma, hue = oklch(rgb)
    if chroma < _GREYISH:
        return next((name for upper, name in _GREYS if lightness < upper), "white")
    name, dark, light = next((name, dark, light) for upper, name, dark, light in _HUES if hue <= upper)
    if lightness > _PALE[0] and chroma < _PALE[1]:
        return f"pale {name}"
    if chroma < _TINTED:
        tone = next((word for upper, word in _GREYS if lightness < upper), "near-white")
        return f"very dark {name}" if "black" in tone else tone.replace("grey", f"{name}-grey")
    if lightness < _VERY_DARK:
        return f"very dark {name}"
    toned = f"dark {name}" if lightness < dark else f"light {name}" if lightness > light else name
    return _OWN_NAMES.get(toned, toned)


def hue_family(rgb: Rgb) -> str:
    """Name the hue alone: "red", "green"; empty for greys and what is nearly grey."""
    lightness, chroma, hue = oklch(rgb)
    if chroma < _STRONG or lightness < _VERY_DARK:
        return ""
    return next(name for upper, name, *_ in _HUES if hue <= upper)


def hex_of(rgb: Rgb) -> str:
    """Write a colour as style sheets do: #1e293b."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def rgb_of(written: str) -> Rgb:
    """Read what `hex_of` wrote."""
    return int(written[1:3], 16), int(written[3:5], 16), int(written[5:7], 16)


@lru_cache(maxsize=65_536)
def oklab(rgb: Rgb) -> tuple[float, float, float]:
    """Give lightness (0 to 1), green to red, and blue to yellow of a colour in sRGB."""
    red, green, blue = (_LINEAR[value] for value in rgb)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def oklch(rgb: Rgb) -> tuple[float, float, float]:
    """Give lightness (0 to 1), chroma (0 to about 0.32) and hue (degrees) of a colour in sRGB."""
    lightness, a, b = oklab(rgb)
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def distance(one: Rgb, other: Rgb) -> float:
    """Tell how unlike two colours look: 0.02 is just seen side by side, 1 is black and white."""
    return math.dist(oklab(one), oklab(other))


def luminance(rgb: Rgb) -> float:
    """Relative luminance, 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    red, green, blue = (_LINEAR[value] for value in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(one: Rgb, other: Rgb) -> float:
    """Contrast of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4  # noqa: PLR2004


_LINEAR = tuple(map(_linear, range(256)))
