"""A server that is asked the way a browser asks, under a name that nobody but the test's resolver knows."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable

import pytest

from opsin.web.client import Resolver
from opsin.web.impersonating import Impersonating, is_installed
from opsin.web.reply import Reply
from opsin.web.slots import Slots
from tests.web.loopback import LIMITS, Handler, Loopback, Peer, Seen, home, serve

NAME = "search.example"
Use = Callable[[Loopback, Impersonating], Awaitable[Reply]]
needs_curl = pytest.mark.skipif(not is_installed(), reason="the extra `impersonate` is not installed")


def slots() -> Slots:
    return Slots(total=4, per_host=2, host_connections={})


def browser_at(base: str, ca_file: str = "", resolver: Resolver = home) -> Impersonating:
    return Impersonating(base, named=True, allow=(), resolver=resolver, slots=slots(), ca_file=ca_file)


def asked(
    handler: Handler,
    *,
    tls: ssl.SSLContext | None = None,
    ca_file: str = "",
    resolver: Resolver = home,
    use: Use | None = None,
) -> tuple[Reply, Loopback]:
    """Ask a server, over TLS where a context is given; its name is known to nobody but the resolver."""

    async def scenario() -> tuple[Reply, Loopback]:
        async with serve(handler, tls) as server:
            base = server.url("", NAME, "https" if tls else "http")
            browser = browser_at(base, ca_file, resolver)
            if use is not None:
                return await use(server, browser), server
            return await browser.get(f"{base}/x?q=a", browser="chrome", limits=LIMITS), server

    return asyncio.run(scenario())


async def hello(_seen: Seen, peer: Peer) -> None:
    await peer.reply(b"hello", headers=["Set-Cookie: a=b; Path=/", "X-Own: 1"])
