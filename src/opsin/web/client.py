"""The one client: every request that opsin makes goes through here."""

import ssl
from collections.abc import Awaitable, Callable, Collection, Mapping
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode

from httpcore2 import AsyncNetworkBackend

from opsin.errors import AddressRefused, BadRedirect
from opsin.web.clock import Limits, OnPhase, timed
from opsin.web.door import Door
from opsin.web.exchange import OnPiece, RawReply
from opsin.web.hop import MAX_REDIRECTS, Hop, first_hop, is_redirect, location, next_hop
from opsin.web.local import LocalDoor
from opsin.web.machine import MachineDoor
from opsin.web.pinned import Resolver, resolve
from opsin.web.reply import Reply
from opsin.web.slots import Slots
from opsin.web.urls import Target
from opsin.web.user_agent import user_agent as own_user_agent

if TYPE_CHECKING:
    from opsin.web.impersonating import Impersonating

__all__ = ["DEFAULT_UA", "Limits", "Reply", "Resolver", "Web", "resolve"]

DEFAULT_UA = own_user_agent()

CheckHop = Callable[[str], Awaitable[None]]
"""Told the address of each request before it is made, each redirect's too; what it raises ends the call."""

_NO_HOSTS: Mapping[str, int] = MappingProxyType({})


class Web:
    """Asks the web, and trusts nothing of what it says.

    The outer door leads to public addresses: a host is resolved, judged and connected to in one step, and every
    redirect is judged anew. The inner door (`named=True`) leads to a server that the user named in a setting. The door
    to this machine (`machine=…`) leads to nothing that is not on this machine: see `opsin.web.machine`.
    Nothing is taken from the environment, no cookie is kept, nothing is opened before the first request. A client
    lives in one event loop.

    Args:
        allow: Exact `host:port` entries that the outer door lets through whatever they resolve to.
        proxy: The address of an HTTP proxy for the outer door. It resolves names: see `opsin.web.door`.
        user_agent: The User-Agent of requests that set none.
        resolver: What turns a name into IP addresses.
        connections: The most connections busy at once.
        per_host: The most of these to one host.
        host_connections: Another most for a host by name, or for every host below a name as `*.suffix`.
        ssl_context: The TLS context; None for one that trusts what the system trusts.
        dialler: What opens a socket to an IP address that was judged; None for the system's network.
        ca_file: A file of the certificates that are trusted by what speaks as a browser; the system's when empty.

    Raises:
        SettingError: the proxy's address cannot be used.
    """

    def __init__(
        self,
        *,
        allow: Collection[str] = (),
        proxy: str = "",
        user_agent: str = DEFAULT_UA,
        resolver: Resolver = resolve,
        connections: int = 16,
        per_host: int = 2,
        host_connections: Mapping[str, int] = _NO_HOSTS,
        ssl_context: ssl.SSLContext | None = None,
        dialler: AsyncNetworkBackend | None = None,
        ca_file: str = "",
    ) -> None:
        slots = Slots(total=connections, per_host=per_host, host_connections=host_connections)

        def door(kind: Callable[..., Door], allow: Collection[str], proxy: str) -> Door:
            return kind(
                allow=allow,
                proxy=proxy,
                resolver=resolver,
                slots=slots,
                connections=connections,
                ssl_context=ssl_context,
                dialler=dialler,
            )

        self._outer = door(Door, allow, proxy)
        self._inner = door(LocalDoor, (), "")
        self._to_machine: Callable[[frozenset[str]], Door] = lambda remote: door(MachineDoor, remote, "")
        self._machine: dict[frozenset[str], Door] = {}
        self._slots = slots
        self._allow = allow
        self._by_proxy = bool(proxy)
        self._resolver = resolver
        self._ca_file = ca_file
        self._browsers: dict[tuple[str, bool], Impersonating] = {}
        self.fetched_bytes = 0
        """Decoded bytes of all answers so far."""
        self._defaults = {"user-agent": user_agent, "accept": "*/*", "accept-encoding": "identity"}

    async def get(
        self,
        url: str,
        *,
        limits: Limits,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        named: bool = False,
        machine: Collection[str] | None = None,
        check_head: Callable[[bytes], None] | None = None,
        check_hop: CheckHop | None = None,
        on_phase: OnPhase | None = None,
        on_piece: OnPiece | None = None,
    ) -> Reply:
        """Fetch an address, following up to five redirects.

        Args:
            url: An absolute http or https address.
            limits: The most decoded bytes, and seconds.
            headers: Header fields beside or instead of User-Agent, Accept and Accept-Encoding (`identity`; gzip,
                deflate and br can be asked for). To another host only these three and Accept-Language go along.
            params: What to add to the query.
            named: The user named this address in a setting: use the inner door.
            machine: Use the door to this machine, which follows no redirect. Holds the exact `host:port` entries of
                other machines that the user allows; None for one of the other doors.
            check_head: Called once with the first decoded bytes of a 2xx body, 64 or all there are; what it
                raises ends the transfer.
            check_hop: Awaited before each request, the first and those that redirects lead to, with its judged
                address. Its time counts.
            on_phase: Told when the call waits for a free connection, connects, waits for the answer, and reads.
            on_piece: Handed each decoded piece of a 2xx body as it comes; what it raises ends the transfer.

        Returns:
            The answer, whatever its status. The body of an error's page is cut at the limit instead of refused.

        Raises:
            AddressRefused: the address, or one that a redirect leads to, is none that is asked. NotThisMachine at
                the door to this machine.
            BadRedirect: too many redirects, or one from https to http, in a circle, or away from a named server.
            Unreachable: no connection, or one that broke.
            TimedOut: one of the time limits passed.
            TooLarge: more bytes than allowed.
            BadReply: the answer breaks HTTP, its own length or its own encoding.
        """
        door = self._door(named, machine)
        return await self._call(
            door, "GET", url, limits, headers, params, check_head, check_hop, b"", on_phase, on_piece
        )

    async def post(
        self,
        url: str,
        *,
        body: bytes,
        content_type: str,
        limits: Limits,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        named: bool = False,
        machine: Collection[str] | None = None,
        check_head: Callable[[bytes], None] | None = None,
        on_phase: OnPhase | None = None,
        on_piece: OnPiece | None = None,
    ) -> Reply:
        """Send `body` to an address; the rest is as with `get`.

        A redirect with status 301, 302 or 303 goes on as a GET; one with 307 or 308 sends the body again, to the
        same host only.

        Raises:
            WebError: as with `get`.
        """
        headers = {**(headers or {}), "content-type": content_type}
        door = self._door(named, machine)
        return await self._call(
            door, "POST", url, limits, headers, params, check_head, None, body, on_phase, on_piece
        )

    def as_browser(self, base: str, *, named: bool = False) -> "Impersonating | None":
        """Give a way to ask one search host as a browser would, under the same rules as here.

        Args:
            base: The address of the search host.
            named: The user named it in a setting.

        Returns:
            The way; None where requests go through a proxy, because they could not be pinned.

        Raises:
            AddressRefused: it is none of the hosts that may be asked so.
        """
        from opsin.web.impersonating import Impersonating

        if self._by_proxy and not named:
            return None
        if (base, named) not in self._browsers:
            self._browsers[base, named] = Impersonating(
                base,
                named=named,
                allow=self._allow,
                resolver=self._resolver,
                slots=self._slots,
                ca_file=self._ca_file,
            )
        return self._browsers[base, named]

    async def aclose(self) -> None:
        """Close every connection."""
        try:
            await self._outer.aclose()
        finally:
            try:
                await self._inner.aclose()
            finally:
                for door in self._machine.values():
                    await door.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, exc_type: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def _door(self, named: bool, machine: Collection[str] | None) -> Door:
        if machine is None:
            return self._inner if named else self._outer
        remote = frozenset(machine)
        if remote not in self._machine:
            self._machine[remote] = self._to_machine(remote)
        return self._machine[remote]

    async def _call(
        self,
        door: Door,
        method: str,
        url: str,
        limits: Limits,
        headers: Mapping[str, str] | None,
        params: Mapping[str, str] | None,
        check_head: Callable[[bytes], None] | None,
        check_hop: CheckHop | None,
        body: bytes,
        on_phase: OnPhase | None,
        on_piece: OnPiece | None,
    ) -> Reply:
        start = door.check(_with_params(url, params))
        wanted = {name.lower(): value for name, value in (headers or {}).items()}
        hop = first_hop(method, start, {**self._defaults, **wanted}, body)
        passed: list[str] = []
        async with timed(limits, start.host, on_phase) as clock:
            while True:
                if check_hop is not None:
                    clock.queueing()
                    await check_hop(hop.target.url)
                answer = await door.send(hop, clock, limits, check_head, on_piece)
                self.fetched_bytes += len(answer.body)
                if not is_redirect(answer.status, answer.headers):
                    return Reply(
                        url=hop.target.url,
                        status=answer.status,
                        headers=answer.headers,
                        body=answer.body,
                        redirects=tuple(passed),
                        cookies=answer.cookies,
                        peer=answer.peer,
                    )
                passed.append(hop.target.url)
                hop = _redirected(door, hop, answer, start, passed)


def _redirected(door: Door, hop: Hop, answer: RawReply, start: Target, passed: list[str]) -> Hop:
    if len(passed) > MAX_REDIRECTS:
        raise BadRedirect(f"{start.host} redirects more than {MAX_REDIRECTS} times.")
    try:
        target = door.check_redirect(start, location(hop, answer.headers))
    except AddressRefused as exc:
        message = f"{hop.target.host} redirects: {exc.message}"
        raise AddressRefused(message, hint=exc.hint, outside=exc.outside) from exc
    if target.url in passed:
        raise BadRedirect(f"{start.host} redirects in a circle.")
    return next_hop(hop, answer.status, target)


def _with_params(url: str, params: Mapping[str, str] | None) -> str:
    if not params:
        return url
    bare = url.partition("#")[0]
    joint = "&" if "?" in bare else "?"
    return f"{bare}{joint}{urlencode(params)}"
