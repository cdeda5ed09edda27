"""Reading back the JSON in a row: a file that somebody changed, or a disk that failed, may hold anything there."""

import json
from typing import Any

from opsin.errors import StoreError


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
