"""How far the index is, and what it leaves out: counted for those who ask."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from opsin.local.states import State
from opsin.local.walks import read_walk


@dataclass(frozen=True, slots=True)
class Status:
    """How far the index is, for the folders in question.

    Attributes:
        pictures: Pictures that it knows.
        read: Those whose files were read.
        texts: Those in which text was looked for.
        damaged: Those whose files are no picture, or a damaged one.
        closed: Those whose files the system does not give to this user.
        too_large: Those whose files have more bytes than are read.
        lacking: Those that need a package that is not installed.
        whole: When all folders were last walked to their end, in seconds since 1970; 0 where they never were.
        complete: Whether the last walk of each folder came to its end.
        unlisted: Folders that could not be listed.
        too_deep: Folders that lie too deep to be entered.
        beyond: There are more pictures than the index takes.
        size: Bytes of its file.
    """

    pictures: int = 0
    read: int = 0
    texts: int = 0
    damaged: int = 0
    closed: int = 0
    too_large: int = 0
    lacking: int = 0
    whole: float = 0.0
    complete: bool = False
    unlisted: int = 0
    too_deep: int = 0
    beyond: bool = False
    size: int = 0

    @property
    def unreadable(self) -> int:
        """Pictures whose files cannot be read, for one reason or another."""
        return self.damaged + self.closed + self.too_large + self.lacking

    @property
    def waiting(self) -> int:
        """Pictures that are known by their names alone."""
        return self.pictures - self.read - self.unreadable


def read_status(
    connection: sqlite3.Connection, roots: Mapping[int, str], *, wanted: int, size: int
) -> Status:
    """Count.

    Args:
        connection: The index.
        roots: Those of the folders that it knows.
        wanted: How many folders there are.
        size: Bytes of its file.
    """
    marks = ",".join(map(str, roots))
    counts = dict(
        connection.execute(
            f"SELECT state, COUNT(*) FROM pictures WHERE root IN ({marks}) GROUP BY state"  # noqa: S608
        ).fetchall()
    )
    [[texts]] = connection.execute(
        f"SELECT COUNT(*) FROM pictures WHERE root IN ({marks}) AND text > 0 AND state = 1"  # noqa: S608
    ).fetchall()
    walks = [read_walk(connection, number) for number in roots]
    all_known = len(walks) == wanted
    return Status(
        pictures=sum(counts.values()),
        read=counts.get(State.READ, 0),
        texts=int(texts),
        damaged=counts.get(State.UNREADABLE, 0),
        closed=counts.get(State.CLOSED, 0),
        too_large=counts.get(State.TOO_LARGE, 0),
        lacking=counts.get(State.LACKING, 0),
        whole=min((one.whole for one in walks), default=0.0) if all_known else 0.0,
        complete=all_known and all(one.complete for one in walks),
        unlisted=sum(one.unlisted for one in walks),
        too_deep=sum(one.too_deep for one in walks),
        beyond=any(one.beyond for one in walks),
        size=size,
    )
