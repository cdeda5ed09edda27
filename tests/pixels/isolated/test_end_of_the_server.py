"""However the server ends, its worker ends too."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.alive import lives, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

SERVER = """
import os, sys, threading, time
from opsin.pixels.isolated.job import Job
from opsin.pixels.isolated.worker import Worker
from tests.pixels.isolated.strange_child import strange
worker = Worker(memory=1 << 30, seconds=60, command=strange())
worker.examine()
if "busy" in sys.argv:
    job = Job({"work": sys.argv[2]}, b"", 0, lambda told, body: told)
    threading.Thread(target=worker.do, args=(job,), daemon=True).start()
    while not worker.busy:
        time.sleep(0.01)
other = 0
if "shared" in sys.argv:
    # Another process has the pipes too, so that no end of input tells of the end.
    other = os.fork()
    if not other:
        time.sleep(60)
        os._exit(0)
print(worker.pid, other, flush=True)
sys.stdin.readline()
"""


@contextmanager
def server(*how: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A process with a worker, and the worker's number."""
    pipe = subprocess.PIPE
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    other = 0
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *how], stdin=pipe, stdout=pipe, env=environ
    ) as popen:
        try:
            assert popen.stdout is not None
            worker, other = map(int, popen.stdout.readline().split())
            assert lives(worker)
            yield popen, worker
        finally:
            popen.kill()
            if other:
                os.kill(other, signal.SIGKILL)


@pytest.mark.parametrize("how", [(), ("busy", "hang"), ("busy", "spin"), ("shared",)])
def test_a_server_that_is_killed_takes_its_worker_along(how: tuple[str, ...]) -> None:
    with server(*how) as (popen, worker):
        popen.kill()
        popen.wait()
        assert wait_until(lambda: not lives(worker))


@pytest.mark.parametrize("how", [(), ("busy", "hang")])
def test_a_server_that_ends_leaves_no_worker_for_a_moment(how: tuple[str, ...]) -> None:
    with server(*how) as (popen, worker):
        assert popen.stdin is not None
        popen.stdin.close()
        assert popen.wait(30) == 0
        assert not lives(worker)
