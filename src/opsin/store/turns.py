"""Turns at a provider that several processes share, by the wall clock that they share too."""

import sqlite3

_CLOCK_TOLERANCE = 1.0


Turn = tuple[float, float]
"""When a slot is, and when it was reserved, in seconds since 1970."""


def reserve_turn(
    connection: sqlite3.Connection,
    key: str,
    interval: float,
    latest: float,
    *,
    now: float,
    own: Turn | None = None,
) -> float:
    """Reserve the next slot, at least `interval` seconds after the last one that anybody reserved.

    Args:
        connection: An open transaction.
        key: Whose turns they are.
        interval: Seconds between two slots.
        latest: The most seconds that the caller would wait.
        now: Seconds since 1970.
        own: The last turn that this process got of the key, which may stand in another database.

    Returns:
        The seconds to wait for the slot; or, where they are more than `latest`, their negative, and nothing
        is reserved.
    """
    row = connection.execute("SELECT slot, made FROM turns WHERE key = ?", (key,)).fetchone()
    # A reservation made in the future shows that the clock was set back since: its slot means nothing now.
    slots = [turn[0] for turn in (row, own) if turn is not None and turn[1] <= now + _CLOCK_TOLERANCE]
    slot = max([now, *(one + interval for one in slots)])
    wait = slot - now
    if wait > max(latest, 0.0):
        return -wait
    connection.execute("INSERT OR REPLACE INTO turns (key, slot, made) VALUES (?, ?, ?)", (key, slot, now))
    return wait
