"""What a small picture shows, in a line, and who says so."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from opsin.ocr.reading import available
from opsin.vision.refused import VisionRefused

OPSIN = "opsin"
"""Who describes where no model does."""


@dataclass(frozen=True, slots=True)
class Description:
    """What one picture shows.

    Attributes:
        text: One line of outside text; empty where nobody has looked at it in time.
        by: The model's name, or "opsin" where no model looked; empty without a text.
        pending: A model has still to look at it, or nobody has looked: the same call again goes on.
        warning: What its engine warns of.
    """

    text: str = ""
    by: str = ""
    pending: bool = False
    warning: str = ""


def notes_of(
    described: Sequence[Description],
    wanted: Sequence[bool],
    refused: VisionRefused | None,
    failed: Sequence[VisionRefused] = (),
) -> list[str]:
    """Say who described how many, and what is missing, in our own words.

    Args:
        described: The descriptions, in the order of the cells.
        wanted: Whether there was something to see of each.
        refused: Why no model was asked.
        failed: Why the model's answers about single pictures could not be used.
    """
    counts = Counter(one.by for one in described if one.by)
    who = [
        f"{'opsin itself, which measures and reads but understands nothing' if by == OPSIN else by} ({count})"
        for by, count in counts.most_common()
    ]
    notes = [f"described by {' and '.join(who)}"] if who else []
    notes += dict.fromkeys(one.warning for one in described if one.warning)
    if refused is not None:
        notes.append(f"no model looked: {refused.message}")
    for message, count in Counter(one.message for one in failed).most_common():
        notes.append(f"the model's answer was of no use for {count} of {sum(wanted)}: {message}")
    numbers = [number for number, one in enumerate(described, 1) if one.pending and wanted[number - 1]]
    waiting = [number for number in numbers if described[number - 1].text]
    missing = [number for number in numbers if not described[number - 1].text]
    for told, what in ((waiting, "the model has not looked yet at"), (missing, "not described in time:")):
        if told:
            cells = ", ".join(map(str, told))
            notes.append(
                f"{what} {'all' if len(told) == len(described) > 1 else cells}; the same call again goes on"
            )
    if OPSIN in counts and (lacking := available()):
        notes.append(lacking)
    return notes
