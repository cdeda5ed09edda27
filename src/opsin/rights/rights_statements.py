"""The twelve statements of rightsstatements.org: what an institution knows of a work's rights. None is a licence."""

import re

from opsin.rights.licence import UNITED_STATES_ONLY, Evidence, Family, Licence, Permission

_YES, _NO, _UNKNOWN = Permission.YES, Permission.NO, Permission.UNKNOWN
_ASK = "no permission is given; ask the rights-holder"

_STATEMENTS: dict[str, tuple[str, Permission, Permission, str]] = {
    "InC": ("In copyright", _NO, _NO, _ASK),
    "InC-OW-EU": ("In copyright (EU orphan work)", _NO, _NO, _ASK),
    "InC-EDU": ("In copyright (educational use)", _NO, _UNKNOWN, "educational use only"),
    "InC-NC": ("In copyright (non-commercial use)", _NO, _UNKNOWN, "non-commercial use only"),
    "InC-RUU": ("In copyright (rights-holder not found)", _NO, _NO, "no permission is given"),
    "NoC-CR": ("No copyright (contractual restrictions)", _UNKNOWN, _UNKNOWN, "bound by a contract"),
    "NoC-NC": ("No copyright (non-commercial use only)", _NO, _YES, "non-commercial use only"),
    "NoC-OKLR": ("No copyright (other legal restrictions)", _UNKNOWN, _UNKNOWN, "bound by other laws"),
    "NoC-US": ("No copyright in the United States", _UNKNOWN, _UNKNOWN, UNITED_STATES_ONLY),
    "CNE": ("Copyright not evaluated", _UNKNOWN, _UNKNOWN, ""),
    "UND": ("Copyright undetermined", _UNKNOWN, _UNKNOWN, ""),
    "NKC": ("No known copyright", _UNKNOWN, _UNKNOWN, ""),
}
"""Code to name, commercial use, changes and restriction (rightsstatements.org/page/1.0/)."""

_CODES = {code.lower(): code for code in _STATEMENTS}
_SITE = re.compile(
    r"(?:https?:)?//(?:www\.)?rightsstatements\.org/(?:vocab|page)/([a-z-]+)/1\.0/?(?:\?\S*)?",
    re.IGNORECASE | re.ASCII,
)


def rights_statement(code: str, evidence: Evidence) -> Licence | None:
    """Build the record of a statement by its code, such as "NoC-US"; nothing where there is no such statement."""
    known = _CODES.get(code.lower())
    if known is None:
        return None
    name, commercial, modify, restriction = _STATEMENTS[known]
    return Licence(
        family=Family.RIGHTS_STATEMENT,
        name=name,
        version="1.0",
        url=f"https://rightsstatements.org/vocab/{known}/1.0/",
        commercial=commercial,
        modify=modify,
        restrictions=(restriction,) if restriction else (),
        evidence=evidence,
    )


def statement_from_url(url: str, evidence: Evidence) -> Licence | None:
    """Read the address of a statement; nothing where it is no such address."""
    found = _SITE.fullmatch(url.strip())
    return rights_statement(found[1], evidence) if found else None
