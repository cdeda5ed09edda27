"""A lock on a folder between programs: whoever looks into it and then adds a file does so alone.

The system takes the lock back from a process that ends, however it ends. On POSIX it lies on the folder itself
(man 2 flock), and leaves no file. Windows locks files only: there it lies on a hidden one, which goes with the
last program that has it open.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PAUSE = 0.01
_LONGEST_PAUSE = 0.1


@contextmanager
def folder_lock(folder: Path, handle: int | None, lock_name: str, *, seconds: float) -> Iterator[bool]:
    """Hold a folder's lock; gives whether it is held.

    It is not where another program keeps it for longer than `seconds`, or where the file system has no locks.

    Args:
        folder: The folder.
        handle: Its handle, where the system has such.
        lock_name: Name of the file that is locked where folders cannot be.
        seconds: The longest wait.
    """
    if sys.platform == "win32":
        yield from _locked_file(folder / lock_name, seconds)
    elif handle is not None:
        yield from _locked_folder(handle, seconds)
    else:
        yield False


if sys.platform == "win32":
    import msvcrt

    def _locked_file(path: Path, seconds: float) -> Iterator[bool]:
        lock = None
        for _ in _tries(seconds):
            if (lock := _try_file(path)) is not None:
                break
        try:
            yield lock is not None
        finally:
            if lock is not None:
                with suppress(OSError):
                    msvcrt.locking(lock, msvcrt.LK_UNLCK, 1)
                os.close(lock)

    def _try_file(path: Path) -> int | None:
        """Open and lock the file, sure that it is the one which others find under the name."""
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TEMPORARY | os.O_NOINHERIT)
        except OSError:
            # It goes with the program that had it last.
            return None
        try:
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            if os.path.samestat(os.fstat(lock), path.stat()):
                return lock
        except OSError:
            pass
        os.close(lock)
        return None

else:
    import fcntl

    def _locked_folder(handle: int, seconds: float) -> Iterator[bool]:
        held = False
        for _ in _tries(seconds):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            except OSError:
                # Network file systems have no locks on folders.
                break
            held = True
            break
        try:
            yield held
        finally:
            if held:
                with suppress(OSError):
                    fcntl.flock(handle, fcntl.LOCK_UN)


def _tries(seconds: float) -> Iterator[None]:
    """Give one turn at once, and further ones until the time is over."""
    end = time.monotonic() + seconds
    pause = _PAUSE
    yield
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, _LONGEST_PAUSE)
        yield
