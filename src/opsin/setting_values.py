"""How the text of a setting becomes its value. Each reader raises ValueError with what the value may be."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from opsin.authority import authority

_REGION = re.compile(r"[a-z]{2,3}-[a-z]{2,4}")
_HOST_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]{16,512}=*")
_GO_DURATION = re.compile(r"[+-]?([0-9]+|([0-9]{1,12}(\.[0-9]{1,12})?(ns|us|µs|ms|s|m|h)){1,8})", re.ASCII)
_LICENCE_OR_SET = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*(?: WITH [A-Za-z0-9.-]+)?")


def text(given: str) -> str:
    """Any text."""
    return given


def folder(given: str) -> str:
    """A folder; `~` and `~name` lead to home folders."""
    if "\0" in given:
        raise ValueError("a folder, and no folder has a null character in its name")
    try:
        path = str(Path(given).expanduser()) if given.startswith("~") else given
    except RuntimeError:
        raise ValueError("a folder; the home folder that it starts with is not known") from None
    if not _is_utf8(path):
        raise ValueError("a folder, and its path has to be UTF-8")
    return path


def folders(given: str) -> str:
    """Whole paths of folders with the platform's separator of paths between; `~` leads to home folders."""
    found = []
    for part in filter(None, map(str.strip, given.split(os.pathsep))):
        path = folder(part)
        if not Path(path).is_absolute():
            raise ValueError(
                "folders by their whole paths, or from ~, separated as the system separates paths"
            )
        found.append(path)
    return os.pathsep.join(found)


def region(given: str) -> str:
    """A region code of DuckDuckGo, by its form; which codes there are is the provider's to know."""
    code = given.lower().replace("_", "-")
    if not _REGION.fullmatch(code):
        raise ValueError("a region such as us-en or de-de, or wt-wt for none")
    return code


def number(low: int, high: int) -> Callable[[str], int]:
    """A whole number within two bounds, both included."""

    def read(given: str) -> int:
        try:
            value = int(given)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return read


def switch(given: str) -> bool:
    """Yes or no, in the usual spellings."""
    word = given.lower()
    if word in {"1", "yes", "true", "on"}:
        return True
    if word in {"0", "no", "false", "off"}:
        return False
    raise ValueError("yes or no (also 1/0, true/false, on/off)")


def choice(*allowed: str) -> Callable[[str], str]:
    """One of a few words, in any case."""

    def read(given: str) -> str:
        for word in allowed:
            if word.lower() == given.lower():
                return word
        raise ValueError("one of " + ", ".join(allowed))

    return read


def hosts(given: str) -> frozenset[str]:
    """`host:port` pairs, separated by commas or blanks; an IPv6 host stands in brackets."""
    pairs = given.replace(",", " ").split()
    for pair in pairs:
        host, colon, port = pair.rpartition(":")
        bare = host.startswith("[") and host.endswith("]")
        if (
            not colon
            or not host
            or not _is_port(port)
            or (":" in host and not bare)
            or "/" in pair
            or "@" in pair
        ):
            raise ValueError("host:port pairs separated by commas, such as mirror.example:8080")
    return frozenset(pair.lower() for pair in pairs)


def host_names(given: str) -> frozenset[str]:
    """Names of hosts, with a port or without, separated by commas or blanks; an IPv6 host stands in brackets."""
    names = frozenset(given.lower().replace(",", " ").split())
    if not all(_HOST_NAME.fullmatch(name) for name in names):
        raise ValueError(
            "host names, each with a port or without, separated by commas, such as opsin.example"
        )
    return names


def bearer_token(given: str) -> str:
    """A token as RFC 6750 (section 2.1) has it, long enough that nobody guesses it."""
    if given and not _TOKEN.fullmatch(given):
        raise ValueError("16 to 512 letters, digits and signs of -._~+/ without blanks")
    return given


def web_address(given: str) -> str:
    """An http or https address without a user or password; a slash at its end is dropped."""
    address = _http_address(given)
    if "@" in urlsplit(address).netloc:
        raise ValueError("an address without a user name or password in it")
    if "#" in address:
        raise ValueError("an address without a # in it")
    return address


def keep_alive(given: str) -> str:
    """How long Ollama keeps a model: a duration as Go writes it, or seconds; negative for ever (ollama: api/types.go)."""
    told = given.strip("\"' ")
    if not _GO_DURATION.fullmatch(told):
        raise ValueError(
            "a duration such as 24h, 5m or 1h30m, a number of seconds, 0 for none or -1 for ever"
        )
    return told


def licences_and_sets(given: str) -> str:
    """SPDX ids of licences and prefixes of icon sets with commas between; whether there are such is told later."""
    items = [" ".join(item.split()) for item in given.split(",")]
    if any(item and not _LICENCE_OR_SET.fullmatch(item) for item in items):
        raise ValueError("SPDX ids and icon sets with commas between, such as CC-BY-4.0, lucide")
    return ", ".join(filter(None, items))


def proxy_address(given: str) -> str:
    """An http or https address, `user:password@` included where it is there; a slash at its end is dropped."""
    address = _http_address(given)
    if not (urlsplit(address).hostname or "").isascii():
        raise ValueError("an address whose host is written in ASCII (xn--… for a name with other letters)")
    return address


def _http_address(given: str) -> str:
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        usable = usable and _is_utf8(given)
    except ValueError:
        usable = False
    if not usable or any(character.isspace() for character in given):
        raise ValueError("an http:// or https:// address, such as https://mirror.example/api")
    return given.rstrip("/")


def host_and_port(address: str) -> str:
    """The `host:port` of a web address, with the scheme's own port where none is written."""
    parts = urlsplit(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return authority((parts.hostname or "").lower(), port)


def _is_utf8(given: str) -> bool:
    """Say whether it can be written as UTF-8: bytes of the environment that are not come as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in given)


def _is_port(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and 0 < int(digits) <= 65535  # noqa: PLR2004
