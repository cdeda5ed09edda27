"""Who may call: by the name that was asked for, the page that asks, and the token."""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Callers:
    """The rules for every request.

    Attributes:
        hosts: Names that may be asked for; one without a port stands for every port.
        token: The token that a call needs; empty for none.
    """

    hosts: Collection[str]
    token: str

    def may_ask_for(self, host: str) -> bool:
        """Whether the Host header names this server. Another name is that of a page which had its own name lead here."""
        name = host.lower()
        return name in self.hosts or _without_port(name) in self.hosts

    def may_come_from(self, origin: str) -> bool:
        """Whether a browser may ask from this page: one of a host that this server is reached by."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in {"http", "https"} and bool(parts.netloc) and self.may_ask_for(parts.netloc)

    def has_token(self, authorization: str) -> bool:
        """Whether the Authorization header carries the token. How long that takes says nothing about the token."""
        if not self.token:
            return True
        scheme, _, given = authorization.partition(" ")
        # Digests are of one length, whatever was sent.
        same = compare_digest(_digest(given.strip()), _digest(self.token))
        return same and scheme.lower() == "bearer"


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogateescape")).digest()


def _without_port(name: str) -> str:
    host, colon, port = name.rpartition(":")
    return host if colon and port.isascii() and port.isdigit() else name
