"""Connections that go to the very address that was judged.

A name is resolved, judged and connected to in one step, below the connection pool. A name that answers with a
public address first and a private one later (DNS re-binding) finds no second look-up to abuse, and no redirect,
retry or refill of the pool goes round the judgement. TLS still checks the name: only the socket is pinned.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import ip_address
from typing import Any

from httpcore2 import (
    SOCKET_OPTION,
    AnyIOBackend,
    AsyncNetworkBackend,
    AsyncNetworkStream,
    ConnectError,
    ConnectTimeout,
    RemoteProtocolError,
)

from opsin.authority import authority
from opsin.errors import AddressRefused
from opsin.threads import NAMES
from opsin.web.addresses import refusal
from opsin.web.dialling import dial_first
from opsin.web.failure import NO_END_OF_HEAD

MOST_BEFORE_BODY = 262_144
"""Bytes: the longest head that is read, what is read beyond its end at once, and some interim answers."""

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Gives the IP addresses of a host name, best first; raises OSError where there are none."""

Exempt = Callable[[str, int], bool]
"""Says whether a host and port may be reached whatever address they have."""


async def resolve(host: str, port: int) -> Sequence[str]:
    """Ask the system for the IP addresses of a host, in a thread that nothing else needs.

    Raises:
        OSError: the name does not resolve.
    """
    answers = await NAMES.run(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    return [str(answer[4][0]) for answer in answers]


async def judged_addresses(host: str, port: int, resolver: Resolver, exempt: Exempt) -> list[str]:
    """Resolve a host, and judge every address that it has.

    Raises:
        AddressRefused: one of them is not public, and the host and port are not exempt.
        httpcore2.ConnectError: the name does not resolve.
    """
    answers = await addresses_of(host, port, resolver)
    if not exempt(host, port):
        for answer in answers:
            reason = refusal(answer)
            if reason:
                raise AddressRefused(
                    f"{host} leads to {answer}, which is not a public address: {reason}.",
                    hint="A server of your own can be allowed as host:port with OPSIN_ALLOW_HOSTS.",
                )
    return answers


async def addresses_of(host: str, port: int, resolver: Resolver) -> list[str]:
    """Resolve a host; an IP address is its own answer.

    Raises:
        httpcore2.ConnectError: the name does not resolve.
    """
    try:
        return [str(ip_address(host))]
    except ValueError:
        pass
    try:
        return list(dict.fromkeys(await resolver(host, port)))
    except (OSError, UnicodeError) as exc:
        raise ConnectError(f"{host} does not resolve") from exc


def peer_of(stream: AsyncNetworkStream) -> str:
    """Give `ip:port` of the other end of a connected socket; empty where the stream cannot say."""
    address = stream.get_extra_info("server_addr")
    return authority(str(address[0]), int(address[1])) if address else ""


class PinnedBackend(AsyncNetworkBackend):
    """Opens TCP connections to judged addresses only.

    Args:
        resolver: What turns a name into addresses.
        exempt: Which hosts and ports are free of the address table. They are pinned all the same.
        dialler: What opens a socket to an IP address; None for the system's network.
    """

    def __init__(
        self, resolver: Resolver, exempt: Exempt, dialler: AsyncNetworkBackend | None = None
    ) -> None:
        self._resolver = resolver
        self._exempt = exempt
        self._dialler = AnyIOBackend() if dialler is None else dialler

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  (the base class's signature)
        local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        """Resolve, judge and connect to the first of the addresses that answers.

        Raises:
            AddressRefused: one of the host's addresses is not public. One is enough: such a name is not meant
                for the public, and which of its addresses answers is chance.
            httpcore2.ConnectError, httpcore2.ConnectTimeout: no address answered.
        """

        def dial(address: str) -> Awaitable[AsyncNetworkStream]:
            return self._dialler.connect_tcp(address, port, None, local_address, socket_options)

        try:
            async with asyncio.timeout(timeout):
                addresses = await self.judged(host, port)
                stream = await dial_first(dial, addresses)
                return PinnedStream(await self.checked(stream, host, port))
        except TimeoutError as exc:
            raise ConnectTimeout(f"{host} took no connection in time") from exc

    async def judged(self, host: str, port: int) -> list[str]:
        """Resolve a host and judge its addresses.

        Raises:
            AddressRefused: one of them may not be connected to.
            httpcore2.ConnectError: the name does not resolve.
        """
        return await judged_addresses(host, port, self._resolver, self._exempt)

    async def checked(self, stream: AsyncNetworkStream, host: str, port: int) -> AsyncNetworkStream:  # noqa: ARG002
        """Give the connected socket, over which nothing was sent yet. For rules that judge the socket itself."""
        return stream

    async def connect_unix_socket(
        self,
        path: str,  # noqa: ARG002  (all of it is the base class's signature)
        timeout: float | None = None,  # noqa: ARG002, ASYNC109
        socket_options: Iterable[SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> AsyncNetworkStream:
        """Refuse: nothing of opsin's speaks HTTP over a socket file."""
        raise AddressRefused("Socket files are not asked.")

    async def sleep(self, seconds: float) -> None:
        """Wait, for the pool's own retries."""
        await asyncio.sleep(seconds)


class PinnedStream(AsyncNetworkStream):
    """A connection that closes its socket whenever a TLS handshake ends early, cancelled or not.

    Attributes:
        received: How many bytes the peer has sent since the last write.
        in_body: The head of the answer to what was written last is over; the next write ends that.
    """

    def __init__(self, inner: AsyncNetworkStream) -> None:
        self._inner = inner
        self.received = 0
        self.in_body = False

    @property
    def heard(self) -> bool:
        """The peer has sent something since the last write. A reply that is there before is none to it."""
        return self.received > 0

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        """Read up to `max_bytes` bytes; none at the end.

        Raises:
            httpcore2.RemoteProtocolError: the peer sends one interim answer after another and never the answer.
        """
        if not self.in_body and self.received > MOST_BEFORE_BODY:
            raise RemoteProtocolError(NO_END_OF_HEAD)
        data = await self._inner.read(max_bytes, timeout)
        self.received += len(data)
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Write all of `buffer`."""
        self.received = 0
        self.in_body = False
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the socket."""
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  (the base class's signature)
    ) -> AsyncNetworkStream:
        """Speak TLS from here on, checking the certificate against `server_hostname`."""
        try:
            return PinnedStream(await self._inner.start_tls(ssl_context, server_hostname, timeout))
        except BaseException:
            await self._inner.aclose()
            raise

    def get_extra_info(self, info: str) -> Any:
        """Pass on what the pool asks about the socket."""
        return self._inner.get_extra_info(info)
