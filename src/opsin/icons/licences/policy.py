"""Whether an icon may be offered: by the terms of the icon, from closed lists, and refused where anything is unclear."""

from dataclasses import dataclass
from functools import lru_cache

from opsin.icons.licences.duties import reach
from opsin.icons.licences.expression import Licence
from opsin.icons.licences.lists import ADDED, Policy, never, policy_of
from opsin.icons.licences.terms import Terms, choices

__all__ = ["Policy", "Verdict", "allowed", "judged"]

DENY_SETTING = "OPSIN_ICON_DENY"
_NOBODY: frozenset[str] = frozenset()
_ORDER = tuple(Policy)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about an icon.

    Attributes:
        reason: Why it may not be offered, in words of our own, short enough to count by; empty where it may.
        taken: The licences that it is offered under, where there was a choice the one that was taken.
        wished: It is offered because the user's own list names its licence or its set, not by the policy.
    """

    reason: str = ""
    taken: tuple[Licence, ...] = ()
    wished: bool = False


def allowed(
    terms: Terms,
    policy: Policy | str,
    allow: frozenset[str] = _NOBODY,
    deny: frozenset[str] = _NOBODY,
    prefix: str = "",
) -> str:
    """Say why an icon may not be offered; empty where it may. The arguments are those of `judged`."""
    return judged(terms, Policy(policy), allow, deny, prefix).reason


@lru_cache(maxsize=8_192)
def judged(
    terms: Terms,
    policy: Policy,
    allow: frozenset[str] = _NOBODY,
    deny: frozenset[str] = _NOBODY,
    prefix: str = "",
) -> Verdict:
    """Decide whether an icon may be offered.

    Of licences that may be chosen from (OR), one that is allowed is enough; licences that hold at once (AND) have to be
    allowed all. What the user denies is out, whatever else is said. What the user allows is in by the exact name: an
    SPDX id in an icon's licence, or a set as a whole, even one whose licence is not known. A set does not bring in an
    icon that has a licence of its own. NonCommercial and NoDerivatives are never offered, whatever is allowed.

    Args:
        terms: The icon's terms.
        policy: What licences may ask.
        allow: SPDX ids and prefixes of sets, as `opsin.icons.licences.wishes` reads them.
        deny: The same, for what must not be offered.
        prefix: The prefix of the icon's set.
    """
    if prefix in deny:
        return Verdict(f"{prefix}: denied by {DENY_SETTING}")
    by_set = prefix in allow and not terms.own
    options = choices(terms)
    # Whatever the id, the licence's own words count against it.
    kind = never(f"{terms.title} {terms.url}")
    if kind and not any(never(licence.id) for option in options for licence in option):
        return Verdict(f"{kind} is never offered")
    if not options:
        return Verdict(wished=True) if by_set else Verdict(_unknown(terms))
    verdicts = [_one(option, policy, allow, deny, by_set=by_set) for option in sorted(options, key=reach)]
    offered = [one for one in verdicts if not one.reason]
    return min(offered, key=lambda one: one.wished) if offered else verdicts[0]


def _unknown(terms: Terms) -> str:
    return (
        "licence of its own: not one that can be judged"
        if terms.title.casefold() != "unknown"
        else "licence unknown"
    )


def _one(
    option: tuple[Licence, ...], policy: Policy, allow: frozenset[str], deny: frozenset[str], *, by_set: bool
) -> Verdict:
    wished = False
    for licence in option:
        reason, by_wish = _reason(licence, policy, allow, deny, by_set=by_set)
        if reason:
            return Verdict(reason)
        wished |= by_wish
    return Verdict(taken=option, wished=wished)


def _reason(
    licence: Licence, policy: Policy, allow: frozenset[str], deny: frozenset[str], *, by_set: bool
) -> tuple[str, bool]:
    """Why one licence is not allowed, and whether it is by the user's wish alone."""
    name = str(licence)
    if not deny.isdisjoint((name, licence.id)):
        return f"{name}: denied by {DENY_SETTING}", False
    kind = never(licence.id)
    if kind:
        return f"{name}: {kind} is never offered", False
    needed = policy_of(licence)
    if needed is not None and _ORDER.index(needed) <= _ORDER.index(policy):
        return "", False
    if by_set or name in allow or (licence.id in allow and not licence.exception):
        return "", True
    if needed is None:
        return f"{name}: no policy allows it", False
    return f"{name}: needs license_policy={needed}", False


def known_ids() -> frozenset[str]:
    """Give the ids of all policies' lists."""
    return frozenset().union(*ADDED.values())
