"""Which icons of a glyph may be offered, and which of them shows it best.

An icon is a rank here: its cost above the number of the icon, so that the one that shows a glyph best has the lowest.
What is known of an icon by its set and flags is looked up at once for all icons of a glyph.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from operator import add
from typing import Any, NamedTuple

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.catalogue.flags import ANIMATED, HIDDEN, PALETTE, STYLE_MASK, STYLES
from opsin.icons.catalogue.index import SET_STEP
from opsin.icons.icon import Icon, Style
from opsin.icons.licences import trademark
from opsin.icons.licences.terms import Terms, terms_of
from opsin.icons.query import IconQuery, StyleFilter, Wish
from opsin.icons.search.set_facts import COLOURS, hiding_reason, set_facts

_MOVING = 2
_MOST_KEPT = 16_384
_MOST_SHOWN_KEPT = 1_024
_DRAWN = {Style.STROKE: StyleFilter.STROKE, Style.FILL: StyleFilter.FILL}

_BRAND = 256
"""What a brand has above its cost, which is less."""

# Below zero stands what is left out: hidden, or to be judged by the icon, or for a reason.
_IS_HIDDEN, _BY_ICON, _FIRST_REASON = -1, -2, -3
_FILTERS = ("", "sets", "style", "palette", "animated")


class Offered(NamedTuple):
    """What may be offered of a glyph.

    Attributes:
        name: The glyph's name.
        words: How many words that is.
        plain: The ranks of its icons that show no brand, ascending.
        brands: Those of the icons that do.
        sets: How many sets have plain ones; where there are none, how many have brands.
        brand_sets: How many sets have brands.
        left_out: For each icon that is left out by its set or its flags, a code; see `Offer.why`.
        own_reasons: For each that the policy leaves out when it is judged by itself, why.
    """

    name: str
    words: int
    plain: tuple[int, ...]
    brands: tuple[int, ...]
    sets: int
    brand_sets: int
    left_out: tuple[int, ...]
    own_reasons: tuple[str, ...]


def offer_for(
    catalogue: Catalogue,
    query: IconQuery,
    allow: frozenset[str],
    deny: frozenset[str],
    *,
    only_here: bool = False,
) -> "Offer":
    """The offer for a query. Queries that differ in their words only share one, and what it has found out.

    Args:
        catalogue: The catalogue.
        query: The query.
        allow: SPDX ids and sets that are offered beside those of the policy.
        deny: SPDX ids and sets that never are.
        only_here: Drawings that are not in the catalogue cannot be had.
    """
    by_identity: Any = catalogue
    parameters = replace(query, keywords=(), limit=1, exclude_logos=False, same_set=False)
    return _kept_offer(by_identity, parameters, allow, deny, only_here=only_here)


@lru_cache(maxsize=4)
def _kept_offer(
    catalogue: Any, query: IconQuery, allow: frozenset[str], deny: frozenset[str], *, only_here: bool
) -> "Offer":
    return Offer(catalogue, query, allow, deny, only_here=only_here)


class _Ranks(dict[int, int]):
    """What is known of icons by their set and flags, each worked out when it is first met."""

    def __init__(self, rank_of: Callable[[int], int]) -> None:
        self._rank_of = rank_of

    def __missing__(self, set_and_flags: int) -> int:
        rank = self[set_and_flags] = self._rank_of(set_and_flags)
        return rank


class Offer:
    """Decides by the parameters of a query.

    It keeps what it has found out about a glyph. Threads may share it: what two of them find out is the same.

    Attributes:
        prefixes: The prefixes of the catalogue's sets.
        number_in: The bits of a rank that are the number of the icon.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        query: IconQuery,
        allow: frozenset[str],
        deny: frozenset[str],
        *,
        only_here: bool = False,
    ) -> None:
        self._index, self._query = catalogue.index, query
        self._allow, self._deny = allow, deny
        self.prefixes = tuple(catalogue.sets)
        self._sets = set_facts(catalogue, query.policy, allow, deny, only_here=only_here)
        self._set_numbers, self._flags = self._index.set_numbers, self._index.flags
        self._sets_and_flags, self._starts = self._index.sets_and_flags, self._index.starts
        asked = frozenset(query.sets)
        self._asked = frozenset(n for n, prefix in enumerate(self.prefixes) if prefix in asked or not asked)
        self._shift = len(self._set_numbers).bit_length()
        self.number_in = (1 << self._shift) - 1
        self._brand = _BRAND << self._shift
        self._ranks = _Ranks(self._rank)
        brands = trademark.packaged()
        self._brand_words, self._brand_categories = brands.words, brands.categories
        self._known: dict[int, Offered] = {}
        self._shown: dict[int, tuple[Icon, Terms]] = {}
        self._are_brands: dict[tuple[str, ...], bool] = {}

    def _rank(self, set_and_flags: int) -> int:
        """What an icon of this set with these flags has above its number in its rank."""
        number, flags = divmod(set_and_flags, SET_STEP)
        one, parameter = self._sets[number], self._parameter(number, flags)
        if flags & HIDDEN:
            code = _IS_HIDDEN
        elif one.by_icon and not parameter:
            code = _BY_ICON
        elif one.reason or parameter:
            code = _FIRST_REASON - number * len(_FILTERS) - _FILTERS.index(parameter)
        else:
            code = self._cost(number, flags) + _BRAND * one.brand
        return code << self._shift

    def _parameter(self, number: int, flags: int) -> str:
        """The parameter that leaves out icons of a set with these flags; empty for none."""
        query, drawn = self._query, STYLES[flags & STYLE_MASK]
        if number not in self._asked:
            return "sets"
        if (
            query.style is not StyleFilter.ANY
            and drawn is not Style.BOTH
            and _DRAWN.get(drawn) is not query.style
        ):
            return "style"
        if query.palette is not Wish.ANY and bool(flags & PALETTE) is not (query.palette is Wish.YES):
            return "palette"
        if query.animated is not Wish.ANY and bool(flags & ANIMATED) is not (query.animated is Wish.YES):
            return "animated"
        return ""

    def _cost(self, number: int, flags: int) -> int:
        one, wants_colours = self._sets[number], self._query.palette is Wish.YES
        of_set = one.cost - COLOURS * (one.palette and wants_colours)
        colours = COLOURS * bool(flags & PALETTE and not wants_colours)
        moving = _MOVING * bool(flags & ANIMATED and self._query.animated is not Wish.YES)
        both = self._query.style is not StyleFilter.ANY and STYLES[flags & STYLE_MASK] is Style.BOTH
        return of_set + colours + moving + both

    def of(self, glyph: int) -> Offered:
        """What may be offered of a glyph. The first icon of each kind is the one that shows it best."""
        known = self._known.get(glyph)
        if known is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            known = self._known[glyph] = self._offered(glyph)
        return known

    def _offered(self, glyph: int) -> Offered:
        name = self._index.glyphs[glyph]
        words = name.split("-")
        first, end = self._starts[glyph], self._starts[glyph + 1]
        above = map(self._ranks.__getitem__, self._sets_and_flags[first:end])
        ranks = sorted(map(add, above, range(first, end)))
        plain = ranks
        brands: list[int] = []
        left_out: list[int] = []
        own_reasons: list[str] = []
        if ranks[-1] >= self._brand:
            at = bisect_left(ranks, self._brand)
            plain, brands = ranks[:at], [rank - self._brand for rank in ranks[at:]]
        if ranks[0] < 0:
            at = bisect_left(plain, 0)
            left_out, plain = [rank >> self._shift for rank in plain[:at]], plain[at:]
            if _BY_ICON in left_out:
                judged = [rank for rank in ranks[:at] if rank >> self._shift == _BY_ICON]
                own_reasons = self._judge(judged, plain, brands)
        if plain:
            marks = self._marks(words, plain)
            if marks:
                plain = [rank for rank in plain if rank not in marks]
                brands = sorted([*brands, *marks])
        brand_sets = self._count_sets(brands) if brands else 0
        plain_sets = self._count_sets(plain)
        return Offered(
            name,
            len(words),
            # Tuples of plain values cost the collector of garbage nothing.
            tuple(plain),
            tuple(brands),
            plain_sets or brand_sets,
            brand_sets,
            tuple(left_out),
            tuple(own_reasons),
        )

    def _judge(self, ranks: Iterable[int], plain: list[int], brands: list[int]) -> list[str]:
        """Judge icons by themselves: take those in that pass, and say why the others do not."""
        reasons: list[str] = []
        for rank in ranks:
            icon = rank & self.number_in
            reason = hiding_reason(self._index.icon_at(icon), self._query.policy, self._allow, self._deny)
            if reason:
                reasons.append(reason)
                continue
            number = self._set_numbers[icon]
            kind = brands if self._sets[number].brand else plain
            insort(kind, (self._cost(number, self._flags[icon]) << self._shift) + icon)
        return reasons

    def why(self, code: int) -> tuple[str, str]:
        """What a code of an icon that is left out says: the parameter that does it, or else the policy's reason.

        Both are empty for an icon that nobody misses, or that was judged by itself.
        """
        if code > _FIRST_REASON:
            return "", ""
        number, parameter = divmod(_FIRST_REASON - code, len(_FILTERS))
        return _FILTERS[parameter], self._sets[number].reason

    def _marks(self, words: Iterable[str], plain: list[int]) -> list[int]:
        """Which of the icons of a glyph show a brand, by the glyph's name or their categories."""
        if not self._brand_words.isdisjoint(words):
            return plain
        if not self._is_brand(plain[0]):
            return []
        return [rank for rank in plain if self._is_brand(rank)]

    def _is_brand(self, rank: int) -> bool:
        categories = self._index.categories_of(rank & self.number_in)
        known = self._are_brands.get(categories)
        if known is None:
            known = not self._brand_categories.isdisjoint(map(str.casefold, categories))
            self._are_brands[categories] = known
        return known

    def _count_sets(self, ranks: list[int]) -> int:
        if len(ranks) < 2:  # noqa: PLR2004
            return len(ranks)
        sets, number_in = self._set_numbers, self.number_in
        return len({sets[rank & number_in] for rank in ranks})

    def is_picture(self, icon: int) -> bool:
        """Whether an icon has colours of its own, or is of a set of emoji or flags."""
        return bool(self._flags[icon] & PALETTE) or self._sets[self._set_numbers[icon]].picture

    def shown(self, icon: int) -> tuple[Icon, Terms]:
        """An icon as a value, and its terms."""
        known = self._shown.get(icon)
        if known is None:
            if len(self._shown) >= _MOST_SHOWN_KEPT:
                self._shown.clear()
            value = self._index.icon_at(icon)
            known = self._shown[icon] = value, terms_of(value)
        return known
