"""The search for icons over a catalogue: pure, without network, the same answer every time."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.query import IconQuery, check_sets
from opsin.icons.search.emptiness import notes, suggestions
from opsin.icons.search.found import Found
from opsin.icons.search.keyword_words import words_of_keyword
from opsin.icons.search.matching import KeywordMatch, match_keywords
from opsin.icons.search.offer import offer_for
from opsin.icons.search.phrase_table import PhraseTable, packaged
from opsin.icons.search.ranking import Estimate, candidates, spread_out
from opsin.icons.search.rows import Gathering, Idea
from opsin.icons.search.same_set import best_sets

_LOOKED_AT = 6
_EACH = 2
"""How many glyphs are looked at closely: so many, and so many for each row asked for."""

_ENOUGH = 1.25
_FURTHER = 4
"""How many times more are looked at where they do not give enough rows."""

_MOST_KEPT = 512
"""Answers that are kept: about 17 kB each."""

_NOBODY: frozenset[str] = frozenset()


def search(
    catalogue: Catalogue,
    query: IconQuery,
    *,
    allow: frozenset[str] = _NOBODY,
    deny: frozenset[str] = _NOBODY,
    phrases: PhraseTable | None = None,
    only_here: bool = False,
) -> Found:
    """Find icons by what they show.

    Glyphs that match the most keywords come first, then the more relevant ones; a keyword that is a phrase is matched by
    its words of content, and as a whole by the table of phrases. Each row is another glyph, with its best icon that the
    policy and the parameters allow. The order of keywords counts a little: the first is taken as the most relevant.

    Args:
        catalogue: Where to look.
        query: What for.
        allow: SPDX ids and sets that are offered beside those of the policy.
        deny: SPDX ids and sets that never are.
        phrases: The table of phrases; the package's own where not given.
        only_here: Drawings that are not in the catalogue cannot be had: of a glyph's icons one that can be seen is taken.

    Raises:
        InvalidInput: The query names a set that is not there.
        OpsinError: The data cannot be read.
    """
    check_sets(query.sets, catalogue.sets)
    by_identity: Any = catalogue
    table = packaged() if phrases is None else phrases
    return _kept_found(by_identity, query, allow, deny, table, only_here=only_here)


@lru_cache(maxsize=_MOST_KEPT)
def _kept_found(
    catalogue: Any,
    query: IconQuery,
    allow: frozenset[str],
    deny: frozenset[str],
    table: PhraseTable,
    *,
    only_here: bool,
) -> Found:
    """The answer, kept: the same is asked again, and nothing of a catalogue that is open changes."""
    return _found(catalogue, query, allow, deny, table, only_here=only_here)


def _found(
    catalogue: Catalogue,
    query: IconQuery,
    allow: frozenset[str],
    deny: frozenset[str],
    table: PhraseTable,
    *,
    only_here: bool,
) -> Found:
    index = catalogue.index
    keywords = [words_of_keyword(keyword) for keyword in query.keywords]
    matches = match_keywords(index, keywords, table, len(index.glyphs))
    offer = offer_for(catalogue, query, allow, deny, only_here=only_here)
    gathering = Gathering(index, query, matches, offer)
    most = _LOOKED_AT + _EACH * query.limit
    guess = Estimate(matches)
    ideas = gathering.ideas(candidates(index, guess, most))
    while len(ideas) < query.limit * _ENOUGH and most < guess.total:
        most *= _FURTHER
        gathering = Gathering(index, query, matches, offer)
        ideas = gathering.ideas(candidates(index, guess, most))
    rows = tuple(gathering.row(one) for one in _taken(ideas, matches, query.limit))
    tally = gathering.tally
    return Found(
        rows=rows,
        total=guess.total,
        hidden_by_policy=dict(sorted(tally.by_policy.items(), key=lambda item: (-item[1], item[0]))),
        hidden_by_filters=dict(sorted(tally.by_filter.items(), key=lambda item: (-item[1], item[0]))),
        brands_left_out=tally.brands,
        suggestions=suggestions(index, matches),
        notes=notes(query, rows, tally, gathering.also_brands),
        same_set=best_sets(catalogue, query, matches, offer) if query.same_set else (),
    )


def _taken(ideas: Sequence[Idea], matches: Sequence[KeywordMatch], limit: int) -> list[Idea]:
    near = ideas[: _LOOKED_AT + _EACH * limit]
    ranked = [(one.matched, one.relevance) for one in near]
    return [
        near[place] for place in spread_out(ranked, limit, lambda place: _reason(matches, near[place].glyph))
    ]


def _reason(matches: Sequence[KeywordMatch], glyph: int) -> tuple[str, str]:
    best, most = matches[0], -1.0
    for match in matches:
        score = match.scores.get(glyph, 0.0)
        if score > most:
            best, most = match, score
    return best.reason(glyph)
