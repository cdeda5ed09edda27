"""In which order glyphs are shown: the most keywords first, then by relevance, and no idea crowding out the others."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import log2

from opsin.icons.catalogue.index import Index
from opsin.icons.search.matching import MATCHES_FROM, KeywordMatch

KEYWORD_STEP = 0.04
"""How much less each further keyword says: the caller gives the most relevant first."""

_LIGHT_MATCHES_FROM = 0.85
_PHRASE_MATCHES_FROM = 0.2
_ANY_MATCHES_FROM = 0.08
_SPREAD = 0.12
_SPREADS = [1 + _SPREAD * log2(1 + count) for count in range(512)]
_PREFERRED = 4
_LONG_NAME = 0.07
_SAME_REASON = 0.93
"""What each further glyph with the same reason loses: what follows is shown something else in between."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A glyph and how well it fits.

    Attributes:
        glyph: Its number.
        matched: How many keywords it matches.
        relevance: How well it fits them.
    """

    glyph: int
    matched: int
    relevance: float


def matches_from(match: KeywordMatch, matches: Sequence[KeywordMatch]) -> float:
    """The score from which a keyword counts as matched: more for one that says little, beside others that say more."""
    if match.words.is_light and not all(one.words.is_light for one in matches):
        return _LIGHT_MATCHES_FROM
    if len(match.words.content) == 1:
        return MATCHES_FROM
    return _PHRASE_MATCHES_FROM if len(matches) > 1 else _ANY_MATCHES_FROM


@dataclass(frozen=True, slots=True)
class Estimate:
    """All glyphs that match, by a first estimate.

    Attributes:
        relevance: How well each fits; also of some that match no keyword well enough.
        matched: How many keywords each matches.
        by_count: The glyphs by how many they match.
    """

    relevance: Mapping[int, float]
    matched: Mapping[int, int]
    by_count: Mapping[int, Sequence[int]]


def estimate(matches: Sequence[KeywordMatch]) -> Estimate:
    """Add up what the keywords say."""
    relevance: dict[int, float] = {}
    matched: dict[int, int] = {}
    for place, match in enumerate(matches):
        part = 1 - KEYWORD_STEP * place
        least = matches_from(match, matches)
        if not place:
            relevance.update(match.scores)
            matched = {glyph: 1 for glyph, score in match.scores.items() if score >= least}
            continue
        known, counted = relevance.get, matched.get
        for glyph, score in match.scores.items():
            relevance[glyph] = known(glyph, 0.0) + part * score
            if score >= least:
                matched[glyph] = counted(glyph, 0) + 1
    by_count: dict[int, list[int]] = {}
    if len(matches) == 1:
        by_count[1] = list(matched)
    else:
        for glyph, count in matched.items():
            by_count.setdefault(count, []).append(glyph)
    return Estimate(relevance, matched, by_count)


def candidates(index: Index, guess: Estimate, most: int) -> list[Candidate]:
    """The best glyphs of an estimate."""
    relevance, matched = guess.relevance, guess.matched
    best: Iterable[int] = _best(index, guess, most) if len(matched) > most else matched
    return [Candidate(glyph, matched[glyph], relevance[glyph]) for glyph in best]


def _best(index: Index, guess: Estimate, most: int) -> list[int]:
    """The glyphs of the best estimates: of those that match the most keywords, more of the others only as needed."""
    best: list[int] = []
    relevance, starts, last = guess.relevance, index.starts, len(_SPREADS) - 1
    for count in sorted(guess.by_count, reverse=True):
        wanted, glyphs = most - len(best), guess.by_count[count]
        if len(glyphs) > _PREFERRED * wanted:
            # However far a glyph is spread, it does not make up for less than half the relevance.
            least = nlargest(wanted, map(relevance.__getitem__, glyphs))[-1] / 2 if wanted else 0.0
            glyphs = [glyph for glyph in glyphs if relevance[glyph] >= least]
        estimated = [
            (relevance[glyph] * _SPREADS[min(starts[glyph + 1] - starts[glyph], last)], -glyph)
            for glyph in glyphs
        ]
        best += [-number for _, number in nlargest(wanted, estimated)]
        if len(best) >= most:
            break
    return best


def weighed(candidate: Candidate, *, name_words: int, asked_words: int, sets: int) -> float:
    """The relevance of a glyph by what is known once its icons are: a short name, and many sets that have it."""
    extra = max(name_words - asked_words, 0)
    return candidate.relevance * _SPREADS[min(sets, len(_SPREADS) - 1)] / (1 + _LONG_NAME * extra)


def spread_out(ranked: Sequence[tuple[int, float, Hashable]], count: int) -> list[int]:
    """Take rows one by one, each time the best of what is left; the same reason counts less every time.

    Args:
        ranked: For each row how many keywords it matches, its relevance and its reason; the best first.
        count: How many to take.

    Returns:
        The places of the rows in `ranked`.
    """
    left = list(range(len(ranked)))
    times: dict[Hashable, int] = {}
    taken: list[int] = []
    while left and len(taken) < count:
        matched = ranked[left[0]][0]
        best_at, best_value = 0, -1.0
        for at, place in enumerate(left):
            row = ranked[place]
            if row[0] != matched or row[1] <= best_value:
                break
            value = row[1] * _SAME_REASON ** times.get(row[2], 0)
            if value > best_value:
                best_at, best_value = at, value
        place = left.pop(best_at)
        reason = ranked[place][2]
        times[reason] = times.get(reason, 0) + 1
        taken.append(place)
    return taken
