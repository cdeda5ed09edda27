"""The list of providers, and which of them a query asks, in which order."""

from difflib import get_close_matches
from functools import lru_cache

from opsin.errors import InvalidInput
from opsin.images.providers.base import Provider
from opsin.images.providers.duckduckgo import DuckDuckGo
from opsin.images.providers.openverse import Openverse
from opsin.images.providers.wikimedia import Wikimedia
from opsin.images.query import LicenceFilter, Query
from opsin.settings import Settings

AUTO = "auto"

PROVIDERS: tuple[type[Provider], ...] = (DuckDuckGo, Wikimedia, Openverse)
"""Every provider there is; each can be asked by its name."""

CHAIN: tuple[type[Provider], ...] = (DuckDuckGo, Wikimedia)
"""Who is asked where none is named, in this order."""

LICENCE_CHAIN: tuple[type[Provider], ...] = (Openverse, Wikimedia)
"""The same where a licence is wanted: only those that state licences."""


def provider_names() -> tuple[str, ...]:
    """The names that `provider` may have, besides "auto"."""
    return tuple(kind.name for kind in PROVIDERS)


def chain_for(query: Query, settings: Settings) -> list[Provider]:
    """Give the providers that the query asks, in order.

    A provider that is named is asked alone. With a licence filter only those that state licences are asked.
    The same settings get the same providers, so that what they keep (tokens) serves the next search.

    Raises:
        InvalidInput: there is no provider of that name, or a setting of one cannot be used.
    """
    if query.provider != AUTO:
        return [_made(_named(query.provider), settings)]
    chain = CHAIN if query.licence is LicenceFilter.ANY else LICENCE_CHAIN
    return [_made(kind, settings) for kind in chain]


def thumbnail_connections() -> dict[str, int]:
    """Connections that the providers' own thumbnail hosts take at once: host or `*.suffix` to number."""
    return {host: most for kind in PROVIDERS for host, most in kind.thumbnail_connections.items()}


def _named(name: str) -> type[Provider]:
    for kind in PROVIDERS:
        if kind.name == name:
            return kind
    names = provider_names()
    near = get_close_matches(name, names, n=1, cutoff=0.4)
    raise InvalidInput(
        f"There is no provider {name[:40]!r}; there are {', '.join(names)}.",
        hint=f"Did you mean {near[0]}?" if near else "Leave it out, or use auto.",
    )


@lru_cache(maxsize=32)
def _made(kind: type[Provider], settings: Settings) -> Provider:
    return kind(settings)
