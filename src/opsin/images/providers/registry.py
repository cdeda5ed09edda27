"""The list of providers, and which of them a query asks, in which order."""

from difflib import get_close_matches
from functools import lru_cache

from opsin.errors import InvalidInput
from opsin.images.providers.base import Provider
from opsin.images.providers.brave import Brave
from opsin.images.providers.duckduckgo import DuckDuckGo
from opsin.images.providers.europeana import Europeana
from opsin.images.providers.flickr import Flickr
from opsin.images.providers.google_cse import GoogleCse
from opsin.images.providers.local import Local
from opsin.images.providers.mediawiki import MediaWiki
from opsin.images.providers.met import Met
from opsin.images.providers.openverse import Openverse
from opsin.images.providers.pexels import Pexels
from opsin.images.providers.pixabay import Pixabay
from opsin.images.providers.searxng import SearXNG
from opsin.images.providers.serper import Serper
from opsin.images.providers.terms import Terms
from opsin.images.providers.unsplash import Unsplash
from opsin.images.providers.wikimedia import Wikimedia
from opsin.images.query import LicenceFilter, Query
from opsin.settings import Settings

AUTO = "auto"
ALL = "all"

FRONT: tuple[type[Provider], ...] = (SearXNG, Brave, GoogleCse, Serper)
"""Who is asked before all others once its key or address is set: the user chose it. What is free comes first, then by
what a search costs: a server of one's own, a monthly credit, a free quota of the day, credits that are bought."""

CHAIN: tuple[type[Provider], ...] = (DuckDuckGo, Wikimedia)
"""Who is asked where none is named, in this order, after those of `FRONT` that are configured."""

LICENCE_CHAIN: tuple[type[Provider], ...] = (Openverse, Wikimedia)
"""The same where a licence is wanted: only those that state licences."""

LICENCE_AFTER: tuple[type[Provider], ...] = (MediaWiki, Flickr, Europeana)
"""Who is asked after those of `LICENCE_CHAIN` where the user has configured it."""

COLLECTIONS: tuple[type[Provider], ...] = (Pexels, Unsplash, Pixabay, Flickr, Europeana, Met, MediaWiki)
"""Collections of one kind of picture (stock photos, members' photos, works of art). A key for one does not make it the
first to be asked for a picture of anything: without a licence filter they are asked when named, or with "all"."""

PROVIDERS: tuple[type[Provider], ...] = (DuckDuckGo, Wikimedia, Openverse, *FRONT, *COLLECTIONS, Local)
"""Every provider there is; each can be asked by its name."""


def provider_names() -> tuple[str, ...]:
    """The names that `provider` may have, besides "auto" and "all"."""
    return tuple(kind.name for kind in PROVIDERS)


def web_provider_names() -> tuple[str, ...]:
    """The names of those that are asked over the network."""
    return tuple(kind.name for kind in PROVIDERS if not kind.private)


def states_licences(name: str) -> bool:
    """Whether the answers of the provider of that name state licences."""
    return any(kind.name == name and kind.capabilities.licence_evidence for kind in PROVIDERS)


def terms_of(name: str) -> Terms:
    """What the provider of that name asks of those who use its pictures; nothing where there is no such provider."""
    return next((kind.terms for kind in PROVIDERS if kind.name == name), Terms())


def provider_of(name: str, settings: Settings) -> Provider | None:
    """The provider of that name; None where there is none, or it is not configured."""
    return next((_made(kind, settings) for kind in configured(settings) if kind.name == name), None)


def configured(settings: Settings) -> tuple[type[Provider], ...]:
    """Every provider that can be asked with these settings, in the order in which "all" asks those that are not private."""
    kinds = dict.fromkeys((*FRONT, *CHAIN, *LICENCE_CHAIN, *PROVIDERS))
    return tuple(kind for kind in kinds if not kind.missing(settings))


def chain_for(query: Query, settings: Settings) -> list[Provider]:
    """Give the providers that the query asks, in order.

    A provider that is named is asked alone; "all" names every one that is configured. With a licence filter only those
    that state licences are asked, unless one is named: openverse and wikimedia, then those that are configured. The same
    settings get the same providers, so that what they keep (tokens) serves the next search.

    Raises:
        InvalidInput: there is no provider of that name, it lacks a setting, or a setting of one cannot be used.
    """
    if query.provider not in {AUTO, ALL}:
        return [_made(_named(query.provider, settings), settings)]
    if query.licence is not LicenceFilter.ANY:
        chosen = (kind for kind in LICENCE_AFTER if not kind.missing(settings))
        return [_made(kind, settings) for kind in (*LICENCE_CHAIN, *chosen)]
    asked = configured(settings)
    chain = (
        [kind for kind in asked if not kind.private]
        if query.provider == ALL
        else [kind for kind in asked if kind in {*FRONT, *CHAIN}]
    )
    return [_made(kind, settings) for kind in chain]


def thumbnail_connections() -> dict[str, int]:
    """Connections that the providers' own thumbnail hosts take at once: host or `*.suffix` to number."""
    return {host: most for kind in PROVIDERS for host, most in kind.thumbnail_connections.items()}


def _named(name: str, settings: Settings) -> type[Provider]:
    for kind in PROVIDERS:
        if kind.name == name:
            if missing := kind.missing(settings):
                raise InvalidInput(
                    f"The provider {name} needs {' and '.join(missing)}, which {_is(missing)} not set.",
                    hint=f"{_where(kind)} Or leave the provider out.",
                )
            return kind
    names = (*provider_names(), ALL)
    begun = [one for one in names if len(name) > 1 and one.startswith(name)]
    near = begun or get_close_matches(name, names, n=1, cutoff=0.7)
    raise InvalidInput(
        f"There is no provider {name[:40]!r}; there are {', '.join(names)}.",
        hint=f"Did you mean {near[0]}?" if near else "Leave it out, or use auto.",
    )


def _where(kind: type[Provider]) -> str:
    return f"Get a key at {kind.key_from} and set it." if kind.key_from else "Set it."


def _is(names: tuple[str, ...]) -> str:
    return "is" if len(names) == 1 else "are"


@lru_cache(maxsize=32)
def _made(kind: type[Provider], settings: Settings) -> Provider:
    return kind(settings)
