"""The `license` of a Wellcome Collection location, as a licence record."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from opsin.rights.agreement import contradict, contradiction, unread
from opsin.rights.creative_commons import cc_licence, cc_zero, from_url, public_domain_mark
from opsin.rights.licence import UNKNOWN, Evidence, Family, Licence, all_rights_reserved
from opsin.rights.rights_statements import rights_statement

_FIELD = "license.id"


def wellcome_licence(id: str, url: str = "") -> Licence:  # noqa: A002
    """Read a licence of the catalogue (developers.wellcomecollection.org): an id, and in most answers an address.

    The id gives no version, so there is none without the address. Where the two name different terms, the licence is
    unknown.

    Args:
        id: "cc-by", "cc-by-nc-nd", "pdm" and so on; empty where the location has none.
        url: Address of the licence; empty where the location has none.
    """
    code, address = id.strip().lower(), url.strip()
    linked = from_url(address, Evidence("license.url", address))
    if not code:
        return linked or UNKNOWN
    stated = _from_id(code, Evidence(_FIELD, code))
    if stated is None:
        return unread(_FIELD, code)
    if linked is None:
        return stated
    if contradict([stated, linked]):
        return contradiction({_FIELD: code, "license.url": address})
    return replace(linked, evidence=stated.evidence) if linked.family is stated.family else stated


def _from_id(code: str, evidence: Evidence) -> Licence | None:
    if code.startswith("cc-by"):
        return cc_licence(code.removeprefix("cc-"), "", "", evidence)
    make = _OTHERS.get(code)
    return make(evidence) if make is not None else None


_OTHERS: dict[str, Callable[[Evidence], Licence | None]] = {
    "cc-0": partial(cc_zero, ""),
    "pdm": partial(public_domain_mark, ""),
    "inc": partial(rights_statement, "InC"),
    "ogl": lambda evidence: Licence(Family.OTHER, "OGL", evidence=evidence),
    "copyright-not-cleared": all_rights_reserved,
}
