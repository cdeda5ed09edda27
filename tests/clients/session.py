"""A session of a TypeScript SDK client with the server: `client.mjs` as a process, driven line by line."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from tests.clients.installed import HERE, Installed

AT_MOST_S = 60.0
"""Seconds after which a session is killed, with all that it started."""

LATE_NOTE = "progress notification for an unknown token"
"""Version 1 says this of a note that it reads together with the answer: it looks at the answer first."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What a session leaves behind.

    Attributes:
        errors: What the client found wrong with what the server sent.
        stderr: What the client and the server wrote to standard error.
        code: The exit code of the client.
        killed: It did not end by itself.
    """

    errors: tuple[str, ...]
    stderr: str
    code: int
    killed: bool


class Session:
    """One client that has started a server of its own. Use it as a context manager.

    Args:
        installed: Where the SDK is.
        sdk: "v1" or "v2".
        environ: Variables of the server, beside the few that a client passes on.
        folder: The server's working folder.
    """

    def __init__(self, installed: Installed, sdk: str, environ: Mapping[str, str], folder: Path) -> None:
        server = {
            "command": sys.executable,
            "args": ["-m", "opsin", "serve"],
            "env": dict(environ),
            "cwd": str(folder),
        }
        task = json.dumps({"sdk": sdk, "modules": str(installed.modules), **server})
        self._numbers = count(1)
        self._answers: dict[int, dict[str, Any]] = {}
        self._killed = threading.Event()
        self._process = subprocess.Popen(
            [installed.node, str(HERE / "client.mjs"), task],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "NODE_NO_WARNINGS": "1"},
            # A group of its own, so that what hangs can be ended together with what it started.
            start_new_session=True,
        )
        self._limit = threading.Timer(AT_MOST_S, self._kill)

    def __enter__(self) -> Self:
        self._limit.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._limit.cancel()
        self._limit.join()
        if self._process.poll() is None:
            self._kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()

    def greeting(self) -> dict[str, Any]:
        """What the server said of itself when the client connected."""
        greeting: dict[str, Any] = self.answer(0)["result"]
        return greeting

    def list_tools(self) -> list[dict[str, Any]]:
        """The tools as the client takes them."""
        tools: list[dict[str, Any]] = self.answer(self._send("list"))["result"]["tools"]
        return tools

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and wait for its result."""
        answer = self.answer(self.start(tool, **arguments))
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def start(self, tool: str, *, progress: bool = False, **arguments: Any) -> int:
        """Call a tool without waiting. Returns the number that `answer` and `cancel` take."""
        return self._send("call", name=tool, arguments=arguments, progress=progress)

    def cancel(self, number: int) -> None:
        """Abort a call that was started."""
        self.answer(self._send("cancel", call=number))

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for an answer: its `result` or its `error`, and the `progress` of a call that asked for it."""
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        while number not in self._answers:
            line = self._process.stdout.readline()
            if not line:
                self._kill()
                pytest.fail(f"The client ended:\n{self._process.stderr.read()}")
            answer = json.loads(line)
            self._answers[answer["id"]] = answer
        return self._answers[number]

    def close(self) -> Ending:
        """End the client's input, and wait until the client and all that it started have ended."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.close()
        errors = self.answer(-1)["result"]["errors"]
        process.stdout.read()
        # The server holds this pipe as well, so it ends when the last of them has ended.
        stderr = process.stderr.read()
        return Ending(tuple(errors), stderr, process.wait(), self._killed.is_set())

    def _send(self, task: str, **more: Any) -> int:
        assert self._process.stdin is not None
        number = next(self._numbers)
        self._process.stdin.write(json.dumps({"id": number, "do": task, **more}) + "\n")
        self._process.stdin.flush()
        return number

    def _kill(self) -> None:
        self._killed.set()
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
