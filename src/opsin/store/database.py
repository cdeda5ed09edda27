"""One SQLite database, in a file or in memory, behind one connection and one lock.

WAL with `synchronous=NORMAL`: what was committed survives a process that is killed, and readers do not wait
for the writer (https://www.sqlite.org/wal.html).
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from opsin.errors import StoreError
from opsin.store.numbers import continue_numbers
from opsin.store.schema import ForeignSchema, has_tables, migrate, refuse_foreign

_T = TypeVar("_T")

PATIENCE = 3.0
"""Seconds that a write waits while another process, or another thread, holds the lock."""

_OPENING_PATIENCE = 1.0
"""Seconds that opening waits. Only a new file, or one that another process keeps all to itself, makes it wait."""

_HELD_FOR = 10.0
"""Seconds for which a file that could not be opened counts as held, so that one call after another need not wait."""

_JOURNAL_BYTES = 16 * 2**20

_FILE_TROUBLE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)


class Held(Exception):
    """Another thread of this process has held the database for too long, or another process held it just now."""


class Database:
    """A database that is opened when it is first needed. Every method may be called from any thread.

    Args:
        path: The file, or None for a database in memory.
        clock: Seconds, from any start.
    """

    def __init__(self, path: Path | None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._clock = clock
        self._held_until: float | None = None
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._closed = False

    @property
    def is_open(self) -> bool:
        """Whether it was opened, and not closed since."""
        return self._connection is not None

    def is_there(self) -> bool:
        """Say whether there is anything to read, without making a file."""
        if self._connection is not None or self.path is None:
            return True
        try:
            return self.path.exists()
        except OSError:
            # It cannot be told; opening it will say why.
            return True

    def write(self, work: Callable[[sqlite3.Connection], _T], *, patience: float = PATIENCE) -> _T:
        """Do the work in one transaction that holds the write lock from its start.

        Args:
            work: What to do.
            patience: Seconds to wait for the lock, in all.

        Raises:
            Held: another thread held the lock for longer, or the file could not be opened a moment ago.
            sqlite3.Error, OSError, ForeignSchema: the file cannot be opened or was taken away, another process held
                the lock for longer, or the work failed; nothing of it was kept.
        """
        give_up = time.monotonic() + patience
        if not self._lock.acquire(timeout=patience):
            raise Held("another thread is writing")
        try:
            connection = self._opened(patience=give_up - time.monotonic())
            self._refuse_if_taken_away()
            _wait_at_most(connection, give_up - time.monotonic())
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                # SQLite has rolled back by itself after some errors (a full disk); then there is nothing to undo.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result
        finally:
            self._lock.release()

    def read(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do the work, which only reads, on the database as it is at one moment.

        Raises:
            sqlite3.Error, OSError, ForeignSchema: as for `write`.
        """
        with self._lock:
            connection = self._opened()
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def give_back(self) -> None:
        """Shorten the file by the pages that are empty."""
        with self._lock:
            # `execute` would take one step of this statement, which is one page.
            self._opened().executescript("PRAGMA incremental_vacuum")

    def rewrite(self) -> None:
        """Write the file anew, so that nothing of what was deleted stays on disk."""
        with self._lock:
            connection = self._opened()
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the connection; SQLite then folds the journal into the file."""
        with self._lock:
            self._closed = True
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _opened(self, *, patience: float = PATIENCE) -> sqlite3.Connection:
        if self._closed:
            raise StoreError("The store is closed.")
        if self._connection is None:
            self._connection = self._connected(min(patience, _OPENING_PATIENCE))
        _wait_at_most(self._connection, PATIENCE)
        return self._connection

    def _connected(self, patience: float) -> sqlite3.Connection:
        if self._held_until is not None and self._clock() < self._held_until:
            raise Held("another process held the file a moment ago")
        try:
            connection = _connect(self.path, patience)
        except sqlite3.Error as error:
            if is_busy(error):
                self._held_until = self._clock() + _HELD_FOR
            raise
        self._identity = _identity(self.path)
        return connection

    def _refuse_if_taken_away(self) -> None:
        """Refuse to write into a file that its path names no longer: nobody would find what is written there.

        And a new file in its place may give out the same numbers. What the old one holds can still be read.
        """
        if self._identity is not None and _identity(self.path) != self._identity:
            raise FileNotFoundError("it was moved or deleted while it was open")


def is_file_trouble(error: BaseException) -> bool:
    """Say whether an error comes from the file and its disk rather than from what was asked of it."""
    if isinstance(error, (OSError, ForeignSchema, Held)):
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    return isinstance(error, sqlite3.Error) and code & 0xFF in _FILE_TROUBLE


def is_busy(error: BaseException) -> bool:
    """Say whether an error only means that another process or thread held the lock for too long."""
    return isinstance(error, Held) or getattr(error, "sqlite_errorcode", 0) & 0xFF in {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    }


def _connect(path: Path | None, patience: float) -> sqlite3.Connection:
    if path is not None:
        _make_private(path)
    connection = sqlite3.connect(
        ":memory:" if path is None else path,
        timeout=max(patience, 0.0),
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        _prepare(connection, path, patience)
    except BaseException:
        connection.close()
        raise
    return connection


def _identity(path: Path | None) -> tuple[int, int] | None:
    """What tells a file from another one of its name; None where that is not known, or there is none."""
    try:
        told = path.stat() if path is not None else None
    except OSError:
        return None
    return (told.st_dev, told.st_ino) if told is not None and told.st_ino else None


def _make_private(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        # SQLite gives its journal files the permissions of the main file. An existing file is never opened
        # here: closing it would drop the locks that another connection of this process holds on it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder") from None
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _prepare(connection: sqlite3.Connection, path: Path | None, patience: float) -> None:
    """Set the connection up. Switching to WAL does not wait for the lock by itself, so this tries again."""
    give_up = time.monotonic() + patience
    while True:
        try:
            refuse_foreign(connection)
            # It lets pruning give pages back. A file with tables does not take it, and would yet be locked for it:
            # what is set here on such a file has to pass while another process writes.
            if not has_tables(connection):
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute(f"PRAGMA journal_size_limit = {_JOURNAL_BYTES}").fetchone()
            connection.execute("PRAGMA synchronous = NORMAL")
            migrate(connection, on_new=lambda: None if path is None else continue_numbers(connection, path))
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)
        else:
            return


def _wait_at_most(connection: sqlite3.Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {max(int(seconds * 1000), 0)}").fetchone()
