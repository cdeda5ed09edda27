"""Why a glyph was found, in short sentences."""

from collections.abc import Sequence

from opsin.icons.catalogue.index import Index
from opsin.icons.search.evidence import Kind, sources_in
from opsin.icons.search.matching import KeywordMatch
from opsin.icons.search.word_match import WordMatch, evidence_of

_MOST = 4
_MOST_SOURCES = 4


def why(index: Index, matches: Sequence[KeywordMatch], glyph: int) -> tuple[str, ...]:
    """The reasons, the strongest of each keyword first; at most four."""
    found: dict[str, None] = {}
    for match in matches:
        named = match.by_name.get(glyph)
        if named is not None:
            word = "name" if named is Kind.EXACT else "alias"
            found[f"{word} is {' '.join(match.words.all)!r}"] = None
        phrase = match.by_phrase.get(glyph)
        if phrase is not None:
            found[f"phrase {phrase[1].phrase.text!r}"] = None
        if named is None:
            for one in match.matches:
                if glyph in one.values or one.partial:
                    sentence = _of_word(index, one, glyph)
                    if sentence:
                        found[sentence] = None
    return tuple(found)[:_MOST]


def _of_word(index: Index, match: WordMatch, glyph: int) -> str:
    evidence = evidence_of(index, match, glyph)
    if evidence is None:
        return f"name has the two words in {match.word.text!r}" if glyph in match.values else ""
    kind, lookup, mask = evidence
    corrected = f", corrected from {match.word.text!r}" if lookup.corrected else ""
    if kind is Kind.NAME:
        return f"name has {lookup.text!r}{corrected}"
    if kind is Kind.ALIAS:
        return f"alias has {lookup.text!r}{corrected}"
    if kind is Kind.CATEGORY:
        return f"category has {lookup.text!r}{corrected}"
    sources = ", ".join(sources_in(mask, index.kinds)[:_MOST_SOURCES])
    return f"tag {lookup.text!r} of {sources}{corrected}"
