"""Numbers of searches that outlive their file: one that is moved away takes its counter with it.

So a small file beside the store says how high the numbers have gone, and a new store goes on above it. It is
ahead of the true number, so that it is written once in a thousand searches.
"""

import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

_LOG = logging.getLogger(__name__)
_AHEAD = 1_000
_HIGHEST = 10**15
"""A note above it is damaged: no store gives out so many, and ids, marks and rows have an end."""


def start_numbers_at(connection: sqlite3.Connection, start: int) -> None:
    """Let a new database give out `start` as its first number."""
    connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('searches', ?)", (start - 1,))
    connection.execute("INSERT INTO marks (key, value) VALUES ('first number', ?)", (start,))


def continue_numbers(connection: sqlite3.Connection, path: Path) -> None:
    """Let a new database give out no number that an earlier file of this path may have given out."""
    highest = _read(path)
    if highest:
        start_numbers_at(connection, highest + 1)


def note_number(connection: sqlite3.Connection, number: int) -> None:
    """Note beside the database's file, if it has one, that a number was given out; before that is committed."""
    noted = connection.execute("SELECT value FROM marks WHERE key = 'highest noted'").fetchone()
    if noted is not None and number <= noted[0]:
        return
    name = connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()[0]
    if not name:
        return
    path = Path(name)
    highest = max(number - 1, _read(path)) + _AHEAD
    try:
        _write(path, highest)
    except OSError as error:
        # The number is good all the same, and the next search tries again.
        _LOG.debug("The highest number could not be noted: %s", error)
        return
    connection.execute("INSERT OR REPLACE INTO marks (key, value) VALUES ('highest noted', ?)", (highest,))


def _read(path: Path) -> int:
    with suppress(OSError, ValueError):
        noted = int(_beside(path).read_text(encoding="ascii"))
        return noted if 0 <= noted <= _HIGHEST else 0
    return 0


def _write(path: Path, highest: int) -> None:
    # One name for all: the caller holds the database's lock, and what a killed process left is written over.
    part = path.with_name(f"{path.stem}.numbers.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{highest}\n")
        part.replace(_beside(path))
    finally:
        part.unlink(missing_ok=True)


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.stem}.numbers")
