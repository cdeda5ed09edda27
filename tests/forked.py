"""Servers forked from one process that has loaded them, so that a start takes milliseconds instead of seconds.

Loading the protocol's library is nearly all that a server's start costs. What is forked is a process of its own like
any other, with a main thread, pipes and signals of its own; only its modules are there already. Each part has tests
that start a server as users do, too.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
STUB, SERVE = "stub", "serve"
"""The stub server of the protocol's tests, and `opsin serve`."""

_LOADED_FIRST = (
    "PIL.JpegImagePlugin",
    "anyio._backends._asyncio",
    "opsin.cli.program",
    "opsin.cli.serve_command",
    "opsin.images.contact_sheet",
    "opsin.images.download",
    "opsin.images.inspection",
    "opsin.images.search",
    "opsin.server.http.site",
    "opsin.server.life",
    "opsin.store.database",
    "opsin.web.client",
    "tests.server.stub",
    "uvicorn.lifespan.on",
)
_DESCRIPTORS = 4
"""Standard input, output and error, and where the exit code is told."""


class Forked:
    """A forked server; what the tests use of `subprocess.Popen`.

    Args:
        what: `STUB` or `SERVE`.
        folder: Where it is started.
        environ: All of its environment.
        log: The file that its standard error goes to; a pipe when None.
        arguments: Arguments of `opsin serve`.
    """

    def __init__(
        self,
        what: str,
        folder: Path,
        environ: Mapping[str, str],
        log: IO[bytes] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        ended, tell = os.pipe()
        its_input, stdin = os.pipe()
        stdout, its_output = os.pipe()
        stderr, its_errors = os.pipe() if log is None else (None, os.dup(log.fileno()))
        descriptors = [its_input, its_output, its_errors, tell]
        asked = {"what": what, "folder": str(folder), "environ": dict(environ), "arguments": list(arguments)}
        try:
            self.pid = _forker().fork(asked, descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        self.stdin: IO[bytes] | None = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(stdout, "rb")
        self.stderr: IO[bytes] | None = os.fdopen(stderr, "rb") if stderr is not None else None
        self.returncode: int | None = None
        self._ended = os.fdopen(ended, "rb")

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its exit code."""
        if self.returncode is None:
            if not select.select([self._ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"forked {self.pid}", timeout or 0.0)
            with self._ended as told:
                self.returncode = int(told.read())
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless its end is known."""
        if self.returncode is None and not select.select([self._ended], [], [], 0)[0]:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        """Close its input, read all that it says, and wait for its end."""
        assert self.stdin is not None
        assert self.stdout is not None
        assert self.stderr is not None
        said: list[bytes] = []
        with self.stdin, self.stdout, self.stderr as errors:
            self.stdin.close()
            reading = threading.Thread(target=lambda: said.append(errors.read()))
            reading.start()
            output = self.stdout.read()
            reading.join()
            self.wait(timeout)
        return output, said[0]


class _Forker:
    """The process that forks, from the outside."""

    def __init__(self) -> None:
        ours, its = socket.socketpair()
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
        # Set, it would hide prints that wait in a buffer.
        environ.pop("PYTHONUNBUFFERED", None)
        with its:
            self._popen = subprocess.Popen(
                [sys.executable, "-m", "tests.forked", str(its.fileno())],
                cwd=ROOT,
                env=environ,
                # What is forked gets others in their place, and Python takes these for what those will be.
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[its.fileno()],
            )
        self._connection = ours
        atexit.register(self.close)

    def fork(self, asked: Mapping[str, Any], descriptors: list[int]) -> int:
        """Fork once, and return the new process's number."""
        socket.send_fds(self._connection, [b"."], descriptors)
        self._connection.sendall(json.dumps(asked).encode() + b"\n")
        return int.from_bytes(_exactly(self._connection, 8), "big")

    def close(self) -> None:
        """End it; what was forked lives on."""
        self._connection.close()
        self._popen.communicate()


@cache
def _forker() -> _Forker:
    return _Forker()


def _exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        assert piece, "the process that forks has ended"
        data += piece
    return data


def _asked_for(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Fork for each request until nobody asks any more; returns in each new process, with what it is to be."""
    reading, writing = os.pipe()
    for descriptor in (reading, writing):
        os.set_blocking(descriptor, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing)
    living: dict[int, int] = {}
    while True:
        ready = select.select([connection.fileno(), reading], [], [])[0]
        if reading in ready:
            os.read(reading, 4_096)
            _reap(living)
        if connection.fileno() not in ready:
            continue
        mark, descriptors, _, _ = socket.recv_fds(connection, 1, _DESCRIPTORS)
        if not mark:
            sys.exit(0)
        with connection.makefile("rb", buffering=0) as lines:
            asked: dict[str, Any] = json.loads(lines.readline())
        child = os.fork()
        if not child:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for descriptor in (reading, writing, *living.values(), descriptors.pop()):
                os.close(descriptor)
            connection.close()
            return asked, descriptors
        living[child] = descriptors.pop()
        for descriptor in descriptors:
            os.close(descriptor)
        connection.sendall(child.to_bytes(8, "big"))


def _reap(living: dict[int, int]) -> None:
    for child in list(living):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            with os.fdopen(living.pop(child), "wb") as tell:
                try:
                    tell.write(b"%d" % os.waitstatus_to_exitcode(status))
                    tell.flush()
                except BrokenPipeError:
                    # Nobody wants to know any more.
                    tell.detach()


def _live(asked: Mapping[str, Any], descriptors: list[int]) -> int:
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.setsid()
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environ"])
    if asked["what"] == STUB:
        from tests.server.stub import main as serve_stub

        return serve_stub()
    from opsin.cli import main

    return main([SERVE, *asked["arguments"]])


if __name__ == "__main__":
    for module in _LOADED_FIRST:
        import_module(module)
    with socket.socket(fileno=int(sys.argv[1])) as from_tests:
        wanted = _asked_for(from_tests)
    sys.exit(_live(*wanted))
