"""The whole application behind one address: the gate, the protocol, and the tools as callers from elsewhere get them."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from opsin.server.app import build_server
from opsin.server.http.callers import Callers
from opsin.server.http.gate import MCP_PATH, Gate, Limits
from opsin.server.http.instructions import REMOTE_INSTRUCTIONS
from opsin.server.http.metrics import Metrics
from opsin.server.http.tools import remote_tools
from opsin.server.instructions import INSTRUCTIONS
from opsin.settings import Settings

if TYPE_CHECKING:
    from opsin.services import Services


def build_site(settings: Settings, hosts: frozenset[str]) -> ASGIApp:
    """Make the whole application; nothing is opened before the first call of a tool.

    Args:
        settings: The values in force.
        hosts: The names under which clients may reach it.
    """
    metrics = Metrics()
    disk = settings.http_disk
    if not disk:
        # The user's own pictures are of this machine's disk.
        settings = replace(settings, local_dirs="")

    @asynccontextmanager
    async def open_services(settings: Settings) -> AsyncIterator["Services"]:
        from opsin.opening import open_services

        async with open_services(settings, secret_ids=True) as services:
            metrics.fetched_bytes = lambda: services.web.fetched_bytes
            yield replace(services, shelves=disk, note_attempt=metrics.attempts.add)

    server = build_server(
        settings,
        open_services=open_services,
        tools=remote_tools(metrics, disk=disk, folders=_folders(settings)),
        instructions=INSTRUCTIONS if disk else REMOTE_INSTRUCTIONS,
    )
    protocol = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        stateless_http=True,
        max_request_body_size=settings.http_body_bytes,
        # The gate looks at hosts and pages itself, and closer.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    callers = Callers(hosts, settings.http_token)
    return Gate(protocol, callers, Limits(settings.http_calls, settings.http_body_bytes), metrics)


def _folders(settings: Settings) -> tuple[Path, ...]:
    """Folders that callers are not told of, the innermost first."""
    from opsin.services import state_folder

    places = {state_folder(settings), Path(settings.output_dir), Path.cwd(), Path.home(), Path(sys.prefix)}
    return tuple(sorted((path for path in places if path.is_absolute()), key=lambda path: -len(str(path))))
