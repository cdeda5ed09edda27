"""How a picture is asked for when its host refuses: which addresses, with which Referer, in which order.

Hosts that refuse strangers differ: some want no Referer, some the page that shows the picture, some their own.
Past these, smaller renditions of the same picture stand in, the thumbnail last.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from urllib.parse import urlsplit

from opsin.authority import authority
from opsin.errors import (
    AddressRefused,
    BadRedirect,
    BadStatus,
    OpsinError,
    TimedOut,
    Unreachable,
)
from opsin.images.hit import Hit
from opsin.pixels.sniff import NotAPicture
from opsin.web.urls import host_name, normal_host

MOST_RENDITIONS = 4

_HOTLINK_STATUSES = frozenset({401, 403, 404, 405, 406, 409, 451})
_BUSY_STATUSES = frozenset({429, 503})
_PAGES = frozenset({"HTML", "nothing", "text", "white space", "XML", "JSON"})


class Rendition(StrEnum):
    """Which of the pictures of one hit it is."""

    ORIGINAL = "original"
    SMALLER = "smaller rendition"
    THUMBNAIL = "thumbnail"


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to ask: an address and the Referer that goes with it, empty for none."""

    address: str
    referer: str
    rendition: Rendition


class Next(Enum):
    """What is worth trying after a rung that failed."""

    REFERER = auto()
    """The same address with another Referer."""
    ADDRESS = auto()
    """Another address."""
    HOST = auto()
    """An address on another host: this one does not answer, or asks to be left alone."""


def ladder(hit: Hit) -> tuple[Rung, ...]:
    """Return the ways to ask for a hit's picture, best first; no two ask the same."""
    rungs = [
        Rung(hit.original, referer, Rendition.ORIGINAL)
        for referer in dict.fromkeys(("", page_referer(hit.page, hit.original), own_referer(hit.original)))
    ]
    smaller = [address for address in hit.renditions if address not in {hit.original, hit.thumbnail}]
    rungs += [Rung(address, "", Rendition.SMALLER) for address in dict.fromkeys(smaller[:MOST_RENDITIONS])]
    if hit.thumbnail and hit.thumbnail != hit.original:
        rungs.append(Rung(hit.thumbnail, "", Rendition.THUMBNAIL))
    return tuple(rung for rung in rungs if rung.address)


def remaining(rungs: tuple[Rung, ...], failures: dict[Rung, Next]) -> Iterator[Rung]:
    """Return the rungs that are still worth a try after some have failed, best first."""
    addresses = {rung.address for rung, after in failures.items() if after is not Next.REFERER}
    hosts = {host_name(rung.address) for rung, after in failures.items() if after is Next.HOST}
    for rung in rungs:
        if rung not in failures and rung.address not in addresses and host_name(rung.address) not in hosts:
            yield rung


def after(error: OpsinError) -> Next:
    """Judge a failure: whether another Referer may help, only another address, or only another host.

    A host that answers 429 or 503 is not asked again at once, whatever for. A page in the place of a picture is
    a refusal; an SVG or a PDF is what the address really holds. A robots.txt may forbid one address of a host and
    allow another.
    """
    if isinstance(error, BadStatus):
        if error.status in _BUSY_STATUSES:
            return Next.HOST
        return Next.REFERER if error.status in _HOTLINK_STATUSES else Next.ADDRESS
    if isinstance(error, NotAPicture):
        return Next.REFERER if error.what in _PAGES else Next.ADDRESS
    if isinstance(error, BadRedirect):
        return Next.REFERER
    return Next.HOST if isinstance(error, (Unreachable, TimedOut)) else Next.ADDRESS


def page_referer(page: str, address: str) -> str:
    """Return the origin of the page as a Referer, or "" where it must not go: from https to http."""
    origin = own_referer(page)
    return "" if origin.startswith("https:") and not address.lower().startswith("https:") else origin


def own_referer(address: str) -> str:
    """Return the origin of an address as a Referer: scheme, host and port, nothing of the path or of a user."""
    try:
        split = urlsplit(address)
        port = split.port
        host = normal_host(split.hostname or "", bracketed="[" in split.netloc)
    except (ValueError, AddressRefused):
        return ""
    if split.scheme not in {"http", "https"}:
        return ""
    return f"{split.scheme}://{authority(host, port or None)}/"
