"""Telling a provider of a download, once, where its terms want that."""

import asyncio
import logging
from math import isfinite
from weakref import WeakValueDictionary

from opsin.errors import OpsinError
from opsin.images.hit import Hit
from opsin.images.originals import hit_of
from opsin.images.providers.asking import until
from opsin.images.providers.registry import provider_of
from opsin.services import Services
from opsin.store.ids import CellId
from opsin.threads import STORE

MOST_SECONDS = 4.0

_LOG = logging.getLogger(__name__)

_locks: WeakValueDictionary[tuple[int, int, CellId], asyncio.Lock] = WeakValueDictionary()
"""One lock for each id that is being told of, by event loop and store; gone when nobody holds it."""


async def tell_download(services: Services, cell: CellId, *, seconds: float) -> str:
    """Tell the provider of an id that its picture was downloaded, unless it was told, or does not want to be.

    Looking at a picture is no download. An id counts once, into however many folders it is saved.

    Args:
        services: The way out and the store.
        cell: The id.
        seconds: How long it may take; at most 4.

    Returns:
        Why it could not be told, as a sentence; empty where all is well. Nothing is raised: the file is saved.
    """
    try:
        hit = hit_of(await STORE.run(services.store.entry, cell))
    except OpsinError:
        return ""
    if not hit.download_call:
        return ""
    lock = _locks.setdefault((id(asyncio.get_running_loop()), id(services.store), cell), asyncio.Lock())
    async with lock:
        return await _tell(services, cell, hit, seconds)


async def _tell(services: Services, cell: CellId, hit: Hit, seconds: float) -> str:
    key = f"told:{cell}"
    try:
        if await STORE.run(services.store.get_state, key) is not None:
            return ""
        why = await _call(services, hit, seconds)
        if not why:
            await STORE.run(services.store.put_state, key, {})
    except OpsinError as error:
        why = error.message
    if not why:
        return ""
    _LOG.debug("%s was not told of the download of %s", hit.provider, cell)
    return (
        f"{hit.provider} could not be told of the download, as its terms ask ({why.rstrip('.')}); "
        "the same call again tells it."
    )


async def _call(services: Services, hit: Hit, seconds: float) -> str:
    provider = provider_of(hit.provider, services.settings)
    if provider is None:
        return "it is not configured any more"
    within = min(MOST_SECONDS, seconds if isfinite(seconds) else MOST_SECONDS)
    if within <= 0:
        return "no time was left"
    deadline = asyncio.get_running_loop().time() + within
    try:
        async with asyncio.timeout_at(deadline):
            with until(deadline):
                await provider.tell_download(services.web, hit.download_call)
    except TimeoutError:
        return "no answer in time"
    return ""
