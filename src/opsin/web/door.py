"""The outer door: the open web, public addresses only."""

import asyncio
import logging
import ssl
from collections.abc import Collection

import httpcore2

from opsin.web.clock import Clock, Limits
from opsin.web.exchange import CheckHead, OnPiece, RawReply, exchange
from opsin.web.hop import Hop
from opsin.web.pinned import PinnedBackend, Resolver
from opsin.web.proxy import parse_proxy
from opsin.web.slots import Slots
from opsin.web.tls import shared_context
from opsin.web.urls import Target, check_url, place

logger = logging.getLogger(__name__)

_IDLE_SECONDS = 20.0


class Door:
    """A way out with its own connections, so that none is ever reused under other rules.

    Args:
        allow: Exact `host:port` entries that are free of the address table, whatever they resolve to.
        proxy: The address of an HTTP proxy; it resolves names itself, so connections are not pinned.
        resolver: What turns a name into IP addresses.
        slots: How many connections may be busy.
        connections: The most that are kept open when idle, for http and for https each.
        ssl_context: The TLS context; None for the shared one.
        dialler: What opens a socket to an IP address; None for the system's network.

    Raises:
        SettingError: the proxy's address cannot be used.
    """

    def __init__(
        self,
        *,
        allow: Collection[str],
        proxy: str,
        resolver: Resolver,
        slots: Slots,
        connections: int,
        ssl_context: ssl.SSLContext | None,
        dialler: httpcore2.AsyncNetworkBackend | None,
    ) -> None:
        self._allow = frozenset(entry.lower() for entry in allow)
        self._proxy = parse_proxy(proxy) if proxy else None
        self._resolver = resolver
        self._slots = slots
        self._connections = connections
        self._ssl_context = ssl_context
        self._dialler = dialler
        self._pools: dict[bool, httpcore2.AsyncConnectionPool] = {}

    def check(self, url: str) -> Target:
        """Judge an address to be asked.

        Raises:
            AddressRefused: it is none that goes through this door.
        """
        return check_url(url, allow=self._allow)

    def check_redirect(self, start: Target, url: str) -> Target:  # noqa: ARG002  (the inner door compares them)
        """Judge an address that a redirect leads to, for a call that began at `start`.

        Raises:
            AddressRefused, BadRedirect: it is none that goes through this door.
        """
        return self.check(url)

    def exempt(self, host: str, port: int) -> bool:
        """Whether a host and port may have any IP address."""
        return place(host, port) in self._allow

    async def send(
        self,
        hop: Hop,
        clock: Clock,
        limits: Limits,
        check_head: CheckHead | None,
        on_piece: OnPiece | None = None,
    ) -> RawReply:
        """Wait for a free connection, send one request, read its answer.

        Raises:
            WebError: it did not bring an answer.
        """
        clock.host = hop.target.host
        clock.queueing()
        async with self._slots.hold(hop.target.host, clock.give_way) as permit:
            pool = await self._pool(hop.target.scheme)
            return await exchange(pool, hop, clock, permit, limits, check_head, on_piece)

    async def aclose(self) -> None:
        """Close every connection."""
        pools = list(self._pools.values())
        self._pools.clear()
        # Shielded: whoever is cancelled meanwhile leaves them closing.
        # Their failures are results: where nobody waits for them any more, the loop would report them as lost.
        closing = asyncio.gather(*(pool.aclose() for pool in pools), return_exceptions=True)
        for failure in filter(None, await asyncio.shield(closing)):
            raise failure

    async def _pool(self, scheme: str) -> httpcore2.AsyncConnectionPool:
        by_tls_proxy = self._proxy is not None and self._proxy.url.scheme == b"https"
        tls = scheme == "https" or by_tls_proxy
        context = (self._ssl_context or await shared_context()) if tls else None
        if tls not in self._pools:
            self._pools[tls] = self._open(context)
        return self._pools[tls]

    def _backend(self) -> PinnedBackend:
        return PinnedBackend(self._resolver, self.exempt, self._dialler)

    def _open(self, context: ssl.SSLContext | None) -> httpcore2.AsyncConnectionPool:
        if self._proxy is None:
            backend = self._backend()
        else:
            if not self._pools:
                logger.warning(
                    "Requests go through a proxy, which resolves names: connections are not pinned."
                )
            if self._proxy.url.scheme == b"https":
                self._proxy.ssl_context = context
            # The proxy itself stands on a private network as a rule; nothing else is connected to.
            backend = PinnedBackend(self._resolver, lambda _host, _port: True, self._dialler)
        return httpcore2.AsyncConnectionPool(
            ssl_context=context,
            proxy=self._proxy,
            # `Slots` counts them, and not those that do not come about.
            max_connections=None,
            max_keepalive_connections=self._connections,
            keepalive_expiry=_IDLE_SECONDS,
            network_backend=backend,
        )
