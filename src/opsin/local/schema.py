"""The tables of the index of the user's pictures. It can be made anew at any time, so older tables are thrown away."""

import sqlite3

from opsin.errors import StoreError
from opsin.local.entry import COLUMNS

APPLICATION_ID = 0x6F706C63
"""Marks the file as ours (the letters "oplc"): https://www.sqlite.org/pragma.html#pragma_application_id."""

VERSION = 2

TABLES = (
    """CREATE TABLE roots (
        id INTEGER PRIMARY KEY,
        path BLOB NOT NULL UNIQUE,
        walked REAL NOT NULL DEFAULT 0,
        whole REAL NOT NULL DEFAULT 0,
        unlisted INTEGER NOT NULL DEFAULT 0,
        deep INTEGER NOT NULL DEFAULT 0,
        beyond INTEGER NOT NULL DEFAULT 0
    )""",
    # `state`: see `opsin.local.states`. `text`: 0 not read yet, 1 read, 2 cannot be read.
    # `turn`: whose text is read first.
    """CREATE TABLE pictures (
        id INTEGER PRIMARY KEY,
        root INTEGER NOT NULL REFERENCES roots (id),
        folder BLOB NOT NULL,
        name BLOB NOT NULL,
        size INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        beside INTEGER NOT NULL,
        day REAL NOT NULL,
        state INTEGER NOT NULL,
        text INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        shown TEXT NOT NULL,
        UNIQUE (root, folder, name)
    )""",
    "CREATE INDEX pictures_by_state ON pictures (state, changed)",
    "CREATE INDEX pictures_by_text ON pictures (text, turn, changed)",
    "CREATE INDEX pictures_by_day ON pictures (day)",
    # No positions: words are counted by column, never by neighbours (https://www.sqlite.org/fts5.html, 4.6).
    f"CREATE VIRTUAL TABLE words USING fts5 ({', '.join(COLUMNS)}, detail = column, columnsize = 0, "  # noqa: ISC004
    "tokenize = \"unicode61 remove_diacritics 0 categories 'L* N* Co M*'\")",
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row)",
    """CREATE TABLE leases (
        key TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        until REAL NOT NULL
    ) WITHOUT ROWID""",
)


def prepare(connection: sqlite3.Connection) -> None:
    """Make the tables where there are none, or those of another version of opsin.

    Raises:
        StoreError: another program made the file, or this SQLite has no full-text search.
        sqlite3.Error: the file cannot be read or written.
    """
    if _is_current(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have made them meanwhile.
        if not _is_current(connection):
            _make(connection)
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _is_current(connection: sqlite3.Connection) -> bool:
    mark, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if mark not in {0, APPLICATION_ID} or (not mark and _names(connection)):
        path = next(
            (path for _, name, path in connection.execute("PRAGMA database_list") if name == "main"), ""
        )
        raise StoreError(
            f"The file of the index of local pictures, {path}, is of another program.",
            hint="Move it away: the index is made anew.",
        )
    return bool(mark) and version == VERSION


def _names(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()


def _make(connection: sqlite3.Connection) -> None:
    # Dropping a virtual table drops the tables behind it.
    for wanted in ("CREATE VIRTUAL", "CREATE TABLE"):
        for name, made in _names(connection):
            if str(made).startswith(wanted):
                connection.execute(f'DROP TABLE IF EXISTS "{name}"')
    try:
        for statement in TABLES:
            connection.execute(statement)
    except sqlite3.OperationalError as error:
        if "no such module" not in str(error):
            raise
        raise StoreError(
            "Python's SQLite has no full-text search (FTS5), which the index of local pictures needs.",
            hint="Use a Python whose SQLite has it, such as that of python.org.",
        ) from error
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
