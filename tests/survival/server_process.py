"""`opsin serve` as a process, spoken to in lines of JSON-RPC."""

import json
import os
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

import pytest

from tests.forked import SERVE as SERVER
from tests.forked import Forked

posix = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")

STARTS_WITHIN_S = 60.0
ENDS_WITHIN_S = 15.0
"""Promised are two seconds; this is the cap on a busy machine."""

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
SERVE = (sys.executable, "-m", "opsin", "serve")


def line_of(method: str, params: Mapping[str, Any], number: int | None = None) -> bytes:
    """One message on its line; a notification where it has no number."""
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message if number is None else {**message, "id": number}).encode() + b"\n"


class Server:
    """A server that was greeted, in a session of its own.

    Args:
        folder: Where it is started, and its log lies.
        environ: Variables beside those of this process.
        command: How it is started.
        forked: Forked from a process that has loaded it, instead of started by the command.
    """

    def __init__(
        self,
        folder: Path,
        environ: Mapping[str, str],
        command: Sequence[str] = SERVE,
        *,
        forked: bool = False,
    ) -> None:
        self._log = folder / "server.log"
        environ = {**os.environ, **environ}
        with self._log.open("ab") as log:
            self.popen = (
                Forked(SERVER, folder, environ, log) if forked else _started(command, folder, environ, log)
            )
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._hello = self._send("initialize", HELLO)

    @property
    def said(self) -> str:
        """What it and others started in its folder wrote to standard error."""
        return self._log.read_text("utf-8", "replace")

    def greeted(self) -> Self:
        """Wait until it is there."""
        assert self._answer(self._hello)["serverInfo"]["name"] == "opsin"
        self._write(line_of("notifications/initialized", {}))
        return self

    def start(self, tool: str, **arguments: Any) -> int:
        """Call a tool without waiting for the answer; returns the call's number."""
        asked = {"name": tool, "arguments": arguments, "_meta": {"progressToken": tool}}
        return self._send("tools/call", asked)

    def result(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a call that must succeed."""
        result = self._answer(number)
        assert not result["isError"], text_of(result)
        return result

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must succeed, and wait for its answer."""
        return self.result(self.start(tool, **arguments))

    def refused(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must fail, and return the answer's text."""
        result = self._answer(self.start(tool, **arguments))
        assert result["isError"], text_of(result)
        return text_of(result)

    def says(self, progress: str) -> None:
        """Wait until it tells of this progress."""
        while self._next_message().get("params", {}).get("message") != progress:
            continue

    def kill(self) -> None:
        """End it as `kill -9` does, and take its pipes away."""
        self.popen.kill()
        self.popen.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Close both pipes, as a client does that ends."""
        for pipe in (self.popen.stdin, self.popen.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()

    def _send(self, method: str, params: Mapping[str, Any]) -> int:
        self._number += 1
        self._write(line_of(method, params, self._number))
        return self._number

    def _write(self, line: bytes) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(line)
        self.popen.stdin.flush()

    def _answer(self, number: int) -> dict[str, Any]:
        while number not in self._answers:
            self._next_message()
        result: dict[str, Any] = self._answers.pop(number)["result"]
        return result

    def _next_message(self) -> dict[str, Any]:
        assert self.popen.stdout is not None
        line = self.popen.stdout.readline()
        assert line, f"the server ended: {self.said}"
        message: dict[str, Any] = json.loads(line)
        if "id" in message:
            self._answers[message["id"]] = message
        return message


def _started(
    command: Sequence[str], folder: Path, environ: Mapping[str, str], log: IO[bytes]
) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=folder, env=environ, stdin=pipe, stdout=pipe, stderr=log, start_new_session=True
    )


@contextmanager
def serving(folder: Path, environ: Mapping[str, str], command: Sequence[str] = SERVE) -> Iterator[Server]:
    """One server that is there, and gone afterwards."""
    with serving_several(1, folder, environ, command) as (server,):
        yield server


@contextmanager
def serving_several(
    count: int, folder: Path, environ: Mapping[str, str], command: Sequence[str] = SERVE
) -> Iterator[list[Server]]:
    """Several servers in the same environment, started at once; forked where the command is the usual one."""
    servers = [Server(folder, environ, command, forked=command == SERVE) for _ in range(count)]
    try:
        yield [server.greeted() for server in servers]
    finally:
        for server in servers:
            server.kill()


def text_of(result: Mapping[str, Any]) -> str:
    """The text of an answer."""
    text = result["content"][0]["text"]
    assert isinstance(text, str)
    return text


def picture_of(result: Mapping[str, Any]) -> bytes:
    """The picture of an answer."""
    return b64decode(result["content"][1]["data"])


def cells_of(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cells of an answer as data."""
    cells: list[dict[str, Any]] = result["_meta"]["opsin/cells"]
    return cells
