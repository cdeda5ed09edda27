"""The reading process with every use of a socket forbidden: `guarded_child.py MEMORY SECONDS`."""

import os
import sys

from opsin.ocr import child
from opsin.ocr.reading import MEMORY, SECONDS
from opsin.pixels.isolated.child import main


def guarded() -> list[str]:
    """The command that starts it."""
    return [sys.executable, __file__, str(MEMORY), str(SECONDS)]


def forbid(event: str, _arguments: object) -> None:
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.system")):
        os._exit(99)


if __name__ == "__main__":
    sys.addaudithook(forbid)
    code = main(child.WORK, child.load)
    os._exit(code)
