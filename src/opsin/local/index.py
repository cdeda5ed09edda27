"""The index of the user's pictures: brought up to date in steps that each end when they are told to, and asked."""

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from opsin.local import rows
from opsin.local.asked import Asked
from opsin.local.database import IndexFile
from opsin.local.entry import Entry
from opsin.local.folders import Folders
from opsin.local.rows import Changes, Row, changes, known_pictures, put_changes, root_number, root_numbers
from opsin.local.searching import Found, search
from opsin.local.states import State
from opsin.local.status import Status, read_status
from opsin.local.walking import Stamp, Walk
from opsin.local.walks import NotedWalk, note_walk, read_walk

WRITTEN_TOGETHER = 250
"""Pictures that are put in at a time: others who write wait no longer than for these."""

LEASE = "index"

_NOTED_EVERY_S = 60.0
"""How often it is noted that all was found as it was."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a picture."""

    row: Row
    stamp: Stamp
    entry: Entry
    state: State = State.READ


class LocalIndex:
    """The index, for some folders. It blocks: call it in a thread.

    Args:
        file: Its file.
        folders: The folders that are looked through. Pictures of others that the file holds are not touched, nor told.
        leave_out: Paths of folders in them that are not entered.
        clock: Seconds since 1970.
    """

    def __init__(
        self,
        file: IndexFile,
        folders: Folders,
        *,
        leave_out: frozenset[str] = frozenset(),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.file = file
        self.folders = folders
        self._leave_out = leave_out
        self._clock = clock
        self.listed: dict[str, int] = {}
        """Folders that were listed by `refresh`, and when each had been changed, in nanoseconds since 1970."""

    def refresh(self, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Walk through the folders and take in what is new, changed or gone, by names and stamps alone.

        Args:
            is_over: Asked again and again whether to stop. What was found by then is taken in.

        Returns:
            Whether all of it was walked.

        Raises:
            StoreError: the index cannot be used.
        """
        walked = [self._refresh(path, is_over) for path in self.folders.paths]
        return all(walked)

    def waiting(self, most: int) -> list[Row]:
        """Pictures that are to be read, those changed last first."""
        with self.file.opened() as connection:
            return rows.waiting(connection, self._roots(connection), most)

    def waiting_for_text(self, most: int) -> list[Row]:
        """Pictures whose text is to be read, those likely to have some first."""
        with self.file.opened() as connection:
            return rows.waiting_for_text(connection, self._roots(connection), most)

    def put(self, found: Sequence[Read]) -> None:
        """Take in what was read of pictures."""
        with self.file.writing() as connection:
            for one in found:
                rows.put_entry(connection, one.row, one.stamp, one.entry, one.state)

    def put_text(self, row: Row, words: str, *, readable: bool = True) -> None:
        """Take in the words that were read in a picture."""
        with self.file.writing() as connection:
            rows.put_text(connection, row, words, readable=readable)

    def forget(self, numbers: Sequence[int]) -> None:
        """Take pictures out that are gone."""
        with self.file.writing() as connection:
            rows.forget(connection, numbers)

    def forget_other_folders(self, *, unused_s: float = 0.0) -> int:
        """Take out what lies in none of the folders, unless it was walked within so many seconds. Returns how many folders."""
        with self.file.writing() as connection:
            before = self._clock() - unused_s
            return rows.forget_roots(connection, but=self.folders.paths, walked_before=before)

    def search(self, asked: Asked, *, most: int, after: int = 0) -> Found:
        """Search for pictures, as `opsin.local.searching.search`."""
        with self.file.opened() as connection:
            return search(connection, self._roots(connection), asked, most=most, after=after)

    def status(self) -> Status:
        """How far it is. An index that is not there is not made."""
        if not self.file.is_there:
            return Status()
        with self.file.opened() as connection:
            roots = self._roots(connection)
            wanted = len(self.folders.paths)
            return read_status(connection, roots, wanted=wanted, size=self.file.size)

    def read_again(self, states: Sequence[State]) -> None:
        """Have pictures of these states read once more."""
        with self.file.writing() as connection:
            rows.read_again(connection, self._roots(connection), states)

    def hold(self, owner: str, seconds: float) -> bool:
        """Take the work of indexing for so many seconds, or go on holding it; say whether it was to be had."""
        now = self._clock()
        with self.file.writing() as connection:
            connection.execute(
                "DELETE FROM leases WHERE key = ? AND (owner = ? OR until < ?)", (LEASE, owner, now)
            )
            done = connection.execute(
                "INSERT OR IGNORE INTO leases VALUES (?, ?, ?)", (LEASE, owner, now + seconds)
            )
            return bool(done.rowcount)

    def let_go(self, owner: str) -> None:
        """Let others have the work of indexing."""
        with self.file.writing() as connection:
            connection.execute("DELETE FROM leases WHERE key = ? AND owner = ?", (LEASE, owner))

    def _roots(self, connection: "sqlite3.Connection") -> Mapping[int, str]:
        return root_numbers(connection, self.folders.paths)

    def _refresh(self, path: str, is_over: Callable[[], bool]) -> bool:
        known, noted = self._known(path)
        walk = Walk(path, is_over=is_over, leave_out=self._leave_out)
        found: list[tuple[str, Changes]] = []
        seen: set[str] = set()
        stopped = False
        for listed in walk:
            seen.add(listed.folder)
            self.listed[str(PurePath(path, listed.folder))] = listed.changed
            for part in _parts(changes(known.get(listed.folder, {}), listed.pictures)):
                found.append((listed.folder, part))
                if sum(one.number for _, one in found) >= WRITTEN_TOGETHER:
                    self._put(path, found, noted)
                    found = []
                    if stopped := is_over():
                        break
            if stopped:
                break
        whole = walk.whole and not stopped
        if not whole:
            # That a walk did not come to its end is noted once.
            if found or noted.complete:
                self._put(path, found, noted)
            return False
        if not walk.beyond:
            # Of a folder that could not be listed nothing is known to be gone, nor of what is below it.
            found += [
                (folder, Changes({}, {}, [number for number, _ in pictures.values()]))
                for folder, pictures in known.items()
                if folder not in seen and not _below_any(folder, walk.unlisted)
            ]
        now = self._clock()
        this = NotedWalk(now, now, len(walk.unlisted), walk.too_deep, walk.beyond)
        is_news = not noted.complete or this.left_out != noted.left_out
        # A search that finds everything as it was writes nothing.
        if found or is_news or now - noted.whole > _NOTED_EVERY_S:
            self._put(path, found, this, ended=True)
        return True

    def _known(self, path: str) -> tuple[dict[str, dict[str, tuple[int, Stamp]]], NotedWalk]:
        """What is known of a root's pictures, and what is noted of the last walk through it."""
        with self.file.opened() as connection:
            for number in root_numbers(connection, [path]):
                return known_pictures(connection, number), read_walk(connection, number)
        return {}, NotedWalk()

    def _put(
        self, path: str, found: Sequence[tuple[str, Changes]], walk: NotedWalk, *, ended: bool = False
    ) -> None:
        with self.file.writing() as connection:
            number = root_number(connection, path)
            for folder, part in found:
                put_changes(connection, number, path, folder, part)
            if not ended:
                # Another process may have come to the end meanwhile.
                noted = read_walk(connection, number)
                walk = replace(noted, walked=self._clock()) if noted.whole == walk.whole else noted
            note_walk(connection, number, walk)


def _parts(found: Changes) -> list[Changes]:
    """Changes in parts of no more than are written together."""
    if not found.number:
        return []
    new = list(found.new.items())
    parts = [
        Changes(dict(new[start : start + WRITTEN_TOGETHER]), {}, [])
        for start in range(0, len(new), WRITTEN_TOGETHER)
    ]
    rest = Changes({}, found.changed, found.gone)
    return [*([rest] if rest.number else []), *parts]


def _below_any(folder: str, folders: Sequence[str]) -> bool:
    return any(not one or PurePath(folder).is_relative_to(one) for one in folders)
