"""Target files: checked first, written whole, errors told."""

from pathlib import Path

import pytest

from opsin.cli.files import check_target, write
from opsin.errors import InvalidInput, PathRefused


def test_a_file_is_written_and_an_older_one_replaced_with_nothing_left_over(tmp_path: Path) -> None:
    target = tmp_path / "sheet.jpg"
    write(target, b"one")
    write(target, b"two")
    assert target.read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.jpg"]


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is a folder"):
        check_target(tmp_path)
    with pytest.raises(InvalidInput, match="is not there"):
        check_target(tmp_path / "missing" / "sheet.jpg")
    check_target(tmp_path / "sheet.jpg")


def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "inside").touch()
    with pytest.raises(PathRefused, match="can't be written"):
        write(taken, b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
