"""The colours that are seen at a glance: plain names, how much of the picture each takes, and where it is."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opsin.vision.facts.colour_names import colour_name, hue_family, oklab
from opsin.vision.glance.places import part_of, place_words

if TYPE_CHECKING:
    from PIL.Image import Image

EDGE = 60
"""Longest side, in pixels, of what is looked at: colours of whole areas, and no single pixels."""

_LEAST = 0.05
_VIVID = 0.012
"""Share from which a colour is told; and one that is seen at a glance, although there is little of it."""
_MOST = 6
_DARK, _BRIGHT = 0.40, 0.80
_UNEVEN = 0.22
"""Difference of lightness between two halves of a picture that is told."""
_COLOURLESS = 0.025
_NEARLY_BLACK = 48
_LIKE_GROUND = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """One colour.

    Attributes:
        name: Such as "dark blue".
        share: Of the picture, 0 to 1.
        place: Where most of it is, such as "top left"; empty where it is all over.
        vivid: It is seen at a glance.
    """

    name: str
    share: float
    place: str
    vivid: bool


@dataclass(frozen=True, slots=True)
class Colours:
    """What of colours and light is seen at a glance.

    Attributes:
        seen: The largest first.
        light: "dark", "bright", or such as "bright at the top"; empty for nothing of note.
        grey: It has no colours at all.
    """

    seen: tuple[Seen, ...]
    light: str
    grey: bool


def colours_of(image: "Image", *, ground: Sequence[int] = ()) -> Colours:
    """Look at a picture in RGB. Pixels are named one by one, so that little of a strong colour is not mixed away.

    Args:
        image: The picture.
        ground: Greys that are not its own; pixels of them are passed over.
    """
    small = _small(image)
    width, height = small.size
    parts: defaultdict[str, list[int]] = defaultdict(lambda: [0] * 9)
    vivid: defaultdict[str, int] = defaultdict(int)
    lightness = [0.0] * 9
    counts = [0] * 9
    chroma = 0.0
    data = small.tobytes()
    for place in range(width * height):
        # With five bits a channel most of the naming is remembered.
        rgb = (data[3 * place] & 0xF8 | 4, data[3 * place + 1] & 0xF8 | 4, data[3 * place + 2] & 0xF8 | 4)
        if any(max(abs(value - grey) for value in rgb) <= _LIKE_GROUND for grey in ground):
            continue
        y, x = divmod(place, width)
        part = part_of(x, y, width, height)
        light, a, b = oklab(rgb)
        name = plain_name(rgb)
        parts[name][part] += 1
        vivid[name] += bool(hue_family(rgb))
        lightness[part] += light
        counts[part] += 1
        chroma += (a * a + b * b) ** 0.5
    total = sum(counts) or 1
    seen = [
        Seen(
            name,
            sum(shares) / total,
            place_words([share / sum(shares) for share in shares]),
            vivid=vivid[name] > sum(shares) / 2,
        )
        for name, shares in parts.items()
    ]
    told = [one for one in seen if one.share >= (_VIVID if one.vivid else _LEAST)]
    told.sort(key=lambda one: -one.share)
    means = [light / count for light, count in zip(lightness, counts, strict=True) if count]
    tone = _light(means) if len(means) == len(counts) and not ground else ""
    grey = chroma / total < _COLOURLESS and not any(one.vivid for one in told)
    return Colours(tuple(_fewest(told)), tone, grey)


def plain_name(rgb: tuple[int, int, int]) -> str:
    """A colour's name without shades that nobody chooses by: what is nearly white, black or grey is called so."""
    name = colour_name(rgb)
    if name.startswith(("near-white", "near-black")):
        return name.removeprefix("near-").partition(" ")[0]
    if name.startswith("very dark"):
        return "black" if max(rgb) < _NEARLY_BLACK else name.removeprefix("very ")
    if name.endswith("-grey"):
        tone = name.partition(" ")[0]
        return f"{tone} grey" if tone in {"dark", "light"} else "grey"
    return name


def _fewest(told: list[Seen]) -> list[Seen]:
    """The largest, and in the last places strong colours rather than further greys."""
    if len(told) <= _MOST:
        return told
    first, rest = told[: _MOST - 2], told[_MOST - 2 :]
    return [*first, *sorted(rest, key=lambda one: (not one.vivid, -one.share))[:2]]


def _small(image: "Image") -> "Image":
    from PIL.Image import Resampling

    scale = EDGE / max(image.size)
    if scale >= 1:
        return image
    size = max(3, round(image.width * scale)), max(3, round(image.height * scale))
    return image.resize(size, Resampling.BOX)


def _light(parts: list[float]) -> str:
    mean = sum(parts) / len(parts)
    upper, lower = sum(parts[:3]) / 3, sum(parts[6:]) / 3
    left, right = sum(parts[0::3]) / 3, sum(parts[2::3]) / 3
    for name, one, other in (
        ("top", upper, lower),
        ("bottom", lower, upper),
        ("left", left, right),
        ("right", right, left),
    ):
        if one - other >= _UNEVEN:
            return f"brightest at the {name}"
    return "dark" if mean < _DARK else "bright" if mean > _BRIGHT else ""
