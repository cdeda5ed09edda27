"""How much is in the store."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from opsin.store.records import Stats

Counts = tuple[int, int, list[tuple[str, int, int]]]
"""Searches, entries, and for each kind of kept bytes its name, number and size in bytes."""


def count(connection: sqlite3.Connection) -> Counts:
    """Count one database."""
    searches = connection.execute("SELECT count(*) FROM searches").fetchone()[0]
    entries = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    kinds = connection.execute(
        "SELECT kind, count(*), sum(size) FROM kept GROUP BY kind ORDER BY kind"
    ).fetchall()
    return searches, entries, kinds


def add_up(counts: Iterable[Counts], *, path: Path | None) -> Stats:
    """Add the counts of several databases up; `path` is the file that is written to, None for memory."""
    searches = entries = 0
    kinds: dict[str, tuple[int, int]] = {}
    for some_searches, some_entries, some_kinds in counts:
        searches += some_searches
        entries += some_entries
        for kind, number, size in some_kinds:
            before = kinds.get(kind, (0, 0))
            kinds[kind] = (before[0] + number, before[1] + size)
    return Stats(path, path is None, searches, entries, _file_bytes(path), kinds)


def _file_bytes(path: Path | None) -> int:
    if path is None:
        return 0
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
