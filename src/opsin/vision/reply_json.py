"""The report in what a model wrote: JSON as models write it, read without ever raising."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from opsin.vision.schema import ANSWER, OBSERVATIONS, UNCERTAINTIES, VISIBLE_TEXT
from opsin.vision.thinking import without_signs, without_thinking

_NAMES: Mapping[str, str] = {
    "answer": ANSWER,
    "summary": ANSWER,
    "report": ANSWER,
    "observations": OBSERVATIONS,
    "observation": OBSERVATIONS,
    "visibletext": VISIBLE_TEXT,
    "textseen": VISIBLE_TEXT,
    "uncertainties": UNCERTAINTIES,
    "uncertainty": UNCERTAINTIES,
    "uncertain": UNCERTAINTIES,
}
"""Names as models spell them, without case, blanks, hyphens and underscores."""

_WRAPPERS = frozenset({"report", "result", "response", "output", "properties", "answer", "data"})

_DEEPEST = 64
_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)

_FENCE = "```"
_FENCE_START = re.compile(r"```[\w+-]{0,20}[ \t]*\n?")
_OBJECT_START = re.compile(r"(?:^|\n|```(?:json)?)[ \t]*(?=\{)", re.IGNORECASE)
_MOST_STARTS = 8
_LEAST_NAMES = 2
_SPACERS = re.compile(r"[\s_-]+")

Fields = dict[str, list[Any]]
"""Of each key of the report the values that were given for it, none of them judged yet."""


class Pairs(list[tuple[str, Any]]):
    """A JSON object with the order and the repetitions of its keys."""


# Numbers stay as they are written: 1.50 is a price, and 10**5000 costs no time.
_DECODER = json.JSONDecoder(
    object_pairs_hook=Pairs, parse_int=str, parse_float=str, parse_constant=str, strict=False
)


def read_fields(text: str) -> Fields | None:
    """Find the report in a reply; None where there is none.

    A reply that is a JSON object, in a code fence or not, is one if it has a key of the report; one closing brace may
    be missing. An object inside of prose is one if it has two: prose may also quote JSON that is in the image.
    """
    for body in dict.fromkeys((without_thinking(text), without_signs(text))):
        if _depth(body) > _DEEPEST:
            return None
        inside = _without_fence(body)
        if inside.startswith("{"):
            for repaired in (inside, inside + "}"):
                fields = _fields(_whole(repaired))
                if fields:
                    return fields
        for found in _objects(body):
            fields = _fields(found)
            if len(fields) >= _LEAST_NAMES:
                return fields
    return None


def _without_fence(text: str) -> str:
    start = _FENCE_START.match(text)
    return text[start.end() :].removesuffix(_FENCE).strip() if start else text


def _depth(text: str) -> int:
    deepest = depth = 0
    for found in _BRACKET.finditer(text):
        sign = found[0]
        if sign in {"[", "{"}:
            depth += 1
            deepest = max(deepest, depth)
        elif sign in {"]", "}"}:
            depth = max(0, depth - 1)
    return deepest


def _whole(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None


def _objects(text: str) -> Iterator[Any]:
    for count, start in enumerate(_OBJECT_START.finditer(text)):
        if count == _MOST_STARTS:
            return
        try:
            yield _DECODER.raw_decode(text, start.end())[0]
        except (ValueError, RecursionError):
            continue


def _fields(value: Any, *, wrapped: bool = True) -> Fields:
    """Sort the values of an object by the keys of the report, one level of wrapping taken away."""
    found: Fields = {}
    for name, one in value if isinstance(value, Pairs) else ():
        plain = _SPACERS.sub("", name[:40]).casefold()
        inside = _fields(one, wrapped=False) if wrapped and plain in _WRAPPERS else {}
        if inside:
            for key, values in inside.items():
                found.setdefault(key, []).extend(values)
        elif plain in _NAMES and not _is_schema(one):
            found.setdefault(_NAMES[plain], []).append(one)
    return found


def _is_schema(value: Any) -> bool:
    """Whether a value is what the schema says of it, repeated by the model."""
    return isinstance(value, Pairs) and (("type", "string") in value or ("type", "array") in value)
