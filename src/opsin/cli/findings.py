"""What a check of `opsin doctor` found."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is: a warning limits something, a failure keeps something from working at all."""

    OK = "ok"
    WARN = "warn"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    Attributes:
        what: What was looked at.
        told: What was found.
        hint: What to do about it; empty where nothing needs doing.
        outside: What the other side said: outside text.
    """

    level: Level
    what: str
    told: str
    hint: str = ""
    outside: str = ""


def worst(findings: list[Finding]) -> Level:
    """The worst of the levels."""
    order = list(Level)
    return max((finding.level for finding in findings), key=order.index, default=Level.OK)
