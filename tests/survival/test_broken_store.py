"""A store that cannot be written, or not even opened: one warning, and the whole job goes on in memory."""

import sys
from pathlib import Path

import pytest

from tests.survival.aftermath import DATABASE, judge_output, judge_store, titles
from tests.survival.forks import Commands
from tests.survival.server_process import SERVE, Server, cells_of, posix, serving

pytestmark = posix

IN_MEMORY = 10**8
"""From here on the numbers of searches that are kept in memory begin."""

ROOM = 64 * 1024

LITTLE_ROOM = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
os.execv(sys.argv[2], sys.argv[2:])
"""

NO_MASTER_KEY = """
import ctypes, os, sys
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
if os.geteuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
    sys.exit("the right to write everywhere could not be given up")
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Starts a process for which the permissions of files count, also where the tests run as root."""


@pytest.mark.full
def test_a_full_disk(commands: Commands, tmp_path: Path) -> None:
    """No file can grow beyond a limit, which the store has reached already; what it holds can still be read."""
    given = titles(commands.run("search", "earlier", "--json").data["cells"])
    assert (tmp_path / "state" / DATABASE).stat().st_size > ROOM
    command = [sys.executable, "-c", LITTLE_ROOM, str(ROOM), *SERVE]
    with serving(tmp_path, commands.environ, command) as server:
        job(server)
        (told,) = cells_of(server.call("image_inspect", id=next(iter(given))))
        assert told["title"] in given.values()
        job(server)
        judge_warning(server.said, tmp_path)
    judge_store(tmp_path / "state", given)
    assert judge_output(tmp_path / "out") == []


@pytest.mark.skipif(sys.platform != "linux", reason="gives up a right of Linux' root")
@pytest.mark.parametrize(
    "earlier", [pytest.param(True, id="a store", marks=pytest.mark.full), pytest.param(False, id="no store")]
)
def test_a_folder_that_cannot_be_written(commands: Commands, tmp_path: Path, earlier: bool) -> None:
    given: dict[str, str] = {}
    state = tmp_path / "state"
    state.mkdir()
    if earlier:
        given = titles(commands.run("search", "earlier", "--json").data["cells"])
    before = sorted(state.iterdir())
    state.chmod(0o500)
    with serving(tmp_path, commands.environ, [sys.executable, "-c", NO_MASTER_KEY, *SERVE]) as server:
        assert job(server) >= IN_MEMORY
        told = server.refused("image_inspect", id="s1:1")
        assert "No search has given out s1:1" in told
        assert "cannot be used" in told
        judge_warning(server.said, tmp_path)
    assert sorted(state.iterdir()) == before
    state.chmod(0o700)
    judge_store(state, given)


@pytest.mark.parametrize("trouble", ["a file for a folder", "a folder for a file", "not a database"])
def test_a_path_that_is_something_else(commands: Commands, tmp_path: Path, trouble: str) -> None:
    state = tmp_path / "state"
    if trouble == "a file for a folder":
        state.write_bytes(b"in the way")
    elif trouble == "a folder for a file":
        (state / DATABASE).mkdir(parents=True)
    else:
        state.mkdir()
        (state / DATABASE).write_bytes(b"in the way" * 1000)
    ended = commands.run("search", "red panda", "--json")
    found = ended.data
    assert found["search"] >= IN_MEMORY
    assert len(found["cells"]) == 9
    assert not any(cell["failed"] for cell in found["cells"])
    judge_warning(ended.log, tmp_path)
    if state.is_file():
        assert state.read_bytes() == b"in the way"
    elif (state / DATABASE).is_file():
        assert (state / DATABASE).read_bytes() == b"in the way" * 1000


def job(server: Server) -> int:
    """Search, inspect, download; returns the search's number."""
    found = server.call("image_search", query="red panda", count=3)
    first, second, _ = given = titles(cells_of(found))
    (told,) = cells_of(server.call("image_inspect", id=first))
    assert told["title"] == given[first]
    saved = server.call("image_download", ids=[first, second])["structuredContent"]["saved"]
    assert [one["id"] for one in saved] == [first, second]
    assert saved[0]["sha256"] == told["sha256"]
    return int(first.removeprefix("s").partition(":")[0])


def judge_warning(log: str, folder: Path) -> None:
    """Check that the trouble with the store was told once."""
    told = [line for line in log.splitlines() if "cannot be used" in line]
    assert len(told) == 1, told
    assert f"The store at {folder / 'state' / DATABASE}" in told[0]
