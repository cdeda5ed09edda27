"""Whatever the server does, it ends soon on every sign to end, and no child of it is left.

The signs of a client that is gone are tried on a server that this test starts through another process, with pipes that
this test goes on holding: so nothing but the death of its parent tells the server.
"""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from tests.alive import lives, wait_until
from tests.loopback.web import LoopbackWeb
from tests.orphans import Child
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

pytestmark = [
    posix,
    pytest.mark.full,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are counted in /proc"),
]


class Held(Child):
    """The server, spoken to in lines."""

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        super().__init__(SERVE, folder, environ)
        self.rest = b""
        self.children: set[int] = set()

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
    with Held(folder, environ) as one:
        try:
            one.say(line_of("initialize", HELLO, 0))
            one.answer(0)
            one.say(line_of("notifications/initialized", {}))
            yield one
        finally:
            for process in filter(lives, one.children):
                os.kill(process, signal.SIGKILL)


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
    assert wait_until(it_is_so, STARTS_WITHIN_S)


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
    until(lambda: bool(children_of(one.process)))


def with_icons(one: Held, _web: LoopbackWeb, _engine: QueryResults, _folder: Path) -> None:
    one.call(1, "search_icons", keywords=["rocket"], limit=64)
    until(lambda: bool(children_of(one.process)) or bool(one.rest))


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
    until(lambda: any(b"opsin.ocr.child" in _command(child) for child in children_of(one.process)))
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


def end_input(one: Held) -> None:
    os.close(one.writing)
    one.writing = -1


def close_output(one: Held) -> None:
    os.close(one.reading)
    one.reading = -1


def signalling(name: str) -> Callable[[Held], None]:
    return lambda one: os.kill(one.process, getattr(signal, name))


SIGNS: dict[str, Callable[[Held], None]] = {
    "parent killed": Held.lose_parent,
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
        one.children = children_of(one.process)
        began = time.monotonic()
        SIGNS[sign](one)
        while left := [process for process in {one.process, *one.children} if lives(process)]:
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
