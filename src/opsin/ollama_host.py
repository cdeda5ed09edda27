"""Where Ollama listens, told as its own variable OLLAMA_HOST tells it (ollama: envconfig/config.go, `Host`)."""

import re
from ipaddress import IPv6Address, ip_address

from opsin.authority import authority

DEFAULT_PORT = 11434

_MOST_PORT = 65_535
_PORTS = {"http": 80, "https": 443}
_HALF_SCHEMES = ("http:/", "https:/")
_LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")
_PATH = re.compile(r"[A-Za-z0-9._~%/-]*")
_ALLOWED = "an address where Ollama listens, such as 127.0.0.1:11434, http://localhost:11434 or [::1]"


def ollama_host(given: str) -> str:
    """A host, a host and port, or an http or https address with a path or without, in quotes or without.

    The port is 11434 where there is no scheme, else the scheme's own; a port that is none counts as not given, as with
    Ollama. An address on which Ollama listens to everybody (0.0.0.0, ::) is one to connect to on this machine.

    Returns:
        The base address in one form: scheme, host and port always, no slash at its end.

    Raises:
        ValueError: it is the path of a program, or names no host that could be connected to.
    """
    told = given.strip().strip("\"'").strip()
    if "\\" in told or told.startswith(("/", "~", "./", "../")) or told.lower().endswith(".exe"):
        raise ValueError(f"{_ALLOWED}, not the path of a file")
    scheme, found, place = told.partition("://")
    if not found:
        scheme, place = "http", told
    if place == "ollama.com" and not found:
        scheme, place = "https", "ollama.com:443"
    if "@" in place:
        raise ValueError(f"{_ALLOWED}, without a user name and a password")
    if " " in place:
        raise ValueError(f"{_ALLOWED}, without blanks")
    if scheme not in _PORTS or place.startswith(_HALF_SCHEMES):
        raise ValueError(f"{_ALLOWED}, with http:// or https:// or neither")
    place, _, path = place.partition("/")
    fallback = _PORTS[scheme] if found else DEFAULT_PORT
    host, port = _split(place)
    number = _port(port, fallback)
    path = path.strip("/")
    if number == 0:
        raise ValueError(f"{_ALLOWED}, with a port from 1 to {_MOST_PORT}")
    if not _PATH.fullmatch(path):
        raise ValueError(f"{_ALLOWED}, with nothing but a path behind the port")
    return f"{scheme}://{authority(_connectable(host), number)}" + (f"/{path}" if path else "")


def ignored_port(given: str) -> str:
    """What of an address that can be used is not: a port that is none, as the end of a sentence; empty for nothing."""
    place = given.strip().strip("\"'").rpartition("://")[2].partition("/")[0]
    _, port = _split(place)
    if not port or _port(port, -1) >= 0:
        return ""
    return f"its port has to be a number from 1 to {_MOST_PORT}"


def _split(place: str) -> tuple[str, str]:
    """The host, and the port as it is written, empty where there is none."""
    bare = place.strip("[]")
    if _is_ipv6(bare):
        return bare, ""
    host, colon, port = place.rpartition(":")
    if not colon:
        return place, ""
    if host.startswith("[") and host.endswith("]"):
        return host[1:-1], port
    return host, port


def _port(written: str, fallback: int) -> int:
    digits = written.removeprefix("+")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len("000000065535"):
        return fallback
    return int(digits) if int(digits) <= _MOST_PORT else fallback


def _connectable(host: str) -> str:
    if not host:
        return "127.0.0.1"
    try:
        address = ip_address(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
        if not all(_LABEL.fullmatch(label) for label in labels):
            raise ValueError(_ALLOWED) from None
        if _NUMBER.fullmatch(labels[-1]):
            raise ValueError(f"{_ALLOWED}, with all four numbers of an IPv4 address") from None
        return host.lower()
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        raise ValueError(f"{_ALLOWED}, without a network zone")
    if address.is_unspecified:
        return "127.0.0.1" if address.version == 4 else "::1"  # noqa: PLR2004
    return str(address)


def _is_ipv6(text: str) -> bool:
    try:
        return ip_address(text).version == 6  # noqa: PLR2004
    except ValueError:
        return False
