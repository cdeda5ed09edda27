"""A new store in the place of one that was moved away gives out none of its numbers again."""

import sys
from pathlib import Path

import pytest

from opsin.errors import UnknownId
from opsin.store.ids import CellId
from opsin.store.sqlite import Store


def save(path: Path, times: int = 1) -> list[int]:
    with Store.open(path) as store:
        return [
            store.save_search("images", {"text": "q"}, [{"title": "one"}], served_by="x")
            for _ in range(times)
        ]


def test_a_first_store_counts_from_one(tmp_path: Path) -> None:
    assert save(tmp_path / "opsin.db", 3) == [1, 2, 3]


def test_a_store_that_was_moved_away_takes_no_number_with_it(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    before = set(save(path, 3))
    path.rename(tmp_path / "moved.db")
    after = set(save(path, 3))
    path.unlink()
    last = set(save(path, 3))
    assert not before & after
    assert not (before | after) & last
    with Store.open(path) as store, pytest.raises(UnknownId):
        store.entry(CellId(min(before), 1))


def test_a_store_older_than_the_note_is_noted_by_its_next_search(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    save(path, 5)
    note = tmp_path / "opsin.numbers"
    assert int(note.read_text()) >= 5


@pytest.mark.parametrize("spoilt", ["", "many", "-7", "9" * 16, "9" * 19, "9" * 300, "9" * 5_000])
def test_a_note_that_cannot_be_read_stops_nothing(tmp_path: Path, spoilt: str) -> None:
    (tmp_path / "opsin.numbers").write_text(spoilt)
    assert save(tmp_path / "opsin.db") == [1]


def test_a_note_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "opsin.numbers").mkdir()
    assert save(tmp_path / "opsin.db", 2) == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's")
def test_the_note_is_its_users_alone_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    save(tmp_path / "opsin.db")
    assert (tmp_path / "opsin.numbers").stat().st_mode & 0o077 == 0
    assert {file.name for file in tmp_path.iterdir()} == {"opsin.db", "opsin.numbers"}
