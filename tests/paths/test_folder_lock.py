"""One program at a time looks into a folder and adds a file; a program that stands still stops nobody for ever."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from opsin.errors import PathRefused
from opsin.paths.folder_lock import folder_lock
from opsin.paths.output import OutputRoot

HOLD = """
import sys
from pathlib import Path
from opsin.paths.output import OutputRoot

root = OutputRoot(Path(sys.argv[1]))
with root.alone_in(root.folder()) as alone:
    print(alone, flush=True)
    sys.stdin.read()
"""

SAVE_ONCE = """
import sys
from pathlib import Path
from opsin.paths.output import OutputRoot

root = OutputRoot(Path(sys.argv[1]))
folder = root.folder()
print("ready", flush=True)
sys.stdin.readline()
for number in range(20):
    data = bytes([number]) * 1_000
    with root.alone_in(folder, seconds=30):
        if root.find_same(folder, data) is None:
            root.place(folder, "panda", ".jpg", data)
"""


@pytest.fixture
def root(tmp_path: Path) -> OutputRoot:
    return OutputRoot(tmp_path / "downloads")


@contextmanager
def holder(root: OutputRoot) -> Iterator["subprocess.Popen[bytes]"]:
    """Another program that holds the folder's lock."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(root.root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"True"
        try:
            yield process
        finally:
            process.kill()


def test_one_is_alone_and_leaves_nothing(root: OutputRoot) -> None:
    folder = root.folder()
    for _ in range(2):
        with root.alone_in(folder) as alone:
            assert alone
            root.place(folder, "panda", ".jpg", b"1")
    assert {file.name for file in folder.iterdir()} == {"panda.jpg", "panda-2.jpg"}


def test_threads_wait_for_each_other(root: OutputRoot) -> None:
    folder = root.folder()
    inside, most = [], []

    def work() -> None:
        for _ in range(10):
            with root.alone_in(folder, seconds=30) as alone:
                inside.append(alone)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 40


def test_another_folder_is_free(root: OutputRoot) -> None:
    with root.alone_in(root.folder("a")), root.alone_in(root.folder("b"), seconds=0) as alone:
        assert alone


def test_who_waited_long_enough_goes_on(root: OutputRoot) -> None:
    folder = root.folder()
    with holder(root):
        with root.alone_in(folder, seconds=0.05) as alone:
            assert not alone
            root.place(folder, "panda", ".jpg", b"1")
        # The lock of the other was not given up by that.
        with root.alone_in(folder, seconds=0) as alone:
            assert not alone
    assert (folder / "panda.jpg").is_file()


def test_the_lock_of_a_killed_program_is_free(root: OutputRoot) -> None:
    with holder(root) as process:
        process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait(30)
        with root.alone_in(root.folder(), seconds=30) as alone:
            assert alone


def test_two_programs_save_the_same_bytes_once(root: OutputRoot) -> None:
    command = [sys.executable, "-c", SAVE_ONCE, str(root.root)]
    programs = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    for program in programs:
        program.communicate(timeout=60)
        assert program.returncode == 0
    saved = [file.read_bytes()[0] for file in root.folder().iterdir()]
    assert sorted(saved) == list(range(20))


@pytest.mark.skipif(os.name == "nt", reason="a file is locked there")
def test_a_file_system_without_locks_stops_nobody(tmp_path: Path) -> None:
    handle = os.open(tmp_path, os.O_RDONLY)
    os.close(handle)
    with folder_lock(tmp_path, handle, "lock", seconds=60) as alone:
        assert not alone
    with folder_lock(tmp_path, None, "lock", seconds=60) as alone:
        assert not alone
    assert not list(tmp_path.iterdir())


def test_an_error_within_gives_the_lock_back(root: OutputRoot) -> None:
    folder = root.folder()
    with pytest.raises(ZeroDivisionError), root.alone_in(folder):
        raise ZeroDivisionError
    with root.alone_in(folder, seconds=0) as alone:
        assert alone


def test_a_folder_outside_has_no_lock(root: OutputRoot, tmp_path: Path) -> None:
    root.folder()
    with pytest.raises(PathRefused, match="not inside"), root.alone_in(tmp_path):
        pass


@pytest.mark.skipif(os.name == "nt", reason="a folder that is open stays there")
def test_a_folder_that_is_gone_is_told(root: OutputRoot) -> None:
    folder = root.folder("a")
    folder.rmdir()
    with pytest.raises(PathRefused, match="not there any more"), root.alone_in(folder):
        pass
