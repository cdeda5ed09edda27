"""Why an id names nothing: it expired, its search has fewer cells, or another database gave it out."""

import sqlite3

from opsin.errors import ExpiredId, OpsinError, UnknownId


def why_missing(connection: sqlite3.Connection, name: str, number: int) -> OpsinError | None:
    """Return the error to raise for an id that was not found, or None where this database never gave it out.

    Args:
        connection: The database.
        name: The id as its user writes it.
        number: The number of its search.
    """
    row = connection.execute("SELECT cells FROM searches WHERE number = ?", (number,)).fetchone()
    if row is not None:
        return UnknownId(
            f"Search {number} has {row[0]} cells, and {name} is not one of them.",
            hint=f"Its ids are s{number}:1 to s{number}:{row[0]}."
            if row[0]
            else "Search again with other words.",
        )
    first = connection.execute("SELECT value FROM marks WHERE key = 'first number'").fetchone()
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'searches'").fetchone()
    if last is None or not (first[0] if first else 1) <= number <= last[0]:
        return None
    words = connection.execute("SELECT words FROM tombstones WHERE number = ?", (number,)).fetchone()
    if words is None:
        return ExpiredId(f"{name} is no longer kept: its search was cleared.", hint="Search again.")
    return ExpiredId(
        f"{name} has expired: it came from the search for {words[0]!r}, which is no longer kept.",
        hint="Search for it again.",
    )
