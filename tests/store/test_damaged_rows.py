"""Rows that hold no JSON: a cache has them no more, and an id is told that what it names is damaged."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.errors import ExpiredId, StoreError
from opsin.store.ids import CellId
from opsin.store.sqlite import Store

DAMAGED = [
    "'{broken'",
    "''",
    "'[1]'",
    "'7'",
    "X'00ff'",
    "7",
    "'" + "[" * 100_000 + "'",
    "CAST(X'7bff7d' AS TEXT)",
]
LONG_AGO = 1_000_000_000.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "opsin.db"
    with Store.open(path) as store:
        store.save_search("images", {"text": "q"}, [{"title": "one"}, {"title": "two"}], served_by="x")
        store.put_bytes("k", b"1", kind="inspected", meta={"url": "u"})
        store.put_state("k", {"v": 1})
    return path


@pytest.fixture(params=DAMAGED, ids=range(len(DAMAGED)))
def damaged(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def spoil(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as store:
        yield store


def test_a_damaged_cell_is_told_and_the_others_stand(path: Path, store: Store, damaged: str) -> None:
    spoil(path, f"UPDATE entries SET data = {damaged} WHERE cell = 1")
    with pytest.raises(StoreError, match="damaged") as caught:
        store.entry(CellId(1, 1))
    assert caught.value.hint
    with pytest.raises(StoreError, match="damaged"):
        store.search(1)
    assert store.entry(CellId(1, 2)).data == {"title": "two"}
    assert not store.in_memory


def test_a_damaged_query_is_told(path: Path, store: Store, damaged: str) -> None:
    spoil(path, f"UPDATE searches SET query = {damaged}")
    with pytest.raises(StoreError, match="damaged"):
        store.entry(CellId(1, 2))
    with pytest.raises(StoreError, match="damaged"):
        store.search(1)


def test_a_damaged_state_is_a_miss_that_can_be_put_anew(path: Path, store: Store, damaged: str) -> None:
    spoil(path, f"UPDATE states SET value = {damaged}")
    assert store.get_state("k") is None
    store.put_state("k", {"v": 2})
    assert store.get_state("k") == {"v": 2}


def test_damage_beside_bytes_is_a_miss_that_can_be_put_anew(path: Path, store: Store, damaged: str) -> None:
    spoil(path, f"UPDATE kept SET meta = {damaged}")
    assert store.get_bytes("k") is None
    store.put_bytes("k", b"2", kind="inspected")
    kept = store.get_bytes("k")
    assert kept is not None
    assert kept.data == b"2"


def test_damaged_bytes_are_put_once_anew(path: Path, store: Store) -> None:
    spoil(path, "UPDATE kept SET meta = '{broken'")
    assert store.put_bytes_once("k", b"2", kind="inspected").data == b"2"
    assert store.put_bytes_once("k", b"3", kind="inspected").data == b"2"


def test_a_damaged_query_can_be_pruned(path: Path, store: Store) -> None:
    spoil(path, f"UPDATE searches SET query = '{{broken', created = {LONG_AGO}")
    assert store.prune().searches == 1
    with pytest.raises(ExpiredId):
        store.entry(CellId(1, 1))
