"""Openverse's `license`, `license_version` and `license_url`, as one licence record."""

from dataclasses import replace

from opsin.rights.agreement import contradict, contradiction
from opsin.rights.creative_commons import (
    cc_licence,
    cc_zero,
    from_url,
    public_domain_mark,
    retired_licence,
)
from opsin.rights.licence import UNKNOWN, Evidence, Family, Licence
from opsin.text import clean


def openverse_licence(slug: str, version: str = "", url: str = "") -> Licence:
    """Read the licence of an Openverse record (api.openverse.org, fields `license…`).

    The version is taken from its own field, else from the address; a record without either gets no version.
    Where slug and address name different terms, the licence is unknown. A slug that is not known allows nothing.

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
    stated = _from_slug(code, version, evidence)
    if stated is None:
        return Licence(family=Family.OTHER, name=clean(evidence.value, 40), evidence=evidence)
    if linked is None:
        return stated
    if contradict([stated, linked]):
        return contradiction({"license": evidence.value, "license_url": url.strip()})
    if version in {"", linked.version} and linked.family is stated.family:
        # The address may add what the slug cannot say: the port, or the version.
        return replace(linked, evidence=evidence)
    return stated


def _from_slug(code: str, version: str, evidence: Evidence) -> Licence | None:
    if code in {"cc0", "pdm"}:
        make = cc_zero if code == "cc0" else public_domain_mark
        return make(version, evidence) if version in {"", "1.0"} else None
    return cc_licence(code, version, "", evidence) or retired_licence(code, version, evidence)
