"""Addresses from outside, made safe to stand behind a link in Markdown or HTML."""

import re
from urllib.parse import quote

_MOST_CHARACTERS = 2_000
_ADDRESS = re.compile(r"(https?)://([^/?#\s@:\\]+)(:\d{1,5})?((?:[/?#].*)?)", re.IGNORECASE | re.DOTALL)
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?", re.IGNORECASE | re.ASCII)
_KEPT = "/?#:@!$&*+,;=%-._~"
"""What stays as it is; quotes, brackets, spaces and letters beyond ASCII are escaped."""


def web_link(address: str) -> str:
    """Return an address as the target of a link; empty where it is none that may be linked.

    Only http and https are linked (RFC 3986), without user information. Nothing in what is returned can end an
    attribute of HTML or a target of Markdown: what could is percent-encoded, a name of other letters is in IDNA.
    """
    found = _ADDRESS.fullmatch(address.strip()) if len(address) <= _MOST_CHARACTERS else None
    if found is None:
        return ""
    scheme, host, port, rest = found.groups()
    try:
        name = host if host.isascii() else host.encode("idna").decode("ascii")
        path = quote(rest, safe=_KEPT)
    except UnicodeError:
        return ""
    return f"{scheme.lower()}://{name}{port or ''}{path}" if _HOST.fullmatch(name) else ""
