"""File URLs, in the forms that programs write them (RFC 8089 and its appendix E)."""

import re
from urllib.parse import unquote

from opsin.paths.reading.refused import invalid

_SCHEME_CHARACTERS = len("file:")
_DRIVE = re.compile(r"/([A-Za-z])[:|](?=[/\\]|\Z)")
_DRIVE_HOST = re.compile(r"[A-Za-z](?:[:|]|%3[Aa]|%7[Cc])")
_HERE = frozenset({"", "localhost", "127.0.0.1", "[::1]"})
_RELATIVE = frozenset({".", "..", "~"})
_HOST = re.compile(r"[A-Za-z0-9$][A-Za-z0-9.$_-]*")


def path_of_url(given: str, url: str) -> str:
    """The path of a file URL, percent-decoded; one that names another machine becomes a share.

    A `?` or a `#` is part of the name: who writes such URLs by hand does not escape them.

    Raises:
        ReadRefused: its host is none.
    """
    rest = url[_SCHEME_CHARACTERS:].replace("\\", "/")
    if not rest.startswith("//"):
        return _decoded(rest)
    host, slash, tail = rest[2:].partition("/")
    if host.lower() in _HERE:
        # file:////server/share is how some programs write a share.
        return _decoded(slash + tail)
    if host in _RELATIVE:
        return _decoded(host + slash + tail)
    if _DRIVE_HOST.fullmatch(host):
        return _decoded(f"/{host}{slash}{tail}")
    host = unquote(host)
    if not _HOST.fullmatch(host):
        raise invalid(given, "is a file URL whose host is none", "Write it as file:///folder/picture.png.")
    return f"//{host}/{unquote(tail, errors='surrogateescape')}".replace("/", "\\")


def _decoded(path: str) -> str:
    text = unquote(path, errors="surrogateescape")
    drive = _DRIVE.match(text)
    return f"{drive[1]}:{text[drive.end() :] or '/'}" if drive else text
