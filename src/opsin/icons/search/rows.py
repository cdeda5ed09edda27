"""From ranked glyphs to rows: the best icon of each, brands only where they are named, one row an idea."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from opsin.icons.catalogue.index import Index
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import IconQuery, Wish
from opsin.icons.search.evidence import Kind
from opsin.icons.search.folding import BRAND_WORDS, brand_words, idea, singular
from opsin.icons.search.found import Row
from opsin.icons.search.matching import KeywordMatch
from opsin.icons.search.offer import Offer, Tally
from opsin.icons.search.ranking import Candidate, matches_from, weighed
from opsin.icons.search.reasons import why

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
    """A row in the making: the glyph that stands for the idea, its best icon, and all icons that show it."""

    glyph: int
    matched: int
    relevance: float
    best: int
    icons: list[int]
    folded: bool = False


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
        found: list[Idea] = []
        for candidate in candidates:
            one = self._idea(candidate)
            if one is not None:
                found.append(one)
        found.sort(key=lambda one: (-one.matched, -one.relevance, one.best))
        folded: dict[str, Idea] = {}
        firsts: list[Idea] = []
        for one in found:
            keys = idea(self._index.glyphs[one.glyph], self._asked)
            first = folded.get(keys[0]) or folded.get(keys[1])
            if first is None:
                firsts.append(one)
            else:
                first.icons += one.icons
                first.folded = True
                if self._is_named(one, first):
                    first.glyph, first.best = one.glyph, one.best
            for key in keys:
                folded.setdefault(key, first or one)
        return firsts

    def _is_named(self, one: Idea, first: Idea) -> bool:
        """Whether a keyword is the name of a glyph that folds into another, so that it stands for both."""
        return one.matched == first.matched and one.glyph in self._exact and first.glyph not in self._exact

    def _idea(self, candidate: Candidate) -> Idea | None:
        glyph = candidate.glyph
        offered = self._offer.of(glyph)
        self.tally.add(offered.left_out)
        if not offered.plain and not offered.brands:
            return None
        name = self._index.glyphs[glyph]
        words = name.split("-")
        factor, icons = 1.0, offered.plain
        if offered.brands:
            named = not self._query.exclude_logos and self._names_brand(name)
            if named and (self._wants_logo or not icons):
                icons = offered.brands
                exact = any(brand_words(name) == one - BRAND_WORDS for one in self._keyword_words)
                factor = 1.0 if exact else _BRAND_AMONG_WORDS
            else:
                self.tally.brands += len(offered.brands)
                if named and offered.brand_sets * _KNOWN_BRAND >= offered.sets:
                    self.also_brands.append(name)
        if not icons:
            return None
        if not self._wants_pictures and self._offer.is_picture(icons[0]):
            factor *= _PICTURE
        relevance = factor * weighed(
            candidate, name_words=len(words), asked_words=self._longest, sets=offered.sets
        )
        return Idea(glyph, candidate.matched, relevance, icons[0], list(icons))

    def _names_brand(self, glyph: str) -> bool:
        words = brand_words(glyph)
        return any(words <= one for one in self._keyword_words)

    def row(self, one: Idea) -> Row:
        """Make an idea's row."""
        index, icon = self._index, self._index.icon_at(one.best)
        further = [number for number in one.icons if number != one.best]
        # The icons of one glyph are in order; those of several that fold are not.
        shown = (
            nsmallest(MOST_VARIANTS, further, key=self._offer.cost) if one.folded else further[:MOST_VARIANTS]
        )
        return Row(
            icon=icon,
            variants=tuple(map(self._id, shown)),
            variant_count=len(further),
            matched_keywords=tuple(
                match.words.keyword
                for match, least in zip(self._matches, self._least, strict=True)
                if match.scores.get(one.glyph, 0.0) >= least
            ),
            why=why(index, self._matches, one.glyph),
            terms=terms_of(icon),
            relevance=round(one.relevance, 4),
        )

    def _id(self, number: int) -> str:
        return f"{self._offer.prefixes[self._index.set_numbers[number]]}:{self._index.name_of(number)}"
