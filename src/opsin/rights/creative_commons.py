"""Creative Commons licences and public-domain tools, read part by part and never by substring.

The parts of a licence (by, nc, sa, nd), its version and its port are compared whole, so that "by-nc-nd" is
never taken for "by". What a statement does not give is left empty. The ids are those of the SPDX licence list
3.27 (spdx.org/licenses), the ports those that creativecommons.org serves.
"""

import re

from opsin.rights.licence import Credit, Evidence, Family, Licence, Permission

_PARTS = {
    "by": "by",
    "by-nc": "by-nc",
    "by-nc-nd": "by-nc-nd",
    "by-nc-sa": "by-nc-sa",
    "by-nd": "by-nd",
    "by-nd-nc": "by-nc-nd",  # the order of version 1.0
    "by-sa": "by-sa",
}
_VERSIONS = frozenset({"1.0", "2.0", "2.1", "2.5", "3.0", "4.0"})
_PORT = re.compile(
    "am|ar|at|au|az|be|bg|br|ca|ch|cl|cn|co|cr|cz|de|dk|ec|ee|eg|es|fi|fr|ge|gr|gt|hk|hr|hu|ie|igo|il|in|it|jo|jp|kr"
    "|lu|mk|mt|mx|my|ng|nl|no|nz|pe|ph|pl|pr|pt|ro|rs|scotland|se|sg|si|th|tw|ua|ug|uk|us|ve|vn|za"
)
_PORTED_SPDX = frozenset(
    {
        "CC-BY-2.5-AU",
        "CC-BY-3.0-AT",
        "CC-BY-3.0-AU",
        "CC-BY-3.0-DE",
        "CC-BY-3.0-IGO",
        "CC-BY-3.0-NL",
        "CC-BY-3.0-US",
        "CC-BY-NC-3.0-DE",
        "CC-BY-NC-ND-3.0-DE",
        "CC-BY-NC-ND-3.0-IGO",
        "CC-BY-NC-SA-2.0-DE",
        "CC-BY-NC-SA-2.0-FR",
        "CC-BY-NC-SA-2.0-UK",
        "CC-BY-NC-SA-3.0-DE",
        "CC-BY-NC-SA-3.0-IGO",
        "CC-BY-ND-3.0-DE",
        "CC-BY-SA-2.0-UK",
        "CC-BY-SA-2.1-JP",
        "CC-BY-SA-3.0-AT",
        "CC-BY-SA-3.0-DE",
        "CC-BY-SA-3.0-IGO",
    }
)
_SITE = re.compile(
    r"(?:(?:https?:)?//)?(?:www\.)?creativecommons\.org/([^?#\s]*)(?:[?#]\S*)?", re.IGNORECASE | re.ASCII
)
_DEED = re.compile(r"(?:deed|legalcode)(?:\.[a-z_-]+)?|rdf")

_RETIRED = {
    ("sa", "1.0"): ("CC SA", Permission.YES, Permission.YES, True, "CC-SA-1.0"),
    ("nc", "1.0"): ("CC NC", Permission.NO, Permission.YES, False, "LicenseRef-CC-NC-1.0"),
    ("nd", "1.0"): ("CC ND", Permission.YES, Permission.NO, False, "LicenseRef-CC-ND-1.0"),
    ("nd-nc", "1.0"): ("CC NC-ND", Permission.NO, Permission.NO, False, "LicenseRef-CC-NC-ND-1.0"),
    ("nc-sa", "1.0"): ("CC NC-SA", Permission.NO, Permission.YES, True, "LicenseRef-CC-NC-SA-1.0"),
    # These allow a sample within another work; the whole picture may not be sold.
    ("sampling", "1.0"): ("CC Sampling", Permission.NO, Permission.UNKNOWN, False, ""),
    ("sampling+", "1.0"): ("CC Sampling Plus", Permission.NO, Permission.UNKNOWN, False, ""),
    ("nc-sampling+", "1.0"): ("CC NC Sampling Plus", Permission.NO, Permission.UNKNOWN, False, ""),
    # Free in developing nations only.
    ("devnations", "2.0"): ("CC DevNations", Permission.UNKNOWN, Permission.UNKNOWN, False, ""),
}
"""Code and version to name, commercial use, changes, share-alike and SPDX id (creativecommons.org/retiredlicenses)."""


def cc_licence(parts: str, version: str, port: str, evidence: Evidence) -> Licence | None:
    """Build the record of one of the six licences.

    Args:
        parts: "by", "by-nc-sa" and so on.
        version: "4.0", or empty where the statement gives none.
        port: The jurisdiction ("de", "igo") of a ported licence, or empty.
        evidence: What this was read from.

    Returns:
        The record, or nothing where a part, the version or the port is none that Creative Commons has.
    """
    code = _PARTS.get(parts.lower())
    port = port.lower()
    if code is None or (version and version not in _VERSIONS) or (port and not _PORT.fullmatch(port)):
        return None
    if port and (not version or version == "4.0"):
        return None  # version 4.0 has no ports, and a port without a version names no text
    has = code.split("-")
    return Licence(
        family=Family.CC,
        name=" ".join(filter(None, ["CC", code.upper(), version, port.upper()])),
        spdx=_spdx(code, version, port),
        version=version,
        port=port,
        url=_url(code, version, port),
        commercial=Permission.NO if "nc" in has else Permission.YES,
        modify=Permission.NO if "nd" in has else Permission.YES,
        share_alike="sa" in has,
        attribution=Credit.REQUIRED,
        evidence=evidence,
    )


def cc_zero(version: str, evidence: Evidence) -> Licence:
    """Build the record of the CC0 dedication; `version` is "1.0", or empty where none was stated.

    There is one text of it, so its id and address are known without a stated version.
    """
    known, one = version == "1.0", version in {"", "1.0"}
    return Licence(
        family=Family.CC0,
        name="CC0 1.0" if known else "CC0",
        spdx="CC0-1.0" if one else "",
        version="1.0" if known else "",
        url="https://creativecommons.org/publicdomain/zero/1.0/" if one else "",
        commercial=Permission.YES,
        modify=Permission.YES,
        attribution=Credit.NO,
        evidence=evidence,
    )


def public_domain_mark(version: str, evidence: Evidence) -> Licence:
    """Build the record of the Public Domain Mark, which states that no copyright is known, and licenses nothing.

    As with CC0 there is one text of it.
    """
    known, one = version == "1.0", version in {"", "1.0"}
    return Licence(
        family=Family.PUBLIC_DOMAIN,
        name="PDM 1.0" if known else "PDM",
        spdx="CC-PDM-1.0" if one else "",
        version="1.0" if known else "",
        url="https://creativecommons.org/publicdomain/mark/1.0/" if one else "",
        commercial=Permission.YES,
        modify=Permission.YES,
        attribution=Credit.NO,
        evidence=evidence,
    )


def public_domain_certification(evidence: Evidence) -> Licence:
    """Build the record of the public domain dedication and certification, which came before CC0 and the mark."""
    return Licence(
        family=Family.PUBLIC_DOMAIN,
        name="CC PDDC",
        spdx="CC-PDDC",
        url="https://creativecommons.org/licenses/publicdomain/",
        commercial=Permission.YES,
        modify=Permission.YES,
        attribution=Credit.NO,
        evidence=evidence,
    )


def retired_licence(code: str, version: str, evidence: Evidence) -> Licence | None:
    """Build the record of a licence that Creative Commons has withdrawn; nothing where it is none of them.

    Args:
        code: "sampling+", "sa" and so on.
        version: "1.0", or empty where the statement gives none.
        evidence: What this was read from.
    """
    code = code.lower()
    only = next((one for known, one in _RETIRED if known == code), "")
    if not only or version not in {"", only}:
        return None
    name, commercial, modify, share_alike, spdx = _RETIRED[code, only]
    return Licence(
        family=Family.OTHER,
        name=f"{name} {version}".strip(),
        spdx=spdx if version else "",
        version=version,
        url=f"https://creativecommons.org/licenses/{code}/{version}/" if version else "",
        commercial=commercial,
        modify=modify,
        share_alike=share_alike,
        attribution=Credit.UNKNOWN if code in {"sa", "nc", "nd", "nd-nc", "nc-sa"} else Credit.REQUIRED,
        evidence=evidence,
    )


def from_url(url: str, evidence: Evidence) -> Licence | None:
    """Read the address of a licence at creativecommons.org; nothing where it is no such address.

    The last part may be a deed or legal code in some language (`deed.fr`); that is not the port.
    """
    found = _SITE.fullmatch(url.strip())
    if found is None:
        return None
    steps = [step.lower() for step in found[1].split("/") if step]
    if steps and _DEED.fullmatch(steps[-1]):
        steps.pop()
    return _from_path(steps, evidence)


def _from_path(steps: list[str], evidence: Evidence) -> Licence | None:
    match steps:
        case ["publicdomain", "zero", "1.0"]:
            return cc_zero("1.0", evidence)
        case ["publicdomain", "mark", "1.0"]:
            return public_domain_mark("1.0", evidence)
        case ["licenses", "publicdomain"] | ["publicdomain", "certification", "1.0", "us"]:
            return public_domain_certification(evidence)
        case ["licenses", parts, *rest] if len(rest) <= 1:
            version = rest[0] if rest else ""
            return cc_licence(parts, version, "", evidence) or retired_licence(parts, version, evidence)
        case ["licenses", parts, version, port]:
            return cc_licence(parts, version, port, evidence)
    return None


def _spdx(code: str, version: str, port: str) -> str:
    if not version:
        return ""
    plain = f"CC-{code.upper()}-{version}"
    if not port:
        # 2.1 was only ever published for single jurisdictions.
        return plain if version != "2.1" else f"LicenseRef-{plain}"
    ported = f"{plain}-{port.upper()}"
    return ported if ported in _PORTED_SPDX else f"LicenseRef-{ported}"


def _url(code: str, version: str, port: str) -> str:
    if not version or (version == "2.1" and not port):
        return ""
    path = "by-nd-nc" if code == "by-nc-nd" and version == "1.0" else code
    return f"https://creativecommons.org/licenses/{path}/{version}/{port + '/' if port else ''}"
