"""Another process holds the file: what is written meanwhile, what is read after, and how long anything waits."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.store.ids import CellId
from opsin.store.queries import put_kept_once
from opsin.store.sqlite import Store
from tests.store.lock_holder import held

SHORT_S = 0.05
WELL_UNDER_S = 15.0
"""What is measured waits 1 to 3 seconds; the cap allows for a loaded machine."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "opsin.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path, patience=SHORT_S) as store:
        store.put_state("k", {"v": 1})
        store.put_bytes("k", b"1", kind="inspected")
        yield store


def test_a_state_written_after_a_busy_moment_is_what_is_read(store: Store, path: Path) -> None:
    with held(path):
        store.put_state("k", {"v": 2})
        assert store.get_state("k") == {"v": 2}
    store.put_state("k", {"v": 3})
    assert store.get_state("k") == {"v": 3}
    assert not store.in_memory


def test_bytes_written_after_a_busy_moment_are_what_is_read(store: Store, path: Path) -> None:
    with held(path):
        store.put_bytes("k", b"2", kind="inspected")
        kept = store.get_bytes("k")
        assert kept is not None
        assert kept.data == b"2"
    store.put_bytes("k", b"3", kind="inspected")
    kept = store.get_bytes("k")
    assert kept is not None
    assert kept.data == b"3"


def test_what_is_kept_after_a_busy_moment_is_what_is_read(store: Store, path: Path) -> None:
    with held(path):
        store.put_state("k", {"v": 2})
    store.keep([("other", b"3", "thumbnail")], {"k": {"v": 3}})
    assert store.get_state("k") == {"v": 3}
    kept = store.get_bytes("other")
    assert kept is not None
    assert kept.data == b"3"


def test_turns_stay_apart_over_a_busy_moment(store: Store, path: Path) -> None:
    assert store.reserve("p", 100.0, 1_000.0) == 0
    with held(path):
        assert 50 < store.reserve("p", 100.0, 1_000.0) <= 100
    assert 150 < store.reserve("p", 100.0, 1_000.0) <= 200


@pytest.mark.full
def test_a_search_in_a_busy_moment_goes_to_memory_soon_and_stays_known(path: Path) -> None:
    with Store.open(path) as store:
        store.put_state("k", {"v": 1})
        with held(path):
            started = time.monotonic()
            number = store.save_search("images", {"text": "q"}, [{"title": "one"}], served_by="x")
            assert time.monotonic() - started < WELL_UNDER_S
        after = store.save_search("images", {"text": "q"}, [{"title": "two"}], served_by="x")
        assert number >= 10**8
        assert after == 1
        assert store.entry(CellId(number, 1)).data == {"title": "one"}
        assert store.entry(CellId(after, 1)).data == {"title": "two"}


def test_what_can_be_done_without_is_given_up_quietly(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = [(f"t{number}", b"x", "thumbnail") for number in range(20)]
    with held(path), caplog.at_level(logging.DEBUG):
        started = time.monotonic()
        store.keep(kept, {"s": {"v": 1}})
        assert time.monotonic() - started < WELL_UNDER_S
    assert store.get_bytes("t0") is None
    assert store.get_state("s") is None
    assert {record.levelname for record in caplog.records} == {"DEBUG"}
    store.keep(kept, {"s": {"v": 1}})
    assert store.get_bytes("t19") is not None
    assert store.get_state("s") == {"v": 1}


def test_busy_moments_are_told_once(store: Store, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with held(path):
        store.put_state("k", {"v": 2})
        store.put_state("k", {"v": 3})
    assert [record.getMessage().count("held by another process") for record in caplog.records] == [1]


def test_what_is_pruned_in_memory_does_not_keep_the_file_from_being_pruned(path: Path) -> None:
    now = [1_000_000_000.0]
    with Store.open(path, patience=SHORT_S, clock=lambda: now[0]) as store:
        store.put_state("old", {"v": 1})
        now[0] += 40 * 86_400.0
        with held(path):
            # It goes to memory, which is pruned; the file is not.
            store.put_bytes("k", b"2", kind="thumbnail")
        now[0] += 61.0
        store.put_bytes("k", b"3", kind="thumbnail")
        assert store.get_state("old") is None


def test_bytes_that_are_put_once_stand(store: Store, path: Path) -> None:
    first = store.put_bytes_once("o", b"first", kind="inspected", meta={"from": "here"})
    with Store.open(path) as other:
        second = other.put_bytes_once("o", b"second", kind="inspected", meta={"from": "there"})
    assert first.data == b"first"
    assert second == first
    assert second.meta == {"from": "here"}


def test_of_two_that_put_once_at_a_time_the_first_stands(store: Store) -> None:
    """Both have looked and found the key free before either writes, as two servers that fetch at the same time do."""
    for data in (b"first", b"second"):
        row = ("o", "inspected", len(data), 1_000_000_000.0, "{}", data)
        store._databases.write(lambda connection, row=row: put_kept_once(connection, row))  # type: ignore[misc]
    kept = store.get_bytes("o")
    assert kept is not None
    assert kept.data == b"first"


def test_bytes_put_once_in_a_busy_moment_are_not_swapped_after_it(store: Store, path: Path) -> None:
    with held(path):
        assert store.put_bytes_once("o", b"shown", kind="inspected").data == b"shown"
    with Store.open(path) as other:
        other.put_bytes_once("o", b"other", kind="inspected")
    assert store.put_bytes_once("o", b"third", kind="inspected").data == b"shown"
    kept = store.get_bytes("o")
    assert kept is not None
    assert kept.data == b"shown"
