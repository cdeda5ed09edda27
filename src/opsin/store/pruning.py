"""What leaves the store, and when: by age, and kept bytes by their total size too."""

import sqlite3

from opsin.store.handles import forget_handles
from opsin.store.records import Pruned, query_words
from opsin.store.saved_json import object_or_none

_SIZE_ORDER = ("thumbnail", "inspected")
"""Kinds of kept bytes, those that are soonest missed last: the bytes inspected are the bytes downloaded."""

_MOST_TOMBSTONES = 20_000


def prune(connection: sqlite3.Connection, *, now: float, keep_seconds: float, max_bytes: int) -> Pruned:
    """Take out what is older than `keep_seconds`, then what is beyond `max_bytes`, and note the time (seconds since 1970)."""
    pruned = prune_by_age(connection, before=now - keep_seconds)
    pruned += prune_by_size(connection, max_bytes=max_bytes)
    connection.execute("INSERT OR REPLACE INTO marks (key, value) VALUES ('pruned', ?)", (now,))
    return pruned


def prune_by_age(connection: sqlite3.Connection, *, before: float) -> Pruned:
    """Take out everything made before a time (seconds since 1970), leaving a tombstone for each search.

    A tombstone is the search's number and its words, so that an expired id can still name its query.
    """
    old = connection.execute("SELECT number, query FROM searches WHERE created < ?", (before,)).fetchall()
    connection.executemany(
        "INSERT OR REPLACE INTO tombstones (number, words) VALUES (?, ?)",
        [(number, query_words(object_or_none(query) or {})) for number, query in old],
    )
    connection.executemany("DELETE FROM searches WHERE number = ?", [(number,) for number, _ in old])
    connection.execute(
        "DELETE FROM tombstones WHERE number <= (SELECT max(number) FROM tombstones) - ?", (_MOST_TOMBSTONES,)
    )
    forget_handles(connection)
    kept, size = connection.execute(
        "SELECT count(*), coalesce(sum(size), 0) FROM kept WHERE created < ?", (before,)
    ).fetchone()
    connection.execute("DELETE FROM kept WHERE created < ?", (before,))
    states = connection.execute("DELETE FROM states WHERE changed < ?", (before,)).rowcount
    connection.execute("DELETE FROM turns WHERE made < ?", (before,))
    return Pruned(searches=len(old), kept=kept, kept_bytes=size, states=states)


def prune_by_size(connection: sqlite3.Connection, *, max_bytes: int) -> Pruned:
    """Take out kept bytes, oldest first within each kind, until the rest is within `max_bytes`.

    Thumbnails go first, then what was inspected. Searches are small and are never taken out here.
    """
    total = connection.execute("SELECT coalesce(sum(size), 0) FROM kept").fetchone()[0]
    order = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(_SIZE_ORDER))
    rows = connection.execute(
        f"SELECT rowid, size FROM kept ORDER BY CASE kind {order} ELSE 0 END, created, rowid"  # noqa: S608
    )
    doomed: list[tuple[int]] = []
    freed = 0
    for rowid, size in rows if total > max_bytes else ():
        if total - freed <= max_bytes:
            break
        doomed.append((rowid,))
        freed += size
    connection.executemany("DELETE FROM kept WHERE rowid = ?", doomed)
    return Pruned(kept=len(doomed), kept_bytes=freed)


def clear_all(connection: sqlite3.Connection) -> Pruned:
    """Take out everything, the words of past queries included. The counter of search numbers stays."""
    searches = connection.execute("SELECT count(*) FROM searches").fetchone()[0]
    kept, size = connection.execute("SELECT count(*), coalesce(sum(size), 0) FROM kept").fetchone()
    states = connection.execute("SELECT count(*) FROM states").fetchone()[0]
    for table in ("entries", "searches", "tombstones", "handles", "kept", "states"):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608
    return Pruned(searches=searches, kept=kept, kept_bytes=size, states=states)
