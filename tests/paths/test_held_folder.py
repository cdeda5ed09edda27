"""Files appear whole or not at all."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from opsin.paths.held_folder import HeldFolder, is_temporary
from opsin.paths.renaming import rename_new


def refuse_to_link(*_: Any, **__: Any) -> None:
    raise OSError(errno.EPERM, "no links on this file system")


def break_while_linking(*_: Any, **__: Any) -> None:
    raise OSError(errno.EIO, "broken")


WAYS = {
    "link": (None, rename_new),
    "rename": (refuse_to_link, rename_new),
    "claim": (refuse_to_link, refuse_to_link),
}


@pytest.mark.parametrize(("link", "rename"), WAYS.values(), ids=WAYS)
def test_a_file_gets_its_name_once(tmp_path: Path, link: Any, rename: Any) -> None:
    with HeldFolder(tmp_path, link=link, rename=rename) as held:
        held.publish(held.write_temporary(b"first"), "a.jpg")
        second = held.write_temporary(b"second")
        with pytest.raises(FileExistsError):
            held.publish(second, "a.jpg")
        held.remove(second)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"a.jpg": b"first"}


@pytest.mark.skipif(os.name == "nt", reason="links are not used there")
def test_an_error_that_is_not_about_links_is_not_hidden(tmp_path: Path) -> None:
    with HeldFolder(tmp_path, link=break_while_linking) as held:
        temporary = held.write_temporary(b"x")
        with pytest.raises(OSError, match="broken"):
            held.publish(temporary, "a.jpg")
    assert not (tmp_path / "a.jpg").exists()


@pytest.mark.skipif(os.name == "nt", reason="renames otherwise there")
def test_an_error_of_renaming_that_is_not_about_the_system_is_not_hidden(tmp_path: Path) -> None:
    with HeldFolder(tmp_path, link=refuse_to_link, rename=break_while_linking) as held:
        temporary = held.write_temporary(b"x")
        with pytest.raises(OSError, match="broken"):
            held.publish(temporary, "a.jpg")
    assert not (tmp_path / "a.jpg").exists()


@pytest.mark.skipif(os.name == "nt", reason="renames otherwise there")
def test_nobody_is_overtaken_between_the_look_and_the_renaming(tmp_path: Path) -> None:
    def stand_still(source: str, target: str, *, folder: int) -> None:
        (tmp_path / target).write_bytes(b"of another program")
        rename_new(source, target, folder=folder)

    with HeldFolder(tmp_path, link=refuse_to_link, rename=stand_still) as held:
        temporary = held.write_temporary(b"x")
        with pytest.raises(FileExistsError):
            held.publish(temporary, "a.jpg")
        held.remove(temporary)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"of another program"]


def test_only_plain_files_of_the_size_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "folder").mkdir()
    with HeldFolder(tmp_path) as held:
        assert held.read("a", size=5) == b"12345"
        assert held.read("a", size=4) is None
        assert held.read("missing", size=5) is None
        assert held.read("folder", size=(tmp_path / "folder").stat().st_size) is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with HeldFolder(tmp_path) as held:
        assert held.read("link", size=5) is None


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders there")
def test_a_pipe_is_neither_read_nor_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with HeldFolder(tmp_path) as held:
        assert held.read("pipe", size=0) is None


@pytest.mark.skipif(os.name == "nt", reason="there is no handle there")
def test_no_link_is_followed_below_the_folder_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "root" / "real" / "b").mkdir(parents=True)
    (tmp_path / "root" / "link").symlink_to("real")
    with HeldFolder(tmp_path / "root" / "real" / "b", within=tmp_path / "root") as held:
        held.make_folder("c")
        held.make_folder("c")
    assert (tmp_path / "root" / "real" / "b" / "c").is_dir()
    with (
        pytest.raises(OSError, match="link"),
        HeldFolder(tmp_path / "root" / "link" / "b", within=tmp_path / "root"),
    ):
        pass


@pytest.mark.skipif(os.name == "nt", reason="there is no handle there")
def test_a_link_in_the_folders_place_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "inside").symlink_to(outside)
    with pytest.raises(OSError, match="inside"), HeldFolder(tmp_path / "inside"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="there is no handle there")
def test_a_folder_that_is_swapped_for_a_link_leads_nothing_out(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    with HeldFolder(inside) as held:
        inside.rename(tmp_path / "moved")
        inside.symlink_to(outside)
        held.publish(held.write_temporary(b"x"), "a.jpg")
        held.make_folder("deeper")
    assert not list(outside.iterdir())
    assert (tmp_path / "moved" / "deeper").is_dir()
    assert (tmp_path / "moved" / "a.jpg").read_bytes() == b"x"


def test_what_a_killed_process_left_is_swept_after_a_day(tmp_path: Path) -> None:
    with HeldFolder(tmp_path) as held:
        left = held.write_temporary(b"half")
        (tmp_path / ".opsin-mine.txt").write_text("not ours")
        made = (tmp_path / left).stat().st_mtime
        held.sweep(now=made + 80_000)
        assert (tmp_path / left).exists()
        held.sweep(now=made + 90_000)
    assert [file.name for file in tmp_path.iterdir()] == [".opsin-mine.txt"]


FULL = """
import resource, sys
from pathlib import Path
from opsin.errors import PathRefused
from opsin.paths.output import OutputRoot

root = OutputRoot(Path(sys.argv[1]))
folder = root.folder()
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))
try:
    root.place(folder, "big", ".jpg", b"x" * 50_000)
except PathRefused as why:
    print(why)
"""


@pytest.mark.skipif(os.name == "nt", reason="limits the size of files the POSIX way")
def test_a_write_that_fails_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert "takes no file of that size: File too large" in done.stdout
    assert "max_bytes" in done.stdout
    assert not list(tmp_path.iterdir())


ENDLESS = """
import sys
from pathlib import Path
from opsin.paths.output import OutputRoot

root = OutputRoot(Path(sys.argv[1]))
folder = root.folder()
number = 0
while True:
    root.place(folder, f"picture{number}", ".jpg", bytes([number % 256]) * 3_000_000)
    print("placed", flush=True)
    number += 1
"""


@pytest.mark.skipif(os.name == "nt", reason="kills the POSIX way")
def test_a_process_killed_while_writing_leaves_no_half_file_under_a_final_name(tmp_path: Path) -> None:
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", ENDLESS, str(tmp_path)], stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            writer.send_signal(signal.SIGKILL)
    finals = [file for file in tmp_path.iterdir() if not is_temporary(file.name)]
    assert finals
    for file in finals:
        data = file.read_bytes()
        assert len(data) == 3_000_000
        assert len(set(data)) == 1
