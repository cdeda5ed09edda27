"""The rows of the index: pictures put in, brought up to date, and taken out. All functions want an open connection."""

# A path is text here, as it goes to be opened.
# ruff: noqa: PTH118

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from opsin.local.entry import COLUMNS, Entry, entry_of
from opsin.local.kinds import Kind
from opsin.local.states import State
from opsin.local.walking import Stamp

KEEP_ROOT_S = 30 * 86_400
"""Seconds after which the pictures of a folder are forgotten that no setting has named since."""


@dataclass(frozen=True, slots=True)
class Row:
    """One picture as the index knows it.

    Attributes:
        root: The path of its root.
        folder: The path of its folder from there.
    """

    id: int
    root: str
    folder: str
    name: str
    stamp: Stamp

    @property
    def relative(self) -> str:
        """Its path from the root."""
        return os.path.join(self.folder, self.name)

    @property
    def path(self) -> str:
        """Its absolute path."""
        return os.path.join(self.root, self.folder, self.name)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a folder has that the index lacks, and the other way round.

    Attributes:
        new: Stamps of pictures that the index does not know, by name.
        changed: Ids and stamps of pictures that are others by now, by name.
        gone: Ids of pictures that are not there any more.
    """

    new: Mapping[str, Stamp]
    changed: Mapping[str, tuple[int, Stamp]]
    gone: Sequence[int]

    @property
    def number(self) -> int:
        """How many."""
        return len(self.new) + len(self.changed) + len(self.gone)


def changes(known: Mapping[str, tuple[int, Stamp]], found: Mapping[str, Stamp]) -> Changes:
    """Compare what is known of a folder with what was found in it."""
    return Changes(
        {name: stamp for name, stamp in found.items() if name not in known},
        {
            name: (known[name][0], stamp)
            for name, stamp in found.items()
            if name in known and known[name][1] != stamp
        },
        [number for name, (number, _) in known.items() if name not in found],
    )


def root_number(connection: sqlite3.Connection, path: str) -> int:
    """The number of a root; it gets one where it has none. Needs a transaction that writes."""
    connection.execute("INSERT OR IGNORE INTO roots (path) VALUES (?)", (os.fsencode(path),))
    return int(connection.execute("SELECT id FROM roots WHERE path = ?", (os.fsencode(path),)).fetchone()[0])


def root_numbers(connection: sqlite3.Connection, paths: Sequence[str]) -> dict[int, str]:
    """The paths of those roots that the index knows, by number."""
    marks = ",".join("?" * len(paths))
    statement = f"SELECT id, path FROM roots WHERE path IN ({marks})"  # noqa: S608
    rows = connection.execute(statement, list(map(os.fsencode, paths)))
    return {number: os.fsdecode(path) for number, path in rows}


def known_pictures(connection: sqlite3.Connection, root: int) -> dict[str, dict[str, tuple[int, Stamp]]]:
    """Id and stamp of every picture of a root, by folder and name."""
    known: dict[str, dict[str, tuple[int, Stamp]]] = {}
    for number, folder, name, size, changed, beside in connection.execute(
        "SELECT id, folder, name, size, changed, beside FROM pictures WHERE root = ?", (root,)
    ):
        known.setdefault(os.fsdecode(folder), {})[os.fsdecode(name)] = number, Stamp(size, changed, beside)
    return known


def put_changes(
    connection: sqlite3.Connection, root: int, root_path: str, folder: str, found: Changes
) -> None:
    """Take in what changed in a folder. New and changed pictures are known by their names until they are read."""
    for name, stamp in found.new.items():
        entry = _by_name(root_path, folder, name, stamp)
        cursor = connection.execute(
            "INSERT OR IGNORE INTO pictures (root, folder, name, size, changed, beside, day, state, text, turn, shown) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, '{}')",
            (root, os.fsencode(folder), os.fsencode(name), *_values(stamp), entry.day, turn_of(entry.kinds)),
        )
        if cursor.rowcount and cursor.lastrowid:
            _put_words(connection, cursor.lastrowid, entry.words)
    for name, (number, stamp) in found.changed.items():
        entry = _by_name(root_path, folder, name, stamp)
        connection.execute(
            "UPDATE pictures SET size = ?, changed = ?, beside = ?, day = ?, state = 0, text = 0, turn = ?, shown = '{}' "
            "WHERE id = ?",
            (*_values(stamp), entry.day, turn_of(entry.kinds), number),
        )
        _put_words(connection, number, entry.words)
    forget(connection, found.gone)


def put_entry(connection: sqlite3.Connection, row: Row, stamp: Stamp, entry: Entry, state: State) -> bool:
    """Take in what was read of a picture; say whether it is still wanted: the row may be another one by now."""
    text = State.WAITING if state is State.READ else State.UNREADABLE
    done = connection.execute(
        "UPDATE pictures SET size = ?, changed = ?, beside = ?, day = ?, state = ?, text = ?, turn = ?, shown = ? "
        "WHERE id = ? AND state = 0 AND size = ? AND changed = ?",
        (
            *_values(stamp),
            entry.day,
            state,
            text,
            turn_of(entry.kinds),
            json.dumps(entry.shown.to_json()),
            row.id,
            row.stamp.size,
            row.stamp.changed,
        ),
    )
    if done.rowcount:
        _put_words(connection, row.id, entry.words)
    return bool(done.rowcount)


def put_text(connection: sqlite3.Connection, row: Row, words: str, *, readable: bool) -> None:
    """Take in the words that were read in a picture."""
    done = connection.execute(
        "UPDATE pictures SET text = ? WHERE id = ? AND state = 1 AND size = ? AND changed = ?",
        (State.READ if readable else State.UNREADABLE, row.id, row.stamp.size, row.stamp.changed),
    )
    if done.rowcount and words:
        connection.execute("UPDATE words SET written = ? WHERE rowid = ?", (words, row.id))


def forget(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Take pictures out."""
    one_each = [(number,) for number in numbers]
    connection.executemany("DELETE FROM words WHERE rowid = ?", one_each)
    connection.executemany("DELETE FROM pictures WHERE id = ?", one_each)


def forget_roots(connection: sqlite3.Connection, *, but: Sequence[str], walked_before: float) -> int:
    """Take the roots out, with their pictures, that are not among these and were not walked since. Returns how many."""
    kept = set(map(os.fsencode, but))
    rows = connection.execute("SELECT id, path FROM roots WHERE walked < ?", (walked_before,)).fetchall()
    gone = [number for number, path in rows if path not in kept]
    for number in gone:
        forget(
            connection,
            [
                one
                for (one,) in connection.execute(
                    "SELECT id FROM pictures WHERE root = ?", (number,)
                ).fetchall()
            ],
        )
        connection.execute("DELETE FROM roots WHERE id = ?", (number,))
    return len(gone)


def read_again(connection: sqlite3.Connection, roots: Mapping[int, str], states: Sequence[State]) -> None:
    """Have pictures of these states read once more."""
    roots_of, of = ",".join(map(str, roots)), ",".join(str(int(one)) for one in states)
    connection.execute(
        f"UPDATE pictures SET state = 0, text = 0 WHERE state IN ({of}) AND root IN ({roots_of})"  # noqa: S608
    )


def waiting(connection: sqlite3.Connection, roots: Mapping[int, str], most: int) -> list[Row]:
    """Pictures that are known by their names alone, those changed last first."""
    return _rows(connection, roots, "state = 0", "changed DESC", most)


def waiting_for_text(connection: sqlite3.Connection, roots: Mapping[int, str], most: int) -> list[Row]:
    """Pictures whose text was not read: screenshots and scans first, photos last, those changed last first among each."""
    return _rows(connection, roots, "text = 0 AND state = 1", "turn, changed DESC", most)


def turn_of(kinds: Sequence[Kind]) -> int:
    """When the text in a picture is read: where text is likely, first."""
    if Kind.SCREENSHOT in kinds or Kind.SCAN in kinds:
        return 0
    return 2 if Kind.PHOTO in kinds else 1


def _rows(
    connection: sqlite3.Connection, roots: Mapping[int, str], condition: str, order: str, most: int
) -> list[Row]:
    marks = ",".join(map(str, roots))
    found = connection.execute(
        f"SELECT id, root, folder, name, size, changed, beside FROM pictures WHERE {condition} AND root IN ({marks}) "  # noqa: S608
        f"ORDER BY {order} LIMIT ?",
        (most,),
    )
    return [
        Row(number, roots[root], os.fsdecode(folder), os.fsdecode(name), Stamp(size, changed, beside))
        for number, root, folder, name, size, changed, beside in found
    ]


def _by_name(root_path: str, folder: str, name: str, stamp: Stamp) -> Entry:
    return entry_of(os.path.join(folder, name), stamp, root_name=Path(root_path).name)


def _values(stamp: Stamp) -> tuple[int, int, int]:
    return stamp.size, stamp.changed, stamp.beside


def _put_words(connection: sqlite3.Connection, number: int, words: Mapping[str, str]) -> None:
    connection.execute("DELETE FROM words WHERE rowid = ?", (number,))
    marks = ", ".join("?" * (len(COLUMNS) + 1))
    connection.execute(
        f"INSERT INTO words (rowid, {', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608
        (number, *(words.get(name, "") for name in COLUMNS)),
    )
