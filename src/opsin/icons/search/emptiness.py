"""What to say when little or nothing was found: which word, what would, and what was left out."""

from collections.abc import Sequence

from opsin.icons.catalogue.index import Index
from opsin.icons.query import IconQuery
from opsin.icons.search import spelling
from opsin.icons.search.folding import BRAND_WORDS
from opsin.icons.search.found import Row, Suggestion
from opsin.icons.search.keyword_words import KeywordWord
from opsin.icons.search.matching import KeywordMatch
from opsin.icons.search.tally import Tally
from opsin.plural import counted

_NEAREST = 3
_FEWEST_LETTERS = 3


def suggestions(index: Index, matches: Sequence[KeywordMatch]) -> tuple[Suggestion, ...]:
    """The words that were corrected, and those that found nothing with the nearest words that would."""
    found: list[Suggestion] = []
    for match in matches:
        by_phrase = {place for _, hit in match.by_phrase.values() for place in hit.places}
        for one in match.matches:
            keyword, word = match.words.keyword, one.word.text
            if one.correction:
                found.append(Suggestion(keyword, word, (one.correction,), corrected=True))
            elif not one.found and one.word.place not in by_phrase and not _says_nothing(one.word):
                near = [near.text for near in spelling.nearest(index, word, _NEAREST)]
                if len(word) >= _FEWEST_LETTERS and len(near) < _NEAREST:
                    near += spelling.begun(index, word, _NEAREST)
                found.append(Suggestion(keyword, word, tuple(dict.fromkeys(near))[:_NEAREST]))
    return tuple(found)


def notes(query: IconQuery, rows: Sequence[Row], tally: Tally, also_brands: Sequence[str]) -> tuple[str, ...]:
    """Sentences about what was left out. What the policy hid is counted apart."""
    shown = {row.icon.glyph for row in rows}
    found = [
        f"{name} is a brand too: ask for {name!r} with the word logo to see its mark."
        for name in dict.fromkeys(also_brands)
        if name in shown
    ]
    if rows:
        return tuple(found)
    if tally.by_filter:
        parts = ", ".join(f"{name} ({count})" for name, count in sorted(tally.by_filter.items()))
        found.append(f"Matching icons were left out by these parameters: {parts}.")
    if tally.by_policy:
        count = sum(tally.by_policy.values())
        found.append(f"license_policy={query.policy} leaves out all icons that matched: {_icons(count)}.")
    if tally.brands and query.exclude_logos:
        found.append(f"exclude_logos leaves out brands that matched: {_icons(tally.brands)}.")
    elif tally.brands:
        found.append(
            f"Brands that matched were left out ({_icons(tally.brands)}): they are shown when a keyword is their name."
        )
    return tuple(found)


def _says_nothing(word: KeywordWord) -> bool:
    return word.is_common or word.text in BRAND_WORDS


def _icons(count: int) -> str:
    return counted(count, "icon")
