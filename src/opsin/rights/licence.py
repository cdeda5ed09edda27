"""What is known about the rights in one picture, and by which evidence."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Family(StrEnum):
    """The kind of statement that a licence is."""

    PUBLIC_DOMAIN = "public-domain"
    CC0 = "cc0"
    CC = "cc"
    OTHER = "other"
    UNKNOWN = "unknown"


class Answer(StrEnum):
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

    `spdx` is an SPDX id or a `LicenseRef-…`; empty where neither can be said. `name` is short enough for a
    caption ("CC BY-SA 4.0"). `version` is empty where the statement gives none: none is invented.
    """

    family: Family
    name: str
    spdx: str = ""
    version: str = ""
    port: str = ""
    url: str = ""
    commercial: Answer = Answer.UNKNOWN
    modify: Answer = Answer.UNKNOWN
    share_alike: bool = False
    attribution: Answer = Answer.UNKNOWN
    restrictions: tuple[str, ...] = ()
    evidence: Evidence | None = None

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
                "commercial": Answer(data["commercial"]),
                "modify": Answer(data["modify"]),
                "attribution": Answer(data["attribution"]),
                "restrictions": tuple(data.get("restrictions", ())),
                "evidence": Evidence(**evidence) if evidence else None,
            }
        )


UNKNOWN = Licence(family=Family.UNKNOWN, name="unknown")
"""Nothing was stated: the picture may be under any terms."""
