"""Why an id names nothing: it expired, its search has fewer cells, or another database gave it out."""

import sqlite3
from pathlib import Path

from opsin.errors import ExpiredId, OpsinError, UnknownId
from opsin.plural import counted
from opsin.store.handles import number_of
from opsin.store.ids import search_name


def why_missing(connection: sqlite3.Connection, name: str, number: int) -> OpsinError | None:
    """Return the error to raise for an id that was not found, or None where this database never gave it out.

    Args:
        connection: The database.
        name: The id as its user writes it.
        number: The number or the handle of its search.
    """
    own = number_of(connection, number)
    if own is None:
        return None
    shown = search_name(number)
    row = connection.execute("SELECT cells FROM searches WHERE number = ?", (own,)).fetchone()
    if row is not None:
        return UnknownId(
            f"Search {shown} has {counted(row[0], 'cell')}, and {name} is not one of them.",
            hint=f"Its ids are s{shown}:1 to s{shown}:{row[0]}."
            if row[0]
            else "Search again with other words.",
        )
    first = connection.execute("SELECT value FROM marks WHERE key = 'first number'").fetchone()
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'searches'").fetchone()
    if last is None or not (first[0] if first else 1) <= own <= last[0]:
        return None
    words = connection.execute("SELECT words FROM tombstones WHERE number = ?", (own,)).fetchone()
    if words is None:
        return ExpiredId(f"{name} is no longer kept: its search was cleared.", hint="Search again.")
    return ExpiredId(
        f"{name} has expired: it came from the search for {words[0]!r}, which is no longer kept.",
        hint="Search for it again.",
    )


def never_given_out(name: str, *, lost: Path | None) -> UnknownId:
    """Return the error to raise for an id that nobody gave out.

    Args:
        name: The id as its user writes it.
        lost: The store's file where it cannot be used, so that earlier ids are not known; else None.
    """
    return UnknownId(
        f"No search has given out {name}.",
        hint=f"The store at {lost} cannot be used, so earlier ids are not known. Search again."
        if lost is not None
        else "Take an id from the list under a sheet, or search again.",
    )
