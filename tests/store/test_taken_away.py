"""A file that is moved or deleted while it is open: nothing more is written where nobody would find it."""

import logging
import os
from pathlib import Path

import pytest

from opsin.store.ids import CellId
from opsin.store.sqlite import Store

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps a file that somebody has open")


def save(store: Store, title: str) -> int:
    return store.save_search("images", {"text": title}, [{"title": title}], served_by="test")


@pytest.mark.parametrize("replaced", [False, True])
def test_what_comes_after_lives_in_memory_and_what_was_before_can_be_read(
    tmp_path: Path, replaced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    path = tmp_path / "state" / "opsin.db"
    with Store.open(path) as store:
        first = save(store, "before")
        store.put_state("paging", {"page": 1})
        for file in path.parent.iterdir():
            file.unlink()
        if not replaced:
            path.parent.rmdir()
        with Store.open(path if replaced else None) as other:
            # It knows nothing of the numbers before it.
            assert save(other, "another") == first
        second = save(store, "after")
        assert second >= 10**8
        store.put_state("paging", {"page": 2})
        titles = [store.entry(CellId(number, 1)).data["title"] for number in (first, second)]
        assert titles == ["before", "after"]
        assert store.get_state("paging") == {"page": 2}
        assert store.in_memory
    assert [record.message.count("moved or deleted") for record in caplog.records] == [1]


def test_a_store_that_is_emptied_in_place_is_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    with Store.open(path) as store:
        first = save(store, "before")
        store.clear()
        assert save(store, "after") == first + 1
        assert not store.in_memory
