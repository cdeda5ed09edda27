"""Turns at a provider that several processes share, by the wall clock that they share too."""

import sqlite3

_CLOCK_TOLERANCE = 1.0


def reserve_turn(
    connection: sqlite3.Connection, key: str, interval: float, latest: float, *, now: float
) -> float:
    """Reserve the next slot, at least `interval` seconds after the last one that anybody reserved.

    Args:
        connection: An open transaction.
        key: Whose turns they are.
        interval: Seconds between two slots.
        latest: The most seconds that the caller would wait.
        now: Seconds since 1970.

    Returns:
        The seconds to wait for the slot; or, where they are more than `latest`, their negative, and nothing
        is reserved.
    """
    row = connection.execute("SELECT slot, made FROM turns WHERE key = ?", (key,)).fetchone()
    # A reservation made in the future shows that the clock was set back since: its slot means nothing now.
    stale = row is None or row[1] > now + _CLOCK_TOLERANCE
    slot = now if stale else max(now, row[0] + interval)
    wait = slot - now
    if wait > max(latest, 0.0):
        return -wait
    connection.execute("INSERT OR REPLACE INTO turns (key, slot, made) VALUES (?, ?, ?)", (key, slot, now))
    return wait
