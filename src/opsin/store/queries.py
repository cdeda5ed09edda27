"""The store's statements: each takes an open connection and does one thing."""

import json
import sqlite3
from collections.abc import Sequence

from opsin.store.ids import CellId
from opsin.store.records import Entry, Kept, SearchRow


def insert_search(
    connection: sqlite3.Connection, row: tuple[str, str, str, float], entries: Sequence[str]
) -> int:
    """Insert a search (kind, query, provider, time) and its cells, all as JSON; returns its number."""
    number = connection.execute(
        "INSERT INTO searches (kind, query, served_by, created, cells) VALUES (?, ?, ?, ?, ?)",
        (*row, len(entries)),
    ).lastrowid
    assert number is not None
    connection.executemany(
        "INSERT INTO entries (search, cell, data) VALUES (?, ?, ?)",
        [(number, cell, data) for cell, data in enumerate(entries, start=1)],
    )
    return number


def find_entry(connection: sqlite3.Connection, id: CellId) -> Entry | None:  # noqa: A002
    """One cell of a search."""
    row = connection.execute(
        "SELECT kind, query, created, data FROM searches JOIN entries ON search = number"
        " WHERE number = ? AND cell = ?",
        (id.search, id.cell),
    ).fetchone()
    return Entry(id, row[0], json.loads(row[1]), json.loads(row[3]), row[2]) if row else None


def find_search(connection: sqlite3.Connection, number: int) -> SearchRow | None:
    """A whole search."""
    row = connection.execute(
        "SELECT kind, query, served_by, created FROM searches WHERE number = ?", (number,)
    ).fetchone()
    if row is None:
        return None
    cells = connection.execute("SELECT data FROM entries WHERE search = ? ORDER BY cell", (number,))
    entries = tuple(json.loads(data) for (data,) in cells)
    return SearchRow(number, row[0], json.loads(row[1]), row[2], row[3], entries)


def put_kept(connection: sqlite3.Connection, row: tuple[str, str, int, float, str, bytes]) -> None:
    """Put bytes: key, kind, size, time, JSON beside them, the bytes."""
    connection.execute(
        "INSERT OR REPLACE INTO kept (key, kind, size, created, meta, data) VALUES (?, ?, ?, ?, ?, ?)", row
    )


def find_kept(connection: sqlite3.Connection, key: str) -> Kept | None:
    """Bytes by their key."""
    row = connection.execute("SELECT data, meta, created FROM kept WHERE key = ?", (key,)).fetchone()
    return Kept(row[0], json.loads(row[1]), row[2]) if row else None


def put_state(connection: sqlite3.Connection, row: tuple[str, str, float]) -> None:
    """Put a state: key, JSON, time."""
    connection.execute("INSERT OR REPLACE INTO states (key, value, changed) VALUES (?, ?, ?)", row)


def find_state(connection: sqlite3.Connection, key: str) -> dict[str, object] | None:
    """A state by its key."""
    row = connection.execute("SELECT value FROM states WHERE key = ?", (key,)).fetchone()
    return dict(json.loads(row[0])) if row else None


def last_prune(connection: sqlite3.Connection) -> float | None:
    """When the database was last pruned, in seconds since 1970."""
    row = connection.execute("SELECT value FROM marks WHERE key = 'pruned'").fetchone()
    return float(row[0]) if row else None
