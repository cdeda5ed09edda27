"""Links that are put in the way while files are placed: nothing ever lands outside the output folder."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from opsin.errors import PathRefused
from opsin.paths.output import OutputRoot

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights there, and there are no handles")

ROUNDS = 300
MOST_ROUNDS = 10_000


@pytest.fixture
def root(tmp_path: Path) -> OutputRoot:
    return OutputRoot(tmp_path / "downloads")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    (folder / "b").mkdir(parents=True)
    return folder


@contextmanager
def swapping(place: Path, outside: Path) -> Iterator[None]:
    """Put a link that leads outside in a folder's place and take it away, over and over, in another thread."""
    stop = threading.Event()

    def swap() -> None:
        for number in count():
            if stop.is_set():
                return
            away = place.with_name(f"away{number}")
            place.rename(away)
            # What is being tested may make the folder anew in between.
            with suppress(FileExistsError):
                place.symlink_to(outside)
                place.unlink()
            with suppress(OSError):
                away.rename(place)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def try_often(work: Callable[[int], object]) -> int:
    """Do it over and over, until some of it was done; returns how often it was not refused."""
    done = 0
    for number in range(MOST_ROUNDS):
        with suppress(PathRefused):
            work(number)
            done += 1
        if number >= ROUNDS and done:
            break
    return done


def test_no_file_lands_outside_while_a_folder_above_becomes_a_link(root: OutputRoot, outside: Path) -> None:
    folder = root.folder("a/b")
    with swapping(root.root / "a", outside):
        done = try_often(lambda _: root.place(folder, "panda", ".jpg", b"1"))
    assert list(outside.rglob("*")) == [outside / "b"]
    assert len(list(folder.iterdir())) == done > 0


def test_no_file_lands_outside_while_the_folder_itself_becomes_a_link(
    root: OutputRoot, outside: Path
) -> None:
    folder = root.folder("a")
    picture = root.place(folder, "first", ".jpg", b"1")
    (outside / "first.jpg").write_bytes(b"secret")
    found: list[Path | None] = []
    with swapping(folder, outside):
        assert try_often(lambda number: root.place_beside(picture, f".{number}", b"{}")) > 0
        assert try_often(lambda _: found.append(root.find_same(folder, b"secret"))) > 0
    assert set(found) == {None}
    assert sorted(outside.rglob("*")) == [outside / "b", outside / "first.jpg"]


def test_no_folder_is_made_outside_while_one_above_becomes_a_link(root: OutputRoot, outside: Path) -> None:
    root.folder("a")
    with swapping(root.root / "a", outside):
        assert try_often(lambda number: root.folder(f"a/n{number}/m")) > 0
    assert list(outside.rglob("*")) == [outside / "b"]


def test_a_link_that_comes_between_the_check_and_the_opening_is_not_followed(
    root: OutputRoot, outside: Path
) -> None:
    folder = root.folder("a/b")

    class Turning(type(folder)):  # type: ignore[misc]
        """A path whose folder above becomes a link right after it was looked at."""

        def resolve(self, strict: bool = False) -> Path:
            real = Path(self).resolve(strict=strict)
            (root.root / "a").rename(root.root / "moved")
            (root.root / "a").symlink_to(outside)
            return real

    with pytest.raises(PathRefused, match="not inside"):
        root.place(Turning(folder), "panda", ".jpg", b"1")
    assert list(outside.rglob("*")) == [outside / "b"]


def test_a_link_that_comes_between_two_folders_is_not_followed(tmp_path: Path, outside: Path) -> None:
    class Turning(type(outside)):  # type: ignore[misc]
        """A path whose folder `a` becomes a link right after it was looked at."""

        def resolve(self, strict: bool = False) -> Path:
            real = Path(self).resolve(strict=strict)
            if self.name == "a":
                self.rename(tmp_path / "moved")
                self.symlink_to(outside)
                return real
            return Turning(real)

    root = OutputRoot(Turning(tmp_path / "downloads"))
    with pytest.raises(PathRefused, match="not inside"):
        root.folder("a/c")
    assert list(outside.rglob("*")) == [outside / "b"]


def test_names_that_are_taken_by_anything_are_passed_over(root: OutputRoot, outside: Path) -> None:
    folder = root.folder()
    target = outside / "target"
    target.write_bytes(b"theirs")
    (folder / "panda.jpg").symlink_to(target)
    (folder / "panda-2.jpg").symlink_to("missing")
    os.mkfifo(folder / "panda-3.jpg")
    (folder / "panda-4.jpg").mkdir()
    os.link(target, folder / "panda-5.jpg")
    (folder / "panda-6.jpg.json").symlink_to(target)
    placed = root.place(folder, "panda", ".jpg", b"mine", companion=".json")
    assert placed.name == "panda-7.jpg"
    assert target.read_bytes() == b"theirs"
    assert not (folder / "missing").exists()
    assert not placed.is_symlink()
    assert placed.stat().st_nlink == 1


def test_a_name_that_is_taken_in_the_last_moment_is_passed_over(tmp_path: Path) -> None:
    taken: list[str] = []

    def late(source: str, target: str, **folders: Any) -> None:
        if len(taken) < 3:
            taken.append(target)
            (tmp_path / "downloads" / target).symlink_to("missing")
        os.link(source, target, **folders)

    root = OutputRoot(tmp_path / "downloads", link=late)
    assert root.place(root.folder(), "panda", ".jpg", b"1").name == "panda-4.jpg"
    assert len(list(root.root.iterdir())) == 4


def test_a_file_system_that_folds_names_takes_the_next_number(tmp_path: Path) -> None:
    folder = tmp_path / "downloads"

    def folding(source: str, target: str, **folders: Any) -> None:
        if target.replace("ss", "ß") in {name.replace("ss", "ß") for name in os.listdir(folder)}:  # noqa: PTH208
            raise FileExistsError(target)
        os.link(source, target, **folders)

    root = OutputRoot(folder, link=folding)
    root.folder()
    (folder / "straße.jpg").write_bytes(b"1")
    (folder / "STRASSE-2.JPG").write_bytes(b"1")
    assert root.place(folder, "strasse", ".jpg", b"2").name == "strasse-3.jpg"
