"""What a licence asks of whoever ships an icon, beside what it allows."""

import re
from dataclasses import dataclass
from enum import StrEnum

from opsin.icons.licences.expression import Expression, Licence, alternatives
from opsin.icons.licences.lists import Policy, policy_of


class ShareAlike(StrEnum):
    """How far a licence reaches: not at all, to the changed file itself, or to what is made from it."""

    NONE = "none"
    FILE = "file"
    WORK = "work"


@dataclass(frozen=True, slots=True)
class Duties:
    """What has to be done.

    Attributes:
        attribution_required: The author has to be named where the icon is shown, or beside it.
        copyleft: What is made from it falls under its licence.
        notice_required: Copies have to carry the copyright notice and the licence text along.
        credit_required: A visible credit is due: author, source, licence, changes.
        share_alike: How far the licence reaches.
    """

    attribution_required: bool = False
    copyleft: bool = False
    notice_required: bool = False
    credit_required: bool = False
    share_alike: ShareAlike = ShareAlike.NONE


NOTHING = Duties()
_NOTICE = Duties(notice_required=True)
_FILE = Duties(notice_required=True, share_alike=ShareAlike.FILE)
_CREDIT = Duties(attribution_required=True, credit_required=True)
_WORK = Duties(copyleft=True, notice_required=True, share_alike=ShareAlike.WORK)
_CREDIT_ALIKE = Duties(
    attribution_required=True, copyleft=True, credit_required=True, share_alike=ShareAlike.WORK
)
UNKNOWN = Duties(attribution_required=True, notice_required=True, credit_required=True)
"""Of a licence that nobody here has read, the most that can be done without asking."""

_BY_ID = {
    **dict.fromkeys(("CC0-1.0", "Unlicense", "0BSD", "MIT-0", "PDDL-1.0", "WTFPL"), NOTHING),
    **dict.fromkeys(
        ("MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "Unicode-3.0", "Zlib"), _NOTICE
    ),
    **dict.fromkeys(("MPL-2.0", "OFL-1.1"), _FILE),
}
_BY_FORM = (
    (re.compile(r"A?GPL-[0-9]\.[0-9]-(?:only|or-later)"), _WORK),
    (re.compile(r"LGPL-[0-9]\.[0-9]-(?:only|or-later)"), _FILE),
    (re.compile(r"CC-BY-(?:NC-)?SA-[0-9].*"), _CREDIT_ALIKE),
    (re.compile(r"CC-BY-(?:NC-)?(?:ND-)?[0-9].*"), _CREDIT),
)
_MILDEST_FIRST = (*Policy, None)
_REACH = tuple(ShareAlike)


def duties_of(expression: Expression) -> Duties:
    """Give the duties of an expression: all of them where licences hold at once, the mildest choice of several."""
    return together(mildest(expression))


def mildest(expression: Expression) -> tuple[Licence, ...]:
    """Give the alternative of an expression that the narrowest policy allows; of equal ones the first."""
    return min(alternatives(expression), key=reach)


def reach(licences: tuple[Licence, ...]) -> int:
    """Give how wide a policy has to be for licences that hold at once; 3 where none is wide enough."""
    return max(_MILDEST_FIRST.index(policy_of(one)) for one in licences)


def together(licences: tuple[Licence, ...]) -> Duties:
    """Add up the duties of licences that hold at once."""
    all_of = [_of(one.id) for one in licences]
    return Duties(
        any(one.attribution_required for one in all_of),
        any(one.copyleft for one in all_of),
        any(one.notice_required for one in all_of),
        any(one.credit_required for one in all_of),
        max((one.share_alike for one in all_of), key=_REACH.index),
    )


def _of(name: str) -> Duties:
    if name in _BY_ID:
        return _BY_ID[name]
    return next((duties for form, duties in _BY_FORM if form.fullmatch(name)), UNKNOWN)
