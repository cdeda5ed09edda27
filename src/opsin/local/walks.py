"""What is noted of the last walk through a folder: whether it came to its end, and what it left out."""

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NotedWalk:
    """The last walk through a root.

    Attributes:
        walked: When it was, in seconds since 1970; 0 where there was none.
        whole: When one last came to the end; 0 where none did.
        unlisted: Folders that could not be listed.
        too_deep: Folders that lie too deep to be entered.
        beyond: There are more pictures than are taken.
    """

    walked: float = 0.0
    whole: float = 0.0
    unlisted: int = 0
    too_deep: int = 0
    beyond: bool = False

    @property
    def complete(self) -> bool:
        """Whether the last one came to its end."""
        return bool(self.whole) and self.walked <= self.whole

    @property
    def left_out(self) -> tuple[int, int, bool]:
        """What it left out."""
        return self.unlisted, self.too_deep, self.beyond


def read_walk(connection: sqlite3.Connection, root: int) -> NotedWalk:
    """What is noted of a root."""
    row = connection.execute(
        "SELECT walked, whole, unlisted, deep, beyond FROM roots WHERE id = ?", (root,)
    ).fetchone()
    walked, whole, unlisted, deep, beyond = row
    return NotedWalk(float(walked), float(whole), int(unlisted), int(deep), bool(beyond))


def note_walk(connection: sqlite3.Connection, root: int, walk: NotedWalk) -> None:
    """Note a walk."""
    connection.execute(
        "UPDATE roots SET walked = ?, whole = ?, unlisted = ?, deep = ?, beyond = ? WHERE id = ?",
        (walk.walked, walk.whole, walk.unlisted, walk.too_deep, walk.beyond, root),
    )
