"""Everyday wording for what an icon is wanted for, and the glyphs that usually show it: the table `phrases.txt`."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from opsin.icons.catalogue.words import stem
from opsin.icons.search.irregular import base_form

PHRASES, STEMS = "phrases.txt", "phrase_stems.txt"
"""The table, and the stems of its words, which `scripts/catalogue/phrase_stems.py` writes."""

_MOST_BETWEEN = 2
"""Words that may stand between two words of a phrase: "turn the machine off" is "turn off"."""

# Words that phrases and keywords both lose before they are compared; particles and question words stay.
_FILLERS = frozenset(
    (  # noqa: SIM905
        "a an the this that these those my your our his her its their some any it them is are was were be "
        "to of i you we he she they do does did has have had will would can could should please just icon "
        "icons"
    ).split()
)
_WEAK = frozenset(
    [
        "what",
        "who",
        "how",
        "when",
        "where",
        "which",
        "why",
        "up",
        "on",
        "off",
        "in",
        "out",
        "go",
        "get",
        "take",
        "there",
        "here",
        "all",
        "not",
    ]
)


class Phrase(NamedTuple):
    """One wording.

    Attributes:
        text: As the table has it.
        stems: Its words.
        glyphs: Names of glyphs, the likeliest first.
    """

    text: str
    stems: tuple[str, ...]
    glyphs: tuple[str, ...]


class PhraseHit(NamedTuple):
    """A phrase that stands in a text, and the places of its words there."""

    phrase: Phrase
    places: tuple[int, ...]


class PhraseTable:
    """A table of phrases, read from its text.

    Args:
        text: Lines of phrases parted by commas, a colon, and names of glyphs with spaces between.
        stems: Stems of words that are known already; making them takes long for a large table.

    Raises:
        ValueError: A line is not so.
    """

    def __init__(self, text: str, stems: Mapping[str, str] | None = None) -> None:
        known = {} if stems is None else stems
        self._by_first: dict[str, dict[tuple[str, ...], Phrase]] = {}
        self._stems: set[str] = set()
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            wordings, colon, names = line.partition(":")
            glyphs = tuple(dict.fromkeys(names.split()))
            if not colon or not glyphs:
                raise ValueError(f"line {number} has no phrases with glyphs behind a colon")
            for wording in wordings.split(","):
                words = phrase_words(wording)
                if not words:
                    raise ValueError(f"line {number} has an empty phrase")
                self._add(
                    wording.strip(), tuple(known.get(word) or phrase_stem(word) for word in words), glyphs
                )

    def _add(self, wording: str, stems: tuple[str, ...], glyphs: tuple[str, ...]) -> None:
        self._stems.update(stems)
        beginning = self._by_first.setdefault(stems[0], {})
        other = beginning.get(stems)
        if other is not None:
            wording, glyphs = other.text, tuple(dict.fromkeys([*other.glyphs, *glyphs]))
        beginning[stems] = Phrase(wording, stems, glyphs)

    def hits(self, words: Sequence[str]) -> list[PhraseHit]:
        """All phrases in a row of words, those of more words first.

        A phrase whose words all stand within those of a longer one is left out: "turn" where there is "turn off".
        """
        row = [(place, phrase_stem(word)) for place, word in enumerate(words) if word not in _FILLERS]
        if not row:
            row = [(place, phrase_stem(word)) for place, word in enumerate(words)]
        there = {stem_of_word for _, stem_of_word in row}
        found: list[PhraseHit] = []
        for at, (_, first) in enumerate(row):
            for phrase in self._by_first.get(first, {}).values():
                if there.issuperset(phrase.stems) and (places := _places(phrase.stems, row[at:])):
                    found.append(PhraseHit(phrase, places))  # noqa: PERF401
        found.sort(key=lambda hit: (-len(hit.places), hit.places[-1] - hit.places[0], hit.places))
        kept: list[PhraseHit] = []
        for hit in found:
            inside = set(hit.places)
            if not any(inside < set(other.places) for other in kept):
                kept.append(hit)
        return kept

    def has_word(self, word: str) -> bool:
        """Whether a word stands in any phrase, so that it is rightly spelt."""
        return phrase_stem(word) in self._stems

    def phrases(self) -> list[Phrase]:
        """All phrases."""
        return [phrase for beginning in self._by_first.values() for phrase in beginning.values()]


def phrase_stem(word: str) -> str:
    """What stands for a word when phrases are compared: the stem of its base form."""
    return stem(base_form(word))


def phrase_words(wording: str) -> list[str]:
    """The words of a phrase that have to be met."""
    return _kept(wording.replace("-", " ").split())


def _kept(words: Sequence[str]) -> list[str]:
    """A phrase's words without fillers, unless what is left of several would be one that says nothing."""
    kept = [word for word in words if word not in _FILLERS]
    if not kept or (len(kept) == 1 < len(words) and kept[0] in _WEAK):
        return list(words)
    return kept


@cache
def packaged() -> PhraseTable:
    """The package's own table; read on first use."""
    lines = _text(STEMS).splitlines()
    return PhraseTable(_text(PHRASES), dict(line.split(" ") for line in lines))


def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _places(stems: Sequence[str], row: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """Where a phrase's words stand in a row that begins with its first; empty where it does not stand there."""
    places, at = [row[0][0]], 1
    for wanted in stems[1:]:
        near = row[at : at + _MOST_BETWEEN + 1]
        step = next((offset for offset, (_, one) in enumerate(near) if one == wanted), -1)
        if step < 0:
            return ()
        places.append(near[step][0])
        at += step + 1
    return tuple(places)
