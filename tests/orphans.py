"""A process that another one starts, with pipes whose other ends the test holds.

They stay open whatever becomes of its parent, as another program may hold them in real life: so nothing but the death
of its parent tells it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.alive import lives

_PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[3:], stdin=int(sys.argv[1]), stdout=int(sys.argv[2]))
print(child.pid, flush=True)
sys.stdin.read()
"""


class Child:
    """The process, a context manager at whose end nothing of it is left.

    Args:
        command: The process.
        folder: Where it is started.
        environ: Variables beside those of this process.

    Attributes:
        process: Its number.
        parent: Who started it.
        writing: The other end of its input; -1 once the test has closed it.
        reading: The other end of its output; -1 once the test has closed it.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, environ: Mapping[str, str] | None = None
    ) -> None:
        self._input, self.writing = os.pipe()
        self.reading, self._output = os.pipe()
        self.parent = subprocess.Popen(
            [sys.executable, "-c", _PARENT, str(self._input), str(self._output), *command],
            cwd=folder,
            env={**os.environ, **(environ or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(self._input, self._output),
            # Who adopts is then in another session, whatever runs this test.
            start_new_session=True,
        )
        assert self.parent.stdout is not None
        self.process = int(self.parent.stdout.readline())

    def lose_parent(self) -> None:
        """Kill its parent, and wait until that is gone."""
        self.parent.kill()
        self.parent.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.parent.kill()
        self.parent.communicate()
        if lives(self.process):
            os.kill(self.process, signal.SIGKILL)
        for descriptor in (self._input, self.writing, self.reading, self._output):
            if descriptor >= 0:
                os.close(descriptor)
