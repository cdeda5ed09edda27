"""Whatever the server does, it ends soon on every sign to end, and no child of it is left.

The signs of a client that is gone are tried on a server that this test starts through another process, with pipes that
this test goes on holding: so nothing but the death of its parent tells the server.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from tests.loopback.web import LoopbackWeb
from tests.survival.query_results import QueryResults
from tests.survival.server_process import (
    ENDS_WITHIN_S,
    HELLO,
    SERVE,
    STARTS_WITHIN_S,
    cells_of,
    line_of,
    posix,
)
from tests.survival.test_client_gone import is_running

pytestmark = [
    posix,
    pytest.mark.full,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are counted in /proc"),
]

PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[3:], stdin=int(sys.argv[1]), stdout=int(sys.argv[2]))
print(child.pid, flush=True)
sys.stdin.read()
"""


@dataclass
class Held:
    """A server, its parent, and our ends of its pipes."""

    server: int
    parent: "subprocess.Popen[bytes]"
    writing: int
    reading: int
    rest: bytes = b""
    children: set[int] = field(default_factory=set)

    def say(self, line: bytes) -> None:
        while line:
            line = line[os.write(self.writing, line) :]

    def answer(self, number: int) -> dict[str, Any]:
        """Read until this answer."""
        while True:
            while b"\n" not in self.rest:
                piece = os.read(self.reading, 1_000_000)
                assert piece, "the server ended"
                self.rest += piece
            line, _, self.rest = self.rest.partition(b"\n")
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == number:
                result: dict[str, Any] = message["result"]
                return result

    def call(self, number: int, tool: str, **arguments: Any) -> None:
        self.say(line_of("tools/call", {"name": tool, "arguments": arguments}, number))


@contextmanager
def held(folder: Path, environ: Mapping[str, str]) -> Iterator[Held]:
    its_input, writing = os.pipe()
    reading, its_output = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(its_input), str(its_output), *SERVE],
        cwd=folder,
        env={**os.environ, **environ},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(its_input, its_output),
    )
    assert parent.stdout is not None
    one = Held(int(parent.stdout.readline()), parent, writing, reading)
    try:
        one.say(line_of("initialize", HELLO, 0))
        one.answer(0)
        one.say(line_of("notifications/initialized", {}))
        yield one
    finally:
        parent.kill()
        parent.communicate()
        for process in {one.server, *one.children}:
            if is_running(process):
                os.kill(process, signal.SIGKILL)
        for descriptor in (its_input, one.writing, one.reading, its_output):
            if descriptor >= 0:
                os.close(descriptor)


def children_of(process: int) -> set[int]:
    """The processes below one, down to the last."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text("utf-8").rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in {process, *found}} - found:
        found |= more
    return found


def until(it_is_so: Callable[[], bool]) -> None:
    limit = time.monotonic() + STARTS_WITHIN_S
    while not it_is_so():
        assert time.monotonic() < limit
        time.sleep(0.01)


FULL_PIPE = 60_000

State = Callable[[Held, LoopbackWeb, QueryResults, Path], None]


def idle(one: Held, _web: LoopbackWeb, _engine: QueryResults, _folder: Path) -> None:
    one.say(line_of("ping", {}, 1))
    one.answer(1)


def searching(one: Held, web: LoopbackWeb, _engine: QueryResults, _folder: Path) -> None:
    web.wikimedia_mode = "hang"
    one.call(1, "image_search", query="red panda", provider="wikimedia")
    until(lambda: any(seen.path == "/w/api.php" for seen in web.requests))


def downloading(one: Held, _web: LoopbackWeb, engine: QueryResults, _folder: Path) -> None:
    one.call(1, "image_search", query="red panda", count=2)
    cells = cells_of(one.answer(1))
    engine.slow = frozenset(cell["title"] for cell in cells)
    one.call(2, "image_download", ids=[cell["id"] for cell in cells])
    assert engine.dripping.wait(STARTS_WITHIN_S)


def with_a_picture_worker(one: Held, web: LoopbackWeb, engine: QueryResults, folder: Path) -> None:
    """The worker that decodes lives on between calls."""
    one.call(1, "image_search", query="red panda", count=2)
    cells = cells_of(one.answer(1))
    one.call(2, "image_inspect", id=cells[0]["id"])
    assert one.answer(2)["isError"] is False
    until(lambda: bool(children_of(one.server)))


def with_icons(one: Held, _web: LoopbackWeb, _engine: QueryResults, _folder: Path) -> None:
    one.call(1, "search_icons", keywords=["rocket"], limit=64)
    until(lambda: bool(children_of(one.server)) or bool(one.rest))


def looking(one: Held, _web: LoopbackWeb, _engine: QueryResults, folder: Path) -> None:
    """In a look whose text is being read in the worker of the OCR."""
    pytest.importorskip("rapidocr")
    page = Image.new("RGB", (3000, 3000), "white")
    draw = ImageDraw.Draw(page)
    for row in range(100):
        draw.text(
            (20, 30 * row),
            f"line {row} " + "of many words that take long to read " * 12,
            "black",
            font_size=20,
        )
    page.save(folder / "page.png")
    one.call(1, "vision_analyze", path=str(folder / "page.png"), mode="ocr")
    until(lambda: any(b"opsin.ocr.child" in _command(child) for child in children_of(one.server)))
    # It loads its models first, and then it reads for seconds: both are busy.
    time.sleep(1.0)


def blocked(one: Held, _web: LoopbackWeb, _engine: QueryResults, _folder: Path) -> None:
    """Nobody reads, and the pipe is full: the server waits in a write."""
    for number in range(1, 30):
        one.say(line_of("tools/list", {}, number))
    size = -1

    def stands_still() -> bool:
        nonlocal size
        before, size = size, _waiting(one.reading)
        time.sleep(0.3)
        return size == before and size > FULL_PIPE

    until(stands_still)


def loading(one: Held, _web: LoopbackWeb, _engine: QueryResults, _folder: Path) -> None:
    """Greeted by the front just now, with a call that waits for the SDK."""
    one.call(1, "image_search", query="red panda")


STATES: dict[str, State] = {
    "loading": loading,
    "idle": idle,
    "searching": searching,
    "downloading": downloading,
    "picture worker": with_a_picture_worker,
    "icons": with_icons,
    "looking": looking,
    "blocked": blocked,
}


def kill_the_parent(one: Held) -> None:
    one.parent.kill()
    one.parent.wait()


def end_input(one: Held) -> None:
    os.close(one.writing)
    one.writing = -1


def close_output(one: Held) -> None:
    os.close(one.reading)
    one.reading = -1


def signalling(name: str) -> Callable[[Held], None]:
    return lambda one: os.kill(one.server, getattr(signal, name))


SIGNS: dict[str, Callable[[Held], None]] = {
    "parent killed": kill_the_parent,
    "end of input": end_input,
    "closed output": close_output,
    "term": signalling("SIGTERM"),
    "int": signalling("SIGINT"),
    "hup": signalling("SIGHUP"),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("sign", SIGNS)
def test_it_ends_and_leaves_no_child(
    engine: QueryResults, web: LoopbackWeb, tmp_path: Path, state: str, sign: str
) -> None:
    environ = web.environ(tmp_path, OPSIN_VISION_ENGINE="ocr", OPSIN_VISION_ALLOWED_PATHS=str(tmp_path))
    with held(tmp_path, environ) as one:
        STATES[state](one, web, engine, tmp_path)
        one.children = children_of(one.server)
        began = time.monotonic()
        SIGNS[sign](one)
        while left := [process for process in {one.server, *one.children} if is_running(process)]:
            assert time.monotonic() < began + ENDS_WITHIN_S, (state, sign, list(map(_command, left)))
            time.sleep(0.01)
        print(f"{state}, {sign}: {time.monotonic() - began:.2f} s, {len(one.children)} children")  # noqa: T201
    web.wikimedia_mode = "serving"


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _waiting(descriptor: int) -> int:
    """Bytes that wait in a pipe."""
    import array
    import fcntl
    import termios

    count = array.array("i", [0])
    fcntl.ioctl(descriptor, termios.FIONREAD, count)
    return count[0]
