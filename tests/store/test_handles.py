"""Where strangers can ask, a search is known by 64 random bits, and by nothing that can be counted."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import ExpiredId, UnknownId
from opsin.store.handles import new_handle
from opsin.store.ids import HANDLES_FROM, CellId, parse_id, search_name
from opsin.store.schema import MIGRATIONS, migrate
from opsin.store.sqlite import Store

DAY = 86_400.0


def save(store: Store, words: str = "red panda") -> int:
    return store.save_search("images", {"text": words}, [{"n": 1}, {"n": 2}], served_by="x")


@given(st.integers(0, 2**64 - 1), st.integers(1, 999))
def test_an_id_with_a_handle_reads_back(bits: int, cell: int) -> None:
    written = str(CellId(HANDLES_FROM + bits, cell))
    assert len(written.partition(":")[0]) == 14
    assert parse_id(written) == parse_id(f"`{written.upper()}`") == CellId(HANDLES_FROM + bits, cell)


def test_handles_use_all_their_bits() -> None:
    drawn = [new_handle() - HANDLES_FROM for _ in range(200)]
    assert len(set(drawn)) == 200
    assert all(any(bits >> place & 1 for bits in drawn) for place in range(64))
    assert not all(any(bits >> place & 1 for bits in drawn[:1]) for place in range(64))


def test_a_search_is_found_by_its_handle_and_not_by_its_number(tmp_path: Path) -> None:
    with Store.open(tmp_path / "opsin.db", secret_ids=True) as store:
        handle = save(store)
        assert handle >= HANDLES_FROM
        assert store.entry(CellId(handle, 2)).data == {"n": 2}
        assert str(store.entry(CellId(handle, 2)).id) == f"s{search_name(handle)}:2"
        assert len(store.search(handle).entries) == 2
        for guess in (CellId(1, 1), CellId(2, 1)):
            # There is a search 1 and none 2, and the answer is the same.
            with pytest.raises(UnknownId, match=f"No search has given out {guess}"):
                store.entry(guess)
        with pytest.raises(UnknownId):
            store.search(1)
        with pytest.raises(UnknownId, match="No search"):
            store.entry(CellId(handle ^ 1, 1))
        with pytest.raises(UnknownId, match="has 2 cells") as caught:
            store.entry(CellId(handle, 3))
        assert f"s{search_name(handle)}:2" in caught.value.hint
    # Whoever has the file itself may use both.
    with Store.open(tmp_path / "opsin.db") as plain:
        assert plain.entry(CellId(handle, 1)).data == plain.entry(CellId(1, 1)).data


def test_what_has_no_handle_is_not_there_for_strangers(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "opsin.db") as own,
        Store.open(tmp_path / "opsin.db", secret_ids=True) as other,
    ):
        assert save(own) == 1
        with pytest.raises(UnknownId):
            other.entry(CellId(1, 1))


def test_a_handle_outlives_its_search_as_long_as_the_words_do(tmp_path: Path) -> None:
    with Store.open(tmp_path / "opsin.db", secret_ids=True, keep_days=30, clock=lambda: 1_000.0) as store:
        handle = save(store, "blue whale")
        store.prune(1_000.0 + 31 * DAY)
        with pytest.raises(ExpiredId, match="blue whale"):
            store.entry(CellId(handle, 1))
        store.clear()
        with pytest.raises(UnknownId):
            store.entry(CellId(handle, 1))
    with closing(sqlite3.connect(tmp_path / "opsin.db")) as connection:
        assert connection.execute("SELECT count(*) FROM handles").fetchone() == (0,)


def test_a_file_without_handles_gets_them_and_keeps_its_searches(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:1])
        connection.execute("INSERT INTO searches VALUES (7, 'images', '{\"text\":\"q\"}', 'x', 1e12, 1)")
        connection.execute("INSERT INTO entries VALUES (7, 1, '{\"n\":1}')")
    with Store.open(path, secret_ids=True) as store:
        assert store.entry(CellId(save(store), 1)).data == {"n": 1}
        assert not store.in_memory
    with Store.open(path) as plain:
        assert plain.entry(CellId(7, 1)).data == {"n": 1}
        assert save(plain) == 9


def test_it_works_in_memory_too() -> None:
    with Store.open(None, secret_ids=True) as store:
        assert store.entry(CellId(save(store), 1)).data == {"n": 1}
