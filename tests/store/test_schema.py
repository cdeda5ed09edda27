"""Older files become newer ones, all or nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from opsin.store.ids import CellId
from opsin.store.schema import MIGRATIONS, ForeignSchema, migrate
from opsin.store.sqlite import Store

NEXT = ("ALTER TABLE searches ADD COLUMN note TEXT NOT NULL DEFAULT 'none'",)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        yield opened


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_an_older_file_is_brought_up_to_date_and_keeps_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    with Store.open(path) as store:
        store.save_search("images", {"text": "q"}, [{"n": 1}], served_by="x")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, (*MIGRATIONS, NEXT))
        assert version(connection) == len(MIGRATIONS) + 1
        assert connection.execute("SELECT number, note FROM searches").fetchall() == [(1, "none")]


def test_a_file_from_before_the_first_tables_is_brought_up_to_date(tmp_path: Path) -> None:
    (tmp_path / "opsin.db").touch()
    with Store.open(tmp_path / "opsin.db") as store:
        number = store.save_search("images", {"text": "q"}, [{"n": 1}], served_by="x")
        assert store.entry(CellId(number, 1)).data == {"n": 1}
        assert not store.in_memory


def test_doing_it_twice_changes_nothing(connection: sqlite3.Connection) -> None:
    migrate(connection)
    before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    migrate(connection)
    assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before


def test_a_migration_that_fails_leaves_the_file_as_it_was(connection: sqlite3.Connection) -> None:
    migrate(connection)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*MIGRATIONS, (*NEXT, "ALTER TABLE nowhere ADD COLUMN x")))
    assert version(connection) == len(MIGRATIONS)
    assert "note" not in {row[1] for row in connection.execute("PRAGMA table_info(searches)")}
    assert not connection.in_transaction


def test_newer_and_foreign_files_are_refused(connection: sqlite3.Connection) -> None:
    migrate(connection, (*MIGRATIONS, NEXT))
    with pytest.raises(ForeignSchema, match="newer"):
        migrate(connection)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as other:
        other.execute("CREATE TABLE mine (x)")
        with pytest.raises(ForeignSchema, match="another program"):
            migrate(other)
