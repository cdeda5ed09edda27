"""From a keyword to the glyphs that it matches, and by what."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations

from opsin.icons.catalogue.index import Index
from opsin.icons.catalogue.words import stem
from opsin.icons.search.evidence import Kind, strength
from opsin.icons.search.keyword_words import KeywordWords
from opsin.icons.search.phrase_table import PhraseHit, PhraseTable
from opsin.icons.search.word_match import WordMatch, match_word

MATCHES_FROM = 0.3
"""A keyword whose score with a glyph is lower does not count as matched."""

_BY_NAME = 0.85
_WHOLE_NAME = 1.0
_WHOLE_NAME_OF_WORDS = 2.5
"""A name of several words is seldom met by chance."""
_CONTENT_NAME = 0.45
_ALL_WORDS = 0.5
_NAME_OF_KEYWORDS = 0.8
_MOST_IN_A_NAME = 4
_WHOLE_ALIAS = 0.4
_PHRASE_OF_WORDS = 0.95
_PHRASE_OF_ONE = 0.62
_PHRASE_ACROSS = 0.6
_PHRASE_STEP = 0.035
_LEFT_TO_WORDS = 0.4
"""What the single words of a phrase still say: "out" in "log out"."""
_STANDS_IN = 3
"""Glyphs that stand in for one that a phrase names and nobody has."""


@dataclass(slots=True)
class KeywordMatch:
    """One keyword against the whole index.

    Attributes:
        words: The keyword and its words.
        matches: Its words of content, each against the index.
        scores: For each glyph how well the keyword fits, about 0 to 2.
        by_name: The glyphs whose whole name or alias it is, and which of the two.
        by_phrase: The glyphs that a phrase in it names, with the phrase.
    """

    words: KeywordWords
    matches: tuple[WordMatch, ...]
    scores: dict[int, float] = field(default_factory=dict)
    by_name: dict[int, Kind] = field(default_factory=dict)
    by_phrase: dict[int, tuple[float, PhraseHit]] = field(default_factory=dict)

    def add(self, glyph: int, value: float) -> None:
        """Raise the score of a glyph."""
        self.scores[glyph] = self.scores.get(glyph, 0.0) + value

    def reason(self, glyph: int) -> tuple[str, str]:
        """What speaks most for a glyph, roughly: glyphs with one reason are more of the same."""
        phrase = self.by_phrase.get(glyph)
        best, most = None, -1.0
        for one in self.matches:
            weighed = one.weight * one.values.get(glyph, 0.0)
            if weighed > most:
                best, most = one, weighed
        value = best.values.get(glyph, 0.0) if best else 0.0
        if best is None or (phrase is not None and phrase[0] >= value):
            return "phrase", phrase[1].phrase.text if phrase else ""
        return best.word.text, "name" if value >= _BY_NAME else "tag"


def match_keyword(index: Index, words: KeywordWords, table: PhraseTable, size: int) -> KeywordMatch:
    """Score all glyphs that a keyword has to do with.

    Args:
        index: The index.
        words: The keyword.
        table: The phrases.
        size: How many glyphs there are, for weighing words by their frequency.
    """
    matches = tuple(
        match_word(index, words, word, size, is_right=table.has_word(word.text)) for word in words.content
    )
    result = KeywordMatch(words, matches)
    hits = table.hits(words.all)
    covered = {place for hit in hits if len(hit.places) > 1 for place in hit.places}
    told = {place for hit in hits for place in hit.places}
    counted = [one for one in matches if one.values or one.word.place in told]
    if all(one.word.weight < 1.0 for one in counted) and any(one.word.weight == 1.0 for one in matches):
        counted = []  # "in" does not answer for "scarecrow in".
    total = sum(one.weight for one in counted) or 1.0
    scores = result.scores
    for one in counted:
        share = one.weight / total * (_LEFT_TO_WORDS if one.word.place in covered else 1.0)
        if not scores:
            result.scores = scores = (
                one.values.copy()
                if share == 1.0
                else {glyph: share * value for glyph, value in one.values.items()}
            )
            continue
        for glyph, value in one.values.items():
            scores[glyph] = scores.get(glyph, 0.0) + share * value
    _add_for_all_words(result, matches)
    _add_phrases(index, result, hits, total)
    _add_names(index, result)
    return result


def match_keywords(
    index: Index, keywords: Sequence[KeywordWords], table: PhraseTable, size: int
) -> tuple[KeywordMatch, ...]:
    """Match every keyword, and the phrases that stand across several: "log", "out"."""
    matches = tuple(match_keyword(index, words, table, size) for words in keywords)
    owners = [place for place, words in enumerate(keywords) for _ in words.all]
    if len(matches) == 1:
        return matches
    for order in permutations(keywords) if len(keywords) <= _MOST_IN_A_NAME else ():
        number = index.glyph_number("-".join(word for words in order for word in words.all))
        for match in matches if number >= 0 else ():
            match.add(number, _NAME_OF_KEYWORDS)
    for hit in table.hits([word for words in keywords for word in words.all]):
        spanned = {owners[place] for place in hit.places}
        for step, name in enumerate(hit.phrase.glyphs if len(spanned) > 1 else ()):
            value = _PHRASE_ACROSS * (1 - step * _PHRASE_STEP)
            for glyph in named_glyphs(index, name):
                for owner in spanned:
                    match = matches[owner]
                    if value > match.by_phrase.get(glyph, (0.0, hit))[0]:
                        match.by_phrase[glyph] = value, hit
                        match.add(glyph, value)
    return matches


def _add_for_all_words(result: KeywordMatch, matches: Sequence[WordMatch]) -> None:
    """Raise the glyphs for which every word of a keyword speaks, but for words that say little."""
    values = sorted((one.values for one in matches if one.word.weight == 1.0), key=len)
    if len(values) > 1:
        first, *others = values
        for glyph, value in first.items():
            if all(glyph in other for other in others):
                least = min(value, *(other[glyph] for other in others))
                result.add(glyph, _ALL_WORDS * least)


def _add_phrases(index: Index, result: KeywordMatch, hits: Sequence[PhraseHit], total: float) -> None:
    weights = {one.word.place: one.weight for one in result.matches}
    for hit in hits:
        share = min(sum(weights.get(place, 0.0) for place in hit.places) / total, 1.0)
        base = _PHRASE_OF_WORDS * max(share, 0.75) if len(hit.places) > 1 else _PHRASE_OF_ONE * share
        for step, name in enumerate(hit.phrase.glyphs):
            value = base * (1 - step * _PHRASE_STEP)
            for glyph in named_glyphs(index, name):
                if value > result.by_phrase.get(glyph, (0.0, hit))[0]:
                    result.by_phrase[glyph] = value, hit
    for glyph, (value, _) in result.by_phrase.items():
        result.add(glyph, value)


@lru_cache(maxsize=4_096)
def named_glyphs(index: Index, name: str) -> tuple[int, ...]:
    """The glyph of a name; where there is none, those with the name as an alias, or with all of its words."""
    number = index.glyph_number(name)
    if number >= 0:
        return (number,)
    known = index.alias_glyphs(name)
    if known:
        return known[:_STANDS_IN]
    parts = name.split("-")
    if len(parts) == 1:
        return ()
    found: set[int] | None = None
    for part in parts:
        mine = {
            glyph
            for word in index.words_of(stem(part))
            for glyph, mask in zip(*index.postings(word.number), strict=True)
            if strength(mask, index.kinds).kind is Kind.NAME
        }
        found = mine if found is None else found & mine
    return tuple(sorted(found or (), key=lambda glyph: (-len(index.icons_of(glyph)), glyph))[:_STANDS_IN])


def _add_names(index: Index, result: KeywordMatch) -> None:
    """Raise the glyphs whose whole name, or whole alias, the keyword is."""
    everything = result.words.all
    content = tuple(word.text for word in result.words.content)
    whole = _WHOLE_NAME if len(everything) == 1 else _WHOLE_NAME_OF_WORDS
    for row, value in ((everything, whole), (content, _CONTENT_NAME))[: 1 + (content != everything)]:
        for name in dict.fromkeys(("-".join(row), "".join(row))):
            number = index.glyph_number(name)
            if number >= 0 and number not in result.by_name:
                result.by_name[number] = Kind.EXACT
                result.add(number, value)
            for glyph in index.alias_glyphs(name):
                if glyph not in result.by_name:
                    result.by_name[glyph] = Kind.ALIAS
                    result.add(glyph, _WHOLE_ALIAS)
