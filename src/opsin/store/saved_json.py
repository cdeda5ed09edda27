"""The JSON in a row, and reading it back: a file that somebody changed, or a disk that failed, may hold anything there."""

import json
from collections.abc import Mapping
from typing import Any

from opsin.errors import StoreError


def to_json(value: Mapping[str, Any]) -> str:
    """Return the text of a JSON object as a column holds it.

    Raises:
        StoreError: there is something in it that is not JSON.
    """
    try:
        return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise StoreError(f"A value cannot be kept as JSON: {error}.") from error


def object_or_none(saved: object) -> dict[str, Any] | None:
    """Return the JSON object that a column holds, or None where it holds anything else."""
    try:
        value = json.loads(saved) if isinstance(saved, (str, bytes)) else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def object_of(name: str, saved: object) -> dict[str, Any]:
    """Return the JSON object that a column holds.

    Args:
        name: The search or the cell that it belongs to, as its user writes it.
        saved: The column's value.

    Raises:
        StoreError: it holds something else.
    """
    value = object_or_none(saved)
    if value is None:
        raise StoreError(
            f"What the store has saved of {name} is damaged and cannot be read.", hint="Search again."
        )
    return value
