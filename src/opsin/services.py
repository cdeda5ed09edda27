"""What every job needs from outside: the settings, the way out, the store, and whose turn it is."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from opsin.background import Background
from opsin.crowd import Crowd
from opsin.paths.output import OutputRoot, default_root, working_folder
from opsin.settings import Settings
from opsin.store.sqlite import Store
from opsin.web.busy import BusyHosts
from opsin.web.client import Resolver, Web, resolve
from opsin.web.pacing import Pacer
from opsin.web.robots import Robots
from opsin.web.user_agent import user_agent

SHEETS = 6
"""Sheets that are filled at once. One asks for nine pictures as a rule, and all share the connections."""


def _note_nothing(_provider: str, _outcome: str) -> None:
    """Nobody counts."""


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that the functions of a job are handed, so that tests hand them others."""

    settings: Settings
    web: Web
    store: Store
    pacer: Pacer
    robots: Robots | None = None
    """Asked before a picture is fetched for good; None where the user has not opted in."""
    sheets: Crowd = field(default_factory=lambda: Crowd(SHEETS))
    """Who loads the pictures of a sheet and draws it."""
    busy: BusyHosts = field(default_factory=BusyHosts)
    """Hosts that are not asked for a while."""
    background: Background = field(default_factory=Background)
    """Work that goes on after an answer."""
    shelves: bool = True
    """Whether what is shown is saved beside the store as well, for a person at this machine."""
    note_attempt: Callable[[str, str], None] = _note_nothing
    """Told the name of each provider that had its turn, and in a word what came of it."""


@asynccontextmanager
async def open_services(
    settings: Settings,
    *,
    host_connections: Mapping[str, int] | None = None,
    resolver: Resolver = resolve,
    secret_ids: bool = False,
) -> AsyncIterator[Services]:
    """Make the parts as the settings say, and close them at the end. Nothing is opened or written before its use.

    Args:
        settings: The values in force.
        host_connections: Connections that some hosts take at once beyond the default: name or `*.suffix` to number.
        resolver: How names become addresses.
        secret_ids: Searches are known by handles that nobody can guess, and not by their numbers.
    """
    store = open_store(settings, secret_ids=secret_ids)
    web = Web(
        allow=settings.allow_hosts,
        proxy=settings.proxy,
        user_agent=user_agent(settings.contact),
        resolver=resolver,
        connections=settings.connections,
        per_host=settings.connections_per_host,
        host_connections=host_connections or {},
    )
    pacer = Pacer(settings.search_interval_ms / 1000, store.reserve)
    try:
        async with web:
            services = Services(settings, web, store, pacer, Robots(web) if settings.respect_robots else None)
            try:
                yield services
            finally:
                await services.background.aclose()
    finally:
        store.close()


def open_store(settings: Settings, *, secret_ids: bool = False) -> Store:
    """The store as the settings say; its file is made by the first write."""
    return Store.open(
        store_file(settings),
        keep_days=settings.keep_days,
        max_mb=settings.store_max_mb,
        secret_ids=secret_ids,
    )


def store_file(settings: Settings) -> Path:
    """The file of the store."""
    return state_folder(settings) / "opsin.db"


def output_root(settings: Settings) -> tuple[OutputRoot, str]:
    """Return the folder that downloads land in, and a sentence where it is not the one that the setting names."""
    root, note = default_root(settings.output_dir, working_folder())
    return OutputRoot(root), note


def state_folder(settings: Settings) -> Path:
    """The folder of the store: the setting's, or the platform's place for a program's state."""
    if settings.state_dir:
        return Path(settings.state_dir)
    from platformdirs import user_state_path

    return user_state_path("opsin", appauthor=False)
