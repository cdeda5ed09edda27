"""Signs that a server is to end: signals, another parent than at the start, an output that nobody reads any more."""

import os
import queue
import select
import signal
import sys
import threading
from types import FrameType

_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


def watch_signals(signs: "queue.SimpleQueue[str]") -> None:
    """Put the name of each signal that is a sign to end into a queue, as soon as it comes."""

    def note(number: int, _frame: FrameType | None) -> None:
        # A put into a SimpleQueue is safe in a signal handler, even in one that interrupts another.
        signs.put(signal.Signals(number).name)

    for name in _SIGNALS:
        number = getattr(signal, name, None)
        # Under nohup the end of the terminal is not to end the server.
        if number is not None and not (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            signal.signal(number, note)
    if sys.platform != "win32":
        _hear_at_once(signs)


def _hear_at_once(signs: "queue.SimpleQueue[str]") -> None:
    """Hear of signals from the interpreter's own handler too, in a thread.

    The handlers above run in the main thread, and only between two of its steps: where it waits for ever in a
    system call that began right after the signal, they never do (`signal.set_wakeup_fd`).
    """
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)

    def listen() -> None:
        while number := os.read(heard, 1):
            name = signal.Signals(number[0]).name
            if name in _SIGNALS:
                signs.put(name)

    threading.Thread(target=listen, name="opsin-signals", daemon=True).start()


class Parent:
    """The process that started this one."""

    def __init__(self) -> None:
        self._number = os.getppid()
        self._is_another = _has_adopted(self._number)
        self._handle = 0
        if sys.platform == "win32":
            self._handle = _opened(self._number)

    def gone(self) -> bool:
        """Whether it has ended. On Windows False where this process may not watch it."""
        if sys.platform == "win32":
            return bool(self._handle) and _has_ended(self._handle)
        # An orphan is adopted, not always by process 1: a desktop's session and a container adopt too.
        return self._is_another or os.getppid() != self._number


def _has_adopted(parent: int) -> bool:
    """Whether a process became our parent after the one that started us was gone; False where that cannot be told.

    A process is born in the session of its parent (credentials(7)). Who is in another session than its parent, and has
    not begun its own, was adopted: its parent was killed before this is asked for the first time.
    """
    if sys.platform == "win32":
        return False
    try:
        own = os.getsid(0)
        return own not in {os.getpid(), os.getsid(parent)}
    except OSError:
        return False


def nobody_reads(descriptor: int) -> bool:
    """Whether the other end of a pipe or a terminal is closed; never on Windows, which cannot tell."""
    if sys.platform == "win32":
        return False
    watched = select.poll()
    watched.register(descriptor, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in watched.poll(0))


if sys.platform == "win32":
    # `os.getppid` goes on naming a parent that has ended, so a handle is waited on instead (WaitForSingleObject).

    _SYNCHRONIZE = 0x00100000
    _WAIT_OBJECT_0 = 0

    def _opened(process: int) -> int:
        import ctypes
        from ctypes import wintypes

        open_process = ctypes.WinDLL("kernel32").OpenProcess
        open_process.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
        open_process.restype = wintypes.HANDLE
        return open_process(_SYNCHRONIZE, False, process) or 0

    def _has_ended(handle: int) -> bool:
        import ctypes
        from ctypes import wintypes

        wait = ctypes.WinDLL("kernel32").WaitForSingleObject
        wait.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        wait.restype = wintypes.DWORD
        return bool(wait(handle, 0) == _WAIT_OBJECT_0)
