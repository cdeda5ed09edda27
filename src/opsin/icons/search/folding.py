"""Glyphs that are one idea under several names: "rocket", "rockets", "rocket-2", "brand-rocket"."""

from collections.abc import Collection
from functools import lru_cache

BRAND_WORDS = frozenset({"brand", "brands", "logo", "logos"})
_DRAWING = frozenset(
    (  # noqa: SIM905
        "alt fill filled outline outlined solid rounded sharp duotone twotone linear broken bold thin o "
        "icon sm md lg xl regular"
    ).split()
)
_SAME_SIGN = {"slash": "off", "add": "plus"}
"""Two words of sets for one sign beside or across a thing: "bell-slash" is "bell-off"."""

_LINE = "line"
_MAY_GO = BRAND_WORDS | _DRAWING | {_LINE}
_SHORTEST_PLURAL = 4
_NO_PLURALS = ("ss", "us", "is", "ws")
_DRAWS_LINES = frozenset(
    {"chart", "graph", "text", "dash", "dashed", "time", "over", "under", "strike", "trend", "separator"}
)


def idea(glyph: str, asked: Collection[str]) -> tuple[str, str]:
    """The keys of a glyph's idea: glyphs that share one fold into one row.

    Words of brands, numbers, and at the end words of drawing go, unless they are all there is or are asked for; the
    others count in their singular, in any order, and written as one. Of two words for one sign both count as one.

    Args:
        glyph: Its name.
        asked: The query's words, in their singular: what is asked for is never folded away.
    """
    keys, droppable = _unless_asked(glyph)
    return keys if droppable.isdisjoint(asked) else _keys(_words(glyph), asked)


@lru_cache(maxsize=4_096)
def _unless_asked(glyph: str) -> tuple[tuple[str, str], frozenset[str]]:
    """The keys of a glyph's idea where none of some words is asked for, and these words."""
    words = _words(glyph)
    droppable = frozenset([word for word in words if word in _MAY_GO or word.isdigit()])
    if not droppable or len(words) == 1:
        return (" ".join(sorted(words)), "".join(words)), frozenset()
    return _keys(words, ()), droppable


def _words(glyph: str) -> list[str]:
    parts = [singular(part) for part in glyph.split("-") if part]
    # A slash by itself is a slash.
    return parts if parts == ["slash"] else [_SAME_SIGN.get(part, part) for part in parts]


def _keys(words: list[str], asked: Collection[str]) -> tuple[str, str]:
    if len(words) == 1:
        return words[0], words[0]
    kept = [word for word in words if word not in BRAND_WORDS or word in asked] or words
    kept = [word for word in kept if not word.isdigit() or word in asked] or kept
    while len(kept) > 1 and kept[-1] not in asked and _is_drawing(kept):
        kept = kept[:-1]
    return " ".join(sorted(kept)), "".join(kept)


@lru_cache(maxsize=8_192)
def singular(word: str) -> str:
    """A word without an English ending of the plural, roughly: a key, never shown."""
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word.endswith(_NO_PLURALS):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


def _is_drawing(words: list[str]) -> bool:
    return words[-1] in _DRAWING or (words[-1] == _LINE and words[-2] not in _DRAWS_LINES)


def brand_words(glyph: str) -> frozenset[str]:
    """The words of a brand's glyph that name it."""
    parts = frozenset(glyph.split("-"))
    return parts - BRAND_WORDS or parts
