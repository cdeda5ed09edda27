"""Another process holds the file while this one opens it: what can be read is read, and what cannot is told soon."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from opsin.errors import StoreError
from opsin.store.database import Database, Held, is_busy
from opsin.store.ids import CellId
from opsin.store.sqlite import Store
from tests.store.lock_holder import held

WELL_UNDER_S = 12.0
"""What is measured waits about a second; the calls below would wait far longer one after the other."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep the whole file from everybody else, readers too."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "opsin.db"
    with Store.open(path) as store:
        store.save_search("images", {"text": "q"}, [{"title": "one"}], served_by="x")
        store.put_bytes("k", b"1", kind="thumbnail")
        store.put_state("k", {"v": 1})
    return path


def test_a_store_opened_while_another_writes_can_be_read(path: Path) -> None:
    with held(path), Store.open(path) as store:
        assert store.entry(CellId(1, 1)).data == {"title": "one"}
        kept = store.get_bytes("k")
        assert kept is not None
        assert kept.data == b"1"
        assert store.get_state("k") == {"v": 1}
        assert store.stats().searches == 1


def test_a_new_file_gives_pages_back_when_it_is_pruned(path: Path) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    connection.close()


def test_a_file_kept_from_everybody_is_waited_for_once(path: Path) -> None:
    with alone(path), Store.open(path) as store:
        started = time.monotonic()
        for number in range(20):
            assert store.get_bytes("k") is None
            assert store.get_state("k") is None
            store.put_state(f"other {number}", {"v": 2})
        with pytest.raises(StoreError, match="held by another process"):
            store.entry(CellId(1, 1))
        assert time.monotonic() - started < WELL_UNDER_S
        assert not store.in_memory


def test_a_file_that_was_held_is_opened_when_a_while_has_gone_by(path: Path) -> None:
    now = [0.0]
    database = Database(path, clock=lambda: now[0])

    def count(connection: sqlite3.Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM searches").fetchone()[0])

    with alone(path), pytest.raises(sqlite3.OperationalError) as caught:
        database.write(count, patience=0.05)
    assert is_busy(caught.value)
    with pytest.raises(Held):
        database.read(count)
    now[0] += 60.0
    assert database.read(count) == 1
    database.close()
