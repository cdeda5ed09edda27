"""The server over HTTP as a process: Streamable HTTP without sessions, until a sign to end comes."""

import asyncio
import logging
import queue
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from opsin.errors import SettingError
from opsin.server.http.address import Address, allowed_hosts
from opsin.server.leaving import exit_code, leave, leave_at_once
from opsin.server.life import configure_logging
from opsin.server.signs import watch_signals
from opsin.settings import Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp

log = logging.getLogger(__name__)

DRAIN_S = 0.5
"""Seconds that calls under way may still take after the sign to end."""

END_WITHIN_S = 1.2
"""Seconds from the sign to end until the process is left, whatever still runs. Two are promised, on a busy machine too."""

_BACKLOG = 128

Say = Callable[[str], None]


def serve_http(settings: Settings, address: Address, *, say: Say) -> NoReturn:
    """Serve MCP over HTTP until SIGTERM, SIGINT or SIGHUP, and leave the process: with 0, or 130 after SIGINT.

    The process is left `END_WITHIN_S` after the sign even where something hangs.

    Args:
        settings: The values in force.
        address: Where to listen.
        say: Told where it listens, once it does.

    Raises:
        SettingError: it may not listen there, or cannot.
    """
    hosts = allowed_hosts(address, settings)
    configure_logging(settings.log_level)
    signs: queue.SimpleQueue[str] = queue.SimpleQueue()
    seen: list[str] = []
    stop = threading.Event()
    watch_signals(signs)
    threading.Thread(target=_watch, args=(signs, seen, stop), name="opsin-watch", daemon=True).start()
    with listening(address) as listener:
        bound = replace(address, port=listener.getsockname()[1])
        told = f"opsin serves MCP at http://{bound}/mcp"
        if settings.log_level != "DEBUG":
            # What they log of a call that breaks holds words of its caller; the gate says that it broke.
            for name in ("mcp", "uvicorn"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        # The SDK takes long to load: by now every sign to end is heard, and clients may connect.
        from opsin.server.http.site import build_site

        site = build_site(settings, hosts)
        asyncio.run(run_site(site, listener, calls=settings.http_calls, stop=stop, ready=lambda: say(told)))
    leave(exit_code(seen))


@contextmanager
def listening(address: Address) -> Iterator[socket.socket]:
    """Open a socket that listens.

    Raises:
        SettingError: it cannot.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    host = "127.0.0.1" if address.host == "localhost" else address.host
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, address.port))
            listener.listen(_BACKLOG)
        except OSError as why:
            raise SettingError(
                f"opsin cannot listen on {address}: {why.strerror}.", hint="Choose another port or address."
            ) from None
        listener.setblocking(False)
        yield listener


async def run_site(
    site: "ASGIApp",
    listener: socket.socket,
    *,
    calls: int,
    stop: threading.Event,
    ready: Callable[[], None],
) -> None:
    """Answer what comes in until told to stop, and then for `DRAIN_S` what is under way.

    Args:
        site: The application.
        listener: A socket that listens.
        calls: How many calls are answered at a time; it takes some more connections than that.
        stop: Set when it is to end.
        ready: Called when it answers.
    """
    import uvicorn

    from opsin.server.http.connections import HEAD_BYTES, IDLE_S, SPARE_CONNECTIONS, bounded

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            # They are heard already, before anything is loaded.
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or stop.is_set()

    server = Server(
        uvicorn.Config(
            site,
            http=bounded(calls + SPARE_CONNECTIONS),
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=IDLE_S,
            timeout_graceful_shutdown=DRAIN_S,  # type: ignore[arg-type]  # any number of seconds will do
            h11_max_incomplete_event_size=HEAD_BYTES,
        )
    )
    await server.serve([listener])


def _watch(signs: "queue.SimpleQueue[str]", seen: list[str], stop: threading.Event) -> None:
    """Wait for the first sign, and leave the process if it does not end by itself."""
    sign = signs.get()
    seen.append(sign)
    stop.set()
    time.sleep(END_WITHIN_S)
    leave_at_once(exit_code(seen))
