"""One request of a call, and what may be carried over a redirect to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from opsin.errors import BadRedirect
from opsin.web.urls import Target

MAX_REDIRECTS = 5

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEEP_METHOD = frozenset({307, 308})
_SENT_BY_CLIENT = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "proxy-authorization"}
)


@dataclass(frozen=True, slots=True)
class Hop:
    """One request.

    Attributes:
        method: "GET" or "POST".
        target: Whom to ask for what.
        headers: Header fields by lower-case name, without those that the client itself writes.
        body: What is sent along.
    """

    method: str
    target: Target
    headers: Mapping[str, str]
    body: bytes = b""


def first_hop(method: str, target: Target, headers: Mapping[str, str], body: bytes = b"") -> Hop:
    """Make the first request of a call from the headers that its caller wants."""
    named = {name.lower(): value for name, value in headers.items()}
    sent = {name: value for name, value in named.items() if name not in _SENT_BY_CLIENT}
    if target.scheme == "http" and sent.get("referer", "").lower().startswith("https:"):
        del sent["referer"]
    return Hop(method=method, target=target, headers=sent, body=body)


def is_redirect(status: int, headers: Mapping[str, str]) -> bool:
    """Whether an answer sends its reader elsewhere. A 3xx status without a Location is an answer like any."""
    return status in _REDIRECTS and "location" in headers


def location(hop: Hop, headers: Mapping[str, str]) -> str:
    """Give the absolute address that a redirect leads to, not yet judged.

    Raises:
        BadRedirect: the Location cannot be read.
    """
    try:
        return urljoin(hop.target.url, headers["location"].strip())
    except ValueError as exc:
        raise BadRedirect(f"{hop.target.host} redirects to an address that cannot be read.") from exc


def next_hop(hop: Hop, status: int, target: Target) -> Hop:
    """Make the request that follows a redirect (RFC 9110, 15.4).

    To another host only Accept, Accept-Language, Accept-Encoding and User-Agent go along: a cookie, a key or a
    Referer was meant for the first one.

    Raises:
        BadRedirect: it leads from https to http, or would carry a POST's body to another host.
    """
    here = hop.target
    if here.scheme == "https" and target.scheme == "http":
        raise BadRedirect(f"{here.host} redirects from https to http.")
    headers, method, body = dict(hop.headers), hop.method, hop.body
    if method != "GET" and status not in _KEEP_METHOD:
        method, body = "GET", b""
        headers.pop("content-type", None)
    if not _same_site(here, target):
        if method != "GET":
            raise BadRedirect(f"{here.host} redirects what was sent to it to {target.host}.")
        headers = {name: value for name, value in headers.items() if _may_cross(name)}
    return replace(hop, method=method, target=target, headers=headers, body=body)


def _same_site(here: Target, there: Target) -> bool:
    upgraded = (
        here.place == f"{here.host}:80" and there.scheme == "https" and there.place == f"{here.host}:443"
    )
    return here.place == there.place or upgraded


def _may_cross(name: str) -> bool:
    return name == "accept" or name.startswith("accept-") or name == "user-agent"
