"""Several processes on one store: no number names two searches, and a process that is killed loses nothing."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from opsin.store.ids import CellId
from opsin.store.sqlite import Store

WRITER = """
import sys
from pathlib import Path
from opsin.store.sqlite import Store

path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
sys.stdin.readline()
with Store.open(path) as store:
    for turn in range(count):
        entries = [{"who": name, "turn": turn, "cell": cell} for cell in range(1, 10)]
        number = store.save_search("images", {"text": name}, entries, served_by=name)
        store.put_bytes(f"{name}{turn}", name.encode() * 10_000, kind="thumbnail")
        print(number, turn, flush=True)
    if store.in_memory:
        sys.exit("fell back to memory")
"""


def start(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", WRITER, str(path), name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_with_fifty_searches_each_share_no_number(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    writers = {name: start(path, name, 50) for name in ("one", "two")}
    for writer in writers.values():
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    given: dict[int, tuple[str, int]] = {}
    for name, writer in writers.items():
        out, err = writer.communicate(timeout=100)
        assert writer.returncode == 0, err
        assert not err
        for line in out.splitlines():
            number, turn = map(int, line.split())
            assert number not in given
            given[number] = (name, turn)
    assert len(given) == 100
    with Store.open(path) as store:
        for number, (name, turn) in given.items():
            assert store.entry(CellId(number, 9)).data == {"who": name, "turn": turn, "cell": 9}


@pytest.mark.skipif(sys.platform == "win32", reason="kills the POSIX way")
def test_a_writer_killed_in_the_middle_leaves_what_it_had_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    with start(path, "victim", 100_000) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
        acknowledged = [writer.stdout.readline() for _ in range(15)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.stdout.read().splitlines(keepends=True)
    numbers = [tuple(map(int, line.split())) for line in acknowledged if line.endswith("\n")]
    assert len(numbers) >= 15
    with Store.open(path) as store:
        for number, turn in numbers:
            assert store.entry(CellId(number, 1)).data["turn"] == turn
            kept = store.get_bytes(f"victim{turn}")
            assert kept is not None
            assert len(kept.data) == 60_000
        after = store.save_search("images", {"text": "after"}, [{}], served_by="x")
        assert after > max(number for number, _ in numbers)
        assert not store.in_memory
