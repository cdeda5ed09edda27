"""Disks that are full, folders that are shut or gone, names without an end: told in words, and nothing is left."""

import os
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.errors import PathRefused
from opsin.paths.held_folder import HeldFolder
from opsin.paths.names import safe_name
from opsin.paths.output import OutputRoot
from tests.paths.titles import any_text

posix = pytest.mark.skipif(os.name == "nt", reason="made the POSIX way")

NOBODY = "65534"
PLACE = """
import os, sys
from pathlib import Path
from opsin.errors import PathRefused
from opsin.paths.output import OutputRoot

where, size, user = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
root = OutputRoot(where)
if user:
    os.setgroups([])
    os.setegid(user)
    os.seteuid(user)
try:
    print("placed", root.place(root.folder(), "big", ".jpg", os.urandom(size)).name)
except PathRefused as why:
    print(why.message, "->", why.hint)
print("left", sorted(file.name for file in where.iterdir()))
"""
ON_TMPFS = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if "left" not in done.stdout:
        pytest.skip(f"cannot be staged here: {done.stderr.strip()[-200:]}")
    return done.stdout


def place_on_tmpfs(folder: Path, options: str, size: int) -> str:
    """Place a file on a file system of its own, which goes with the process that made it."""
    mount = ["unshare", "--mount", "sh", "-c", ON_TMPFS, "sh", options, str(folder)]
    try:
        return run(*mount, sys.executable, "-c", PLACE, str(folder), str(size), "0")
    except FileNotFoundError:
        pytest.skip("there is no unshare")


@pytest.fixture
def root(tmp_path: Path) -> OutputRoot:
    return OutputRoot(tmp_path / "downloads")


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user can get to, as pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.mark.skipif(sys.platform != "linux", reason="mounts as Linux does")
def test_a_full_disk_is_told_and_nothing_is_left(tmp_path: Path) -> None:
    told = place_on_tmpfs(tmp_path, "size=64k", 500_000)
    assert f"{tmp_path} is on a disk that is full. -> Free some space and call again" in told
    assert "left []" in told
    assert "placed big.jpg" in place_on_tmpfs(tmp_path, "size=64k", 5_000)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts as Linux does")
def test_a_disk_that_can_only_be_read_is_told(tmp_path: Path) -> None:
    told = place_on_tmpfs(tmp_path, "ro", 10)
    assert f"{tmp_path} is on a disk that can only be read. -> Choose a folder" in told
    assert "OPSIN_OUTPUT_DIR" in told


@posix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="becomes another user")
def test_a_folder_that_the_user_may_not_write_is_told(shared: Path) -> None:
    told = run(sys.executable, "-c", PLACE, str(shared), "10", NOBODY)
    assert f"{shared} cannot be written: Permission denied. -> Choose a folder" in told
    assert "left []" in told


@posix
def test_a_folder_that_is_gone_is_told_and_made_anew(root: OutputRoot) -> None:
    folder = root.folder("a")
    picture = root.place(folder, "panda", ".jpg", b"1")
    picture.unlink()
    folder.rmdir()
    works: list[Callable[[], object]] = [
        lambda: root.place(folder, "panda", ".jpg", b"1"),
        lambda: root.place_beside(picture, ".json", b"{}"),
        lambda: root.find_same(folder, b"1"),
    ]
    for work in works:
        with pytest.raises(PathRefused, match="not there any more") as caught:
            work()
        assert caught.value.hint == "Call again: it is made anew."
    assert root.place(root.folder("a"), "panda", ".jpg", b"1") == picture


@posix
def test_a_folder_that_goes_while_it_is_held_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    with HeldFolder(folder) as held:
        folder.rmdir()
        with pytest.raises(FileNotFoundError):
            held.write_temporary(b"1")


@posix
@pytest.mark.parametrize("way", ["nowhere", "file"])
def test_an_output_folder_that_is_no_folder_is_told(tmp_path: Path, way: str) -> None:
    if way == "file":
        (tmp_path / "downloads").write_bytes(b"1")
    else:
        (tmp_path / "downloads").symlink_to("missing")
    with pytest.raises(PathRefused, match="not a folder") as caught:
        OutputRoot(tmp_path / "downloads").folder()
    assert "OPSIN_OUTPUT_DIR" in caught.value.hint
    assert not (tmp_path / "missing").exists()


def test_a_path_that_is_too_long_is_told(root: OutputRoot) -> None:
    deep = OutputRoot(root.root.joinpath(*["d" * 200] * 6))
    with pytest.raises(PathRefused, match="too long") as caught:
        deep.folder("/".join(["e" * 200] * 16))
    assert "shorter dir" in caught.value.hint


def test_a_name_that_is_too_long_is_told_and_leaves_nothing(root: OutputRoot) -> None:
    folder = root.folder()
    with pytest.raises(PathRefused, match="too long"):
        root.place(folder, "x" * 300, ".jpg", b"1")
    assert not list(folder.iterdir())


@pytest.mark.parametrize("stem", ["日" * 66 + "ab", "x" * 200, "🐼" * 50])
def test_the_longest_name_has_room_for_its_number_and_its_sidecar(root: OutputRoot, stem: str) -> None:
    folder = root.folder()
    for number in ("", "-2"):
        placed = root.place(folder, stem, ".avif", number.encode(), companion=".json")
        assert placed.name == f"{stem}{number}.avif"
        assert root.place_beside(placed, ".json", b"{}").is_file()


def test_a_file_whose_name_has_no_room_for_a_sidecar_is_not_the_same(root: OutputRoot) -> None:
    folder = root.folder()
    full = folder / ("x" * 251 + ".jpg")
    full.write_bytes(b"1")
    assert root.find_same(folder, b"1", companion=".json") is None
    assert root.find_same(folder, b"1") == full


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
def test_names_that_are_no_text_are_passed_over(root: OutputRoot) -> None:
    folder = root.folder()
    with open(os.fsencode(folder) + b"/panda-\xff.jpg", "wb") as file:  # noqa: PTH123 - no text, no Path
        file.write(b"1")
    assert root.place(folder, "panda", ".jpg", b"2").name == "panda.jpg"


def test_many_files_of_one_name_cost_their_number(root: OutputRoot) -> None:
    folder = root.folder()

    def take(first: int, last: int) -> None:
        for number in range(first, last):
            os.close(os.open(folder / f"panda-{number}.jpg", os.O_CREAT | os.O_WRONLY))

    def seconds(name: str) -> float:
        started = time.perf_counter()
        assert root.place(folder, "panda", ".jpg", b"1").name == name
        return time.perf_counter() - started

    (folder / "panda.jpg").touch()
    take(2, 250)
    few = seconds("panda-250.jpg")
    take(251, 2_000)
    # Eight times as many; sixty-four times would be the square.
    assert seconds("panda-2000.jpg") < 24 * few + 0.5


def test_numbers_have_an_end(tmp_path: Path) -> None:
    def taken(*_: object, **__: object) -> None:
        raise FileExistsError

    root = OutputRoot(tmp_path, link=taken)
    if os.name == "nt":
        pytest.skip("links are not used there")
    with pytest.raises(PathRefused, match="too many files named panda") as caught:
        root.place(root.folder(), "panda", ".jpg", b"1")
    assert "prefix" in caught.value.hint
    assert not list(tmp_path.iterdir())


@given(any_text, st.booleans())
@settings(max_examples=60)
def test_every_title_gives_a_file_and_its_sidecar(title: str, ascii_only: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = OutputRoot(Path(name))
        folder = root.folder()
        stem = safe_name(title, fallback="s3:4", ascii_only=ascii_only)
        for number in range(2):
            placed = root.place(folder, stem, ".tiff", bytes([number]), companion=".json")
            root.place_beside(placed, ".json", b"{}")
        names = {unicodedata.normalize("NFC", file.name) for file in folder.iterdir()}
        assert names == {f"{stem}{end}" for end in (".tiff", ".tiff.json", "-2.tiff", "-2.tiff.json")}
