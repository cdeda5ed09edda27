"""The parameters of a tool: the flat JSON Schema that clients see, and how what they send is read.

Model services differ in what they take of JSON Schema, so a schema holds only what all of them take: an
object whose properties are strings, integers, booleans, arrays of strings or enumerations; no `title`, null,
`anyOf`, `$ref`, `format`, `pattern` or `additionalProperties`. Everything is checked here again, because
clients send numbers as text, arrays as JSON text, and null for what they leave out.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from opsin.errors import InvalidInput
from opsin.text import clean

_SHOWN_CHARACTERS = 60
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


class Unusable(ValueError):
    """A value that a parameter cannot take; the text says what the parameter takes."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a tool; the functions below make them.

    Attributes:
        about: One sentence with an example, for the model.
        schema: The JSON Schema of its value, without description and default.
        read: Gives the value of what a client sent (never null), or raises Unusable.
        default: The value when nothing is sent; None where something must be.
    """

    name: str
    about: str
    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    default: Any = None


def text(name: str, about: str, *, longest: int, default: str | None = None) -> Parameter:
    """A string of at most `longest` characters. Without a default it must be given."""

    def read(given: Any) -> str:
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            raise Unusable("text")
        words = str(given)
        if len(words) > longest:
            raise Unusable(f"text of at most {longest} characters, not {len(words)}")
        return words

    return Parameter(name, about, {"type": "string"}, read, default)


def choice(name: str, about: str, *, allowed: Sequence[str], default: str) -> Parameter:
    """One of a few words; case does not matter."""
    words = [str(word) for word in allowed]

    def read(given: Any) -> str:
        word = given.strip().lower() if isinstance(given, str) else None
        if word == "":
            return default
        if word not in words:
            raise Unusable("one of " + ", ".join(words))
        return word

    return Parameter(name, about, {"type": "string", "enum": words}, read, default)


def whole(name: str, about: str, *, low: int, high: int, default: int) -> Parameter:
    """A whole number within two bounds, both included."""

    def read(given: Any) -> int:
        number = default if given == "" else _whole(given)
        if number is None or not low <= number <= high:
            raise Unusable(f"a whole number from {low} to {high}")
        return number

    return Parameter(name, about, {"type": "integer", "minimum": low, "maximum": high}, read, default)


def flag(name: str, about: str, *, default: bool) -> Parameter:
    """Yes or no."""

    def read(given: Any) -> bool:
        word = str(given).strip().lower()
        if word == "":
            return default
        if word not in _TRUE | _FALSE:
            raise Unusable("true or false")
        return word in _TRUE

    return Parameter(name, about, {"type": "boolean"}, read, default)


def texts(
    name: str, about: str, *, most: int, longest: int, parted_at: str = ",", needed: bool = True
) -> Parameter:
    """One to `most` strings; must be given, unless none are needed.

    A JSON array in a string is read as the array; any other string is parted at the characters of `parted_at`.
    """
    least = 1 if needed else 0

    def read(given: Any) -> tuple[str, ...]:
        items = _items(given, parted_at)
        if not all(isinstance(item, str | int) and not isinstance(item, bool) for item in items):
            raise Unusable("a list of strings")
        words = tuple(filter(None, (str(item).strip() for item in items)))
        if not least <= len(words) <= most:
            raise Unusable(f"a list of {least} to {most} strings, not of {len(words)}")
        if max(map(len, words), default=0) > longest:
            raise Unusable(f"a list of strings of at most {longest} characters each")
        return words

    array = {"type": "array", "items": {"type": "string"}, "minItems": least, "maxItems": most}
    if needed:
        return Parameter(name, about, array, read)
    del array["minItems"]
    return Parameter(name, about, array, read, default=())


def input_schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The JSON Schema object for a tool's arguments."""
    properties = {}
    for parameter in parameters:
        # That nothing is the default of a text is said by its not being required.
        default = {} if parameter.default in {None, ""} else {"default": _as_json(parameter.default)}
        properties[parameter.name] = {**parameter.schema, "description": parameter.about, **default}
    return {
        "type": "object",
        "properties": properties,
        "required": [parameter.name for parameter in parameters if parameter.default is None],
    }


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def read_arguments(tool: str, parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every parameter, from what a client sent.

    Raises:
        InvalidInput: an argument is unknown, missing or out of its range. All that is wrong is said at once.
    """
    names = [parameter.name for parameter in parameters]
    wrong = [_unknown(name, names) for name in given if name not in names]
    values: dict[str, Any] = {}
    for parameter in parameters:
        sent = given.get(parameter.name)
        if sent is None:
            values[parameter.name] = parameter.default
            if parameter.default is None:
                wrong.append(f"{parameter.name} is missing.")
            continue
        try:
            values[parameter.name] = parameter.read(sent)
        except Unusable as takes:
            wrong.append(f"{parameter.name} is {_shown(sent)}; it must be {takes}.")
    if wrong:
        raise InvalidInput(
            f"{tool} was not run. " + " ".join(wrong[:8]),
            hint=f"{tool} takes: {', '.join(names)}. Call it again.",
        )
    return values


def nearest(name: str, names: Sequence[str]) -> str:
    """The name that was probably meant; empty where none is near. Case and punctuation do not matter."""
    squeezed = {_squeeze(known): known for known in names}
    found = get_close_matches(_squeeze(name[:100]), squeezed, n=1, cutoff=0.6)
    return squeezed[found[0]] if found else ""


def _unknown(name: str, names: Sequence[str]) -> str:
    meant = nearest(name, names)
    question = f" Did you mean {meant}?" if meant else ""
    return f"There is no argument {_shown(name)}.{question}"


def _squeeze(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _shown(value: Any) -> str:
    """What a client sent, short and on one line."""
    return clean(repr(value), _SHOWN_CHARACTERS)


def _items(given: Any, parted_at: str) -> Sequence[Any]:
    if isinstance(given, list | tuple):
        return given
    if not isinstance(given, str):
        return (given,)
    if given.lstrip().startswith("["):
        try:
            parsed = json.loads(given)
        except (ValueError, RecursionError):
            raise Unusable("a list of strings") from None
        if isinstance(parsed, list):
            return parsed
    return re.split(f"[{re.escape(parted_at)}]", given)


def _whole(given: Any) -> int | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given
    try:
        number = float(given) if isinstance(given, str | float) else None
    except ValueError:
        return None
    return int(number) if number is not None and number.is_integer() else None
