"""What the store hands out: searches, their entries, kept bytes, and counts of what is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from opsin.store.ids import CellId

_TOMBSTONE_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell of one search.

    Attributes:
        id: The id that was given out for it.
        kind: What kind of search it belongs to, as its maker named it ("images").
        query: The search's query as its maker saved it.
        data: The cell as its maker saved it.
        created: When the search was saved, in seconds since 1970 (UTC).
    """

    id: CellId
    kind: str
    query: dict[str, Any]
    data: dict[str, Any]
    created: float


@dataclass(frozen=True, slots=True)
class SearchRow:
    """One search with all its entries: cell n is `entries[n - 1]`."""

    number: int
    kind: str
    query: dict[str, Any]
    served_by: str
    created: float
    entries: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Bytes that were put into the store under a key, and when (seconds since 1970, UTC)."""

    data: bytes
    meta: dict[str, Any]
    created: float


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was taken out of the store."""

    searches: int = 0
    kept: int = 0
    kept_bytes: int = 0
    states: int = 0

    def __add__(self, other: "Pruned") -> "Pruned":
        return Pruned(
            self.searches + other.searches,
            self.kept + other.kept,
            self.kept_bytes + other.kept_bytes,
            self.states + other.states,
        )


@dataclass(frozen=True, slots=True)
class Stats:
    """What is in the store. `kinds` gives for each kind of kept bytes their number and their size in bytes."""

    path: Path | None
    in_memory: bool
    searches: int = 0
    entries: int = 0
    file_bytes: int = 0
    kinds: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def query_words(query: Mapping[str, Any]) -> str:
    """Return the words of a query, whoever made it: its `text` or else its values, shortened.

    They are what an expired id is told by, so they outlive the search itself.
    """
    text = query.get("text")
    if not isinstance(text, str) or not text:
        values = (
            " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            for value in query.values()
        )
        text = " ".join(value for value in values if value)
    # A lone surrogate cannot be written as UTF-8.
    return text[:_TOMBSTONE_CHARACTERS].encode(errors="replace").decode()
