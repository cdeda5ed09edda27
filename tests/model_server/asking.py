"""What the tests ask a real model."""

import hashlib
import io
from collections.abc import Mapping
from typing import Any

from PIL import Image

from opsin.settings import Settings, load_settings
from opsin.vision.engines.base import Question, Sent

CAP_S = 60.0
SIDE = 96
REPORT_KEYS = {"answer", "observations", "visible_text", "uncertainties"}

_LINES = {"type": "array", "items": {"type": "string", "maxLength": 24}, "maxItems": 2}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string", "maxLength": 80},
        "observations": _LINES,
        "visible_text": _LINES,
        "uncertainties": _LINES,
    },
    "required": sorted(REPORT_KEYS),
    "additionalProperties": False,
}
LONG_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}
"""With this the tiny model never comes to an end by itself: 7,000 tokens take it most of a minute."""


def picture(colour: str, kind: str = "PNG") -> Sent:
    """A square of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (SIDE, SIDE), colour).save(file, kind)
    data = file.getvalue()
    return Sent(
        data, f"image/{kind.lower()}", SIDE, SIDE, hashlib.sha256(data).hexdigest(), (0, 0, SIDE, SIDE)
    )


def question(
    shown: Sent,
    *,
    and_another: Sent | None = None,
    prompt: str = "What is in this picture?",
    schema: Mapping[str, Any] = SCHEMA,
    most_tokens: int = 1_000,
    seconds: float = CAP_S,
) -> Question:
    pictures = (shown,) if and_another is None else (shown, and_another)
    return Question(prompt, pictures, schema, most_tokens=most_tokens, seconds=seconds)


def settings_for(**environ: str) -> Settings:
    return load_settings({"OPSIN_CONFIG": "", "HOME": "/nowhere", **environ})


async def no_step(said: str) -> None:
    """Nobody listens."""
