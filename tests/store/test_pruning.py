"""Kept bytes stay within their total: thumbnails go first, then what was inspected."""

from pathlib import Path

import pytest

from opsin.store.sqlite import Store

MEBIBYTE = 2**20
PICTURE = b"x" * MEBIBYTE


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def kept(store: Store, keys: str) -> str:
    return "".join(key for key in keys if store.get_bytes(key) is not None)


def fill(store: Store) -> None:
    """Inspected a to c, thumbnails d to f: each a mebibyte, in this order of time."""
    for key, kind in zip("abcdef", ["inspected"] * 3 + ["thumbnail"] * 3, strict=True):
        store.put_bytes(key, PICTURE, kind=kind)


@pytest.mark.parametrize(
    ("max_mb", "left"), [(6, "abcdef"), (5, "abcef"), (4, "abcf"), (3, "abc"), (1.5, "c"), (0, "")]
)
def test_what_is_soonest_missed_goes_last(tmp_path: Path, max_mb: float, left: str) -> None:
    with Store.open(tmp_path / "opsin.db", max_mb=6, clock=Clock()) as store:
        fill(store)
    with Store.open(tmp_path / "opsin.db", max_mb=max_mb, clock=Clock()) as store:
        pruned = store.prune()
        assert kept(store, "abcdef") == left
        assert (pruned.kept, pruned.kept_bytes) == (6 - len(left), (6 - len(left)) * MEBIBYTE)


def test_many_bytes_are_pruned_before_the_hour_is_over(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    with Store.open(path, max_mb=4, clock=Clock()) as store:
        for number in range(12):
            store.put_bytes(str(number), PICTURE, kind="thumbnail")
        assert store.stats().kinds["thumbnail"][1] <= 5 * MEBIBYTE
        assert store.get_bytes("11") is not None


def test_the_file_gets_shorter(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    with Store.open(path, max_mb=100) as store:
        fill(store)
    before = path.stat().st_size
    with Store.open(path, max_mb=1) as store:
        store.prune()
    assert path.stat().st_size < before / 2


def test_searches_and_states_are_not_touched_by_size(tmp_path: Path) -> None:
    with Store.open(tmp_path / "opsin.db", max_mb=0) as store:
        store.save_search("images", {"text": "q"}, [{"n": 1}], served_by="x")
        store.put_state("s", {"a": 1})
        store.put_bytes("k", PICTURE, kind="inspected")
        pruned = store.prune()
        assert (pruned.searches, pruned.states) == (0, 0)
        assert store.get_state("s") == {"a": 1}
        assert store.stats().searches == 1


def test_bytes_and_states_go_by_age_too(tmp_path: Path) -> None:
    clock = Clock()
    with Store.open(tmp_path / "opsin.db", keep_days=30, clock=clock) as store:
        store.put_bytes("old", b"1", kind="inspected")
        store.put_state("old", {})
        clock.now += 20 * 86_400
        store.put_bytes("new", b"2", kind="thumbnail")
        pruned = store.prune(now=clock.now + 15 * 86_400)
        assert (pruned.kept, pruned.kept_bytes, pruned.states) == (1, 1, 1)
        assert store.get_bytes("old") is None
        assert store.get_state("old") is None
        assert store.get_bytes("new") is not None


def test_memory_is_bounded_as_well(tmp_path: Path) -> None:
    with Store.open(None, max_mb=2, clock=Clock()) as store:
        for number in range(8):
            store.put_bytes(str(number), PICTURE, kind="thumbnail")
        assert store.stats().kinds["thumbnail"][1] <= 3 * MEBIBYTE
