"""The life of the server as a process: it starts without side effects, and ends soon on every sign to end.

The signs are: end of input, SIGTERM, SIGINT, SIGHUP, an output that nobody reads any more, and another parent than
at the start (the client was killed while something else holds the pipe open). Nothing but the protocol goes to standard output.

What is imported at the top stands between the start of the process and its first answer.
"""

import os
import queue
import sys
import threading
import time
from collections.abc import Callable

from opsin.server.front import Front, stored_results
from opsin.server.leaving import exit_code, leave, leave_at_once
from opsin.server.relay import Relay
from opsin.server.signs import Parent, nobody_reads, watch_signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from mcp.server import MCPServer

    from opsin.settings import Settings

PARENT_EVERY_S = 0.5
"""How often the parent is looked at."""

END_WITHIN_S = 1.0
"""Seconds from the sign to end until the process is left, whatever still runs."""

_END_OF_INPUT = "end of input"

# While the SDK loads, the relay's thread is to come in between soon; Python's own interval is 5 ms.
_TURNS_S = 0.000_5


Build = Callable[["Settings"], "MCPServer[Any]"]


class Life:
    """The process of a server from its beginning: from here on, each sign to end is heard.

    Args:
        front: Answers the first requests while the SDK loads; nobody does when None.
    """

    def __init__(self, front: Front | None = None) -> None:
        # Before anything is answered: a client may go as soon as it has read the first answer.
        parent = Parent()
        self._seen: list[str] = []
        self._signs: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._serving = False
        self._turns_s = sys.getswitchinterval()
        watch_signals(self._signs)
        if front is not None:
            sys.setswitchinterval(_TURNS_S)
        self._relay = Relay(lambda: self._signs.put(_END_OF_INPUT), front)
        # A duplicate, because the SDK moves the wire away from file descriptor 1.
        threading.Thread(
            target=self._watch, args=(parent, os.dup(1)), name="opsin-watch", daemon=True
        ).start()

    def serve(self, settings: "Settings", build: Build | None = None) -> "NoReturn":
        """Serve until a sign to end comes, and leave the process; see the function `serve`."""
        from contextlib import suppress

        configure_logging(settings.log_level)
        broke = self._run(settings, build or _build)
        # What was printed by mistake and still waits in the buffer must not reach the client.
        with suppress(OSError):
            os.dup2(2, 1)
        leave(1 if broke else exit_code(self._seen))

    def _run(self, settings: "Settings", build: Build) -> bool:
        """Serve; true when it ended by breaking."""
        # The SDK takes long to load: by now every sign to end is heard, and the front answers.
        import asyncio
        import logging

        from opsin.server.lines import serve_lines

        log = logging.getLogger(__name__)
        broke = False
        try:
            server = build(settings)
            asyncio.run(serve_lines(server, self._dismiss_front))
        except* OSError:
            log.info("the client is gone")
        except* Exception as why:
            log.critical("the server broke", exc_info=why)
            broke = True
        log.info("ended by %s", self._seen or "itself")
        return broke

    def _dismiss_front(self) -> bytes:
        given = self._relay.dismiss_front()
        sys.setswitchinterval(self._turns_s)
        self._serving = True
        return given

    def _watch(self, parent: Parent, output: int) -> None:
        """Wait for the first sign, end the input, and leave the process if it does not end by itself.

        It writes no log: where nobody reads standard error, that could wait for ever.
        """
        sign = ""
        while not sign:
            try:
                sign = self._signs.get(timeout=PARENT_EVERY_S)
            except queue.Empty:
                if parent.gone():
                    sign = "another parent"
                elif nobody_reads(output):
                    sign = "nobody reads the answers"
        self._seen.append(sign)
        # Before the SDK serves nothing is open yet, and what came in may need no further answer.
        if self._serving or (sign == _END_OF_INPUT and self._relay.owes):
            self._relay.close()
            time.sleep(END_WITHIN_S)
        leave_at_once(exit_code(self._seen))


def begin() -> Life:
    """Begin the life of `opsin serve`: the first requests are answered from now on."""
    return Life(Front(stored_results()))


def serve(settings: "Settings", *, build: Build | None = None, begun: Life | None = None) -> "NoReturn":
    """Serve MCP over standard input and output until a sign to end comes, and leave the process.

    It is left with 0, with 130 after SIGINT, or with 1 when the server broke, and `END_WITHIN_S` after the sign even
    where something hangs. The sign handlers and standard output are not put back.

    Args:
        settings: The values in force.
        build: Makes the server; `opsin.server.app` when None.
        begun: The life of the process, where it has begun before the settings were read.
    """
    (begun or (Life() if build else begin())).serve(settings, build)


def configure_logging(level: str) -> None:
    """Log to standard error. Below DEBUG the HTTP client is kept quiet: it would log every address."""
    import logging

    logging.basicConfig(
        level=level,
        format="%(levelname)s %(name)s: %(message)s",
        handlers=[logging.StreamHandler()],
        force=True,
    )
    if level != "DEBUG":
        for name in ("httpx2", "httpcore2", "mcp"):
            logging.getLogger(name).setLevel(logging.WARNING)


def _build(settings: "Settings") -> "MCPServer[Any]":
    from opsin.server.app import build_server

    return build_server(settings)
