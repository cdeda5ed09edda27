"""Commands of opsin in forked processes, each of which can end itself with SIGKILL at a chosen step.

A step is what changes something outside the process, just before it happens: a file that is made, written, linked,
renamed or removed, a folder that is made, a connection that is opened, a statement of SQL that writes or commits.
Python's audit events and profiler and SQLite's trace tell of them, so nothing of opsin is changed for it. One process
loads opsin and forks for each command, so that a command takes milliseconds.
"""

import errno
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from io import BufferedRandom, BufferedWriter
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

ALL = "(?!look )"
"""All steps that change something."""

_EVENTS = frozenset({"os.link", "os.mkdir", "os.remove", "os.rename", "os.truncate", "socket.connect"})
_READING = re.compile(r"SELECT|ROLLBACK|BEGIN$|PRAGMA \w+$")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_LOADED_FIRST = (
    "PIL.JpegImagePlugin",
    "anyio._backends._asyncio",
    "opsin.api",
    "opsin.cli.download_command",
    "opsin.cli.download_report",
    "opsin.cli.program",
    "opsin.cli.search_command",
    "opsin.cli.search_report",
    "opsin.images.contact_sheet",
    "opsin.images.download",
    "opsin.images.search",
    "opsin.images.thumbnails",
    "opsin.pixels.decode",
    "opsin.store.database",
    "opsin.store.pruning",
    "opsin.store.queries",
    "tomllib",
)


@dataclass(frozen=True, slots=True)
class Run:
    """One command, and how it is to go.

    Attributes:
        words: The command and its arguments.
        environ: All of its environment.
        folder: Where it is started, and what it prints is kept.
        last_step: The step that it does not live to make, from 1; 0 to let it live.
        steps: Which steps are counted, as a regular expression that their beginning matches. `look` and a statement
            of SQL that only reads is counted where it is asked for.
        meanwhile: Another command. The first one is not killed at its step, but stands still until this one is done.
        links: Whether the file system can give a file a second name.
    """

    words: Sequence[str]
    environ: Mapping[str, str]
    folder: str
    last_step: int = 0
    steps: str = ALL
    meanwhile: Sequence[str] = ()
    links: bool = True


@dataclass(frozen=True, slots=True)
class Ended:
    """How one command ended.

    Attributes:
        stopped_at: The step that it did not make, or before which it stood still; empty where it met none.
        code: Its exit code; -9 where it was killed.
        output: What it printed.
        log: What it wrote to standard error.
    """

    stopped_at: str
    code: int
    output: str
    log: str

    @property
    def data(self) -> Any:
        """What it printed, read as JSON."""
        assert self.code == 0, self.log
        return json.loads(self.output)


class Forks:
    """The process that forks, from the outside."""

    def __init__(self, popen: subprocess.Popen[str]) -> None:
        self._popen = popen

    def run(self, run: Run) -> Ended:
        """Run one command to its end, or to the step before which it is killed."""
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._popen.stdin.write(json.dumps(asdict(run)) + "\n")
        self._popen.stdin.flush()
        stopped_at, code = json.loads(self._popen.stdout.readline())
        output, log = ((Path(run.folder) / name).read_text("utf-8") for name in _PRINTED)
        return Ended(stopped_at, code, output, log)


@dataclass(frozen=True, slots=True)
class Commands:
    """The same for one test, with its environment and its folder."""

    forks: Forks
    environ: Mapping[str, str]
    folder: Path

    def run(self, *words: str, **how: Any) -> Ended:
        """Run one command; see `Run` for the keywords."""
        return self.forks.run(Run(words, {**os.environ, **self.environ}, str(self.folder), **how))

    def beside(self, folder: Path) -> "Commands":
        """The same commands with the store and the output of another folder, which is made."""
        folder.mkdir(exist_ok=True)
        places = {"OPSIN_STATE_DIR": str(folder / "state"), "OPSIN_OUTPUT_DIR": str(folder / "out")}
        return replace(self, environ={**self.environ, **places}, folder=folder)


@contextmanager
def forking() -> Iterator[Forks]:
    """Start the process that forks."""
    pipe = subprocess.PIPE
    # Without the script's own folder on the path, whose modules would hide others of the same names.
    with subprocess.Popen([sys.executable, "-P", __file__], stdin=pipe, stdout=pipe, text=True) as popen:
        yield Forks(popen)


_FILES = (BufferedWriter, BufferedRandom)
_PRINTED = ("stdout.txt", "stderr.txt")


class _Steps:
    """Counts the steps; the audit hook itself."""

    def __init__(self, run: Run, tell: int) -> None:
        self._run = run
        self._tell = tell
        self._made = 0
        self._counted = re.compile(run.steps)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _EVENTS or _makes_file(event, arguments):
            self.step(f"{event} {arguments[0]}")
        if event == "os.link" and not self._run.links:
            raise PermissionError(errno.EPERM, "no links here")

    def profile(self, _frame: FrameType, event: str, called: Any) -> None:
        """Count what is written into files; the profiler calls it."""
        if event == "c_call" and called.__name__ == "write" and isinstance(called.__self__, _FILES):
            self.step("write")

    def step(self, what: str) -> None:
        """Count a step, or end here."""
        if self._counted.match(what):
            self._made += 1
            if self._made == self._run.last_step:
                os.write(self._tell, what[:100].encode(errors="replace"))
                # To this very thread: with a signal to the process it would run on for a moment.
                end = signal.SIGSTOP if self._run.meanwhile else signal.SIGKILL
                signal.pthread_kill(threading.get_ident(), end)


def _makes_file(event: str, arguments: tuple[Any, ...]) -> bool:
    return event == "open" and not isinstance(arguments[0], int) and bool(arguments[2] & _WRITING)


def _fork(run: Run) -> tuple[str, int]:
    hear, tell = os.pipe()
    child = os.fork()
    if not child:
        _live(run, tell)
    os.close(tell)
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        other = Path(run.folder) / "meanwhile"
        other.mkdir(exist_ok=True)
        _fork(replace(run, words=run.meanwhile, folder=str(other), last_step=0, meanwhile=()))
        os.kill(child, signal.SIGCONT)
        _, status = os.waitpid(child, 0)
    with os.fdopen(hear, "rb") as told:
        return told.read().decode(errors="replace"), os.waitstatus_to_exitcode(status)


def _live(run: Run, tell: int) -> NoReturn:
    code = 99
    try:
        os.chdir(run.folder)
        for descriptor, name in enumerate(_PRINTED, start=1):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), descriptor)
        os.environ.clear()
        os.environ.update(run.environ)
        from opsin.cli import main

        steps = _Steps(run, tell)
        _trace_statements(steps)
        sys.addaudithook(steps)
        if run.last_step:
            threading.setprofile(steps.profile)
            sys.setprofile(steps.profile)
        code = main(run.words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _trace_statements(steps: _Steps) -> None:
    connect = sqlite3.connect

    def traced(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **named)
        connection.set_trace_callback(
            lambda sql: steps.step(f"look {sql}" if _READING.match(sql) else sql),
        )
        return connection

    sqlite3.connect = traced  # type: ignore[assignment]


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    for module in _LOADED_FIRST:
        import_module(module)
    for line in sys.stdin:
        print(json.dumps(_fork(Run(**json.loads(line)))), flush=True)  # noqa: T201
