"""JSON that a model server sent: values, objects, and the words of an error, read without ever raising."""

import json
from collections.abc import Mapping
from typing import Any

_MOST_NESTED = 3
_MOST_CHARACTERS = 2_000
_WORDS = ("error", "message", "detail", "msg")


def json_of(body: bytes | str) -> Any:
    """Read JSON; None where it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def json_object(body: bytes | str) -> dict[str, Any]:
    """Read a JSON object; an empty one where it is none."""
    value = json_of(body)
    return value if isinstance(value, dict) else {}


def read_error(given: Any) -> tuple[str, Mapping[str, Any]]:
    """Read the words of an error, and what else stands beside them.

    An error is a text or an object; what the runner below said stands as JSON within that text. FastAPI tells a list.

    Args:
        given: A body as bytes, or the value of `error`.
    """
    told: Any = given.decode("utf-8", errors="replace") if isinstance(given, bytes) else given
    beside: Mapping[str, Any] = {}
    for _ in range(_MOST_NESTED):
        value = told if isinstance(told, dict) else json_object(told) if isinstance(told, str) else {}
        if not value:
            break
        beside = value
        told = next(
            (one for key in _WORDS if isinstance(one := value.get(key), str | dict | list) and one), ""
        )
    if isinstance(told, list):
        told = json.dumps(told, ensure_ascii=False)[:_MOST_CHARACTERS]
    return (told.strip() if isinstance(told, str) else ""), beside
