"""What a worker process may take, set by itself before it sees the first picture.

| what | Linux and other Unix | macOS | Windows |
|---|---|---|---|
| memory | address space (RLIMIT_AS): an allocation fails | looked at ten times a second (RLIMIT_AS has no effect there) | a job object: an allocation fails |
| processor time | RLIMIT_CPU, anew for each picture | the same | - |
| time | the server's deadline | the same | the same |
| files: written, open, dumped | RLIMIT_FSIZE 0, RLIMIT_NOFILE, RLIMIT_CORE 0 | the same | - |

Where memory is only looked at, what is taken within a tenth of a second is taken first. None of this is a sandbox: it
holds runaways and crashes, not code that a picture has smuggled in.
"""

import os
import sys
import threading
import time
from collections.abc import Callable

OUT_OF_MEMORY = 77
"""The exit code of a worker that took more memory than it may."""

HELD, WATCHED, UNBOUND = "held", "watched", "unbound"
"""How memory is bounded: by the system, by looking at it, or not at all."""

OPEN_FILES = 32
_SPARE_CPU_S = 2
_LOOK_EVERY_S = 0.1


def bind(memory: int) -> str:
    """Bound this process for good, to so many bytes of memory, and say how these are bounded."""
    if sys.platform == "win32":
        from opsin.pixels.isolated.windows_job import hold_memory

        return HELD if hold_memory(memory) else UNBOUND
    import resource

    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_NOFILE, OPEN_FILES)
    if sys.platform == "darwin":
        return WATCHED
    return HELD if _lower(resource.RLIMIT_AS, memory) else WATCHED


def allow_cpu(seconds: float) -> None:
    """Allow so many more seconds of processor time; then the system ends this process, whatever it is stuck in.

    The time counts on all processors together.
    """
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + seconds * (os.cpu_count() or 1)) + _SPARE_CPU_S
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def go_first() -> None:
    """Where memory runs short, have Linux end this process rather than the server (proc_pid_oom_score_adj(5))."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as adjustment:  # noqa: PTH123 - no path to speak of
            adjustment.write("500")
    except OSError:
        pass


def watch_parent(parent: int) -> None:
    """End this process when its parent is another than that one.

    End of input tells of the server's end too, but not while a picture is being decoded, and not where another
    process holds the pipe. On Windows it is all that tells.
    """
    if sys.platform != "win32":
        _end_when(lambda: os.getppid() != parent, 0)


def watch_memory(memory: int) -> None:
    """End this process when it has taken more than so many bytes."""
    if sys.platform != "win32":
        _end_when(lambda: _most_taken() > memory, OUT_OF_MEMORY)


def _end_when(it_is_so: Callable[[], bool], code: int) -> None:
    def look() -> None:
        while not it_is_so():
            time.sleep(_LOOK_EVERY_S)
        os._exit(code)

    threading.Thread(target=look, name="opsin-bounds", daemon=True).start()


def _most_taken() -> int:
    """The most bytes that were in memory at once."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _lower(which: int, value: int) -> bool:
    """Set a limit for good, unless a lower one is there."""
    if sys.platform == "win32":
        return False
    import resource

    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    try:
        resource.setrlimit(which, (value, value))
    except (OSError, ValueError):
        return False
    return True
