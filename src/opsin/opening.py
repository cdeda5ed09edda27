"""What every door of opsin opens: the services, with all that the providers say of their own hosts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from opsin.icons.iconify.addresses import icon_connections
from opsin.images.providers.registry import thumbnail_connections
from opsin.services import Services
from opsin.services import open_services as open_parts
from opsin.settings import Settings


@asynccontextmanager
async def open_services(settings: Settings, *, secret_ids: bool = False) -> AsyncIterator[Services]:
    """Open the services, and close them at the end. Nothing is asked or written before its use.

    Args:
        settings: The values in force.
        secret_ids: Searches are known by handles that nobody can guess, and not by their numbers.
    """
    connections = {**thumbnail_connections(), **icon_connections(settings)}
    async with open_parts(settings, host_connections=connections, secret_ids=secret_ids) as services:
        yield services
