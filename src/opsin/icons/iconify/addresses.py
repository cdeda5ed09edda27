"""The addresses of the Iconify API: its hosts, its requests, and those that an answer shows (iconify.design/docs/api/)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from opsin.setting_values import host_and_port
from opsin.settings import Settings

PUBLIC = ("https://api.iconify.design", "https://api.simplesvg.com", "https://api.unisvg.com")
"""The public API and its back-ups, in the order in which Iconify's own programs ask them."""

PUBLIC_NAME = "iconify"
"""What answers of the public API are kept under: all its hosts give the same."""

LONGEST_PATH = 480
"""Characters of a request for icons, about those of Iconify's own programs: whatever stands between passes them."""

_AT_ONCE = 5
_NEVER_MORE = 999
_NEVER_LESS = 32


@dataclass(frozen=True, slots=True)
class Hosts:
    """Who is asked.

    Attributes:
        bases: Base addresses, in the order in which they are asked.
        named: The user named the one base in a setting, so that it may be a private one.
        name: What their answers are kept under.
    """

    bases: tuple[str, ...]
    named: bool = False
    name: str = PUBLIC_NAME


def hosts_of(settings: Settings) -> Hosts:
    """The API that the settings name, which stands alone; else the public hosts."""
    base = settings.iconify_url
    if not base:
        return Hosts(PUBLIC)
    return Hosts((base,), named=host_and_port(base) in settings.named_hosts, name=base)


def icon_connections(settings: Settings) -> dict[str, int]:
    """Connections that the API's hosts take at once: one for each keyword of a search."""
    return {urlsplit(base).hostname or "": _AT_ONCE for base in hosts_of(settings).bases}


def shown_base(settings: Settings) -> str:
    """The base of the addresses that an answer shows."""
    return settings.iconify_url or PUBLIC[0]


def preview_address(settings: Settings, icon_id: str) -> str:
    """Where an icon's SVG can be seen. Such an address loads the API's hosts each time: it is for looking, not for use."""
    prefix, _, name = icon_id.partition(":")
    return f"{shown_base(settings)}/{quote(prefix)}/{quote(name)}.svg"


def download_address(settings: Settings, icon_id: str) -> str:
    """Where a browser is offered an icon's SVG as a file."""
    return f"{preview_address(settings, icon_id)}?download=1"


def search_path(query: str, limit: int, sets: Iterable[str] = ()) -> str:
    """The request for a search. The API raises a limit below 32 and cuts one above 999, so neither is asked for.

    Args:
        query: The words, all of which an icon has to match.
        limit: How many icons are wanted.
        sets: Prefixes of the only sets to look in.
    """
    wanted = {"query": query, "limit": str(max(_NEVER_LESS, min(limit, _NEVER_MORE)))}
    if prefixes := ",".join(sets):
        wanted["prefixes"] = prefixes
    return f"/search?{urlencode(wanted)}"


def collections_path() -> str:
    """The request for what the API says of every set."""
    return "/collections"


def collection_path(prefix: str) -> str:
    """The request for what the API says of one set and the names of its icons."""
    return f"/collection?{urlencode({'prefix': prefix, 'info': 'true'})}"


def icons_paths(prefix: str, names: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The requests for drawings of one set, each within a sane length, with the names that it asks for."""
    start = f"/{quote(prefix)}.json?icons="
    batch: list[str] = []
    length = len(start)
    for name in names:
        if batch and length + len(name) + 1 > LONGEST_PATH:
            yield start + ",".join(batch), tuple(batch)
            batch, length = [], len(start)
        batch.append(name)
        length += len(name) + 1
    if batch:
        yield start + ",".join(batch), tuple(batch)
