"""Leaving the process of a server, within the time that is promised.

Python's own end takes long on a busy machine, and from a point of it on no other thread runs, so that none could
cut it short. It has nothing to do here: what is to be closed is closed before.
"""

import atexit
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import NoReturn


def exit_code(signs: "Collection[str]") -> int:
    """What a process ends with after signs to end: 130 after SIGINT, as shells have it, else 0."""
    return 130 if "SIGINT" in signs else 0


def leave(code: int) -> "NoReturn":
    """Do what was registered for the end of the program, and leave."""
    atexit._run_exitfuncs()  # noqa: SLF001
    os._exit(code)


def leave_at_once(code: int) -> "NoReturn":
    """Leave although something still runs or hangs."""
    # What decodes originals ends by itself too, but a moment later.
    if workers := sys.modules.get("opsin.pixels.isolated.worker"):
        workers.close_all()
    os._exit(code)
