"""Several things in one style: the sets that have the most of them."""

from collections.abc import Sequence
from dataclasses import replace
from heapq import nlargest

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.catalogue.flags import ANIMATED
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Row, SetChoice
from opsin.icons.search.matching import KeywordMatch
from opsin.icons.search.offer import Offer
from opsin.icons.search.ranking import Estimate, candidates
from opsin.icons.search.rows import Gathering, Idea

SETS = 3
_ESTIMATED = 200
_UNMAINTAINED = 0.7
_DRAWN_HERE = 1.1
_MOVING = 0.7
"""An animated set answers only for those who ask for one."""

_NEAR_THE_BEST = 0.35
"""A set's icon counts only if it is at least this share as relevant as the best of all."""


def best_sets(
    catalogue: Catalogue, query: IconQuery, matches: Sequence[KeywordMatch], offer: Offer
) -> tuple[SetChoice, ...]:
    """The sets that have icons for the most keywords, of those the ones whose icons fit best.

    They are at most three, and as many as the limit has room for, but always one. An icon counts for one keyword only, and has to fit it about as well as what other sets have.
    """
    index = catalogue.index
    gatherings = [Gathering(index, query, (match,), offer) for match in matches]
    best: list[dict[int, tuple[float, int, Idea]]] = []
    for match, gathering in zip(matches, gatherings, strict=True):
        ideas = gathering.ideas(candidates(index, Estimate((match,)), _ESTIMATED))
        most = max((one.relevance for one in ideas), default=0.0)
        by_set: dict[int, tuple[float, int, Idea]] = {}
        for one in ideas:
            if one.relevance < most * _NEAR_THE_BEST:
                continue
            for icon in offer.best_of(one.groups, sum(group.size for group in one.groups)):
                by_set.setdefault(index.set_numbers[icon], (one.relevance / most, icon, one))
        best.append(by_set)
    sets = list(catalogue.sets.values())

    def worth(number: int) -> tuple[int, float, int]:
        there = [by_set[number] for by_set in best if number in by_set]
        different = len({icon for _, icon, _ in there})
        fit = sum(value for value, _, _ in there)
        fit *= _UNMAINTAINED if sets[number].archived else 1.0
        fit *= _MOVING if any(index.flags[icon] & ANIMATED for _, icon, _ in there) else 1.0
        return different, fit * (_DRAWN_HERE if sets[number].prefix in catalogue.bodies else 1.0), -number

    most_sets = max(1, min(SETS, query.limit // len(matches)))
    chosen = nlargest(most_sets, {number for by_set in best for number in by_set}, key=worth)
    return tuple(_choice(sets[number].prefix, number, matches, gatherings, best) for number in chosen)


def _choice(
    prefix: str,
    number: int,
    matches: Sequence[KeywordMatch],
    gatherings: Sequence[Gathering],
    best: Sequence[dict[int, tuple[float, int, Idea]]],
) -> SetChoice:
    rows: list[Row] = []
    missing: list[str] = []
    for match, gathering, by_set in zip(matches, gatherings, best, strict=True):
        if number in by_set:
            _, icon, one = by_set[number]
            row = gathering.row(replace(one, best=icon))
            rows.append(replace(row, matched_keywords=(match.words.keyword,)))
        else:
            missing.append(match.words.keyword)
    return SetChoice(prefix, tuple(rows), tuple(missing))
