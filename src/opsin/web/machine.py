"""The door to this machine: what goes through it stays here.

A host is resolved, and every address that it has must be this machine's: loopback (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3),
or, for the names under which a container knows the machine that it runs on, a private address. The connected socket is
asked for its other end before a byte is written over it. No redirect is followed, no proxy is used, nothing is taken
from the environment, and no connection is kept, so that every request is judged.

What listens on this machine may pass on what it gets, as a forwarded port does; that cannot be seen from here.
"""

import ssl
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_address
from urllib.parse import urljoin

import httpcore2

from opsin.errors import NotThisMachine
from opsin.text import quoted
from opsin.web.clock import Clock, Limits
from opsin.web.door import Door
from opsin.web.exchange import CheckHead, OnPiece, RawReply
from opsin.web.hop import Hop, is_redirect
from opsin.web.pinned import Exempt, PinnedBackend, Resolver, addresses_of, peer_of
from opsin.web.slots import Slots
from opsin.web.urls import Target, check_url, place

GATEWAYS = frozenset({"host.docker.internal", "gateway.docker.internal", "host.containers.internal"})
"""The names under which a container reaches the machine that it runs on (Docker; Podman)."""

_METADATA = ip_address("169.254.169.254")
_LOOPBACK = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
_GATEWAY_NETS = (
    *_LOOPBACK,
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    # Podman's own gateway stands at 169.254.1.2.
    IPv4Network("169.254.0.0/16"),
    IPv6Network("fc00::/7"),
)
_SLOTS_IN_ALL = 64
_SLOTS_PER_HOST = 16
_HINT = (
    "What is sent here stays on this machine. A server on another one can be allowed as host:port with "
    "OPSIN_VISION_ALLOW_REMOTE."
)


def is_here(host: str, address: str) -> bool:
    """Whether an IP address of a host is this machine's.

    Args:
        host: The name under which it was found, in lower case, or the address itself.
        address: An IPv4 address as a dotted quad, or an IPv6 address without brackets.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    nets = _GATEWAY_NETS if host in GATEWAYS else _LOOPBACK
    return parsed != _METADATA and any(parsed in net for net in nets)


class MachineDoor(Door):
    """The way to a server on this machine.

    It has connections of its own, which no other request waits for, and keeps none of them.

    Args:
        allow: Exact `host:port` entries of other machines that the user allows.
        proxy: None is used; it is there because every door is made alike.
        resolver: What turns a name into IP addresses.
        slots: As with `proxy`.
        connections: As with `proxy`.
        ssl_context: The TLS context; None for the shared one.
        dialler: What opens a socket to an IP address; None for the system's network.
    """

    def __init__(
        self,
        *,
        allow: Collection[str],
        proxy: str,  # noqa: ARG002
        resolver: Resolver,
        slots: Slots,  # noqa: ARG002
        connections: int,  # noqa: ARG002
        ssl_context: ssl.SSLContext | None,
        dialler: httpcore2.AsyncNetworkBackend | None,
    ) -> None:
        super().__init__(
            allow=allow,
            proxy="",
            resolver=resolver,
            slots=Slots(total=_SLOTS_IN_ALL, per_host=_SLOTS_PER_HOST, host_connections={}),
            connections=0,
            ssl_context=ssl_context,
            dialler=dialler,
        )

    def check(self, url: str) -> Target:
        """Judge the form of an address; where it leads is judged when it is connected to.

        Raises:
            AddressRefused: it is no http or https address.
        """
        return check_url(url, named=True)

    async def send(
        self,
        hop: Hop,
        clock: Clock,
        limits: Limits,
        check_head: CheckHead | None,
        on_piece: OnPiece | None = None,
    ) -> RawReply:
        """Send one request and read its answer.

        Raises:
            NotThisMachine: the host is on another machine, or sends the request elsewhere.
            WebError: it did not bring an answer.
        """
        answer = await super().send(hop, clock, limits, check_head, on_piece)
        if is_redirect(answer.status, answer.headers):
            raise NotThisMachine(
                f"{hop.target.place} sends the request elsewhere (HTTP status {answer.status}), where it is not followed.",
                hint="Name the server itself in the settings.",
                outside=quoted(_elsewhere(hop, answer)),
            )
        return answer

    def _backend(self) -> PinnedBackend:
        return _MachineBackend(self._resolver, self.exempt, self._dialler)


class _MachineBackend(PinnedBackend):
    """Opens connections to this machine only, and looks at the connected socket once more."""

    def __init__(
        self, resolver: Resolver, exempt: Exempt, dialler: httpcore2.AsyncNetworkBackend | None
    ) -> None:
        super().__init__(resolver, exempt, dialler)
        self._resolve = resolver
        self._allowed = exempt

    async def judged(self, host: str, port: int) -> list[str]:
        answers = await addresses_of(host, port, self._resolve)
        if not self._allowed(host, port):
            for answer in answers:
                if not is_here(host, answer):
                    raise _elsewhere_refused(host, port, answer)
        return answers

    async def checked(
        self, stream: httpcore2.AsyncNetworkStream, host: str, port: int
    ) -> httpcore2.AsyncNetworkStream:
        if self._allowed(host, port):
            return stream
        address = stream.get_extra_info("server_addr")
        if not address or not is_here(host, str(address[0])):
            await stream.aclose()
            raise _elsewhere_refused(host, port, peer_of(stream) or "an end that is not known")
        return stream


def _elsewhere_refused(host: str, port: int, address: str) -> NotThisMachine:
    if host == address:
        return NotThisMachine(f"{place(host, port)} is not an address of this machine.", hint=_HINT)
    return NotThisMachine(
        f"{place(host, port)} leads to {address}, which is not on this machine.", hint=_HINT
    )


def _elsewhere(hop: Hop, answer: RawReply) -> str:
    try:
        return urljoin(hop.target.url, answer.headers["location"].strip())
    except ValueError:
        return answer.headers["location"]
