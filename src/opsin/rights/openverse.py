"""Openverse's `license`, `license_version` and `license_url`, as one licence record."""

from opsin.rights.creative_commons import cc_licence, cc_zero, from_url, public_domain_mark
from opsin.rights.licence import UNKNOWN, Evidence, Family, Licence, Permission
from opsin.text import clean

_RETIRED = {"sampling+": "CC Sampling Plus", "nc-sampling+": "CC NC Sampling Plus"}


def openverse_licence(slug: str, version: str = "", url: str = "") -> Licence:
    """Read the licence of an Openverse record (api.openverse.org, fields `license…`).

    The slug decides. The version is taken from its own field, else from the address where that names the same
    licence; a record without either gets no version.

    Args:
        slug: "by-sa", "cc0", "pdm" and so on; empty where the record has none.
        version: "4.0"; empty where the record has none.
        url: Address of the licence; empty where the record has none.
    """
    code = slug.strip().lower()
    version = version.strip()
    if not code:
        evidence = Evidence("license_url", url.strip())
        return from_url(url, evidence) or UNKNOWN
    evidence = Evidence("license", f"{code} {version}".strip())
    linked = from_url(url, Evidence("license_url", url.strip()))
    if code in {"cc0", "pdm"}:
        make = cc_zero if code == "cc0" else public_domain_mark
        same = linked is not None and linked.family is make("", evidence).family
        return make(version or (linked.version if linked is not None and same else ""), evidence)
    if code in _RETIRED:
        return Licence(
            family=Family.OTHER,
            name=f"{_RETIRED[code]} 1.0" if version == "1.0" else _RETIRED[code],
            version="1.0" if version == "1.0" else "",
            # Both allow a sample within another work; the whole picture may not be sold.
            commercial=Permission.NO,
            attribution=Permission.YES,
            evidence=evidence,
        )
    stated = cc_licence(code, version, "", evidence)
    if stated is None:
        return Licence(family=Family.OTHER, name=clean(code, 40), evidence=evidence)
    if linked is not None and _same_terms(stated, linked) and version in {"", linked.version}:
        # The address may add what the slug cannot say: the port, or the version.
        return cc_licence(code, linked.version, linked.port, evidence) or stated
    return stated


def _same_terms(one: Licence, other: Licence) -> bool:
    return (one.family, one.commercial, one.modify, one.share_alike) == (
        other.family,
        other.commercial,
        other.modify,
        other.share_alike,
    )
