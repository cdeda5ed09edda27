"""The store's statements: each takes an open connection and does one thing."""

import sqlite3
from collections.abc import Sequence

from opsin.store.handles import number_of
from opsin.store.ids import CellId, search_name
from opsin.store.records import Entry, Kept, SearchRow
from opsin.store.saved_json import object_of, object_or_none

KeptRow = tuple[str, str, int, float, str, bytes]
"""Key, kind, size, time, JSON beside the bytes, the bytes."""

StateRow = tuple[str, str, float]
"""Key, JSON, time."""


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
    """One cell of a search; StoreError where what was saved of it is damaged."""
    row = connection.execute(
        "SELECT kind, query, created, data FROM searches JOIN entries ON search = number"
        " WHERE number = ? AND cell = ?",
        (number_of(connection, id.search), id.cell),
    ).fetchone()
    if row is None:
        return None
    return Entry(id, row[0], object_of(str(id), row[1]), object_of(str(id), row[3]), row[2])


def find_search(connection: sqlite3.Connection, number: int) -> SearchRow | None:
    """A whole search; StoreError where what was saved of it is damaged."""
    own = number_of(connection, number)
    row = connection.execute(
        "SELECT kind, query, served_by, created FROM searches WHERE number = ?", (own,)
    ).fetchone()
    if row is None:
        return None
    cells = connection.execute("SELECT data FROM entries WHERE search = ? ORDER BY cell", (own,))
    name = f"s{search_name(number)}"
    entries = tuple(object_of(name, data) for (data,) in cells)
    return SearchRow(number, row[0], object_of(name, row[1]), row[2], row[3], entries)


def put_kept(connection: sqlite3.Connection, row: KeptRow) -> None:
    """Put bytes."""
    connection.execute(
        "INSERT OR REPLACE INTO kept (key, kind, size, created, meta, data) VALUES (?, ?, ?, ?, ?, ?)", row
    )


def put_kept_once(connection: sqlite3.Connection, row: KeptRow) -> Kept | None:
    """Do what `put_kept` does where the key is free or what it holds is damaged; return what it holds then."""
    connection.execute(
        "INSERT INTO kept (key, kind, size, created, meta, data) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (key) DO NOTHING",
        row,
    )
    standing = find_kept(connection, row[0])
    if standing is None:
        put_kept(connection, row)
    return standing or find_kept(connection, row[0])


def forget_kept(connection: sqlite3.Connection, key: str) -> None:
    """Delete the bytes of a key."""
    connection.execute("DELETE FROM kept WHERE key = ?", (key,))


def find_kept(connection: sqlite3.Connection, key: str) -> Kept | None:
    """Bytes by their key; None where what stands beside them is damaged, too."""
    row = connection.execute("SELECT data, meta, created FROM kept WHERE key = ?", (key,)).fetchone()
    meta = object_or_none(row[1]) if row else None
    return Kept(row[0], meta, row[2]) if meta is not None and isinstance(row[0], bytes) else None


def put_state(connection: sqlite3.Connection, row: StateRow) -> None:
    """Put a state."""
    connection.execute("INSERT OR REPLACE INTO states (key, value, changed) VALUES (?, ?, ?)", row)


def forget_state(connection: sqlite3.Connection, key: str) -> None:
    """Delete the state of a key."""
    connection.execute("DELETE FROM states WHERE key = ?", (key,))


def find_state(connection: sqlite3.Connection, key: str) -> dict[str, object] | None:
    """A state by its key; None where it is damaged, too."""
    row = connection.execute("SELECT value FROM states WHERE key = ?", (key,)).fetchone()
    return object_or_none(row[0]) if row else None


def put_all(connection: sqlite3.Connection, rows: Sequence[KeptRow], values: Sequence[StateRow]) -> None:
    """Put bytes and states."""
    for row in rows:
        put_kept(connection, row)
    for value in values:
        put_state(connection, value)


def forget_all(connection: sqlite3.Connection, rows: Sequence[KeptRow], values: Sequence[StateRow]) -> None:
    """Delete what has the keys of these bytes and states."""
    for row in rows:
        forget_kept(connection, row[0])
    for value in values:
        forget_state(connection, value[0])


def last_prune(connection: sqlite3.Connection) -> float:
    """When the database was last pruned, in seconds since 1970; 0 where it never was."""
    row = connection.execute("SELECT value FROM marks WHERE key = 'pruned'").fetchone()
    return float(row[0]) if row else 0.0
