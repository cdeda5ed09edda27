"""The end of a server's process: what was registered is done, and nothing of Python's own end is waited for."""

import subprocess
import sys
import textwrap

PROGRAM = """
    import atexit
    from opsin.server.leaving import leave

    class Kept:
        def __del__(self):
            print("taken apart", flush=True)

    kept = Kept()
    atexit.register(print, "registered", flush=True)
    leave(3)
"""


def test_what_was_registered_is_done_and_no_more() -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "registered\n", "")
