"""Flickr's numbers for licences, as licence records (flickr.com/services/api/flickr.photos.licenses.getInfo.html)."""

from collections.abc import Callable
from functools import partial

from opsin.rights.agreement import unread
from opsin.rights.creative_commons import cc_licence, cc_zero, public_domain_mark
from opsin.rights.licence import (
    UNITED_STATES_ONLY,
    UNKNOWN,
    Credit,
    Evidence,
    Family,
    Licence,
    Permission,
    all_rights_reserved,
)

_CC = {
    "1": ("by-nc-sa", "2.0"),
    "2": ("by-nc", "2.0"),
    "3": ("by-nc-nd", "2.0"),
    "4": ("by", "2.0"),
    "5": ("by-sa", "2.0"),
    "6": ("by-nd", "2.0"),
    "11": ("by", "4.0"),
    "12": ("by-sa", "4.0"),
    "13": ("by-nd", "4.0"),
    "14": ("by-nc", "4.0"),
    "15": ("by-nc-sa", "4.0"),
    "16": ("by-nc-nd", "4.0"),
}
_FIELD = "license"


def flickr_licence(number: str | int) -> Licence:
    """Read the `license` of a Flickr photo: a number, given as text or not.

    7 (the Commons: no known restrictions) is what an archive believes, and licenses nothing. 8 is a work of the
    government of the United States, which has no copyright there. A number that is not known here allows nothing.
    """
    code = "" if isinstance(number, bool) else str(number).strip()
    evidence = Evidence(_FIELD, code)
    if code in _CC:
        parts, version = _CC[code]
        return cc_licence(parts, version, "", evidence) or UNKNOWN
    make = _OTHERS.get(code)
    return make(evidence) if make is not None else unread(_FIELD, code)


def _no_known_restrictions(evidence: Evidence) -> Licence:
    return Licence(
        family=Family.RIGHTS_STATEMENT,
        name="No known restrictions",
        url="https://www.flickr.com/commons/usage/",
        evidence=evidence,
    )


def _government_work(evidence: Evidence) -> Licence:
    return Licence(
        family=Family.PUBLIC_DOMAIN,
        name="US Government work",
        url="https://www.usa.gov/government-works",
        commercial=Permission.YES,
        modify=Permission.YES,
        attribution=Credit.NO,
        restrictions=(UNITED_STATES_ONLY,),
        evidence=evidence,
    )


_OTHERS: dict[str, Callable[[Evidence], Licence]] = {
    "0": all_rights_reserved,
    "7": _no_known_restrictions,
    "8": _government_work,
    "9": partial(cc_zero, "1.0"),
    "10": partial(public_domain_mark, "1.0"),
}
