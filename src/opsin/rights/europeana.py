"""Europeana's `rights`: addresses of licences and of rights statements, as one licence record."""

import re
from collections.abc import Sequence
from dataclasses import replace

from opsin.rights.agreement import contradict, contradiction, unread
from opsin.rights.creative_commons import from_url
from opsin.rights.licence import UNKNOWN, Evidence, Licence, all_rights_reserved
from opsin.rights.rights_statements import rights_statement, statement_from_url

_FIELD = "rights"
_OLD = re.compile(r"https?://(?:www\.)?europeana\.eu/rights/([a-z-]+)(?:\.html|/)?", re.IGNORECASE | re.ASCII)
_OLD_STATEMENTS = {
    "orphan-work-eu": "InC-OW-EU",
    "out-of-copyright-non-commercial": "NoC-NC",
    "unknown": "UND",
}
_RESERVED = frozenset({"rr-f", "rr-p", "rr-r"})


def europeana_licence(rights: Sequence[str]) -> Licence:
    """Read the `rights` of a Europeana item: a list, in most cases of one address.

    Where two of them name different terms, or one is not known here, nothing is certain: the licence is unknown.
    Europeana's own statements of before 2016 are read too (pro.europeana.eu, rights statements).
    """
    stated = [value.strip() for value in rights if value.strip()]
    if not stated:
        return UNKNOWN
    readings = [_read(value) for value in stated]
    known = [reading for reading in readings if reading is not None]
    if len(stated) == 1:
        return known[0] if known else unread(_FIELD, stated[0])
    if len(known) < len(readings) or contradict(known):
        return contradiction({f"{_FIELD}[{place}]": value for place, value in enumerate(stated)})
    return replace(known[0], evidence=Evidence(_FIELD, " ".join(stated)))


def _read(value: str) -> Licence | None:
    evidence = Evidence(_FIELD, value)
    return from_url(value, evidence) or statement_from_url(value, evidence) or _old(value, evidence)


def _old(value: str, evidence: Evidence) -> Licence | None:
    found = _OLD.fullmatch(value)
    code = found[1].lower() if found else ""
    if code in _RESERVED:
        return all_rights_reserved(evidence)
    return rights_statement(_OLD_STATEMENTS.get(code, ""), evidence)
