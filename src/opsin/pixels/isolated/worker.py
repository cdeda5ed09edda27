"""A worker process that is there when it is needed: started with the first picture, kept for the next, ended when idle.

It does one piece of work at a time; who comes meanwhile waits for it. What ends it in the middle of a picture is told
of that picture, and the next one gets a new process.
"""

import atexit
import logging
import os
import threading
import time
from collections.abc import Sequence
from typing import TypeVar
from weakref import WeakSet

from opsin.pixels.isolated.framing import BadMessage
from opsin.pixels.isolated.job import Job, Lost, Ticket
from opsin.pixels.isolated.process import CannotStart, Process, Reason, environment, python_command

log = logging.getLogger(__name__)

_T = TypeVar("_T")

IDLE_S = 60.0
START_WITHIN_S = 20.0
CLOSE_WITHIN_S = 1.0
TRY_AGAIN_AFTER_S = 60.0
"""Seconds after which a start is tried again that went wrong."""

_LOST = (OSError, EOFError, ValueError, BadMessage)
"""What an exchange ends with whose other side is gone or makes no sense; a closed pipe raises a ValueError."""


class Worker:
    """A worker process.

    Args:
        memory: Bytes that it may take.
        seconds: Seconds that one piece of work may take.
        wait_s: Seconds that a caller waits for those before it; -1 for as long as it takes.
        idle_s: Seconds without work after which it ends.
        start_s: Seconds within which it must be there.
        module: What it runs, as a name that Python imports.
        libraries: The packages that this needs beside opsin.
        optional: The packages that it uses where they are there.
        without: What is done where it cannot be started, for the log.
        command: How it is started; this very Python, with that module, when None.
    """

    def __init__(
        self,
        *,
        memory: int,
        seconds: float,
        wait_s: float = -1,
        idle_s: float = IDLE_S,
        start_s: float = START_WITHIN_S,
        module: str = "opsin.pixels.isolated.child",
        libraries: Sequence[str] = ("PIL",),
        optional: Sequence[str] = (),
        without: str = "pictures are decoded in this one",
        command: Sequence[str] | None = None,
    ) -> None:
        self.seconds = seconds
        self._memory = memory
        self._wait_s = wait_s
        self._idle_s = idle_s
        self._start_s = start_s
        self._module = module
        self._libraries = libraries
        self._optional = optional
        self._without = without
        self._command = command
        self._turn = threading.Lock()
        self._starting = threading.Lock()
        self._state = threading.Condition()
        self._process: Process | None = None
        self._working_for: Ticket | None = None
        self._until = 0.0
        self._not_before = 0.0
        self._warming = False
        self._closed = False
        self._warned = False

    @property
    def busy(self) -> bool:
        """Whether it is at work, or starting."""
        with self._state:
            return self._working_for is not None

    @property
    def pid(self) -> int | None:
        """The number of the process that is there now."""
        with self._state:
            return self._process.pid if self._process is not None else None

    def do(self, job: Job[_T]) -> _T:
        """Have a piece of work done, and wait for it.

        Raises:
            Lost: the process ended over it, or had to be ended, or did not come to it in time.
            CannotStart: there can be no process; told once in the log.
        """
        if not self._turn.acquire(timeout=self._wait_s):
            raise Lost(Reason.TIME)
        try:
            process = self._take(job.ticket)
            try:
                answer = job.read(*process.exchange(job.asked, job.data, most_bytes=job.most_bytes))
            except _LOST as why:
                log.debug("a worker was lost: %r", why)
                if isinstance(why, BadMessage):
                    process.kill(Reason.NONSENSE)
                raise Lost(self._drop(process)) from why
            except BaseException:
                # Half an answer is left in the pipe.
                process.kill(Reason.CRASH)
                self._drop(process)
                raise
            self._put_back(process)
            return answer
        finally:
            self._turn.release()

    def give_up(self, ticket: Ticket) -> None:
        """Leave work out that has not begun, and end the process if it is busy with it. Never waits."""
        with self._state:
            ticket.given_up = True
            if self._working_for is ticket and self._process is not None:
                self._process.kill(Reason.GIVEN_UP)

    def prepare(self) -> None:
        """Start the process in the background, unless it is there or cannot be. Never waits."""
        with self._state:
            wanted = self._process is None and not self._warming and not self._closed
            if not wanted or time.monotonic() < self._not_before:
                return
            self._warming = True
        threading.Thread(target=self._warm, name="opsin-worker-start", daemon=True).start()

    def examine(self) -> str:
        """Start the process if it is not there, and say how its memory is bounded, as `bounds` words it.

        Raises:
            CannotStart: there can be none.
            Lost: it is being closed.
        """
        with self._turn:
            process = self._take(Ticket())
            self._put_back(process)
            return process.memory

    def close(self) -> None:
        """End the process for good. Work that it is busy with is lost."""
        # The end of the program waits for no start that hangs.
        started = self._starting.acquire(timeout=CLOSE_WITHIN_S)
        with self._state:
            self._closed = True
            process, self._process = self._process, None
            busy = self._working_for is not None
            self._state.notify_all()
        if started:
            self._starting.release()
        if process is not None:
            process.kill(Reason.GIVEN_UP)
            process.wait()
            if not busy:
                process.end()

    def _take(self, ticket: Ticket) -> Process:
        """The process, marked as busy. Only who holds the turn may ask for it."""
        with self._state:
            if ticket.given_up or self._closed:
                raise Lost(Reason.GIVEN_UP)
            process = self._process
            if process is not None and process.usable:
                self._busy(ticket, self.seconds)
                return process
        if process is not None:
            self._drop(process)
        try:
            process = self._start()
        except (CannotStart, OSError, RuntimeError) as why:
            raise self._cannot(why) from why
        with self._state:
            refused = ticket.given_up or self._closed
            self._busy(ticket, self.seconds)
        if refused:
            self._put_back(process)
            raise Lost(Reason.GIVEN_UP)
        return process

    def _start(self) -> Process:
        if time.monotonic() < self._not_before:
            raise CannotStart("it could not be a moment ago")
        command = self._command or python_command(self._memory, self.seconds, self._module)
        environ = environment(os.environ, self._libraries, self._optional)
        _end_with_the_program(self)
        with self._starting:
            if self._closed:
                raise CannotStart("the program ends")
            process = Process(command, environ)
            with self._state:
                self._process = process
                # Busy with greeting: whoever closes it leaves its pipes to this thread.
                self._busy(Ticket(), self._start_s)
        try:
            threading.Thread(target=self._keep, args=(process,), name="opsin-worker", daemon=True).start()
            process.greet()
        except (*_LOST, RuntimeError) as why:
            process.kill(Reason.CRASH)
            self._drop(process)
            raise CannotStart("it does not answer") from why
        return process

    def _cannot(self, why: Exception) -> CannotStart:
        with self._state:
            if time.monotonic() >= self._not_before:
                self._not_before = time.monotonic() + TRY_AGAIN_AFTER_S
            warned, self._warned = self._warned or self._closed, True
        if not warned:
            log.warning("no worker process can be started (%s): %s", why, self._without)
        return why if isinstance(why, CannotStart) else CannotStart(str(why))

    def _drop(self, process: Process) -> Reason:
        """End a process that nobody else uses."""
        with self._state:
            if self._process is process:
                self._process = None
            self._working_for = None
            self._state.notify_all()
        return process.end()

    def _put_back(self, process: Process) -> None:
        with self._state:
            self._busy(None, self._idle_s)
            closed = self._closed
        if closed:
            self._drop(process)

    def _busy(self, ticket: Ticket | None, seconds: float) -> None:
        """Note for whom the process works, and until when that is to last; the state is held."""
        self._working_for = ticket
        self._until = time.monotonic() + seconds
        self._state.notify_all()

    def _warm(self) -> None:
        try:
            self.examine()
        except (CannotStart, Lost):
            # Whoever needs it finds out.
            pass
        finally:
            with self._state:
                self._warming = False

    def _keep(self, process: Process) -> None:
        """End the process when its work takes too long, or when it is idle for long."""
        with self._state:
            while self._process is process:
                left = self._until - time.monotonic()
                if left > 0:
                    self._state.wait(left)
                elif self._working_for is not None:
                    process.kill(Reason.TIME)
                    self._until = time.monotonic() + self._start_s
                else:
                    self._process = None
                    break
            else:
                return
        process.end()


_started: "WeakSet[Worker]" = WeakSet()


def _end_with_the_program(worker: Worker) -> None:
    if not _started:
        # Registering twice does no harm.
        atexit.register(close_all)
    _started.add(worker)


def close_all() -> None:
    """End the processes of all workers for good, as the end of the program does."""
    for worker in list(_started):
        worker.close()
