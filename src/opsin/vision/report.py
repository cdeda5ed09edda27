"""What a look at an image brings: the report of the contract, and what this project adds to it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from opsin.vision.refused import Code

Box = tuple[int, int, int, int]
"""Left, upper, right and lower edge in pixels of the upright image."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text that is in the image.

    Attributes:
        text: The line, with the blanks that it begins with.
        source: Who read it: "ocr", "model", or "both" where they agree.
        box: Where it is; None where only a model read it.
        confidence: 0 to 1; None where only a model read it.
        image: 1, or 2 for the second image.
    """

    text: str
    source: str
    box: Box | None = None
    confidence: float | None = None
    image: int = 1


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was sent where, so that nobody has to believe it.

    Attributes:
        address: `ip:port` of the connected socket; "in process" for the embedded engine.
        digest: The model's digest as its server tells it; empty where it does not.
        pictures: Of each picture that was sent: sha256 of its bytes, width, height, bytes, media type.
        left_machine: Whether image bytes left this machine.
        checked: How that was checked, a sentence each.
    """

    engine: str
    address: str
    model: str
    digest: str
    pictures: tuple[Mapping[str, Any], ...]
    left_machine: bool
    checked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """One report.

    Attributes:
        engine: Who answered: "ollama", "openai" or "ocr".
        source_path: The real path on success, the given text on an error.
        answer, observations, uncertainties: Of the engine, capped.
        text: Every line that this part holds, in reading order; `visible_text` of the contract is made of it.
        truncated: Something of the answer or of the text is not in this report.
        part, parts: Which part of the text this is, of how many.
        pending: The model has not answered yet; the same call again collects its answer.
        facts: Certain facts of each image, as JSON values: size, format, palette, codes, boxes.
        difference: The computed difference of two images, as JSON values; empty for one.
        masked: How many secrets were masked.
        notes: What the reader should know, a sentence each.
    """

    ok: bool
    engine: str
    model: str
    source_path: str
    mode: str
    answer: str
    observations: tuple[str, ...] = ()
    text: tuple[TextLine, ...] = ()
    uncertainties: tuple[str, ...] = ()
    truncated: bool = False
    error_code: Code | None = None
    part: int = 1
    parts: int = 1
    pending: bool = False
    facts: tuple[Mapping[str, Any], ...] = ()
    difference: Mapping[str, Any] = field(default_factory=dict)
    receipt: Receipt | None = None
    masked: int = 0
    notes: tuple[str, ...] = ()

    @property
    def visible_text(self) -> tuple[str, ...]:
        """The lines as the contract has them."""
        return tuple(line.text for line in self.text)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values: the contract's fields first, then ours; `error_code` only where there is one."""
        told: dict[str, Any] = {
            "ok": self.ok,
            "engine": self.engine,
            "model": self.model,
            "source_path": self.source_path,
            "mode": self.mode,
            "answer": self.answer,
            "observations": list(self.observations),
            "visible_text": list(self.visible_text),
            "uncertainties": list(self.uncertainties),
            "truncated": self.truncated,
        }
        if self.error_code is not None:
            told["error_code"] = str(self.error_code)
        told |= {
            "part": self.part,
            "parts": self.parts,
            "pending": self.pending,
            "text_lines": [_line_json(line) for line in self.text],
            "facts": [dict(one) for one in self.facts],
            "masked": self.masked,
            "notes": list(self.notes),
        }
        if self.difference:
            told["difference"] = dict(self.difference)
        if self.receipt is not None:
            told["receipt"] = asdict(self.receipt)
        return told


def _line_json(line: TextLine) -> dict[str, Any]:
    told: dict[str, Any] = {"text": line.text, "source": line.source, "image": line.image}
    if line.box is not None:
        told["box"] = list(line.box)
    if line.confidence is not None:
        told["confidence"] = round(line.confidence, 3)
    return told
