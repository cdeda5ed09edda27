"""The store's tables, and how an older file becomes a newer one.

`PRAGMA user_version` counts the migrations that a file has been through. A migration that was released is
never changed: a change of the tables is a new entry at the end of the list.
"""

import sqlite3
from collections.abc import Callable, Sequence

APPLICATION_ID = 0x6F707369
"""Marks the file as ours (the letters "opsi"): https://www.sqlite.org/pragma.html#pragma_application_id."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # AUTOINCREMENT keeps the highest number ever given out, whatever is deleted afterwards:
        # https://www.sqlite.org/autoinc.html
        """CREATE TABLE searches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            query TEXT NOT NULL,
            served_by TEXT NOT NULL,
            created REAL NOT NULL,
            cells INTEGER NOT NULL
        )""",
        "CREATE INDEX searches_by_age ON searches (created)",
        """CREATE TABLE entries (
            search INTEGER NOT NULL REFERENCES searches (number) ON DELETE CASCADE,
            cell INTEGER NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (search, cell)
        ) WITHOUT ROWID""",
        """CREATE TABLE tombstones (
            number INTEGER PRIMARY KEY,
            words TEXT NOT NULL
        )""",
        # The blob comes last, so that counting sizes does not read it.
        """CREATE TABLE kept (
            key TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            size INTEGER NOT NULL,
            created REAL NOT NULL,
            meta TEXT NOT NULL,
            data BLOB NOT NULL
        )""",
        "CREATE INDEX kept_by_age ON kept (kind, created, size)",
        """CREATE TABLE states (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL,
            changed REAL NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE turns (
            key TEXT PRIMARY KEY,
            slot REAL NOT NULL,
            made REAL NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE marks (
            key TEXT PRIMARY KEY,
            value REAL NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        # Outlives its search, so that an expired id can still name its query.
        """CREATE TABLE handles (
            handle TEXT PRIMARY KEY,
            search INTEGER NOT NULL UNIQUE
        ) WITHOUT ROWID""",
    ),
)


class ForeignSchema(Exception):
    """The file holds tables that this version of opsin does not know."""


def _nothing() -> None:
    """A new file needs nothing but its tables."""


def migrate(
    connection: sqlite3.Connection,
    migrations: Sequence[Sequence[str]] = MIGRATIONS,
    *,
    on_new: Callable[[], None] = _nothing,
) -> None:
    """Bring the tables up to date, all or nothing, with other processes kept out meanwhile.

    Args:
        connection: The database, outside a transaction.
        migrations: The steps, oldest first.
        on_new: Called within the transaction when the file had no tables before.

    Raises:
        ForeignSchema: a newer opsin made the file, or another program did.
        sqlite3.Error: the file cannot be read or written.
    """
    if _version(connection) == len(migrations) and _is_ours(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        is_new = _version(connection) == 0
        for statement in _missing_steps(connection, migrations):
            connection.execute(statement)
        if is_new:
            on_new()
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def refuse_foreign(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Check, without writing, that the file may be used.

    Raises:
        ForeignSchema: a newer opsin made the file, or another program did.
    """
    version = _version(connection)
    if version > len(migrations):
        raise ForeignSchema(
            f"a newer opsin made it: its tables are version {version}, this one knows {len(migrations)}"
        )
    # In this order: tables that another opsin makes right now come together with its mark.
    if has_tables(connection) and not _is_ours(connection):
        raise ForeignSchema("another program made it")


def _missing_steps(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]]) -> list[str]:
    refuse_foreign(connection, migrations)
    return [statement for migration in migrations[_version(connection) :] for statement in migration]


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_ours(connection: sqlite3.Connection) -> bool:
    return int(connection.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION_ID


def has_tables(connection: sqlite3.Connection) -> bool:
    """Say whether the file holds any table."""
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None
