"""Handles: names of searches that cannot be guessed, beside the numbers that can."""

import secrets
import sqlite3

from opsin.store.ids import HANDLES_FROM, handle_text

_BITS = 64


def new_handle() -> int:
    """A handle that nobody can foresee."""
    return HANDLES_FROM + secrets.randbits(_BITS)


def insert_handle(connection: sqlite3.Connection, handle: int, search: int) -> None:
    """Let a handle name a search."""
    connection.execute("INSERT INTO handles (handle, search) VALUES (?, ?)", (handle_text(handle), search))


def number_of(connection: sqlite3.Connection, number: int) -> int | None:
    """The number that the database knows a search by, of its number or its handle; None for an unknown handle."""
    if number < HANDLES_FROM:
        return number
    row = connection.execute("SELECT search FROM handles WHERE handle = ?", (handle_text(number),)).fetchone()
    return int(row[0]) if row else None


def forget_handles(connection: sqlite3.Connection) -> None:
    """Delete the handles of searches of which nothing is known any more."""
    connection.execute(
        "DELETE FROM handles WHERE search NOT IN (SELECT number FROM searches)"
        " AND search NOT IN (SELECT number FROM tombstones)"
    )
