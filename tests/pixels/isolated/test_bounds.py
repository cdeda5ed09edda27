"""Where the system does not hold a worker's memory, the worker looks at it, and ends itself."""

import os
import subprocess
import sys

import pytest

from opsin.pixels.isolated.bounds import OUT_OF_MEMORY

MOST = 150_000_000
PATIENCE = 60
UNWATCHED_S = 8
PROGRAM = """
import sys, time
from opsin.pixels.isolated.bounds import watch_memory
watch_memory({most})
taken = b"x" * int(sys.argv[1])
time.sleep({unwatched} if len(taken) > {most} else 0.3)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows holds memory itself")
@pytest.mark.parametrize(("taken", "code"), [(2 * MOST, OUT_OF_MEMORY), (1_000, 0)])
def test_one_that_takes_more_than_it_may_ends_itself(taken: int, code: int) -> None:
    program = PROGRAM.format(most=MOST, unwatched=UNWATCHED_S)
    # The shell between: a process begins with the peak of the one that started it, which is large here.
    command = ["sh", "-c", '"$@"; exit $?', "sh", sys.executable, "-c", program, str(taken)]
    ended = subprocess.run(command, check=False, timeout=PATIENCE)
    assert ended.returncode == code
