"""A database file with memory behind it: where the file fails, work goes on in memory and one warning says so."""

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from opsin.errors import StoreError

if TYPE_CHECKING:
    import sqlite3

    from opsin.store.database import Database

_T = TypeVar("_T")
_LOG = logging.getLogger(__name__)
_NINE_DIGITS = 10**8
_MOST_SHORT_PATIENCE = 1.0


class FileOrMemory:
    """Two databases used as one: a file, and one in memory that is made when the file cannot be used.

    Writes go to the file while it can be written; where it is busy for too long, that one write goes to memory.
    Reads look in memory first, then in the file, which may go on being readable (a full disk). A file that cannot be used is left as it is, never moved and never deleted:
    another process may be using it, and its owner may want to look at it.

    Args:
        path: The file, or None for memory alone.
        patience: Seconds that a write waits for a file that another process holds.
    """

    def __init__(self, path: Path | None, *, patience: float) -> None:
        self.path = path
        self.patience = patience
        self.writable = self.readable = path is not None
        self._lock = threading.RLock()
        self._file: Database | None = None
        self._memory: Database | None = None
        self._closed = False
        self._warned: set[str] = set()

    @property
    def short_patience(self) -> float:
        """Seconds that a write waits which can as well be left out."""
        return min(self.patience, _MOST_SHORT_PATIENCE)

    def write(
        self,
        work: Callable[["sqlite3.Connection"], _T],
        *,
        forget: Callable[["sqlite3.Connection"], object] | None = None,
    ) -> _T:
        """Do the work in one transaction: on the file, or in memory where the file fails or is busy.

        Args:
            work: What to do.
            forget: What to do in memory once the file has taken the work: delete there what a busy moment has
                left, which would hide what the file holds from now on.
        """
        if self.writable:
            try:
                done = self._in_file().write(work, patience=self.patience)
            except Exception as error:  # noqa: BLE001  # judged there, and raised again unless the file is to blame
                self._judge(error, writing=True)
            else:
                if forget is not None and self._memory is not None:
                    self._memory.write(forget)
                return done
        return self._in_memory().write(work)

    def write_unless_busy(
        self,
        work: Callable[["sqlite3.Connection"], object],
        *,
        forget: Callable[["sqlite3.Connection"], object],
    ) -> bool:
        """Do what `write` does, but soon give the work up where the file is busy; say whether it was done."""
        from opsin.store.database import is_busy

        if self.writable:
            try:
                self._in_file().write(work, patience=self.short_patience)
            except Exception as error:  # noqa: BLE001  # judged there
                if is_busy(error):
                    _LOG.debug("The store is busy: %s", error)
                    return False
                self._judge(error, writing=True)
            else:
                if self._memory is not None:
                    self._memory.write(forget)
                return True
        self._in_memory().write(work)
        return True

    def first(self, work: Callable[["sqlite3.Connection"], _T | None]) -> _T | None:
        """Return the first result other than None: of memory, else of the file."""
        for database in self._existing():
            try:
                found = database.read(work)
            except Exception as error:  # noqa: BLE001
                self._judge(error, writing=False)
            else:
                if found is not None:
                    return found
        return None

    def cached(self, work: Callable[["sqlite3.Connection"], _T | None]) -> _T | None:
        """Return what `first` does, or None where the file is held or damaged: for what can be had again."""
        self._check_open()
        try:
            return self.first(work)
        except StoreError as error:
            _LOG.debug("Nothing was read: %s", error)
            return None

    def each_read(self, work: Callable[["sqlite3.Connection"], _T]) -> list[_T]:
        """Return the work's result for each database that has been made."""
        results: list[_T] = []
        for database in self._existing():
            try:
                results.append(database.read(work))
            except Exception as error:  # noqa: BLE001
                self._judge(error, writing=False)
        return results

    def each_written(
        self,
        work: Callable[["sqlite3.Connection", bool], _T],
        *,
        then: Callable[["Database"], None],
        patience: float | None = None,
    ) -> list[_T]:
        """Do the work in each database that has been made; it is told whether that is the one in memory.

        Args:
            work: What to do, in one transaction for each database.
            then: What to do with each database after its transaction.
            patience: Seconds to wait for the file where it is busy; the usual ones where None.

        Raises:
            StoreError: the file cannot be written.
        """
        from opsin.store.database import is_busy

        results: list[_T] = []
        for database in self._existing():
            in_memory = database.path is None
            try:
                done = database.write(
                    lambda connection: work(connection, in_memory),  # noqa: B023
                    patience=self.patience if patience is None else patience,
                )
                results.append(done)
                then(database)
            except Exception as error:
                if not is_busy(error):
                    self._judge(error, writing=True)
                raise StoreError(f"The store at {database.path} cannot be written: {error}.") from error
        return results

    def close(self) -> None:
        """Close both; any use after it is an error."""
        with self._lock:
            self._closed = True
            for database in (self._file, self._memory):
                if database is not None:
                    database.close()

    def _existing(self) -> Iterator["Database"]:
        self._check_open()
        if self._memory is not None:
            yield self._memory
        if self.readable and self._in_file().is_there():
            yield self._in_file()

    def _in_file(self) -> "Database":
        from opsin.store.database import Database

        with self._lock:
            self._check_open()
            if self._file is None:
                self._file = Database(self.path)
            return self._file

    def _in_memory(self) -> "Database":
        from opsin.store.database import Database
        from opsin.store.numbers import start_numbers_at

        with self._lock:
            self._check_open()
            if self._memory is None:
                memory = Database(None)
                if self.path is not None:
                    # Numbers given out in memory must name nothing in the file, nor in another process's memory.
                    start = _NINE_DIGITS + secrets.randbelow(9 * _NINE_DIGITS)
                    memory.write(lambda connection: start_numbers_at(connection, start))
                self._memory = memory
            return self._memory

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The store is closed.")

    def _judge(self, error: Exception, *, writing: bool) -> None:
        """Take note that the file fails, or raise what the file is not to blame for."""
        import sqlite3

        from opsin.store.database import is_busy, is_file_trouble

        if not is_file_trouble(error):
            # Python's own error for text that is not UTF-8 is the only one without a code of SQLite's.
            if isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode"):
                raise StoreError(
                    f"What the store at {self.path} has saved is damaged and cannot be read.",
                    hint="Search again.",
                ) from error
            raise error
        if not is_busy(error):
            self.writable = False
            self.readable = self.readable and writing and self._in_file().is_open
            self._warn("cannot be used", error)
        elif writing:
            self._warn("is held by another process", error)
        else:
            raise StoreError(
                f"The store at {self.path} is held by another process.", hint="Try again in a few seconds."
            ) from error

    def _warn(self, what: str, error: Exception) -> None:
        with self._lock:
            if what in self._warned:
                return
            self._warned.add(what)
        if self.writable:
            _LOG.warning(
                "The store at %s %s (%s). What is to be saved meanwhile is kept in memory, and ends with this process.",
                self.path,
                what,
                error,
            )
            return
        _LOG.warning(
            "The store at %s %s (%s). It is left as it is; new searches are kept in memory, and their ids"
            " end with this process.",
            self.path,
            what,
            error,
        )
