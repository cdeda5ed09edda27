"""Whether processes live, and waiting without a fixed time."""

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 30.0


def wait_until(done: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait until it is so; false when it still is not."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def lives(process: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not count."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    try:
        return not stat.parent.parent.is_dir() or stat.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def descriptors() -> set[str]:
    """The open file descriptors of this process, each with what it leads to; none where the system does not tell."""
    folder = Path("/proc/self/fd")
    found = set()
    for entry in folder.iterdir() if folder.is_dir() else ():
        try:
            found.add(f"{entry.name} {entry.readlink()}")
        except FileNotFoundError:
            continue
    return found
