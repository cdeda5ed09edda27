"""What is the same for every icon of a set: whether a policy leaves it out, and how soon it is taken."""

from dataclasses import dataclass

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.icon import Icon, IconSet
from opsin.icons.licences import facts, overrides, trademark
from opsin.icons.licences.policy import allowed
from opsin.icons.licences.terms import terms_of

PICTURE_CATEGORIES = frozenset({"Emoji", "Flags / Maps"})
"""Iconify's categories of sets that are no icons for a user interface."""

COLOURS = 16
"""What colours add to a cost."""

_NOT_HERE = 4
"""What it adds to a cost that a set's drawings are not here."""

_NOT_SEEN = 100
"""The same where no others can be had: more than all of the rest together, so any drawing is taken before none."""

_SPECIAL_CATEGORIES = frozenset({"Thematic", "Programming"})


@dataclass(frozen=True, slots=True)
class SetFacts:
    """What is the same for every icon of a set.

    Attributes:
        reason: Why the policy leaves it out; empty where it does not, or where `by_icon`.
        by_icon: Its icons have licences of their own, and the policy may let some through and not others.
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
    catalogue: Catalogue, policy: str, allow: frozenset[str], deny: frozenset[str], *, only_here: bool = False
) -> tuple[SetFacts, ...]:
    """The facts of all sets under a policy, in the catalogue's order; `only_here`: no other drawings can be had."""
    sources, findings, brands = facts.packaged(), overrides.packaged(), trademark.packaged()
    found: list[SetFacts] = []
    for one in catalogue.sets.values():
        of_icons = [finding.icons for finding in findings.get(one.prefix, ()) if finding.icons]
        picture = one.category in PICTURE_CATEGORIES
        reason = hiding_reason(Icon(one, ""), policy, allow, deny)
        by_icon = one.prefix in sources or len(of_icons) > 1
        if of_icons and not by_icon:
            # An icon is named in the only finding, or it is not: often that makes no difference to the policy.
            named = Icon(one, next(iter(of_icons[0])))
            by_icon = hiding_reason(named, policy, allow, deny) != reason
        reason = "" if by_icon else reason
        brand = brands.is_brand_set(one)
        cost = _cost(one, picture=picture, brand=brand)
        if one.prefix not in catalogue.bodies:
            cost += _NOT_SEEN if only_here else _NOT_HERE
        found.append(SetFacts(reason, by_icon, brand, picture, one.palette, cost))
    return tuple(found)


def hiding_reason(icon: Icon, policy: str, allow: frozenset[str], deny: frozenset[str]) -> str:
    """Why a policy leaves an icon out; empty where it does not."""
    return allowed(terms_of(icon), policy, allow, deny, icon.set.prefix)


def _cost(one: IconSet, *, picture: bool, brand: bool) -> int:
    """Emoji, flags and sets of colours late, unmaintained sets late."""
    return (
        64 * picture
        + 32 * (one.archived or one.category.startswith("Archive"))
        + COLOURS * one.palette
        + 8 * (brand or one.category in _SPECIAL_CATEGORIES)
    )
