"""One worker process, as the server sees it: started with nothing of the server's, spoken to, ended."""

import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from importlib.util import find_spec
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, cast

import opsin
from opsin.pixels.isolated.bounds import OUT_OF_MEMORY
from opsin.pixels.isolated.framing import BadMessage, receive, send

log = logging.getLogger(__name__)

KEPT_VARIABLES = (
    "SYSTEMROOT",
    "WINDIR",
    "PYTHONHOME",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
)
"""What of the environment a Python may need to start and to find its libraries. No key of anything is among them."""

MALLOC = {"MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": "1048576"}
"""Has glibc set aside no address space for every thread, and give pixels back to the system (mallopt(3))."""

LOGGED_BYTES = 2_000
_REAP_WITHIN_S = 5.0


class Reason(StrEnum):
    """Why a worker process ended, or was ended, over a picture."""

    TIME = "time"
    MEMORY = "memory"
    CRASH = "crash"
    NONSENSE = "nonsense"
    GIVEN_UP = "given up"


class CannotStart(Exception):
    """There can be no worker process."""


def python_command(memory: int, seconds: float, module: str) -> list[str]:
    """The command that starts a worker, whose module is named.

    Raises:
        CannotStart: this program is no Python that could be started a second time.
    """
    program = Path(sys.executable or "")
    if getattr(sys, "frozen", False) or not program.stem.lower().startswith(("python", "pypy")):
        raise CannotStart("the program is not a plain Python interpreter")
    # Without site: it would run what other packages left to be run at every start.
    flags = ["-P", "-S", *(["-B"] if sys.dont_write_bytecode else [])]
    return [str(program), *flags, "-m", module, str(memory), str(seconds)]


def environment(
    environ: Mapping[str, str], libraries: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, str]:
    """The environment of a worker: where opsin and its libraries lie, and next to nothing else.

    Optional packages that are not there are left out.

    Raises:
        CannotStart: one of these packages cannot be found.
    """
    files: list[str | None] = [opsin.__file__]
    for library in libraries:
        found = find_spec(library)
        files.append(found.origin if found is not None else None)
    if not all(files):
        raise CannotStart(f"{' or '.join(('opsin', *libraries))} lies where only this program finds it")
    spare = [find_spec(library) for library in optional]
    files += [found.origin for found in spare if found is not None and found.origin]
    folders = dict.fromkeys(str(Path(file).absolute().parent.parent) for file in files if file)
    kept = {name: environ[name] for name in KEPT_VARIABLES if name in environ}
    return {**kept, **MALLOC, "PYTHONPATH": os.pathsep.join(folders)}


class Process:
    """A worker process.

    Args:
        command: How it is started.
        environ: All of its environment.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        windows = sys.platform == "win32"
        self._popen = subprocess.Popen(  # noqa: S603 - the command is ours
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if windows else subprocess.PIPE,
            bufsize=0,
            env=dict(environ),
            cwd=Path(sys.executable).anchor or os.sep,
            creationflags=_windows_flags(),
        )
        self._owner = os.getpid()
        self._requests = cast("RawIOBase", self._popen.stdin)
        self._answers = BufferedReader(cast("RawIOBase", self._popen.stdout))
        self._ended_for: Reason | None = None
        self.memory = ""

    @property
    def pid(self) -> int:
        """Its number."""
        return self._popen.pid

    @property
    def usable(self) -> bool:
        """Whether it runs, and is a child of this process and not of one that this was forked from."""
        return self._owner == os.getpid() and self._popen.poll() is None

    def greet(self) -> None:
        """Wait until it is ready.

        Raises:
            OSError, EOFError, BadMessage: it is none of ours.
        """
        hello, _ = receive(self._answers, most_bytes=0)
        if hello.get("hello") != "opsin" or not isinstance(hello.get("memory"), str):
            raise BadMessage("no greeting")
        self.memory = hello["memory"]

    def exchange(
        self, asked: Mapping[str, Any], data: bytes, *, most_bytes: int
    ) -> tuple[dict[str, Any], bytes]:
        """Ask, and wait for the answer.

        Raises:
            OSError, EOFError: it ended meanwhile.
            BadMessage: what it answers is no message, or has more bytes than that.
        """
        send(self._requests, asked, data)
        return receive(self._answers, most_bytes=most_bytes)

    def kill(self, reason: Reason) -> None:
        """Have it end at once; whoever waits for its answer meets the end of it."""
        if self._owner == os.getpid():
            self._ended_for = self._ended_for or reason
            self._popen.kill()

    def wait(self) -> None:
        """Wait until one that was killed is gone."""
        if self._owner == os.getpid():
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(_REAP_WITHIN_S)

    def end(self) -> Reason:
        """End it, take its remains away, and say why it ended. Nobody may be waiting for its answer."""
        if self._owner != os.getpid():
            return Reason.GIVEN_UP
        ended_by_itself = self._ended_for is None
        if ended_by_itself:
            # It may be on its way: what it ended with tells more than that it was killed.
            self._requests.close()
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(0.2)
        self._popen.kill()
        self.wait()
        self._tell_errors()
        self._requests.close()
        self._answers.close()
        return self._ended_for or _reason(self._popen.returncode)

    def _tell_errors(self) -> None:
        if sys.platform == "win32" or self._popen.stderr is None:
            return
        with self._popen.stderr as errors:
            os.set_blocking(errors.fileno(), False)
            said = errors.read(LOGGED_BYTES) or b""
        if said:
            log.debug("worker %d said: %s", self.pid, said.decode("utf-8", "replace"))


def _reason(code: int | None) -> Reason:
    if code == OUT_OF_MEMORY:
        return Reason.MEMORY
    if sys.platform != "win32" and code is not None:
        import signal

        if code == -signal.SIGXCPU:
            return Reason.TIME
    return Reason.CRASH


def _windows_flags() -> int:
    """No window, and no part in a Ctrl-C that is meant for the server."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    return 0
