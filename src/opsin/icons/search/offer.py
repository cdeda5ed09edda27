"""Which icons of a glyph may be offered, and which of them shows it best.

What is known of an icon by its set and flags is a code, looked up at once for all icons of a glyph. That of an icon that
may be offered is its cost above the number of its set, so that the one that shows a glyph best has the lowest; that of
one that may not is below zero.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
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

# What is left out: hidden, or to be judged by the icon, or judged, or for a reason.
_IS_HIDDEN, _BY_ICON, _JUDGED, _FIRST_REASON = -1, -2, -3, -4


class Group(NamedTuple):
    """Icons of a glyph that may be offered: those that show a brand, or those that do not.

    Attributes:
        first: The number of the glyph's first icon.
        codes: The code of each of the glyph's icons, in their order.
        in_order: The codes of those that are meant, sorted.
        best: The number of the one that shows the glyph best; -1 where there is none.
        sets: How many sets have them.
    """

    first: int
    codes: tuple[int, ...]
    in_order: tuple[int, ...]
    best: int
    sets: int

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.in_order)

    def numbers(self, most: int) -> list[int]:
        """The numbers of the icons that show the glyph best, the best first."""
        first, codes = self.first, self.codes
        found: list[int] = []
        before = at = -1
        for code in self.in_order[:most]:
            at = codes.index(code, at + 1 if code == before else 0)
            before = code
            found.append(first + at)
        return found


_NOTHING = Group(0, (), (), -1, 0)


class Offered(NamedTuple):
    """What may be offered of a glyph.

    Attributes:
        name: The glyph's name.
        words: How many words that is.
        plain: Its icons that show no brand.
        brands: Those that do.
        left_out: The codes of those that are left out, sorted; see `Offer.why`.
        own_reasons: For each that the policy leaves out when it is judged by itself, why.
    """

    name: str
    words: int
    plain: Group
    brands: Group
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


class _Codes(dict[int, int]):
    """The codes of icons by their set and flags, each worked out when it is first met."""

    def __init__(self, code_of: Callable[[int], int]) -> None:
        self._code_of = code_of

    def __missing__(self, set_and_flags: int) -> int:
        code = self[set_and_flags] = self._code_of(set_and_flags)
        return code


class Offer:
    """Decides by the parameters of a query.

    It keeps what it has found out about a glyph. Threads may share it: what two of them find out is the same.

    Attributes:
        prefixes: The prefixes of the catalogue's sets.
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
        self._shift = len(self.prefixes).bit_length()
        self._set_in = (1 << self._shift) - 1
        self._brand = _BRAND << self._shift
        self._codes = _Codes(self._code)
        self._reasons: list[tuple[str, str]] = []
        brands = trademark.packaged()
        self._brand_words, self._brand_categories = brands.words, brands.categories
        self._known: dict[int, Offered] = {}
        self._shown: dict[int, tuple[Icon, Terms]] = {}
        self._are_brands: dict[tuple[str, ...], bool] = {}

    def _code(self, set_and_flags: int) -> int:
        """The code of an icon of this set with these flags."""
        number, flags = divmod(set_and_flags, SET_STEP)
        one, parameter = self._sets[number], self._parameter(number, flags)
        if flags & HIDDEN:
            return _IS_HIDDEN
        if one.by_icon and not parameter:
            return _BY_ICON
        if one.reason or parameter:
            return self._code_of_reason(parameter, "" if parameter else one.reason)
        return self._code_to_offer(number, flags, brand=one.brand)

    def _code_of_reason(self, parameter: str, reason: str) -> int:
        """The code of what is left out for a reason: one for all that are left out for it."""
        pair = parameter, reason
        if pair not in self._reasons:
            self._reasons.append(pair)
        return _FIRST_REASON - self._reasons.index(pair)

    def _code_to_offer(self, number: int, flags: int, *, brand: bool) -> int:
        return (self._cost(number, flags) + _BRAND * brand << self._shift) + number

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
        """What may be offered of a glyph."""
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
        codes = list(map(self._codes.__getitem__, self._sets_and_flags[first:end]))
        own_reasons = self._judge(first, codes) if _BY_ICON in codes else ()
        in_order = sorted(codes)
        if in_order[-1] >= 0 and self._mark_brands(words, first, codes, in_order):
            in_order = sorted(codes)
        plain_from = bisect_left(in_order, 0)
        brands_from = bisect_left(in_order, self._brand)
        # Tuples of plain values cost the collector of garbage nothing.
        kept = tuple(codes)
        return Offered(
            name,
            len(words),
            self._group(first, kept, tuple(in_order[plain_from:brands_from])),
            self._group(first, kept, tuple(in_order[brands_from:])),
            tuple(in_order[:plain_from]),
            tuple(own_reasons),
        )

    def _group(self, first: int, codes: tuple[int, ...], in_order: tuple[int, ...]) -> Group:
        if not in_order:
            return _NOTHING
        set_in = self._set_in
        sets = len({code & set_in for code in set(in_order)})
        return Group(first, codes, in_order, first + codes.index(in_order[0]), sets)

    def _judge(self, first: int, codes: list[int]) -> list[str]:
        """Judge icons by themselves: put a code in that offers them for those that pass, and say why the others do not."""
        reasons: list[str] = []
        for place, code in enumerate(codes):
            if code != _BY_ICON:
                continue
            icon = first + place
            reason = hiding_reason(self._index.icon_at(icon), self._query.policy, self._allow, self._deny)
            if reason:
                reasons.append(reason)
                codes[place] = _JUDGED
                continue
            number = self._set_numbers[icon]
            codes[place] = self._code_to_offer(number, self._flags[icon], brand=self._sets[number].brand)
        return reasons

    def why(self, code: int) -> tuple[str, str]:
        """What a code of an icon that is left out says: the parameter that does it, or else the policy's reason.

        Both are empty for an icon that nobody misses, or that was judged by itself.
        """
        return ("", "") if code > _FIRST_REASON else self._reasons[_FIRST_REASON - code]

    def _mark_brands(
        self, words: Iterable[str], first: int, codes: list[int], in_order: Sequence[int]
    ) -> bool:
        """Mark the icons of a glyph that show a brand, by the glyph's name or their categories. Says whether there are any."""
        plain = range(self._brand)
        if not self._brand_words.isdisjoint(words):
            marks = [place for place, code in enumerate(codes) if code in plain]
        else:
            best = in_order[bisect_left(in_order, 0)]
            if best not in plain or not self._is_brand(first + codes.index(best)):
                return False
            marks = [
                place for place, code in enumerate(codes) if code in plain and self._is_brand(first + place)
            ]
        for place in marks:
            codes[place] += self._brand
        return bool(marks)

    def _is_brand(self, icon: int) -> bool:
        categories = self._index.categories_of(icon)
        known = self._are_brands.get(categories)
        if known is None:
            known = not self._brand_categories.isdisjoint(map(str.casefold, categories))
            self._are_brands[categories] = known
        return known

    def best_of(self, groups: Sequence[Group], most: int) -> list[int]:
        """The numbers of the icons of several groups: the cheapest first, then by their numbers."""
        if len(groups) == 1:
            return groups[0].numbers(most)
        found = [
            (self._cost(self._set_numbers[icon], self._flags[icon]), icon)
            for group in groups
            for icon in group.numbers(most)
        ]
        return [icon for _, icon in sorted(found)[:most]]

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
