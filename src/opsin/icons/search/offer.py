"""Which icons of a glyph may be offered, and which of them shows it best."""

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.catalogue.flags import ANIMATED, HIDDEN, PALETTE, STYLE_MASK, STYLES
from opsin.icons.icon import Icon, IconSet, Style
from opsin.icons.licences import facts, overrides, trademark
from opsin.icons.licences.policy import allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import IconQuery, StyleFilter, Wish

PICTURE_CATEGORIES = frozenset({"Emoji", "Flags / Maps"})
"""Iconify's categories of sets that are no icons for a user interface."""

_SPECIAL_CATEGORIES = frozenset({"Thematic", "Programming"})
_COLOURS, _MOVING = 16, 2
_MOST_KEPT = 16_384
_DRAWN = {Style.STROKE: StyleFilter.STROKE, Style.FILL: StyleFilter.FILL}


class _Standing(Enum):
    """What is known of every icon of a set: none passes without a closer look, all are brands, or all are plain."""

    OUT = 0
    BRAND = 1
    PLAIN = 2


@dataclass(frozen=True, slots=True)
class SetFacts:
    """What is the same for every icon of a set.

    Attributes:
        reason: Why the policy leaves it out; empty where it does not, or where `by_icon`.
        by_icon: Its icons have licences of their own.
        brand: All of it are brands.
        picture: It has emoji, flags or maps.
        palette: Its icons have colours of their own.
        cost: How late it is taken among sets that have the same glyph: lower is sooner.
    """

    reason: str
    by_icon: bool
    brand: bool
    picture: bool
    palette: bool
    cost: int


def set_facts(
    catalogue: Catalogue, policy: str, allow: frozenset[str], deny: frozenset[str]
) -> tuple[SetFacts, ...]:
    """The facts of all sets under a policy, in the catalogue's order."""
    sources, findings, brands = facts.packaged(), overrides.packaged(), trademark.packaged()
    found: list[SetFacts] = []
    for one in catalogue.sets.values():
        by_icon = one.prefix in sources or any(finding.icons for finding in findings.get(one.prefix, ()))
        picture = one.category in PICTURE_CATEGORIES
        reason = "" if by_icon else _reason(Icon(set=one, name=""), policy, allow, deny)
        brand = brands.is_brand_set(one)
        cost = _cost(one, catalogue, picture=picture, brand=brand)
        found.append(SetFacts(reason, by_icon, brand, picture, one.palette, cost))
    return tuple(found)


def _reason(icon: Icon, policy: str, allow: frozenset[str], deny: frozenset[str]) -> str:
    return allowed(terms_of(icon), policy, allow, deny, icon.set.prefix)


def _cost(one: IconSet, catalogue: Catalogue, *, picture: bool, brand: bool) -> int:
    """Emoji, flags and sets of colours late, unmaintained sets late, those without drawings here a little later."""
    return (
        64 * picture
        + 32 * (one.archived or one.category.startswith("Archive"))
        + _COLOURS * one.palette
        + 8 * (brand or one.category in _SPECIAL_CATEGORIES)
        + 4 * (one.prefix not in catalogue.bodies)
    )


@dataclass(slots=True)
class Tally:
    """How many icons were left out, and why."""

    by_policy: dict[str, int] = field(default_factory=dict)
    by_filter: dict[str, int] = field(default_factory=dict)
    brands: int = 0

    def add(self, other: "Tally") -> None:
        """Count what another has counted too."""
        for mine, theirs in ((self.by_policy, other.by_policy), (self.by_filter, other.by_filter)):
            for reason, count in theirs.items():
                mine[reason] = mine.get(reason, 0) + count
        self.brands += other.brands


@dataclass(frozen=True, slots=True)
class Offered:
    """What may be offered of a glyph.

    Attributes:
        plain: Its icons that show no brand.
        brands: Those that do.
        sets: How many sets have plain ones; where there are none, how many have brands.
        brand_sets: How many sets have brands.
        left_out: What was left out.
    """

    plain: tuple[int, ...]
    brands: tuple[int, ...]
    sets: int
    brand_sets: int
    left_out: Tally


def offer_for(catalogue: Catalogue, query: IconQuery, allow: frozenset[str], deny: frozenset[str]) -> "Offer":
    """The offer for a query. Queries that differ in their words only share one, and what it has found out.

    Args:
        catalogue: The catalogue.
        query: The query.
        allow: SPDX ids and sets that are offered beside those of the policy.
        deny: SPDX ids and sets that never are.
    """
    by_identity: Any = catalogue
    parameters = replace(query, keywords=(), limit=1, exclude_logos=False, same_set=False)
    return _kept_offer(by_identity, parameters, allow, deny)


@lru_cache(maxsize=4)
def _kept_offer(catalogue: Any, query: IconQuery, allow: frozenset[str], deny: frozenset[str]) -> "Offer":
    return Offer(catalogue, query, allow, deny)


class Offer:
    """Decides by the parameters of a query. Sets are looked up once; an icon is a number and the bits of its flags.

    It keeps what it has found out about a glyph. Threads may share it: what two of them find out is the same.
    """

    def __init__(
        self, catalogue: Catalogue, query: IconQuery, allow: frozenset[str], deny: frozenset[str]
    ) -> None:
        self._index, self._query = catalogue.index, query
        self._allow, self._deny = allow, deny
        self.prefixes = tuple(catalogue.sets)
        self.sets = set_facts(catalogue, query.policy, allow, deny)
        self._set_numbers, self._flags = self._index.set_numbers, self._index.flags
        asked = frozenset(query.sets)
        self._asked = frozenset(n for n, prefix in enumerate(self.prefixes) if prefix in asked or not asked)
        self._standing = [self._standing_of(number) for number in range(len(self.sets))]
        wants_colours = query.palette is Wish.YES
        self._set_costs = [one.cost - _COLOURS * (one.palette and wants_colours) for one in self.sets]
        self._flag_costs = [self._flag_cost(bits) for bits in range(2 * HIDDEN)]
        brands = trademark.packaged()
        self._brand_words, self._brand_categories = brands.words, brands.categories
        self._known: dict[int, Offered] = {}

    def _standing_of(self, number: int) -> "_Standing":
        one = self.sets[number]
        if one.reason or one.by_icon or number not in self._asked:
            return _Standing.OUT
        return _Standing.BRAND if one.brand else _Standing.PLAIN

    def _flag_parameter(self, flags: int) -> str:
        """The parameter that leaves out icons with these flags; empty for none."""
        query, drawn = self._query, STYLES[flags & STYLE_MASK]
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

    def _reason(self, icon: int) -> str:
        """Why the policy leaves an icon out; empty where it does not."""
        one = self.sets[self._set_numbers[icon]]
        if not one.by_icon:
            return one.reason
        return _reason(self._index.icon_at(icon), self._query.policy, self._allow, self._deny)

    def _parameter(self, icon: int) -> str:
        """The parameter that leaves an icon out; empty where none does."""
        return self._flag_parameter(self._flags[icon]) if self._set_numbers[icon] in self._asked else "sets"

    def of(self, glyph: int) -> Offered:
        """What may be offered of a glyph. The first icon of each kind is the one that shows it best."""
        known = self._known.get(glyph)
        if known is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            known = self._known[glyph] = self._offered(glyph)
        return known

    def _offered(self, glyph: int) -> Offered:
        tally = Tally()
        icons = self._index.icons_of(glyph)
        set_numbers, flags = (
            self._set_numbers[icons.start : icons.stop],
            self._flags[icons.start : icons.stop],
        )
        standing, flag_costs, set_costs = self._standing, self._flag_costs, self._set_costs
        plain: list[tuple[int, int]] = []
        brands: list[tuple[int, int]] = []
        for icon, number, bits in zip(icons, set_numbers, flags, strict=True):
            flag_cost, stands = flag_costs[bits], standing[number]
            if stands is _Standing.OUT or flag_cost < 0:
                if not self._counted(icon, bits, tally):
                    continue
                stands = _Standing.BRAND if self.sets[number].brand else _Standing.PLAIN
            (plain if stands is _Standing.PLAIN else brands).append((set_costs[number] + flag_cost, icon))
        plain.sort()
        if plain and (self._says_brand(glyph) or self._has_brand_category(plain[0][1])):
            marks = [one for one in plain if self._says_brand(glyph) or self._has_brand_category(one[1])]
            plain = [one for one in plain if one not in marks]
            brands += marks
        brands.sort()
        plain_sets, brand_sets = (
            len({set_numbers[icon - icons.start] for _, icon in kind}) for kind in (plain, brands)
        )
        return Offered(
            tuple(icon for _, icon in plain),
            tuple(icon for _, icon in brands),
            plain_sets or brand_sets,
            brand_sets,
            tally,
        )

    def _counted(self, icon: int, bits: int, tally: Tally) -> bool:
        """Whether an icon passes after all, which a look at its set and flags did not tell; else it is counted."""
        if bits & HIDDEN:
            return False
        parameter = self._parameter(icon)
        reason = "" if parameter else self._reason(icon)
        if parameter:
            tally.by_filter[parameter] = tally.by_filter.get(parameter, 0) + 1
        elif reason:
            tally.by_policy[reason] = tally.by_policy.get(reason, 0) + 1
        return not parameter and not reason

    def _says_brand(self, glyph: int) -> bool:
        return not self._brand_words.isdisjoint(self._index.glyphs[glyph].split("-"))

    def _has_brand_category(self, icon: int) -> bool:
        categories = self._index.categories_of(icon)
        return bool(categories) and not self._brand_categories.isdisjoint(map(str.casefold, categories))

    def cost(self, icon: int) -> tuple[int, int]:
        """For sorting icons: the one that shows a glyph best has the least."""
        return self._set_costs[self._set_numbers[icon]] + self._flag_costs[self._flags[icon]], icon

    def _flag_cost(self, flags: int) -> int:
        """What flags add to an icon's cost; below 0 where a parameter leaves it out, or it is hidden."""
        if flags & HIDDEN or self._flag_parameter(flags):
            return -1
        colours = _COLOURS * bool(flags & PALETTE and self._query.palette is not Wish.YES)
        moving = _MOVING * bool(flags & ANIMATED and self._query.animated is not Wish.YES)
        both = self._query.style is not StyleFilter.ANY and STYLES[flags & STYLE_MASK] is Style.BOTH
        return colours + moving + both

    def is_picture(self, icon: int) -> bool:
        """Whether an icon has colours of its own, or is of a set of emoji or flags."""
        return bool(self._flags[icon] & PALETTE) or self.sets[self._set_numbers[icon]].picture
