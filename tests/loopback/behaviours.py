"""Addresses whose answers misbehave. An address says all by itself what it answers:

`/i/BEHAVIOUR/IDENTITY/WIDTHxHEIGHT` answers with the picture of IDENTITY in that size, in the way that BEHAVIOUR names.
"""

import asyncio
import gzip
import os
import re
import socket
import struct
from collections.abc import Callable
from functools import cache, partial
from urllib.parse import urlsplit

from opsin.demo.http_server import Request, Response
from tests.loopback import pictures

ADDRESS = re.compile(r"/i/([a-z0-9-]+)/(\d{1,2})/(\d{1,4})x(\d{1,4})(?:\.[a-z]{3,4})?")

HTML = b"<!DOCTYPE html><html><body>Please visit our site to see this picture.</body></html>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
MANY_BYTES = 4_000_000
"""More than a sheet fetches of one original."""

FOREVER = 3600.0
"""Seconds that a silent server would wait; it is always ended before."""

_PICTURES: dict[str, tuple[Callable[[int, int, int], bytes], str]] = {
    "fine": (pictures.jpeg, "image/jpeg"),
    "octets": (pictures.jpeg, "application/octet-stream"),
    "grey16": (pictures.grey16, "image/png"),
    "alpha": (pictures.with_alpha, "image/png"),
    "rotated": (pictures.rotated, "image/jpeg"),
    "animated": (pictures.animated, "image/gif"),
    "cmyk": (pictures.cmyk, "image/jpeg"),
    "truncated": (pictures.truncated, "image/jpeg"),
    "padded": (lambda *asked: pictures.jpeg(*asked) + bytes(MANY_BYTES), "image/jpeg"),
    "bomb": (lambda *_: pictures.bomb(), "image/png"),
    "html": (lambda *_: HTML, "image/jpeg"),
    "svg": (lambda *_: SVG, "image/svg+xml"),
    "svg-as-png": (lambda *_: SVG, "image/png"),
    "empty": (lambda *_: b"", "image/jpeg"),
}
_STATUSES = {"missing": 404, "gone": 410, "forbidden": 403, "error": 500, "busy": 429, "unavailable": 503}

BEHAVIOURS = frozenset(
    {*_PICTURES, *_STATUSES}
    | {
        "referer",
        "no-foreign-referer",
        "hang",
        "hang-in-body",
        "drip",
        "reset",
        "short",
        "heavy",
        "gzip-bomb",
        "noai",
    }
    | {"redirect", "redirect-loop", "redirect-inside", "redirect-html"}
)
"""All that an address can ask for:

- a picture as it should be, or one that is hard: fine, octets (no image type), grey16, alpha, rotated, animated, cmyk
- what is no picture: truncated, bomb (900 megapixels), html (as image/jpeg), svg, svg-as-png, empty
- a status: missing 404, gone 410, forbidden 403, error 500, busy 429, unavailable 503
- referer: 403 unless the Referer is an address of the page's origin; no-foreign-referer: 403 if it is another's
- hang (nothing comes), hang-in-body, drip (a byte every 0.05 s), reset (in mid-body), short (less than promised)
- padded (fine, with 4 MB of nothing behind it), heavy (bytes without an end), gzip-bomb
- noai (a picture that its host does not want used for AI)
- redirect (to fine), redirect-loop, redirect-inside (to 169.254.169.254), redirect-html
"""


async def misbehave(request: Request) -> Response | None:
    """Answer an address of the form above; None for any other."""
    found = ADDRESS.fullmatch(request.path)
    if found is None or found[1] not in BEHAVIOURS:
        return None
    behaviour, identity, size = found[1], int(found[2]), (int(found[3]), int(found[4]))
    if behaviour in _PICTURES:
        draw, content_type = _PICTURES[behaviour]
        return Response(await asyncio.to_thread(draw, identity, *size), content_type=content_type)
    if behaviour in _STATUSES:
        return Response(HTML, status=_STATUSES[behaviour], content_type="text/html")
    good = await asyncio.to_thread(pictures.jpeg, identity, *size)
    if "referer" in behaviour:
        return _by_referer(request, good, needed=behaviour == "referer")
    if behaviour.startswith("redirect"):
        return _redirect(request, behaviour)
    return _broken(behaviour, good)


def _by_referer(request: Request, good: bytes, *, needed: bool) -> Response:
    referer = request.headers.get("referer", "")
    own = urlsplit(referer).port == urlsplit(request.origin).port if referer else not needed
    if own:
        return Response(good, content_type="image/jpeg")
    return Response(HTML, status=403, content_type="text/html")


def _redirect(request: Request, behaviour: str) -> Response:
    targets = {
        "redirect": request.target.replace("/redirect/", "/fine/"),
        "redirect-loop": request.target,
        "redirect-inside": "http://169.254.169.254/latest/meta-data/",
        "redirect-html": request.target.replace("/redirect-html/", "/html/"),
    }
    return Response(status=302, headers={"Location": targets[behaviour]}, content_type="text/html")


async def _hang(good: bytes, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(FOREVER)


async def _short(good: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(good[: len(good) // 2])
    await writer.drain()


async def _hang_in_body(good: bytes, writer: asyncio.StreamWriter) -> None:
    await _short(good, writer)
    await asyncio.sleep(FOREVER)


async def _drip(good: bytes, writer: asyncio.StreamWriter) -> None:
    for place in range(len(good)):
        writer.write(good[place : place + 1])
        await writer.drain()
        await asyncio.sleep(0.05)


async def _reset(good: bytes, writer: asyncio.StreamWriter) -> None:
    await _short(good, writer)
    # Closing with lingering off sends a reset instead of an orderly end.
    plug = writer.get_extra_info("socket")
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("hh" if os.name == "nt" else "ii", 1, 0))
    writer.transport.abort()


async def _heavy(good: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(good)
    while not writer.is_closing():
        writer.write(bytes(256 * 1024))
        await writer.drain()


_WRITERS = {
    "hang": _hang,
    "hang-in-body": _hang_in_body,
    "drip": _drip,
    "reset": _reset,
    "short": _short,
    "heavy": _heavy,
}


def _broken(behaviour: str, good: bytes) -> Response:
    if behaviour == "noai":
        return Response(good, content_type="image/jpeg", headers={"X-Robots-Tag": "noindex, NoAI, noimageai"})
    if behaviour == "gzip-bomb":
        return Response(_gzip_bomb(), content_type="image/jpeg", headers={"Content-Encoding": "gzip"})
    headers = {"Content-Length": str(1 << 40)} if behaviour == "heavy" else {}
    return Response(
        good,
        content_type="image/jpeg",
        headers=headers,
        write=partial(_WRITERS[behaviour], good),
        silent=behaviour == "hang",
    )


@cache
def _gzip_bomb() -> bytes:
    return gzip.compress(pictures.jpeg(0) + bytes(64 * 1024 * 1024), 9)
