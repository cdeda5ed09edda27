"""A store that cannot be opened works on in memory, says so once, and leaves the file as it is."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from opsin.errors import StoreError, UnknownId
from opsin.store.ids import CellId
from opsin.store.sqlite import Store


def save(store: Store, title: str = "one") -> int:
    return store.save_search("images", {"text": "q"}, [{"title": title}], served_by="x")


def junk(path: Path) -> None:
    path.write_bytes(b"this is no database" * 500)


def folder(path: Path) -> None:
    path.mkdir()


def newer(path: Path) -> None:
    with Store.open(path) as store:
        save(store)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()


def foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()


def truncated(path: Path) -> None:
    with Store.open(path) as store:
        save(store)
    path.write_bytes(path.read_bytes()[:5_000])


TROUBLES: list[tuple[Callable[[Path], None], str]] = [
    (junk, "not a database"),
    (folder, "is a folder"),
    (newer, "newer opsin"),
    (foreign, "another program"),
    (truncated, "malformed"),
]


@pytest.mark.parametrize(("spoil", "why"), TROUBLES, ids=lambda value: getattr(value, "__name__", None))
def test_what_cannot_be_opened_falls_back_to_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, spoil: Callable[[Path], None], why: str
) -> None:
    path = tmp_path / "opsin.db"
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    with Store.open(path) as store:
        first, second = save(store, "one"), save(store, "two")
        assert store.in_memory
        assert store.path is None
        assert store.entry(CellId(second, 1)).data == {"title": "two"}
        store.put_bytes("k", b"abc", kind="thumbnail")
        kept = store.get_bytes("k")
        assert kept is not None
        assert store.reserve("p", 1.0, 5.0) == 0
        assert second == first + 1
        assert first >= 10**8
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 1
    assert str(path) in warnings[0]
    assert why in warnings[0]
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize(("spoil", "why"), TROUBLES, ids=lambda value: getattr(value, "__name__", None))
def test_reading_first_falls_back_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, spoil: Callable[[Path], None], why: str
) -> None:
    path = tmp_path / "opsin.db"
    spoil(path)
    with Store.open(path) as store:
        with pytest.raises(UnknownId, match="earlier ids are not known"):
            store.entry(CellId(1, 1))
        assert store.stats().in_memory
    assert sum(why in record.getMessage() for record in caplog.records) == 1


def test_a_parent_that_is_a_file_falls_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "state").write_text("in the way")
    with Store.open(tmp_path / "state" / "opsin.db") as store:
        number = save(store)
        assert store.entry(CellId(number, 1)).data == {"title": "one"}
        assert store.in_memory
    assert len(caplog.records) == 1


def test_a_cleared_store_that_could_not_be_opened_says_that_it_was_not(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    junk(path)
    with Store.open(path) as store, pytest.raises(StoreError, match="cannot be"):
        store.clear()
    with Store.open(path) as store:
        save(store)
        with pytest.raises(StoreError, match=r"cannot be opened, so it was not cleared"):
            store.clear()


def test_numbers_in_memory_differ_from_one_process_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    junk(path)
    numbers = set()
    for _ in range(3):
        with Store.open(path) as store:
            numbers.add(save(store))
    assert len(numbers) == 3


def test_an_error_of_the_caller_is_not_taken_for_the_files(tmp_path: Path) -> None:
    with Store.open(tmp_path / "opsin.db") as store:
        with pytest.raises(TypeError):
            store._databases.write(lambda connection: 1 + "one")  # type: ignore[operator]
        with pytest.raises(sqlite3.OperationalError):
            store._databases.write(lambda connection: connection.execute("SELECT * FROM nowhere"))
        assert not store.in_memory
        assert save(store) == 1


FULL_DISK = """
import resource, sys
from pathlib import Path
from opsin.store.ids import CellId
from opsin.store.sqlite import Store

with Store.open(Path(sys.argv[1])) as store:
    early = store.save_search("images", {"text": "q"}, [{"title": "early"}], served_by="x")
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    store.put_bytes("big", b"x" * 1_000_000, kind="inspected")
    late = store.save_search("images", {"text": "q"}, [{"title": "late"}], served_by="x")
    assert store.in_memory
    assert store.get_bytes("big").data == b"x" * 1_000_000
    assert store.entry(CellId(early, 1)).data["title"] == "early"
    assert store.entry(CellId(late, 1)).data["title"] == "late"
    print(early, late)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files the POSIX way")
def test_a_disk_that_fills_up_falls_back_and_what_was_saved_still_resolves(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FULL_DISK, str(tmp_path / "opsin.db")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    early, late = map(int, done.stdout.split())
    assert early == 1
    assert late >= 10**8
    assert done.stderr.count("cannot be used") == 1
    with Store.open(tmp_path / "opsin.db") as store:
        assert store.entry(CellId(early, 1)).data == {"title": "early"}
