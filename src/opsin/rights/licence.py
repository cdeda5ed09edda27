"""What a licence is, what it allows, and by which evidence."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

OTHER_LABEL = "other licence"
UNITED_STATES_ONLY = "public domain in the United States; it may be protected elsewhere"

# All names that the readers of this package make, and exact names of further licences that file pages state.
_OWN_NAME = re.compile(
    r"CC (?:BY(?:-NC)?(?:-SA|-ND)?|SA|NC(?:-SA)?|ND|NC-ND)(?: [1-4]\.[015](?: (?:[A-Z]{2,3}|SCOTLAND))?)?"
    r"|CC0(?: 1\.0)?|PDM(?: 1\.0)?|CC PDDC|CC (?:NC )?Sampling(?: Plus)?(?: 1\.0)?|CC DevNations(?: 2\.0)?"
    r"|GFDL(?: 1\.[123]\+?)?|No known restrictions|unknown|All rights reserved|US Government work"
    r"|Public domain|PD-(?:old(?:-(?:50|60|70|75|80|90|95|100))?(?:-expired)?|self|user|US(?:-expired)?|USGov|Art"
    r"|author|ineligible|shape|simple|text|textlogo)"
    r"|FAL|Free Art License|Copyrighted free use|Attribution|A?GPL(?:v[123]\+?)?|LGPL(?:v[23](?:\.1)?\+?)?"
    r"|MIT|BSD|Apache License 2\.0|MPL 2\.0|OGL(?: ?[123](?:\.0)?)?|KOGL(?: Type [1-4])?|GODL-India"
    r"|(?:Unsplash|Unsplash\+|Pexels|Pixabay) licence"
    r"|In copyright(?: \((?:EU orphan work|educational use|non-commercial use|rights-holder not found)\))?"
    r"|No copyright \((?:contractual|other legal) restrictions\)|No copyright \(non-commercial use only\)"
    r"|No copyright in the United States|Copyright (?:not evaluated|undetermined)|No known copyright"
)


class Family(StrEnum):
    """The kind of statement that a licence is.

    A platform's own licence, a rights statement and a reserved right are told apart from licences that anybody
    may use, because the first has terms of its own and the other two license nothing.
    """

    PUBLIC_DOMAIN = "public-domain"
    CC0 = "cc0"
    CC = "cc"
    PLATFORM = "platform"
    RIGHTS_STATEMENT = "rights-statement"
    RESERVED = "all-rights-reserved"
    OTHER = "other"
    UNKNOWN = "unknown"


class Permission(StrEnum):
    """Whether something is allowed; unknown is said as unknown."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Credit(StrEnum):
    """Whether the author must be named, is asked to be, or need not be."""

    REQUIRED = "required"
    REQUESTED = "requested"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The field of a provider's answer that a licence was read from, its value as it stood, and when it was read.

    `time` is in seconds since 1970 (UTC); 0 where nobody noted it. A parser does not know it: whoever asked the
    provider adds it (`Licence.read_at`).
    """

    field: str
    value: str
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Licence:
    """One licence, read from a provider's own statement.

    `name` may be as somebody wrote it on a file page, so it is outside text; `label` is not. `name` is short
    enough for a caption ("CC BY-SA 4.0"). `spdx` is an id of the SPDX list or a `LicenseRef-…`; empty where
    neither can be said. `version` is empty where the statement gives none: none is invented. `restrictions` are
    limits beside copyright: trademarks, personality rights, countries.
    """

    family: Family
    name: str
    spdx: str = ""
    version: str = ""
    port: str = ""
    url: str = ""
    commercial: Permission = Permission.UNKNOWN
    modify: Permission = Permission.UNKNOWN
    share_alike: bool = False
    attribution: Credit = Credit.UNKNOWN
    restrictions: tuple[str, ...] = ()
    evidence: Evidence | None = None

    @property
    def label(self) -> str:
        """The licence in words of our own: its name where that is on our list, else what kind of licence it is.

        Only this may stand in a line of ours or in a caption: anybody can write a name on a wiki's page.
        """
        if _OWN_NAME.fullmatch(self.name):
            return self.name
        return "Public domain" if self.family is Family.PUBLIC_DOMAIN else OTHER_LABEL

    @property
    def stated(self) -> str:
        """The name as it was stated, where that is not on our list: outside text; else empty."""
        return "" if self.label == self.name else self.name

    def read_at(self, time: float) -> "Licence":
        """Return the record with the time of its evidence, in seconds since 1970; a time that it has stays."""
        if self.evidence is None or self.evidence.time:
            return self
        return replace(self, evidence=replace(self.evidence, time=time))

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values, for the store and the sidecar."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Licence":
        """Read back what `to_json` wrote, also of another version.

        Fields that are not known here are passed over. A kind of licence that is not known here allows nothing.
        Before there were words for it, "yes" stood for an attribution that is required.
        """
        known = {one.name for one in fields(cls)}
        family = str(data["family"])
        credit = str(data.get("attribution", Credit.UNKNOWN))
        evidence = data.get("evidence")
        return cls(
            **{
                **{name: value for name, value in data.items() if name in known},
                "family": Family(family) if family in set(Family) else Family.OTHER,
                "commercial": Permission(data.get("commercial", Permission.UNKNOWN)),
                "modify": Permission(data.get("modify", Permission.UNKNOWN)),
                "attribution": Credit.REQUIRED if credit == "yes" else Credit(credit),
                "restrictions": tuple(data.get("restrictions", ())),
                "evidence": _evidence(evidence) if evidence else None,
            }
        )


def _evidence(data: Mapping[str, Any]) -> Evidence:
    return Evidence(data["field"], data["value"], float(data.get("time", 0.0)))


def all_rights_reserved(evidence: Evidence) -> Licence:
    """Build the record where the rights-holder reserves all rights: nothing is allowed without asking."""
    return Licence(
        family=Family.RESERVED,
        name="All rights reserved",
        commercial=Permission.NO,
        modify=Permission.NO,
        evidence=evidence,
    )


UNKNOWN = Licence(family=Family.UNKNOWN, name="unknown")
"""Nothing was stated: the picture may be under any terms."""
