"""The file of the index: opened for each piece of work and closed after it, by as many processes as there are.

It lies beside the store and is private as that is. Nothing in it is lost that cannot be had again, so it is not the
store's own file: that stays small, and this one can be deleted.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from opsin.errors import StoreError
from opsin.local.database_trouble import trouble_with
from opsin.local.schema import prepare

FILE = "local.db"
PATIENCE_S = 5.0
_JOURNAL_BYTES = 16 * 2**20
_SUFFIXES = ("", "-wal", "-shm")


class IndexFile:
    """The file.

    Args:
        path: Where it is, or will be.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def is_there(self) -> bool:
        """Whether there is one."""
        return self.path.is_file() or self.path.is_symlink()

    @property
    def size(self) -> int:
        """Bytes of it, what is not folded in yet included; 0 where there is none."""
        return sum(path.stat().st_size for path in self._files() if path.is_file())

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """A connection outside a transaction, closed at the end; the file and its tables are made where they are missing.

        Raises:
            StoreError: it cannot be used.
        """
        try:
            with closing(self._connect()) as connection:
                yield connection
        except (sqlite3.Error, OSError) as error:
            raise trouble_with(self.path, error) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction that holds the write lock from its start.

        Raises:
            StoreError: as `opened`; nothing of the transaction is kept.
        """
        with self.opened() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def delete(self) -> bool:
        """Delete it; say whether there was one.

        Raises:
            StoreError: it cannot be deleted.
        """
        was_there = self.is_there
        try:
            for path in self._files():
                path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                f"The index of local pictures, {self.path}, cannot be deleted.",
                hint=f"Close what uses it, see whether you may write to {self.path.parent}, and try again.",
            ) from error
        return was_there

    def _files(self) -> list[Path]:
        return [self.path.with_name(self.path.name + suffix) for suffix in _SUFFIXES]

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            # SQLite gives its journals the permissions of the main file.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            if os.name == "posix" and self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)
        connection = sqlite3.connect(
            self.path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute(f"PRAGMA journal_size_limit = {_JOURNAL_BYTES}").fetchone()
            connection.execute("PRAGMA synchronous = NORMAL")
            prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection
