"""Two pictures made on the spot, and what a report of them proves: that pixels reach whoever answers.

A model that never got a picture describes one all the same. A number that was made up a moment ago it cannot guess.
"""

import re
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from opsin.vision.choosing import EMBEDDED
from opsin.vision.refused import Code, VisionRefused
from opsin.vision.report import Report

if TYPE_CHECKING:
    from PIL import Image

SQUARE = "s1:1"
NUMBER = "s1:2"
"""What the two are called in place of a path, so that no file is written."""

SQUARE_QUESTION = "What color and shape is in this image? Answer in one short sentence."
NUMBER_QUESTION = "Which number is written in this image? Answer with its digits alone."

_DIGITS = "23456789"
_HOW_MANY = 6
_ORANGE = (255, 140, 0)
_TYPE_SIZE = 96
_MARGIN = 48


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of it.

    Attributes:
        ok: The engine answers, and pixels arrive.
        code: Of the failure; None where there is none.
        told: The verdict in a sentence.
        hint: What to do next; empty where nothing needs doing.
    """

    ok: bool
    told: str
    hint: str = ""
    code: Code | None = None


def made_up_number() -> str:
    """Six digits, none that is taken for a letter or for another digit."""
    return "".join(secrets.choice(_DIGITS) for _ in range(_HOW_MANY))


def orange_square() -> bytes:
    """A white PNG of 96 by 96 pixels with an orange square of 32 in its middle."""
    from PIL import Image

    image = Image.new("RGB", (96, 96), "white")
    image.paste(_ORANGE, (32, 32, 64, 64))
    return _png(image)


def number_picture(number: str) -> bytes:
    """A white PNG with a number in large black digits."""
    from PIL import Image

    from opsin.sheet.typefaces import packaged_typeface

    strip = packaged_typeface().mask(number, _TYPE_SIZE)
    image = Image.new("RGB", (strip.width + 2 * _MARGIN, strip.height + 2 * _MARGIN), "white")
    image.paste((0, 0, 0), (_MARGIN, _MARGIN), strip)
    return _png(image)


def pictures(number: str) -> Callable[[object, str], Coroutine[Any, Any, tuple[str, bytes]]]:
    """What opens the two pictures where ids are opened."""

    async def open_id(_services: object, id: str) -> tuple[str, bytes]:  # noqa: A002 - as ids are opened elsewhere
        return id, orange_square() if id == SQUARE else number_picture(number)

    return open_id


def judge(square: Report, numbered: Report, number: str, *, nobody: VisionRefused | None = None) -> Verdict:
    """Say whether the engine works.

    Args:
        square: The report of the orange square.
        numbered: The report of the picture with the number.
        number: That number.
        nobody: Why the embedded engine looked in place of a model: no server is there.
    """
    for report in (square, numbered):
        if not report.ok:
            return Verdict(False, f"It failed: {report.answer}", code=report.error_code or Code.VISION_ERROR)
        if not report.answer.strip() and not report.observations and not report.text:
            return Verdict(
                False,
                f"{report.engine} gave an empty report.",
                "Update the model server, or use another model (OPSIN_VISION_MODEL).",
                Code.EMPTY_REPORT,
            )
    if number in _read(numbered):
        who = "text recognition" if numbered.engine == EMBEDDED else f"{numbered.engine} ({numbered.model})"
        told = f"Pixels arrive: {who} read the number {number}, made up for this."
        if nobody is not None:
            return Verdict(True, f"{told} No model was tried: {nobody.message}", nobody.hint)
        return Verdict(True, told)
    if numbered.engine == EMBEDDED:
        return Verdict(
            False,
            f"{nobody.message if nobody else 'No model was asked.'} opsin did not read the number itself either.",
            'Start a model server, or install text recognition: pip install "opsin[ocr]"',
            Code.VISION_ERROR,
        )
    return Verdict(
        False,
        f"{numbered.engine} answered, but not with the number {number} that was in the picture: perhaps it never saw it.",
        "Use a model that sees: `opsin doctor --vision` says which one is asked, and whether it does.",
        Code.INVALID_RESPONSE,
    )


def names_the_square(report: Report) -> bool:
    """Whether a report of the orange square names its colour. A small model may not; that alone fails nothing."""
    return "orange" in " ".join((report.answer, *report.observations)).lower()


def _read(report: Report) -> str:
    """Every digit that the one who answers has read, nothing between them; what was read beside a model is no proof."""
    embedded = report.engine == EMBEDDED
    lines = [line.text for line in report.text if embedded or line.source != "ocr"]
    said = lines if embedded else [report.answer, *report.observations, *lines]
    return "\n".join(re.sub(r"[^\w]", "", part) for part in said)


def _png(image: "Image.Image") -> bytes:
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
