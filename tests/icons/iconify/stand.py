"""What the tests of the Iconify API stand on: services over the loopback web, whose hosts the test can make misbehave."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from opsin.icons.iconify.addresses import Hosts
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.racing import Pause
from opsin.services import Services, open_services
from opsin.settings import load_settings
from tests.loopback.iconify import Iconify
from tests.loopback.web import LoopbackWeb

FIRST, SECOND, THIRD = HOSTS = ("host1.test", "host2.test", "host3.test")


class Clock:
    """Seconds since 1970, as the test says."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def services_over(web: LoopbackWeb, folder: Path, **environ: str) -> AsyncIterator[Services]:
    """Services whose store lies in the folder, with a connection for each keyword."""
    settings = load_settings(web.environ(folder, **environ))
    async with open_services(
        settings, resolver=web.resolve, host_connections=dict.fromkeys(("127.0.0.1", *HOSTS), 5)
    ) as services:
        yield services


def public(web: LoopbackWeb, services: Services, pause: Pause | None = None) -> IconifyApi:
    """The API at three hosts that stand for the public ones. Without a pause of its own, no host is asked beside another."""
    bases = tuple(f"http://{host}:{web.port}{Iconify.prefix}" for host in HOSTS)
    return IconifyApi(services, hosts=Hosts(bases), pause=pause or never)


def asked(web: LoopbackWeb) -> Sequence[str]:
    """The hosts that were asked, in order."""
    return [seen.host for seen in web.requests]


async def never() -> None:
    """A pause without an end."""
    await asyncio.Event().wait()


async def seen(web: LoopbackWeb, number: int) -> None:
    """Wait until so many requests have come in."""
    assert await asyncio.to_thread(web.wait_for_requests, number)
