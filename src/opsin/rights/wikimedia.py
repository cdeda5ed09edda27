"""The licence fields of a MediaWiki file page (extension CommonsMetadata), as one licence record."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from opsin.rights.agreement import contradict, contradiction
from opsin.rights.creative_commons import (
    cc_licence,
    cc_zero,
    from_url,
    public_domain_mark,
    retired_licence,
)
from opsin.rights.licence import UNITED_STATES_ONLY, UNKNOWN, Credit, Evidence, Family, Licence, Permission
from opsin.text import clean

_NAME_CHARACTERS = 40

_PORT = r"[a-z]{2,3}|scotland"
_CODE = re.compile(
    rf"cc-(?P<parts>by(?:-nc|-sa|-nd)*)(?:-(?P<version>\d\.\d)(?:,\d\.\d)*(?:-(?P<port>{_PORT}))?)?"
    r"(?:-migrated(?:-with-disclaimers)?)?"
)
_SHORT = re.compile(
    rf"cc[ -](?P<parts>by(?:-nc|-sa|-nd)*)(?: (?P<version>\d\.\d)(?:-\d\.\d)*(?: (?P<port>{_PORT}))?)?"
)
_RETIRED = re.compile(r"cc[ -](?P<code>sa|nc|nd|nd-nc|nc-sa|(?:nc-)?sampling\+?)(?:[ -](?P<version>\d\.\d))?")
_ZERO = re.compile(r"(?:cc-zero|cc-?0|cc 0)(?:[ -]1\.0)?")
_MARK = re.compile(r"(?:cc-)?pdm(?:[ -]1\.0)?|(?:cc-)?pd-mark|public domain mark(?: 1\.0)?")
_PUBLIC_DOMAIN = re.compile(r"(?:cc-)?pd|pd-[a-z0-9][\w-]{0,60}|public domain", re.ASCII)
_US_ONLY = re.compile(r"pd-us(?:-[\w-]+)?|pd-usgov[\w-]*|pd-1923|pd-1996", re.ASCII)
_NO_RESTRICTIONS = re.compile(r"no (?:known )?(?:copyright )?restrictions")
_GFDL = re.compile(
    r"gfdl(?:[ -]v?1\.[123](?:\+|,1\.[123])*(?:[ -](?:only|or[ -]later))?)?(?:-(?:self|user|en))?"
    r"|gnu free documentation license(?:,? version)?(?: 1\.[123](?: only| or(?: any)? later)?)?"
)
_GFDL_TERMS = re.compile(
    r"(?:gfdl|gnu free documentation license)\W+(?:v(?:ersion)?\W*)?(?P<version>1\.[123])"
    r"(?P<later>\W+or\W+(?:any\W+)?later)?(?P<only>\W+only)?",
    re.IGNORECASE,
)


def wikimedia_licence(fields: Mapping[str, str]) -> Licence:
    """Read the licence of a file from the `extmetadata` of its imageinfo, values as plain text.

    `License` (a machine code, absent for the GFDL and others), `LicenseShortName` and `LicenseUrl` are each
    read by themselves; the first that can be read is the evidence. Where two of them name different terms,
    nothing is certain, and the licence is unknown. A name that is read but not understood is kept, and allows
    nothing; `Copyrighted` alone states no licence. `Restrictions` (trademarks, personality rights) are carried
    along.
    """
    stated = {
        name: (fields.get(name) or "").strip() for name in ("License", "LicenseShortName", "LicenseUrl")
    }
    readings = [
        reading
        for name, value in stated.items()
        if value and (reading := _READERS[name](value, Evidence(name, value), fields)) is not None
    ]
    limits = tuple(part.strip() for part in (fields.get("Restrictions") or "").split("|") if part.strip())
    if readings:
        first = readings[0]
        if contradict(readings):
            return contradiction(stated, limits)
        fullest = next((one for one in readings if one.version and one.family is first.family), first)
        return replace(
            fullest,
            url=fullest.url or _address(stated["LicenseUrl"]),
            restrictions=(*fullest.restrictions, *limits),
        )
    for name in ("LicenseShortName", "License", "UsageTerms"):
        value = (fields.get(name) or "").strip()
        if value:
            return _named(value, name, fields, limits)
    return replace(UNKNOWN, restrictions=limits)


def _named(value: str, field: str, fields: Mapping[str, str], limits: tuple[str, ...]) -> Licence:
    asked = {"true": Credit.REQUIRED, "false": Credit.NO}.get(
        (fields.get("AttributionRequired") or "").strip().lower()
    )
    return Licence(
        family=Family.OTHER,
        name=clean(value, _NAME_CHARACTERS),
        url=_address((fields.get("LicenseUrl") or "").strip()),
        attribution=asked or Credit.UNKNOWN,
        restrictions=limits,
        evidence=Evidence(field, value),
    )


def _address(value: str) -> str:
    return value if re.fullmatch(r"https?://[^\s/]\S{0,999}", value) else ""


def _from_code(value: str, evidence: Evidence, fields: Mapping[str, str]) -> Licence | None:
    code = value.lower()
    if found := _CODE.fullmatch(code):
        return cc_licence(found["parts"], found["version"] or "", found["port"] or "", evidence)
    return _from_words(code, evidence, fields)


def _from_short_name(value: str, evidence: Evidence, fields: Mapping[str, str]) -> Licence | None:
    words = " ".join(value.lower().split())
    if found := _SHORT.fullmatch(words):
        return cc_licence(found["parts"], found["version"] or "", found["port"] or "", evidence)
    return _from_words(words, evidence, fields)


def _from_address(value: str, evidence: Evidence, fields: Mapping[str, str]) -> Licence | None:
    del fields
    return from_url(value, evidence)


def _from_words(words: str, evidence: Evidence, fields: Mapping[str, str]) -> Licence | None:
    if _ZERO.fullmatch(words):
        # A file page names CC0 without its version, and links to the text.
        linked = from_url(fields.get("LicenseUrl") or "", evidence)
        return cc_zero("1.0" if words.endswith("1.0") or _is_zero_1(linked) else "", evidence)
    if found := _RETIRED.fullmatch(words):
        return retired_licence(found["code"], found["version"] or "", evidence)
    if _MARK.fullmatch(words):
        return public_domain_mark("1.0" if words.endswith("1.0") else "", evidence)
    if _NO_RESTRICTIONS.fullmatch(words):
        # An archive knows of no rights and warrants nothing (flickr.com/commons/usage): no licence.
        return Licence(family=Family.RIGHTS_STATEMENT, name="No known restrictions", evidence=evidence)
    if _PUBLIC_DOMAIN.fullmatch(words) and not {"nc", "nd"} & set(words.split("-")):
        return _public_domain(words, evidence, fields)
    return _gfdl(evidence, fields) if _GFDL.fullmatch(words) else None


def _is_zero_1(licence: Licence | None) -> bool:
    return licence is not None and licence.family is Family.CC0 and licence.version == "1.0"


def _public_domain(words: str, evidence: Evidence, fields: Mapping[str, str]) -> Licence:
    name = _public_domain_name(fields)
    only_us = _US_ONLY.fullmatch(name.lower()) or _US_ONLY.fullmatch(words)
    return Licence(
        family=Family.PUBLIC_DOMAIN,
        name=name,
        commercial=Permission.YES,
        modify=Permission.YES,
        attribution=Credit.NO,
        restrictions=(UNITED_STATES_ONLY,) if only_us else (),
        evidence=evidence,
    )


def _public_domain_name(fields: Mapping[str, str]) -> str:
    """A template that gives the reason (PD-old-100) says more than "Public domain", and is short enough."""
    name = " ".join((fields.get("LicenseShortName") or "").split())
    return name if re.fullmatch(r"PD-[\w-]{1,24}", name, re.IGNORECASE) else "Public domain"


def _gfdl(evidence: Evidence, fields: Mapping[str, str]) -> Licence:
    texts = [
        fields.get("UsageTerms") or "",
        fields.get("LicenseShortName") or "",
        fields.get("License") or "",
    ]
    found = next((match for text in texts if (match := _GFDL_TERMS.search(text))), None)
    version = found["version"] if found else ""
    ending = "-or-later" if found and found["later"] else "-only" if found and found["only"] else ""
    return Licence(
        family=Family.OTHER,
        name=f"GFDL {version}{'+' if ending == '-or-later' else ''}".strip(),
        spdx=f"GFDL-{version}{ending}" if version and ending else "",
        version=version,
        commercial=Permission.YES,
        modify=Permission.YES,
        share_alike=True,
        attribution=Credit.REQUIRED,
        evidence=evidence,
    )


_READERS: dict[str, Callable[[str, Evidence, Mapping[str, str]], Licence | None]] = {
    "License": _from_code,
    "LicenseShortName": _from_short_name,
    "LicenseUrl": _from_address,
}
