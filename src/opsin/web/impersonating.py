"""A way out that speaks TLS and HTTP as a browser does, for a search host that turns everything else away.

It needs the extra `impersonate` (curl_cffi). It is made for one host, and no address of another host can be asked
through it, so that what a result points to never sees it. The rules are those of the outer door: curl is handed the
very IP addresses that were judged, looks nothing up by itself, follows no redirect, and takes nothing from the
environment.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

import httpcore2

from opsin.errors import AddressRefused, Unreachable, WebError
from opsin.threads import NAMES
from opsin.web.cancelling import cancelled_once
from opsin.web.clock import Limits, timed
from opsin.web.curl_transfer import BROWSERS, INSTALL, Transfer, is_installed, load, transfer
from opsin.web.failure import web_error
from opsin.web.pinned import Resolver, judged_addresses
from opsin.web.reply import Reply
from opsin.web.slots import Slots
from opsin.web.urls import Target, check_url, place

__all__ = ["BROWSERS", "INSTALL", "SEARCH_HOSTS", "Impersonating", "is_installed"]

SEARCH_HOSTS = frozenset({"duckduckgo.com"})
"""The hosts that may be asked so without being named in a setting."""


class Impersonating:
    """Asks one search host as a browser would. It keeps no connection and no cookie from one call to the next.

    Args:
        base: The address of the host.
        named: The user named it in a setting: it may be any host, over http too, at any IP address.
        allow: Exact `host:port` entries that are free of the address table.
        resolver: What turns a name into IP addresses.
        slots: How many connections may be busy, this way's among them.
        ca_file: A file of the certificates that are trusted; the system's when empty.

    Raises:
        AddressRefused: the host is none that may be asked so.
    """

    def __init__(
        self,
        base: str,
        *,
        named: bool,
        allow: Collection[str],
        resolver: Resolver,
        slots: Slots,
        ca_file: str = "",
    ) -> None:
        self._named = named
        self._allow = frozenset(entry.lower() for entry in allow)
        self._resolver = resolver
        self._ca_file = ca_file
        self._slots = slots
        self._base = self._check(base)
        if not named and (self._base.host not in SEARCH_HOSTS or self._base.scheme != "https"):
            raise AddressRefused(f"{self._base.host} is not a host that is asked the way a browser does.")

    async def get(
        self, url: str, *, browser: str, limits: Limits, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """Ask for an address of the host.

        Args:
            url: The address, of the same scheme, host and port as the base.
            browser: One of `BROWSERS`. Its own headers are sent, the User-Agent among them.
            limits: The most decoded bytes, and seconds.
            headers: Header fields instead of the browser's own, or beside them; an empty one leaves its own out.

        Returns:
            The answer, whatever its status; a redirect is an answer like any. The body of an error's page is cut at
            the limit instead of refused.

        Raises:
            AddressRefused: the address is another host's, or the host has an address that is not public.
            Unreachable, TimedOut, TooLarge, BadReply: as with `opsin.web.client.Web.get`.
            WebError: the extra is not installed, or knows no such browser.
        """
        target = self._check(url)
        if (target.scheme, target.place) != (self._base.scheme, self._base.place):
            raise AddressRefused(f"{target.host} is asked through another way than {self._base.host}.")
        if not is_installed():
            raise WebError("curl_cffi is not installed.", hint=INSTALL)
        # curl does not tell when a connection stands, so the wait for the answer includes it.
        patience = replace(limits, first_byte=limits.connect + limits.first_byte)
        async with timed(patience, target.host) as clock:
            clock.queueing()
            async with self._slots.hold(target.host, clock.give_way):
                clock.connecting()
                addresses = await self._addresses(target)
                await NAMES.run(load)
                clock.awaiting()
                wanted = Transfer(target, addresses, browser, dict(headers or {}), limits, self._ca_file)
                return await cancelled_once(transfer(wanted, clock))

    def _check(self, url: str) -> Target:
        return check_url(url, allow=self._allow, named=self._named)

    async def _addresses(self, target: Target) -> list[str]:
        def exempt(host: str, port: int) -> bool:
            return self._named or place(host, port) in self._allow

        try:
            addresses = await judged_addresses(target.host, target.port, self._resolver, exempt)
        except httpcore2.ConnectError as exc:
            raise web_error(exc, target.host, target.authority) from exc
        if not addresses:
            raise Unreachable(f"{target.host} has no address.")
        return addresses
