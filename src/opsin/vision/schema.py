"""The form of the report that a model fills in, as a JSON Schema and as an example."""

import json
from collections.abc import Mapping
from typing import Any

ANSWER = "answer"
OBSERVATIONS = "observations"
VISIBLE_TEXT = "visible_text"
UNCERTAINTIES = "uncertainties"

_TEXTS = {"type": "array", "items": {"type": "string"}}

# No maxLength and no maxItems: converters to grammars write them out as repetitions, and llama.cpp refuses a grammar
# with too many; a bound would also end a string in mid-word or drop lines, and the reply would look complete.
# Lengths are bounded where the reply is read. The answer stands first, so that a reply that is cut still holds it.
REPORT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        ANSWER: {"type": "string"},
        OBSERVATIONS: _TEXTS,
        VISIBLE_TEXT: _TEXTS,
        UNCERTAINTIES: _TEXTS,
    },
    "required": [ANSWER, OBSERVATIONS, VISIBLE_TEXT, UNCERTAINTIES],
    "additionalProperties": False,
}

EXAMPLE: Mapping[str, Any] = {
    ANSWER: "A ferry timetable on a wooden board; the 07:40 crossing is struck through.",
    OBSERVATIONS: [
        "A board with two columns, times on the left and piers on the right.",
        "The second row is struck through in red.",
    ],
    VISIBLE_TEXT: ["06:55  North Pier", "07:40  Old Harb[?]ur"],
    UNCERTAINTIES: ["The handwriting at the lower edge is too blurred to read."],
}
"""A report of an image that hardly anybody has: a model that repeats it is recognised."""

EXAMPLE_LINE = json.dumps(EXAMPLE, ensure_ascii=False, separators=(",", ":"))
