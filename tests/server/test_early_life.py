"""The server before it serves: it answers what it can, holds nothing, and ends at once on every sign."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.alive import lives, wait_until
from tests.orphans import Child
from tests.server.test_front import DISCOVER, ELSEWHERE, HELLO, INITIALIZED, LISTED, LISTED_MODERN

ROOT = Path(__file__).parents[2]
ENDS_WITHIN_S = 8.0  # promised are two seconds; this is the cap on a busy machine

posix = pytest.mark.skipif(os.name == "nt", reason="signals and parents of POSIX")
full = pytest.mark.full

LOADS_FOR_EVER = """
import threading
from opsin.server.life import begin
begin()
threading.Event().wait()
"""
"""The server as it is until the SDK is there, which here it never is."""

BEGINS_SLOWLY = """
import os, threading, time
from opsin.server import life

class Relay(life.Relay):
    def __init__(self, *given):
        parent = os.getppid()
        super().__init__(*given)
        while os.getppid() == parent:
            time.sleep(0.01)

life.Relay = Relay
life.begin()
threading.Event().wait()
"""
"""The same, but its parent goes after the first answer and before its beginning is over."""

BEGINS_TOO_LATE = """
import os, threading, time
parent = os.getppid()
os.write(1, b"opsin starts")
while os.getppid() == parent:
    time.sleep(0.01)
from opsin.server.life import begin
begin()
threading.Event().wait()
"""
"""The same, but its parent goes while the interpreter starts."""

STATES = {
    "nothing said": (b"", 0),
    "answered": (HELLO + INITIALIZED + LISTED, 2),
    "answered, stateless": (DISCOVER + LISTED_MODERN, 2),
    "a call waits": (HELLO + INITIALIZED + ELSEWHERE, 1),
}


class Early:
    """The server, and the two pipes to it."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self.popen = subprocess.Popen(
            [sys.executable, "-c", LOADS_FOR_EVER], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        assert self.popen.stderr is not None
        self.stdin, self.stdout, self.stderr = self.popen.stdin, self.popen.stdout, self.popen.stderr

    def say(self, lines: bytes, answers: int) -> list[bytes]:
        """Say something to it, and read so many answers."""
        self.stdin.write(lines)
        self.stdin.flush()
        return [self.stdout.readline() for _ in range(answers)]


@pytest.fixture
def early() -> Iterator[Early]:
    process = Early()
    try:
        yield process
    finally:
        process.popen.kill()
        process.popen.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


def end_input(early: Early) -> int:
    early.stdin.close()
    return 0


def end_output(early: Early) -> int:
    early.stdout.close()
    return 0


def sending(name: str, code: int) -> Callable[[Early], int]:
    def send(early: Early) -> int:
        if name == "SIGHUP" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
            pytest.skip("under nohup, where it is not to end")
        early.popen.send_signal(getattr(signal, name))
        return code

    return send


SIGNS: dict[str, Callable[[Early], int]] = {
    "end of input": end_input,
    "closed output": end_output,
    "term": sending("SIGTERM", 0),
    "int": sending("SIGINT", 130),
    "hup": sending("SIGHUP", 0),
}
DAILY = {
    ("nothing said", "end of input"),
    ("answered", "end of input"),
    ("answered", "term"),
    ("a call waits", "int"),
}


@posix
@pytest.mark.parametrize(
    ("state", "sign"),
    [
        pytest.param(state, sign, marks=() if (state, sign) in DAILY else full)
        for state in STATES
        for sign in SIGNS
    ],
)
def test_it_ends_on_every_sign_while_the_sdk_loads(early: Early, state: str, sign: str) -> None:
    lines, count = STATES[state]
    # The first answer also tells that the signals are heard: before that, they end it by themselves.
    said = early.say(lines, count)
    assert all("result" in json.loads(line) for line in said)
    if not count and sign not in {"end of input", "closed output"}:
        early.say(HELLO, 1)
    code = SIGNS[sign](early)
    assert early.popen.wait(ENDS_WITHIN_S) == code
    assert early.stderr.read() == b""


@posix
@pytest.mark.parametrize(
    "program",
    [LOADS_FOR_EVER, BEGINS_SLOWLY, BEGINS_TOO_LATE],
    ids=["begun", "beginning", "not yet begun"],
)
def test_it_ends_while_the_sdk_loads_when_its_parent_is_killed(program: str) -> None:
    with Child([sys.executable, "-c", program], ROOT) as server:
        os.write(server.writing, HELLO)
        assert b"opsin" in os.read(server.reading, 65_536)
        server.lose_parent()
        assert wait_until(lambda: not lives(server.process), ENDS_WITHIN_S), "the server outlived its parent"


def test_the_sdk_takes_over_where_the_front_leaves_off(tmp_path: Path) -> None:
    """The real server, started as clients start it: no answer comes twice, and none is missing."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("OPSIN_")}
    folders = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "opsin", "serve"], env=environ | folders, stdin=pipe, stdout=pipe, cwd=tmp_path
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(HELLO + INITIALIZED + LISTED + ELSEWHERE + LISTED.replace(b"list", b"lost"))
        process.stdin.flush()
        said = [json.loads(process.stdout.readline()) for _ in range(4)]
        assert [message["id"] for message in said[:2]] == [1, json.loads(LISTED)["id"]]
        assert any("There is no tool" in str(message) for message in said[2:])
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(ENDS_WITHIN_S) == 0
    assert list(tmp_path.iterdir()) == []
