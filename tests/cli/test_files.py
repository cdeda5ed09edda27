"""Target files: checked first, written whole, errors told."""

import os
import sys
import threading
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


def test_a_dash_names_no_file() -> None:
    with pytest.raises(InvalidInput, match="not written to standard output"):
        check_target(Path("-"))


@pytest.mark.parametrize("name", ["x.jpg", "x.JPG", "x.jpeg", "x.jpe", "x", ".x", "x.y.jpg"])
def test_the_endings_of_a_jpeg_and_none_are_taken(tmp_path: Path, name: str) -> None:
    check_target(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "better"), [("x.png", "x.jpg"), ("x.jpg.webp", "x.jpg.jpg"), ("x.txt", "x.jpg")]
)
def test_another_ending_is_refused_also_over_a_file_that_is_there(
    tmp_path: Path, name: str, better: str
) -> None:
    for _ in range(2):
        with pytest.raises(InvalidInput, match="is a JPEG") as caught:
            check_target(tmp_path / name)
        assert f"Name it {better}," in caught.value.hint
        (tmp_path / name).touch()


def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "inside").touch()
    with pytest.raises(PathRefused, match="can't be written"):
        write(taken, b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link.jpg").symlink_to(Path("real", "sheet.jpg"))
    for data in (b"one", b"two"):
        check_target(tmp_path / "link.jpg")
        write(tmp_path / "link.jpg", data)
        assert (tmp_path / "link.jpg").is_symlink()
        assert (tmp_path / "real" / "sheet.jpg").read_bytes() == data
    assert [path.name for path in (tmp_path / "real").iterdir()] == ["sheet.jpg"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    circle = tmp_path / "circle.jpg"
    circle.symlink_to(circle)
    with pytest.raises(PathRefused, match="can't be written"):
        write(circle, b"data")
    lost = tmp_path / "lost.jpg"
    lost.symlink_to(tmp_path / "missing" / "sheet.jpg")
    with pytest.raises(InvalidInput, match="is not there"):
        check_target(lost)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are POSIX's")
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    check_target(pipe)
    write(pipe, b"data")
    reader.join(timeout=20)
    assert got == [b"data"]
    assert pipe.is_fifo()
