"""What the tests of inspecting and downloading stand on: services over the loopback web, and searches to take ids from."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from opsin.images.hit import Hit
from opsin.images.query import Query
from opsin.services import Services, open_services
from opsin.settings import load_settings
from tests.loopback.web import LoopbackWeb

Result = TypeVar("Result")
Work = Callable[[Services], Awaitable[Result]]


@asynccontextmanager
async def stage(web: LoopbackWeb, folder: Path, **environ: str) -> AsyncIterator[Services]:
    """Services whose store and output lie in the folder."""
    settings = load_settings(web.environ(folder, **environ))
    async with open_services(settings, resolver=web.resolve) as services:
        yield services


def hit_at(original: str, **values: Any) -> Hit:
    """A hit for an address; what is not given is left out, the thumbnail included."""
    return Hit(**{"provider": "wikimedia", "original": original, "thumbnail": original, **values})


def put(services: Services, *hits: Hit) -> list[str]:
    """Save a search with these hits, and return its ids."""
    entries = [{**hit.to_json(), "rank": rank, "failed": ""} for rank, hit in enumerate(hits, start=1)]
    number = services.store.save_search(
        "images", Query("red panda").to_json(), entries, served_by="wikimedia"
    )
    return [f"s{number}:{cell}" for cell in range(1, len(hits) + 1)]
