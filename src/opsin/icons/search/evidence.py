"""How strongly a word speaks for a glyph, by who says so."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Kind(StrEnum):
    """What connects a word with a glyph, by what is told about it."""

    EXACT = "exact"
    NAME = "name"
    ALIAS = "alias"
    PHRASE = "phrase"
    TAG = "tag"
    LANGUAGE = "language"
    CATEGORY = "category"


class Strength(NamedTuple):
    """How strong a mask of evidence is, from 0 to 1, and what it is told as."""

    value: float
    kind: Kind


CATEGORY = "category"
_NAME, _ALIAS, _OTHER_LANGUAGES = "name", "alias", "cldr-other"
_EMOJI = frozenset({"emojilib", "cldr"})
_TAGGED = (0.0, 0.5, 0.6, 0.66, 0.7)
"""Strength by the number of sources that tag a glyph with a word; more count as four."""
_TAGGED_AS_EMOJI = 0.42
"""Tags of emoji alone: they speak of feelings and metaphors as much as of what is shown."""


@lru_cache(maxsize=2_048)
def strength(mask: int, kinds: Sequence[str]) -> Strength:
    """Weigh a posting's mask. Further kinds add a little to the strongest."""
    there = [kind for bit, kind in enumerate(kinds) if mask >> bit & 1]
    sources = [kind for kind in there if kind not in {_NAME, _ALIAS, CATEGORY, _OTHER_LANGUAGES}]
    found = [Strength(0.0, Kind.CATEGORY)]
    if _NAME in there:
        found.append(Strength(1.0, Kind.NAME))
    if _ALIAS in there:
        found.append(Strength(0.8, Kind.ALIAS))
    if sources:
        tagged = (
            _TAGGED_AS_EMOJI if _EMOJI.issuperset(sources) else _TAGGED[min(len(sources), len(_TAGGED) - 1)]
        )
        found.append(Strength(tagged, Kind.TAG))
    if _OTHER_LANGUAGES in there:
        found.append(Strength(0.45, Kind.LANGUAGE))
    if CATEGORY in there:
        found.append(Strength(0.2, Kind.CATEGORY))
    best = max(found)
    more = sum(one.value for one in found) - best.value
    return Strength(min(best.value + 0.1 * more, 1.0 if best.kind is Kind.NAME else 0.95), best.kind)


class Values(dict[int, float]):
    """What masks say of a glyph, as numbers, each worked out when it is first met.

    Args:
        kinds: The kinds of evidence.
        factor: How much of the evidence counts.
    """

    def __init__(self, kinds: Sequence[str], factor: float) -> None:
        self._kinds, self._factor = kinds, factor

    def __missing__(self, mask: int) -> float:
        value = self[mask] = strength(mask, self._kinds).value * self._factor
        return value


@lru_cache(maxsize=64)
def values_of(kinds: Sequence[str], factor: float) -> Values:
    """What masks say, for all who ask with the same factor."""
    return Values(kinds, factor)


@lru_cache(maxsize=2_048)
def sources_in(mask: int, kinds: Sequence[str]) -> tuple[str, ...]:
    """The sources whose tags a mask names."""
    return tuple(
        kind for bit, kind in enumerate(kinds) if mask >> bit & 1 and kind not in {_NAME, _ALIAS, CATEGORY}
    )
