"""One word of a keyword against the index: which words are looked up for it, and how strongly they speak for glyphs."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from opsin.icons.catalogue.index import Index
from opsin.icons.catalogue.vocabulary import Word
from opsin.icons.catalogue.words import stem
from opsin.icons.search import spelling
from opsin.icons.search.evidence import CATEGORY, Kind, strength, values_of
from opsin.icons.search.irregular import base_form
from opsin.icons.search.keyword_words import KeywordWord, KeywordWords

_FREQUENT = 300
_OTHER_FORM = 0.88
_CORRECTED = 0.9
_MISSPELT = 0.6
_SPLIT = 0.8
_COMPOUND = 0.5


class Lookup(NamedTuple):
    """A word of the index that is looked up for a word of a keyword.

    Attributes:
        number: Its number.
        text: It.
        factor: How much of its evidence counts.
        corrected: It stands for a misspelt word.
        glyphs: The glyphs that it speaks for, ascending.
        masks: Beside each the mask of its kinds of evidence.
    """

    number: int
    text: str
    factor: float
    corrected: bool
    glyphs: Sequence[int]
    masks: "array[int]"


class WordMatch(NamedTuple):
    """One word of a keyword against the index.

    Attributes:
        word: The word.
        weight: How much it counts among others.
        lookups: What was looked up.
        values: How strongly it speaks for each glyph.
        found: It speaks for one at all.
        correction: The word that was looked up in its place, where it is misspelt.
        partial: What was looked up speaks for more glyphs than those in `values`.
    """

    word: KeywordWord
    weight: float
    lookups: tuple[Lookup, ...]
    values: dict[int, float]
    found: bool
    correction: str
    partial: bool


def match_word(
    index: Index, words: KeywordWords, word: KeywordWord, size: int, *, is_right: bool = False
) -> WordMatch:
    """Look one word up: its forms, joined with its neighbours, corrected or split where it finds little.

    Args:
        index: The index.
        words: The keyword.
        word: The word of it.
        size: How many glyphs there are, for weighing the word by its frequency.
        is_right: It is known to be spelt as it should be.
    """
    lookups = [
        _lookup(index, one, 1.0 if one.text == word.text else _OTHER_FORM)
        for one in index.words_of(stem(word.text))
    ]
    base = base_form(word.text)
    if base != word.text:
        lookups += [_lookup(index, one, _OTHER_FORM) for one in index.words_of(stem(base))]
    frequency = sum(len(one.glyphs) for one in lookups)
    lookups += _joined(index, words, word)
    values: dict[int, float] = {}
    correction = ""
    if frequency < spelling.FEW and spelling.has_no_spaces(word.text):
        for part in spelling.inner_words(index, word.text):
            lookups += [_lookup(index, one, _SPLIT) for one in index.words_of(stem(part))]
    elif frequency < spelling.FEW * 4 and not (is_right or word.is_common or base != word.text):
        parts = spelling.split_in_two(index, word.text) if frequency < spelling.FEW else None
        if parts:
            values = _both(index, parts)
        else:
            correction = spelling.correction(index, word.text)
            parts = None if correction or lookups else spelling.split_in_two(index, word.text, compound=True)
            for part in parts or ():
                lookups += [_lookup(index, one, _COMPOUND) for one in index.words_of(stem(part))]
            if correction:
                lookups = [one._replace(factor=one.factor * _MISSPELT) for one in lookups]
            for one in index.words_of(stem(correction)) if correction else ():
                factor = _CORRECTED * (1.0 if one.text == correction else _OTHER_FORM)
                lookups.append(_lookup(index, one, factor, corrected=True))
                frequency += index.weight(one.number)
    partial = False
    for lookup in sorted(lookups, key=_size, reverse=True) if len(lookups) > 1 else lookups:
        found, is_partial = _values(lookup, index.kinds)
        partial |= is_partial
        values = _more_of(values, found) if values else found
    rarity = log((size + 1) / (frequency + 1)) / log(size + 2)
    weight = word.weight * (0.4 + 0.6 * max(rarity, 0.0))
    return WordMatch(word, weight, tuple(lookups), values, bool(values), correction, partial)


def _size(lookup: Lookup) -> int:
    return len(lookup.masks)


def _values(lookup: Lookup, kinds: Sequence[str]) -> tuple[dict[int, float], bool]:
    """What a word says of each glyph, and whether some were left out.

    Of frequent words mere categories are left out, unless that is all there is.
    """
    glyphs, masks = lookup.glyphs, lookup.masks
    by_mask = values_of(kinds, lookup.factor)
    if len(masks) > _FREQUENT:
        by_category = 1 << kinds.index(CATEGORY)
        if 0 < masks.count(by_category) < len(masks):
            kept = zip(glyphs, masks, strict=True)
            return {glyph: by_mask[mask] for glyph, mask in kept if mask != by_category}, True
    return dict(zip(glyphs, map(by_mask.__getitem__, masks), strict=True)), False


def _more_of(values: dict[int, float], found: dict[int, float]) -> dict[int, float]:
    """The values with others, the greater where both tell one."""
    known = values.get
    for glyph, value in found.items():
        if value > known(glyph, 0.0):
            values[glyph] = value  # noqa: PERF403
    return values


def evidence_of(index: Index, match: WordMatch, glyph: int) -> tuple[Kind, Lookup, int] | None:
    """The strongest evidence that a word has for a glyph: its kind, the word looked up and the mask."""
    found: list[tuple[Lookup, int]] = []
    for lookup in match.lookups:
        glyphs = lookup.glyphs
        place = bisect_left(glyphs, glyph)
        if place < len(glyphs) and glyphs[place] == glyph:
            found.append((lookup, lookup.masks[place]))
    if not found:
        return None
    kinds = index.kinds
    lookup, mask = (
        found[0] if len(found) == 1 else max(found, key=lambda one: values_of(kinds, one[0].factor)[one[1]])
    )
    return strength(mask, kinds).kind, lookup, mask


def _lookup(index: Index, word: Word, factor: float, *, corrected: bool = False) -> Lookup:
    return Lookup(word.number, word.text, factor, corrected, *index.postings(word.number))


def _joined(index: Index, words: KeywordWords, word: KeywordWord) -> list[Lookup]:
    """The word written as one with the word before or behind it: "wi fi"."""
    row, at = words.all, word.place
    pairs = [row[at - 1] + row[at]] if at else []
    pairs += [row[at] + row[at + 1]] if at + 1 < len(row) else []
    return [
        _lookup(index, one, 1.0) for pair in pairs for one in index.words_of(stem(pair)) if one.text == pair
    ]


def _both(index: Index, parts: Sequence[str]) -> dict[int, float]:
    """The glyphs that two words both speak for by name."""
    found: list[dict[int, float]] = []
    for part in parts:
        one: dict[int, float] = {}
        for word in index.words_of(stem(part)):
            glyphs, masks = index.postings(word.number)
            for glyph, mask in zip(glyphs, masks, strict=True):
                weighed = strength(mask, index.kinds)
                if weighed.kind in {Kind.NAME, Kind.ALIAS}:
                    one[glyph] = weighed.value * _SPLIT
        found.append(one)
    first, second = found
    return {glyph: min(value, second[glyph]) for glyph, value in first.items() if glyph in second}
