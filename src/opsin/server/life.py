"""The life of the server as a process: it starts without side effects, and ends soon on every sign to end.

The signs are: end of input, SIGTERM, SIGINT, SIGHUP, an output that nobody reads any more, and another parent than
at the start (the client was killed while something else holds the pipe open). Nothing but the protocol goes to standard output.
"""

import asyncio
import logging
import os
import queue
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

from opsin.server.lines import serve_lines
from opsin.server.relay import Relay
from opsin.settings import Settings

if TYPE_CHECKING:
    from mcp.server import MCPServer

log = logging.getLogger(__name__)

PARENT_EVERY_S = 0.5
"""How often the parent is looked at."""

END_WITHIN_S = 1.0
"""Seconds from the sign to end until the process is left, whatever still runs."""

_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
_INTERRUPTED = 130


Build = Callable[[Settings], "MCPServer[Any]"]


def serve(settings: Settings, *, build: Build | None = None) -> int:
    """Serve MCP over standard input and output until a sign to end comes.

    It is the last thing that a process does: the process is left `END_WITHIN_S` after the sign even where
    something hangs, and the sign handlers and standard output are not put back.

    Args:
        settings: The values in force.
        build: Makes the server; `opsin.server.app` when None.

    Returns:
        The exit code: 0, 130 after SIGINT, or 1 when the server broke.
    """
    configure_logging(settings.log_level)
    signs: queue.SimpleQueue[str] = queue.SimpleQueue()
    seen: list[str] = []
    watch_signals(signs)
    relay = Relay(lambda: signs.put("end of input"))
    # A duplicate, because the SDK moves the wire away from file descriptor 1.
    output = os.dup(1)
    threading.Thread(
        target=_watch, args=(signs, seen, os.getppid(), output, relay.close), name="opsin-watch", daemon=True
    ).start()
    broke = _run(settings, build)
    # What was printed by mistake and still waits in the buffer must not reach the client.
    with suppress(OSError):
        os.dup2(2, 1)
    log.info("ended by %s", seen or "itself")
    if broke:
        return 1
    return _INTERRUPTED if "SIGINT" in seen else 0


def configure_logging(level: str) -> None:
    """Log to standard error. Below DEBUG the HTTP client is kept quiet: it would log every address."""
    logging.basicConfig(
        level=level,
        format="%(levelname)s %(name)s: %(message)s",
        handlers=[logging.StreamHandler()],
        force=True,
    )
    if level != "DEBUG":
        for name in ("httpx2", "httpcore2", "mcp"):
            logging.getLogger(name).setLevel(logging.WARNING)


def _run(settings: Settings, build: Build | None) -> bool:
    """Serve; true when it ended by breaking."""
    broke = False
    try:
        asyncio.run(serve_lines((build or _build)(settings)))
    except* OSError:
        log.info("the client is gone")
    except* Exception as why:
        log.critical("the server broke", exc_info=why)
        broke = True
    return broke


def _build(settings: Settings) -> "MCPServer[Any]":
    # The SDK takes long to load: by now every sign to end is heard.
    from opsin.server.app import build_server

    return build_server(settings)


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


def _watch(
    signs: "queue.SimpleQueue[str]", seen: list[str], parent: int, output: int, end_input: Callable[[], None]
) -> None:
    """Wait for the first sign, end the input, and leave the process if it does not end by itself.

    It writes no log: where nobody reads standard error, that could wait for ever.
    """
    sign = ""
    while not sign:
        try:
            sign = signs.get(timeout=PARENT_EVERY_S)
        except queue.Empty:
            if os.getppid() != parent:
                sign = "another parent"
            elif _nobody_reads(output):
                sign = "nobody reads the answers"
    seen.append(sign)
    end_input()
    time.sleep(END_WITHIN_S)
    # What decodes originals ends by itself too, but a moment later.
    if workers := sys.modules.get("opsin.pixels.isolated.worker"):
        workers.close_all()
    os._exit(_INTERRUPTED if sign == "SIGINT" else 0)


def _nobody_reads(descriptor: int) -> bool:
    """Whether the other end of a pipe or a terminal is closed; never on Windows, which cannot tell."""
    if sys.platform == "win32":
        return False
    watched = select.poll()
    watched.register(descriptor, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in watched.poll(0))
