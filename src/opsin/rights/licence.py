"""What is known about the rights in one picture, and by which evidence."""

import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

OTHER_LABEL = "other licence"

# All names that the readers of this package make, and exact names of further licences that file pages state.
_OWN_NAME = re.compile(
    r"CC BY(?:-NC)?(?:-SA|-ND)?(?: [1-4]\.[015](?: (?:[A-Z]{2,3}|SCOTLAND))?)?"
    r"|CC0(?: 1\.0)?|PDM(?: 1\.0)?|CC (?:NC )?Sampling Plus(?: 1\.0)?"
    r"|GFDL(?: 1\.[123]\+?)?|No known restrictions|unknown"
    r"|Public domain|PD-(?:old(?:-(?:50|60|70|75|80|90|95|100))?(?:-expired)?|self|user|US(?:-expired)?|USGov|Art"
    r"|author|ineligible|shape|simple|text|textlogo)"
    r"|FAL|Free Art License|Copyrighted free use|Attribution|A?GPL(?:v[123]\+?)?|LGPL(?:v[23](?:\.1)?\+?)?"
    r"|MIT|BSD|Apache License 2\.0|MPL 2\.0|OGL(?: ?[123](?:\.0)?)?|KOGL(?: Type [1-4])?|GODL-India"
)


class Family(StrEnum):
    """The kind of statement that a licence is."""

    PUBLIC_DOMAIN = "public-domain"
    CC0 = "cc0"
    CC = "cc"
    OTHER = "other"
    UNKNOWN = "unknown"


class Permission(StrEnum):
    """Whether something is allowed or asked for; unknown is said as unknown."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The field of a provider's answer that a licence was read from, and its value as it stood."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Licence:
    """One licence, read from a provider's own statement.

    `name` may be as somebody wrote it on a file page, so it is outside text; `label` is not. `spdx` is an SPDX id or a `LicenseRef-…`; empty where neither can be said. `name` is short enough for a
    caption ("CC BY-SA 4.0"). `version` is empty where the statement gives none: none is invented.
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
    attribution: Permission = Permission.UNKNOWN
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

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values, for the store and the sidecar."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Licence":
        """Read back what `to_json` wrote."""
        evidence = data.get("evidence")
        return cls(
            **{
                **data,
                "family": Family(data["family"]),
                "commercial": Permission(data["commercial"]),
                "modify": Permission(data["modify"]),
                "attribution": Permission(data["attribution"]),
                "restrictions": tuple(data.get("restrictions", ())),
                "evidence": Evidence(**evidence) if evidence else None,
            }
        )


UNKNOWN = Licence(family=Family.UNKNOWN, name="unknown")
"""Nothing was stated: the picture may be under any terms."""
