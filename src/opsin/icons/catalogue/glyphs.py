"""What an icon shows, without how it is drawn: "rocket" for "rocket-filled" and "outline-rocket"."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

# The skin tones of emoji, the longer before those that they end with.
_TONES = tuple(f"-{tone}-skin-tone" for tone in ("medium-light", "medium-dark", "light", "medium", "dark"))
# Words of style that some sets use without declaring them as a theme. Others, such as "line" or "bold", also
# belong to what is shown ("chart-line", "text-bold").
_STYLES = ("-outline", "-outlined", "-filled", "-solid", "-duotone", "-twotone", "-rounded", "-sharp")


class Parts(NamedTuple):
    """An icon's name in three: `lead + glyph + tail` is the name."""

    lead: str
    glyph: str
    tail: str


def parts(name: str, prefixes: Iterable[str], suffixes: Iterable[str], names: Collection[str]) -> Parts:
    """An icon's name without the words of its set's themes.

    Args:
        name: The name.
        prefixes: What the set's themes put in front, with the dash: "outline-".
        suffixes: What they put behind: "-filled".
        names: All names of the set. A style that is no declared theme is cut only where the rest is there too.
    """
    lead = max((one for one in prefixes if name.startswith(one)), key=len, default="")
    rest = name[len(lead) :]
    tail = max((one for one in suffixes if rest.endswith(one)), key=len, default="")
    if not tail:
        tail = next(
            (one for one in (*_TONES, *_STYLES) if rest.endswith(one) and rest[: -len(one)] in names), ""
        )
    glyph = rest[: len(rest) - len(tail)]
    return Parts(lead, glyph, tail) if glyph else Parts("", name, "")
