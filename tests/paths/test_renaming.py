"""Renaming that replaces nothing, by the system itself."""

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.paths.renaming import rename_new

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no folder handle there")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    handle = os.open(tmp_path, os.O_RDONLY)
    yield handle
    os.close(handle)


def rename_or_skip(source: str, target: str, folder: int) -> None:
    try:
        rename_new(source, target, folder=folder)
    except OSError as why:
        if why.errno in {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM}:
            pytest.skip(f"this file system cannot: {why.strerror}")
        raise


def test_a_free_name_is_taken(tmp_path: Path, folder: int) -> None:
    (tmp_path / "a").write_bytes(b"1")
    rename_or_skip("a", "é 日", folder)
    assert [file.name for file in tmp_path.iterdir()] == ["é 日"]


def test_a_taken_name_stays_whatever_it_is(tmp_path: Path, folder: int) -> None:
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "file").write_bytes(b"2")
    (tmp_path / "folder").mkdir()
    (tmp_path / "nowhere").symlink_to("missing")
    rename_or_skip("a", "b", folder)
    for taken in ("file", "folder", "nowhere"):
        with pytest.raises(FileExistsError, match=taken):
            rename_new("b", taken, folder=folder)
    assert (tmp_path / "file").read_bytes() == b"2"
    assert (tmp_path / "b").read_bytes() == b"1"


def test_what_is_not_there_is_told(tmp_path: Path, folder: int) -> None:
    (tmp_path / "a").write_bytes(b"1")
    rename_or_skip("a", "b", folder)
    with pytest.raises(FileNotFoundError):
        rename_new("a", "c", folder=folder)
