"""The store in a file: what is saved comes back, also after a restart, and only what was given out resolves."""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.errors import ExpiredId, StoreError, UnknownId
from opsin.store.ids import CellId
from opsin.store.sqlite import Store

DAY = 86_400.0
QUERY = {"text": "red panda", "count": 9}
posix = pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")


class Clock:
    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "opsin.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


def save(store: Store, *titles: str) -> int:
    return store.save_search("images", QUERY, [{"title": title} for title in titles], served_by="wikimedia")


def test_a_cell_comes_back_by_its_id(path: Path) -> None:
    clock = Clock()
    with Store.open(path, clock=clock) as store:
        number = save(store, "one", "two")
        entry = store.entry(CellId(number, 2))
    assert (number, entry.kind, entry.query, entry.data) == (1, "images", QUERY, {"title": "two"})
    assert (entry.id, entry.created) == (CellId(1, 2), clock.now)


def test_a_search_comes_back_whole(store: Store) -> None:
    number = save(store, "one", "two", "three")
    row = store.search(number)
    assert [entry["title"] for entry in row.entries] == ["one", "two", "three"]
    assert (row.served_by, row.query, row.number) == ("wikimedia", QUERY, number)


def test_ids_survive_a_restart_and_numbers_go_on(path: Path) -> None:
    with Store.open(path) as store:
        save(store, "one")
    with Store.open(path) as store:
        assert store.entry(CellId(1, 1)).data == {"title": "one"}
        assert save(store, "two") == 2


def test_text_of_every_kind_comes_back(store: Store) -> None:
    odd = {"title": "naïve \u202e \x00 \ud800 🐼", "list": [1, 2.5, None, True]}
    number = store.save_search("images", {"text": "\ud800"}, [odd], served_by="x")
    assert store.entry(CellId(number, 1)).data == odd


def test_nothing_is_made_by_opening_or_by_asking(path: Path, store: Store) -> None:
    with pytest.raises(UnknownId):
        store.entry(CellId(3, 4))
    assert store.get_bytes("k") is None
    assert store.get_state("k") is None
    assert store.stats().searches == 0
    store.prune()
    store.clear()
    assert not path.parent.exists()
    assert store.path == path
    assert not store.in_memory


def test_an_id_beyond_the_last_number_is_unknown(store: Store) -> None:
    save(store, "one")
    with pytest.raises(UnknownId, match="No search has given out s2:1"):
        store.entry(CellId(2, 1))


def test_a_cell_beyond_the_last_says_which_there_are(store: Store) -> None:
    save(store, "one", "two")
    with pytest.raises(UnknownId, match=r"has 2 cells.*s1:1 to s1:2"):
        store.entry(CellId(1, 3))


def test_an_expired_id_names_its_query(path: Path) -> None:
    clock = Clock()
    with Store.open(path, keep_days=30, clock=clock) as store:
        save(store, "one")
        clock.now += 29 * DAY
        assert store.prune().searches == 0
        store.entry(CellId(1, 1))
        clock.now += 2 * DAY
        assert store.prune().searches == 1
        with pytest.raises(ExpiredId, match=r"s1:1 has expired.*'red panda'"):
            store.entry(CellId(1, 1))
        with pytest.raises(ExpiredId, match="'red panda'"):
            store.search(1)
        assert save(store, "two") == 2


def test_saving_prunes_by_itself_when_it_is_time(path: Path) -> None:
    clock = Clock()
    with Store.open(path, keep_days=30, clock=clock) as store:
        save(store, "one")
        clock.now += 31 * DAY
    with Store.open(path, keep_days=30, clock=clock) as store:
        save(store, "two")
        with pytest.raises(ExpiredId):
            store.entry(CellId(1, 1))


def test_another_process_that_pruned_lately_is_not_repeated(path: Path) -> None:
    clock = Clock()
    with Store.open(path, keep_days=30, clock=clock) as store:
        save(store, "one")
        clock.now += 31 * DAY
        with Store.open(path, keep_days=99, clock=clock) as other:
            other.prune()
        clock.now += 600
        save(store, "two")
        store.entry(CellId(1, 1))
        clock.now += 3_600
        save(store, "three")
        with pytest.raises(ExpiredId):
            store.entry(CellId(1, 1))


def test_clearing_takes_everything_but_the_counter(path: Path, store: Store) -> None:
    save(store, "a secret title")
    store.put_bytes("k", b"x" * 100_000, kind="thumbnail")
    store.put_state("s", {"a": 1})
    cleared = store.clear()
    assert (cleared.searches, cleared.kept, cleared.kept_bytes, cleared.states) == (1, 1, 100_000, 1)
    assert (store.get_bytes("k"), store.get_state("s")) == (None, None)
    with pytest.raises(ExpiredId, match="cleared"):
        store.entry(CellId(1, 1))
    assert save(store, "two") == 2
    store.clear()
    store.close()
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"secret" not in left
    assert b"red panda" not in left


def test_bytes_come_back_with_what_was_said_of_them(store: Store) -> None:
    assert store.get_bytes("k") is None
    store.put_bytes("k", b"first", kind="thumbnail")
    store.put_bytes("k", b"\x00second", kind="inspected", meta={"url": "https://example.org"})
    kept = store.get_bytes("k")
    assert kept is not None
    assert (kept.data, kept.meta) == (b"\x00second", {"url": "https://example.org"})
    assert store.stats().kinds == {"inspected": (1, 7)}


def test_states_come_back(store: Store) -> None:
    store.put_state("k", {"page": 1})
    store.put_state("k", {"page": 2})
    assert store.get_state("k") == {"page": 2}


@pytest.mark.parametrize("value", [{"a": {1, 2}}, {"a": float("nan")}, {"a": b"bytes"}])
def test_what_is_not_json_is_refused_and_nothing_is_saved(store: Store, value: dict[str, object]) -> None:
    with pytest.raises(StoreError, match="JSON"):
        store.save_search("images", QUERY, [{"fine": 1}, value], served_by="x")
    assert save(store, "one") == 1


def test_stats_count_what_is_there(path: Path, store: Store) -> None:
    save(store, "one", "two")
    store.put_bytes("a", b"12345", kind="thumbnail")
    stats = store.stats()
    assert (stats.searches, stats.entries, stats.kinds) == (1, 2, {"thumbnail": (1, 5)})
    assert (stats.path, stats.in_memory) == (path, False)
    assert stats.file_bytes > 0


@posix
@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_folder_and_files_are_the_users_alone(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        with Store.open(path) as store:
            save(store, "one")
            files = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert files == dict.fromkeys(("opsin.db", "opsin.db-wal", "opsin.db-shm", "opsin.numbers"), 0o600)
    assert path.parent.stat().st_mode & 0o777 == 0o700


@posix
def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    with Store.open(path) as store:
        save(store, "one")
    path.chmod(0o644)
    with Store.open(path) as store:
        save(store, "two")
        assert path.stat().st_mode & 0o777 == 0o600


def test_closing_leaves_one_file_and_no_further_use(path: Path, store: Store) -> None:
    save(store, "one")
    store.close()
    store.close()
    assert {file.name for file in path.parent.iterdir()} == {"opsin.db", "opsin.numbers"}
    with pytest.raises(StoreError, match="closed"):
        save(store, "two")
    with pytest.raises(StoreError, match="closed"):
        store.entry(CellId(1, 1))


@pytest.mark.skipif(sys.platform != "linux", reason="counts the handles in /proc")
def test_no_file_handle_is_left(path: Path) -> None:
    def handles() -> list[str]:
        return [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]

    with Store.open(path) as store:
        save(store, "one")
        assert any("opsin.db" in name and str(path.parent) in name for name in handles())
    assert not any(str(path.parent) in name for name in handles())


def test_many_threads_share_one_store(store: Store) -> None:
    numbers: list[int] = []

    def work(mine: str) -> None:
        for turn in range(10):
            number = save(store, mine)
            store.put_bytes(f"{mine}{turn}", mine.encode() * 100, kind="thumbnail")
            assert store.entry(CellId(number, 1)).data == {"title": mine}
            numbers.append(number)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 81))


def test_a_store_asked_for_in_memory_works_and_counts_from_one(caplog: pytest.LogCaptureFixture) -> None:
    with Store.open(None) as store:
        assert store.in_memory
        assert store.path is None
        assert save(store, "one") == 1
        assert store.entry(CellId(1, 1)).data == {"title": "one"}
        assert store.stats().in_memory
    assert not caplog.records
