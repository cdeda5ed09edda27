"""Whatever is wrong with the file of the index, its user is told what, of which file, and what helps."""

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from opsin.errors import StoreError
from opsin.local.database import IndexFile
from opsin.local.database_trouble import trouble_with

REBUILD = "opsin index --rebuild"


@pytest.mark.parametrize(
    ("code", "cause", "remedy"),
    [
        (sqlite3.SQLITE_FULL, "its disk is full", "Free some space"),
        (sqlite3.SQLITE_READONLY, "cannot be written", "right to write"),
        (sqlite3.SQLITE_CANTOPEN, "cannot be written", "right to write"),
        (sqlite3.SQLITE_CORRUPT_VTAB, "is damaged", REBUILD),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "is held by another program", "Try again"),
        (sqlite3.SQLITE_IOERR_READ, "by the disk", REBUILD),
        (sqlite3.SQLITE_TOOBIG, "cannot be used", REBUILD),
    ],
)
def test_what_sqlite_says_in_our_words(tmp_path: Path, code: int, cause: str, remedy: str) -> None:
    error = sqlite3.OperationalError("no")
    error.sqlite_errorcode = code
    why = trouble_with(tmp_path / "local.db", error)
    assert cause in why.message
    assert str(tmp_path / "local.db") in why.message
    assert remedy in why.hint


def test_what_the_system_says_in_our_words(tmp_path: Path) -> None:
    assert "disk is full" in trouble_with(tmp_path / "local.db", OSError(errno.ENOSPC, "x")).message
    assert "OPSIN_STATE_DIR" in trouble_with(tmp_path / "local.db", PermissionError(errno.EACCES, "x")).hint
    (tmp_path / "local.db").mkdir()
    with pytest.raises(StoreError, match="is a folder"), IndexFile(tmp_path / "local.db").opened():
        pass


def test_a_damaged_file_is_told_and_made_anew(tmp_path: Path) -> None:
    file = IndexFile(tmp_path / "local.db")
    file.path.write_bytes(b"no database at all" * 400)
    with pytest.raises(StoreError, match="is damaged") as why, file.opened():
        pass
    assert REBUILD in why.value.hint
    assert file.delete()
    with file.opened():
        pass


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_to_nothing_is_told_and_can_be_deleted(tmp_path: Path) -> None:
    file = IndexFile(tmp_path / "local.db")
    file.path.symlink_to(tmp_path / "gone" / "local.db")
    with pytest.raises(StoreError, match="a link to a file that is not there"), file.opened():
        pass
    assert file.delete()
    assert not file.path.is_symlink()
