"""In which order glyphs are shown: the most keywords first, then by relevance, and no idea crowding out the others."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from math import log2
from typing import NamedTuple

from opsin.icons.catalogue.index import Index
from opsin.icons.search.matching import MATCHES_FROM, KeywordMatch

KEYWORD_STEP = 0.04
"""How much less each further keyword says: the caller gives the most relevant first."""

_LIGHT_MATCHES_FROM = 0.85
_PHRASE_MATCHES_FROM = 0.2
_ANY_MATCHES_FROM = 0.08
_SPREAD = 0.12
_SPREADS = [1 + _SPREAD * log2(1 + count) for count in range(512)]
_LONG_NAME = 0.07
_SAME_REASON = 0.93
"""What each further glyph with the same reason loses: what follows is shown something else in between."""


class _Spreads(dict[int, float]):
    """What it adds to be in so many sets: more than the most count as the most."""

    def __missing__(self, _many: int) -> float:
        return _SPREADS[-1]


_SPREAD_OF = _Spreads(enumerate(_SPREADS))


class Candidate(NamedTuple):
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


class Estimate:
    """All glyphs that match, by a first estimate.

    Args:
        matches: The keywords against the index.

    Attributes:
        total: How many glyphs match a keyword.
    """

    def __init__(self, matches: Sequence[KeywordMatch]) -> None:
        self._scores = [match.scores for match in matches]
        self._parts = [1 - KEYWORD_STEP * place for place in range(len(matches))]
        self._hits = [_hits(match.scores, matches_from(match, matches)) for match in matches]
        # Those that match one keyword or more, those that match two or more, and so on.
        self._at_least: list[set[int]] = []
        for hits in self._hits:
            more = hits
            for there in self._at_least:
                again = there & more
                there.update(more)
                more = again
            if more:
                self._at_least.append(set(more))
        self.total = len(self._at_least[0]) if self._at_least else 0

    def in_order(self) -> list[Candidate]:
        """All glyphs that match, in the order in which they were found."""
        counts: dict[int, int] = {}
        for scores, hits in zip(self._scores, self._hits, strict=True):
            for glyph in scores:
                if glyph in hits:
                    counts[glyph] = counts.get(glyph, 0) + 1
        glyphs, relevance = self._relevance(counts)
        return list(map(Candidate, glyphs, counts.values(), relevance))

    def best(self, sizes: Sequence[int], most: int) -> list[Candidate]:
        """The glyphs of the best estimates: of those that match the most keywords, more of the others as needed.

        Args:
            sizes: How many icons each glyph has.
            most: How many glyphs to give.
        """
        best: list[Candidate] = []
        for count in range(len(self._at_least), 0, -1):
            best += self._best_of(count, sizes, most - len(best))
            if len(best) >= most:
                break
        return best

    def _best_of(self, count: int, sizes: Sequence[int], wanted: int) -> list[Candidate]:
        """The best of those that match so many keywords."""
        glyphs, relevance = self._of_one() if count == 1 else self._of(count)
        estimates = [fits * _SPREAD_OF[sizes[glyph]] for glyph, fits in zip(glyphs, relevance, strict=True)]
        least = sorted(estimates)[-wanted] if wanted < len(estimates) else 0.0
        ranked = sorted(
            [
                (-estimate, glyph, fits)
                for estimate, glyph, fits in zip(estimates, glyphs, relevance, strict=True)
                if estimate >= least
            ]
        )
        return [Candidate(glyph, count, fits) for _, glyph, fits in ranked[:wanted]]

    def _of(self, count: int) -> tuple[list[int], list[float]]:
        """The glyphs that match so many keywords, and the relevance of each."""
        there = self._at_least[count - 1]
        glyphs = there - self._at_least[count] if count < len(self._at_least) else there
        return self._relevance(glyphs)

    def _of_one(self) -> tuple[list[int], list[float]]:
        """The same for one keyword: nearly all of these many stand in the scores of that keyword alone."""
        apart = set(self._at_least[1]) if len(self._at_least) > 1 else set()
        beside: set[int] = set()
        if len(self._hits) > 1:
            beside = beside.union(*self._weak) & self._at_least[0] - apart
        glyphs, relevance = self._relevance(beside)
        apart |= beside
        for part, scores, hits in zip(self._parts, self._scores, self._hits, strict=True):
            alone = hits - apart
            glyphs += alone
            relevance += [part * scores[glyph] for glyph in alone]
        return glyphs, relevance

    @cached_property
    def _weak(self) -> list[set[int]]:
        """For each keyword the glyphs that it speaks for, but not well enough to match."""
        return [
            scores.keys() - hits if len(hits) < len(scores) else set()
            for scores, hits in zip(self._scores, self._hits, strict=True)
        ]

    def _relevance(self, glyphs: Collection[int]) -> tuple[list[int], list[float]]:
        """Some glyphs, each with how well it fits all keywords."""
        found = dict.fromkeys(glyphs, 0.0)
        chosen = set(found)
        for part, scores, hits, weak in zip(self._parts, self._scores, self._hits, self._weak, strict=True):
            for glyph in chosen & hits:
                found[glyph] += part * scores[glyph]
            for glyph in chosen & weak:
                found[glyph] += part * scores[glyph]
        return list(found), list(found.values())


def _hits(scores: Mapping[int, float], least: float) -> set[int]:
    """The glyphs that a keyword matches."""
    if not scores or min(scores.values()) >= least:
        return set(scores)
    return {glyph for glyph, score in scores.items() if score >= least}


def candidates(index: Index, guess: Estimate, most: int) -> list[Candidate]:
    """The best glyphs of an estimate."""
    return guess.best(index.sizes, most) if guess.total > most else guess.in_order()


def weighed(candidate: Candidate, more_words: int, sets: int) -> float:
    """The relevance of a glyph by what is known once its icons are.

    Args:
        candidate: The glyph.
        more_words: How many more words its name has than were asked for; a short name fits better.
        sets: How many sets have it; many speak for it.
    """
    return candidate.relevance * _SPREAD_OF[sets] / (1 + _LONG_NAME * max(more_words, 0))


def spread_out(
    ranked: Sequence[tuple[int, float]], count: int, reason: Callable[[int], Hashable]
) -> list[int]:
    """Take rows one by one, each time the best of what is left; the same reason counts less every time.

    Args:
        ranked: For each row how many keywords it matches, and its relevance; the best first.
        count: How many to take.
        reason: Gives the reason of a row by its place. Those of rows that are never near to be taken are not asked for.

    Returns:
        The places of the rows in `ranked`.
    """
    left = list(range(len(ranked)))
    reasons: dict[int, Hashable] = {}
    times: dict[Hashable, int] = {}
    taken: list[int] = []
    while left and len(taken) < count:
        most = ranked[left[0]][0]
        best_at, best_value = 0, -1.0
        for at, place in enumerate(left):
            matched, relevance = ranked[place]
            if matched != most or relevance <= best_value:
                break
            if place not in reasons:
                reasons[place] = reason(place)
            value = relevance * _SAME_REASON ** times.get(reasons[place], 0)
            if value > best_value:
                best_at, best_value = at, value
        place = left.pop(best_at)
        times[reasons[place]] = times.get(reasons[place], 0) + 1
        taken.append(place)
    return taken
