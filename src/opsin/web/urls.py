"""Which addresses opsin asks at all, told from their text before anything is resolved.

What the text cannot tell, where a name leads, is judged when the connection is made: see `opsin.web.pinned`.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, urlsplit

from opsin.authority import authority
from opsin.errors import AddressRefused
from opsin.text import quoted
from opsin.web.addresses import refusal

PORTS = frozenset({80, 443, 8080, 8443})
MAX_LENGTH = 16_384

_DEFAULT_PORTS = {"http": 80, "https": 443}
_PRIVATE_SUFFIXES = (".local", ".internal", ".localhost", ".home.arpa")
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
_BRACKETED = re.compile(r"\[[^\]]*\](:[0-9]*)?", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_PATH_SAFE = "/%:@!$&'()*+,;=~"
_NO_HOST = "The address names no proper host."
_ALLOW_HINT = "A server of your own can be allowed as host:port with OPSIN_ALLOW_HOSTS."


@dataclass(frozen=True, slots=True)
class Target:
    """An address that may be asked.

    Attributes:
        url: The whole address in ASCII, without a fragment.
        scheme: "http" or "https".
        host: The host in ASCII and lower case; an IPv6 address without its brackets.
        port: The port, also where the address names none.
        path: Path and query as they are sent.
    """

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def place(self) -> str:
        """The exact `host:port`, as allow lists name it."""
        return place(self.host, self.port)

    @property
    def authority(self) -> str:
        """What the Host header says: the port is left out where it is the scheme's own."""
        return authority(self.host) if self.port == _DEFAULT_PORTS[self.scheme] else self.place


def place(host: str, port: int) -> str:
    """Write a host and a port the way allow lists do: `host:port`, IPv6 in brackets."""
    return authority(host, port)


def check_url(url: str, *, allow: Collection[str] = (), named: bool = False) -> Target:
    """Judge the text of an address and bring it into the form in which it is asked.

    Args:
        url: An absolute address as it came from outside.
        allow: Exact `host:port` entries in lower case, free of the rules on ports, names and IP addresses.
        named: The user named this very address in a setting, which frees it of the same rules.

    Raises:
        AddressRefused: the address is not http or https, carries a user name, names a port, a host or an IP
            address that opsin does not talk to, or is not an address at all.
    """
    if len(url) > MAX_LENGTH:
        raise AddressRefused(f"The address is longer than {MAX_LENGTH:,} characters.")
    url = url.strip(" ")
    if _CONTROL.search(url):
        raise AddressRefused("The address has control characters in it.")
    try:
        split = urlsplit(url)
        port = split.port
    except ValueError as exc:
        raise AddressRefused("The address cannot be read.", outside=quoted(exc)) from exc
    if split.scheme not in _DEFAULT_PORTS:
        raise AddressRefused("Only http and https addresses are asked.", outside=quoted(split.scheme))
    if "@" in split.netloc:
        raise AddressRefused("The address has a user name or password in it.")
    bracketed = _BRACKETED.fullmatch(split.netloc) is not None
    host = normal_host(split.hostname or "", bracketed=bracketed)
    port = _DEFAULT_PORTS[split.scheme] if port is None else port
    if not named and place(host, port) not in allow:
        _check_host(host)
        if port not in PORTS:
            raise AddressRefused(f"Port {port} of {host} is not one of the web's.", hint=_ALLOW_HINT)
    return _target(split.scheme, host, port, _encoded(split.path, "") or "/", _encoded(split.query, "?"))


def host_name(url: str) -> str:
    """Give the host of an address in its normal form, fit to be shown; empty where the text names none.

    What is given is letters, digits, dots and hyphens of a host name, or an IP address, whatever the text was.
    """
    try:
        split = urlsplit(url)
        return normal_host(split.hostname or "", bracketed="[" in split.netloc)
    except (ValueError, AddressRefused):
        return ""


def normal_host(host: str, *, bracketed: bool) -> str:
    """Bring a host into the one form that is compared, resolved and sent.

    Numbers are taken as a plain dotted quad or as bracketed IPv6 only: resolvers read `127.1`, `0x7f000001` and
    `2130706433` as 127.0.0.1, and full-width digits too.

    Raises:
        AddressRefused: the text is no host.
    """
    if bracketed:
        if "%" in host:
            raise AddressRefused("The address names a network zone.")
        try:
            return str(IPv6Address(host))
        except AddressValueError as exc:
            raise AddressRefused(
                "What stands in brackets is not an IPv6 address.", outside=quoted(host)
            ) from exc
    name = host.lower() if host.isascii() else _idna(host)
    if _NUMBER.fullmatch(name.removesuffix(".").rpartition(".")[2]):
        try:
            return str(IPv4Address(host))
        except AddressValueError as exc:
            raise AddressRefused(
                "The host is a number, but not a plain IPv4 address.", outside=quoted(host)
            ) from exc
    name = name.removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):  # noqa: PLR2004  (RFC 1035)
        raise AddressRefused(_NO_HOST, outside=quoted(host))
    return name


def _check_host(host: str) -> None:
    if ":" in host or host.replace(".", "").isdigit():
        reason = refusal(host)
        if reason:
            raise AddressRefused(f"{host} is not a public address: {reason}.", hint=_ALLOW_HINT)
    elif "." not in host or f".{host}".endswith(_PRIVATE_SUFFIXES):
        raise AddressRefused(f"{host} is a name of a local network.", hint=_ALLOW_HINT)


def _idna(host: str) -> str:
    import idna

    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError) as exc:
        raise AddressRefused(_NO_HOST, outside=quoted(host)) from exc


def _encoded(text: str, more_safe: str) -> str:
    try:
        return quote(_LONE_PERCENT.sub("%25", text), safe=_PATH_SAFE + more_safe)
    except UnicodeError as exc:
        raise AddressRefused("The address has broken characters in it.") from exc


def _target(scheme: str, host: str, port: int, path: str, query: str) -> Target:
    if not path.startswith("/"):
        path = f"/{path}"
    if query:
        path = f"{path}?{query}"
    bare = Target(url="", scheme=scheme, host=host, port=port, path=path)
    return Target(url=f"{scheme}://{bare.authority}{path}", scheme=scheme, host=host, port=port, path=path)
