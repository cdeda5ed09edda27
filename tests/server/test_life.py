"""The server as a process: what it writes, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.alive import lives, wait_until
from tests.forked import STUB, Forked
from tests.orphans import Child
from tests.server.stub import DIARY, ROOT

STARTS_WITHIN_S = 60.0
ENDS_WITHIN_S = 8.0  # promised are two seconds; this is the cap on a busy machine

posix = pytest.mark.skipif(os.name == "nt", reason="signals and parents of POSIX")

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


class Process:
    """The stub server, spoken to in lines.

    Args:
        diary: The file that it notes in what happens.
        forked: Forked from a process that has loaded it, or started from nothing.
    """

    def __init__(self, diary: Path, *, forked: bool) -> None:
        environ = {**os.environ, DIARY: str(diary), "PYTHONPATH": str(ROOT)}
        # Set, it would hide prints that wait in a buffer.
        environ.pop("PYTHONUNBUFFERED", None)
        self.diary = diary
        self.popen = Forked(STUB, ROOT, environ) if forked else _started(environ)
        self._number = 0

    def send(self, method: str, params: dict[str, Any], *, notify: bool = False) -> None:
        assert self.popen.stdin is not None
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if not notify:
            self._number += 1
            message["id"] = self._number
        self.popen.stdin.write(json.dumps(message).encode() + b"\n")
        self.popen.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.popen.stdout is not None
        line = self.popen.stdout.readline()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def greet(self) -> None:
        self.send("initialize", HELLO)
        assert self.answer()["result"]["serverInfo"]["name"] == "opsin"
        self.send("notifications/initialized", {}, notify=True)

    def call(self, tool: str, arguments: dict[str, Any] | None = None) -> None:
        self.send("tools/call", {"name": tool, "arguments": arguments or {}})

    def events(self) -> list[str]:
        return self.diary.read_text("utf-8").split() if self.diary.exists() else []

    def ends(self) -> int:
        return self.popen.wait(ENDS_WITHIN_S)


def _started(environ: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.server.stub"],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with running(tmp_path) as one:
        yield one


@contextmanager
def running(folder: Path, *, forked: bool = os.name != "nt") -> Iterator[Process]:
    one = Process(folder / "diary.txt", forked=forked)
    try:
        yield one
    finally:
        one.popen.kill()
        one.popen.wait()
        for pipe in (one.popen.stdin, one.popen.stdout, one.popen.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()


def test_what_the_first_call_opens_is_closed_at_the_end_of_input(tmp_path: Path) -> None:
    # Started from nothing, as clients do.
    with running(tmp_path, forked=False) as process:
        opens_and_closes(process)


def opens_and_closes(process: Process) -> None:
    process.greet()
    process.send("tools/list", {})
    assert process.answer()["result"]["tools"]
    process.call("image_search", {"bogus": 1})
    assert process.answer()["result"]["isError"] is True
    assert process.events() == []
    process.call("stub_break")
    assert process.answer()["result"]["isError"] is True
    assert process.events() == ["opened"]
    assert process.popen.stdin is not None
    process.popen.stdin.close()
    assert process.ends() == 0
    assert process.events() == ["opened", "closed"]


def test_every_line_of_its_output_is_json_rpc(process: Process) -> None:
    process.greet()
    for tool in ("stub_print", "stub_break", "stub_print"):
        process.call(tool)
        process.answer()
    stdout, stderr = process.popen.communicate(timeout=ENDS_WITHIN_S)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in stdout.splitlines())
    for words in (
        b"stray words",
        b"words of a child",
        b"words without an end",
        b"stub_break broke: RuntimeError",
    ):
        assert words in stderr
    assert b"secret" not in stderr


def test_a_broken_line_does_not_end_it(process: Process) -> None:
    process.greet()
    assert process.popen.stdin is not None
    process.popen.stdin.write(b'{"jsonrpc": "2.0", \xff\xfe broken\n\n"\\ud800"\n')
    process.call("stub_count")
    answers = [process.answer()]
    while "result" not in answers[-1]:
        answers.append(process.answer())
    assert answers[-1]["result"]["content"][0]["text"] == "counted"


@posix
@pytest.mark.parametrize(
    ("name", "code"), [("SIGTERM", 0), ("SIGINT", 130), ("SIGHUP", 0)], ids=["term", "int", "hup"]
)
def test_a_signal_ends_it_as_cleanly_as_the_end_of_input(process: Process, name: str, code: int) -> None:
    if name == "SIGHUP" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        pytest.skip("under nohup, where it is not to end")
    process.greet()
    process.call("stub_break")
    process.answer()
    process.popen.send_signal(getattr(signal, name))
    assert process.ends() == code
    assert process.events() == ["opened", "closed"]


@posix
def test_it_ends_although_something_hangs(process: Process) -> None:
    process.greet()
    process.call("stub_hang")
    process.send("ping", {})
    process.answer()
    process.popen.send_signal(signal.SIGTERM)
    assert process.ends() == 0


@posix
def test_it_ends_while_a_call_waits_for_the_network(process: Process) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as host:
        process.greet()
        process.call("stub_connect", {"port": host.getsockname()[1]})
        host.settimeout(STARTS_WITHIN_S)
        connection, _ = host.accept()
        with connection:
            process.popen.send_signal(signal.SIGINT)
            assert process.ends() == 130
            connection.settimeout(ENDS_WITHIN_S)
            assert connection.recv(1) == b""
    assert process.events() == ["opened", "closed"]


@posix
def test_it_ends_although_nobody_reads_its_log(process: Process) -> None:
    """Standard error is a full pipe here: to write into it waits for ever."""
    process.greet()
    process.call("stub_shout")
    process.popen.send_signal(signal.SIGTERM)
    assert process.ends() == 0


@posix
def test_a_signal_ends_it_although_the_main_thread_never_runs_again(process: Process) -> None:
    process.greet()
    process.call("stub_stick")
    until = time.monotonic() + ENDS_WITHIN_S
    while "stuck" not in process.events():
        assert time.monotonic() < until
        time.sleep(0.01)
    process.popen.send_signal(signal.SIGTERM)
    assert process.ends() == 0


@posix
def test_it_ends_when_its_parent_is_killed_although_the_pipe_stays_open() -> None:
    greeting = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
    with Child([sys.executable, "-m", "tests.server.stub"], ROOT, {"PYTHONPATH": str(ROOT)}) as server:
        os.write(server.writing, json.dumps(greeting).encode() + b"\n")
        assert b"opsin" in os.read(server.reading, 65_536)
        server.lose_parent()
        assert wait_until(lambda: not lives(server.process), ENDS_WITHIN_S), "the server outlived its parent"


def test_two_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Some clients start a server twice, and throw the first one away."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with running(tmp_path / "one") as one, running(tmp_path / "two") as two:
        for process in (one, two):
            process.greet()
        assert one.popen.stdin is not None
        one.popen.stdin.close()
        assert one.ends() == 0
        two.call("stub_count")
        assert two.answer()["result"]["content"][0]["text"] == "counted"
