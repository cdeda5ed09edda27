"""From ranked glyphs to rows: the best icon of each, brands only where they are named, one row an idea."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from opsin.icons.catalogue.index import Index
from opsin.icons.query import IconQuery, Wish
from opsin.icons.search.evidence import Kind
from opsin.icons.search.folding import BRAND_WORDS, brand_words, idea, singular
from opsin.icons.search.found import Row
from opsin.icons.search.matching import KeywordMatch
from opsin.icons.search.offer import Group, Offer, Offered
from opsin.icons.search.ranking import Candidate, matches_from, weighed
from opsin.icons.search.reasons import why
from opsin.icons.search.tally import Tally

MOST_VARIANTS = 6
_PICTURE_WORDS = frozenset(
    {"emoji", "emojis", "emoticon", "flag", "flags", "colour", "color", "colourful", "colorful"}
)
_PICTURE = 0.7
_BRAND_AMONG_WORDS = 0.6
_KNOWN_BRAND = 8
"""A brand is worth a note where at most so many times more sets have another thing of its name."""


@dataclass(slots=True)
class Idea:
    """A row in the making.

    Attributes:
        glyph: The glyph that stands for the idea.
        name: Its name.
        matched: How many keywords it matches.
        relevance: How well it fits them.
        best: Its best icon.
        groups: The icons that show it, of one glyph or of several that fold.
    """

    glyph: int
    name: str
    matched: int
    relevance: float
    best: int
    groups: tuple[Group, ...]


class Gathering:
    """Makes ideas of glyphs for one query, and counts what it leaves out."""

    def __init__(self, index: Index, query: IconQuery, matches: Sequence[KeywordMatch], offer: Offer) -> None:
        self._index, self._query, self._offer = index, query, offer
        self._matches = matches
        self._least = [matches_from(match, matches) for match in matches]
        self._keyword_words = [frozenset(match.words.all) for match in matches]
        words = frozenset().union(*self._keyword_words)
        self._exact = {
            glyph for match in matches for glyph, kind in match.by_name.items() if kind is Kind.EXACT
        }
        self._asked = words | frozenset(map(singular, words))
        self._wants_logo = not words.isdisjoint(BRAND_WORDS)
        self._wants_pictures = query.palette is Wish.YES or not words.isdisjoint(_PICTURE_WORDS)
        self._longest = max((len(match.words.content) for match in matches), default=1)
        self.tally = Tally()
        self.also_brands: list[str] = []

    def ideas(self, candidates: Iterable[Candidate]) -> list[Idea]:
        """The ideas of the glyphs that may be offered, the best first."""
        found: list[tuple[int, float, int, Idea]] = []
        looked_at: list[Offered] = []
        for candidate in candidates:
            offered = self._offer.of(candidate.glyph)
            looked_at.append(offered)
            one = self._idea(candidate, offered)
            if one is not None:
                found.append((-one.matched, -one.relevance, one.best, one))
        self._count(looked_at)
        found.sort()
        folded: dict[str, Idea] = {}
        firsts: list[Idea] = []
        for _, _, _, one in found:
            sorted_key, joined_key = idea(one.name, self._asked)
            first = folded.get(sorted_key) or folded.get(joined_key)
            if first is None:
                firsts.append(one)
            else:
                first.groups += one.groups
                if self._is_named(one, first):
                    first.glyph, first.name, first.best = one.glyph, one.name, one.best
            folded.setdefault(sorted_key, first or one)
            folded.setdefault(joined_key, first or one)
        return firsts

    def _count(self, looked_at: Sequence[Offered]) -> None:
        """Count what was left out of the glyphs that were looked at."""
        tally = self.tally
        codes = Counter(chain.from_iterable([offered.left_out for offered in looked_at]))
        for code, count in codes.items():
            parameter, reason = self._offer.why(code)
            if parameter:
                tally.by_filter[parameter] += count
            elif reason:
                tally.by_policy[reason] += count
        tally.by_policy.update(chain.from_iterable([offered.own_reasons for offered in looked_at]))

    def _is_named(self, one: Idea, first: Idea) -> bool:
        """Whether a keyword is the name of a glyph that folds into another, so that it stands for both."""
        return one.matched == first.matched and one.glyph in self._exact and first.glyph not in self._exact

    def _idea(self, candidate: Candidate, offered: Offered) -> Idea | None:
        factor, group, brands = 1.0, offered.plain, offered.brands
        if brands.size:
            name = offered.name
            named = not self._query.exclude_logos and self._names_brand(name)
            if named and (self._wants_logo or not group.size):
                group = brands
                exact = any(brand_words(name) == one - BRAND_WORDS for one in self._keyword_words)
                factor = 1.0 if exact else _BRAND_AMONG_WORDS
            else:
                self.tally.brands += brands.size
                if named and brands.sets * _KNOWN_BRAND >= group.sets:
                    self.also_brands.append(name)
        best = group.best
        if best < 0:
            return None
        if not self._wants_pictures and self._offer.is_picture(best):
            factor *= _PICTURE
        # Those of a brand are weighed by the sets that have other things of its name, where there are any.
        sets = offered.plain.sets or brands.sets
        relevance = factor * weighed(candidate, offered.words - self._longest, sets)
        return Idea(candidate.glyph, offered.name, candidate.matched, relevance, best, (group,))

    def _names_brand(self, glyph: str) -> bool:
        words = brand_words(glyph)
        return any(words <= one for one in self._keyword_words)

    def row(self, one: Idea) -> Row:
        """Make an idea's row."""
        icon, terms = self._offer.shown(one.best)
        glyph = one.glyph
        return Row(
            icon=icon,
            variants=self._variants(one),
            variant_count=sum([group.size for group in one.groups]) - 1,
            matched_keywords=tuple(
                [
                    match.words.keyword
                    for match, least in zip(self._matches, self._least, strict=True)
                    if match.scores.get(glyph, 0.0) >= least
                ]
            ),
            why=why(self._index, self._matches, glyph),
            terms=terms,
            relevance=round(one.relevance, 4),
        )

    def _variants(self, one: Idea) -> tuple[str, ...]:
        """The ids of the next best icons."""
        numbers = self._offer.best_of(one.groups, MOST_VARIANTS + 1)
        numbers = [number for number in numbers if number != one.best][:MOST_VARIANTS]
        return self._index.ids_of(numbers, one.name if len(one.groups) == 1 else "")
