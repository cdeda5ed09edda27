"""The original of an id: fetched once, kept, and the same file for whoever asks for it next."""

import asyncio
from dataclasses import dataclass, fields
from typing import Any
from weakref import WeakValueDictionary

from opsin.errors import InvalidInput, TooLarge
from opsin.images.fetched import Fetched, read_kept
from opsin.images.fetching import fetch_picture
from opsin.images.hit import Hit
from opsin.images.keys import original_key
from opsin.images.local_files import check_named, is_local
from opsin.services import Services
from opsin.store.ids import CellId
from opsin.store.records import Entry
from opsin.threads import STORE

_CHANGED = "The file that was inspected before is no longer kept, and the host now sends another one."

_locks: WeakValueDictionary[tuple[int, int, CellId], asyncio.Lock] = WeakValueDictionary()
"""One lock for each id that is being fetched, by event loop and store; gone when nobody holds it."""


@dataclass(frozen=True, slots=True)
class Original:
    """What an id names, and the file that stands for it."""

    entry: Entry
    hit: Hit
    file: Fetched

    @property
    def rank(self) -> int:
        """The picture's place among the provider's results, from 1; 0 where it is not known."""
        rank = self.entry.data.get("rank", 0)
        return rank if isinstance(rank, int) else 0


async def original_of(
    services: Services,
    id: CellId,  # noqa: A002
    *,
    max_bytes: int,
    seconds: float,
    may_raise_limit: bool,
    fresh: bool = False,
) -> Original:
    """Return the file of an id: the one that is kept, or else fetched now and kept from now on.

    Calls for one id at the same time fetch it once. A fresh fetch that brings less than what is kept does not
    replace it.

    Args:
        services: The way out and the store.
        id: The cell.
        max_bytes: The largest file that is fetched; and of those that are kept, where the limit may be raised.
        seconds: How long fetching may take.
        may_raise_limit: The caller can ask again with a larger `max_bytes`. One that cannot is given whatever
            is kept.
        fresh: Fetch again, although a file is kept.

    Raises:
        UnknownId, ExpiredId: the id names no cell, or no longer does.
        InvalidInput: the id names something other than a picture of the web.
        TooLarge: the file has more than `max_bytes`.
        LocalRefused: it is a file of this machine outside the folders that are named now.
        WebError, PictureError: nothing of the picture could be had.
    """
    entry = await STORE.run(services.store.entry, id)
    hit = hit_of(entry)
    async with _lock_of(services, id):
        kept = await STORE.run(_kept_file, services, id)
        if kept is None or fresh:
            got = await fetch_picture(
                services, hit, max_bytes=max_bytes, seconds=seconds, may_raise_limit=may_raise_limit
            )
            kept = await STORE.run(_keep, services, id, got, kept)
        elif is_local(hit):
            await check_named(services.settings, hit)
    if may_raise_limit and len(kept.data) > max_bytes:
        raise TooLarge(
            f"The file of {id} has {len(kept.data):,} bytes, more than the {max_bytes:,} of max_bytes.",
            hint="Call again with a larger max_bytes, or choose another cell.",
        )
    return Original(entry, hit, kept)


def _lock_of(services: Services, cell: CellId) -> asyncio.Lock:
    key = id(asyncio.get_running_loop()), id(services.store), cell
    return _locks.setdefault(key, asyncio.Lock())


def hit_of(entry: Entry) -> Hit:
    """Read the hit of an entry.

    Raises:
        InvalidInput: the entry is not a picture of the web.
    """
    if entry.kind == "icons":
        raise InvalidInput(
            f"{entry.id} is an icon, not a picture of the web.",
            hint=f"icon_download saves it (ids={entry.id}); search_icons showed it.",
        )
    names = {one.name for one in fields(Hit)}
    try:
        return Hit.from_json({name: value for name, value in entry.data.items() if name in names})
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInput(
            f"{entry.id} is not a picture of the web (it is of kind {entry.kind!r}).",
            hint="Take an id from the list under a sheet of image_search.",
        ) from error


def _kept_file(services: Services, id: CellId) -> Fetched | None:  # noqa: A002
    kept = services.store.get_bytes(original_key(id))
    return read_kept(kept) if kept is not None else None


def _keep(services: Services, id: CellId, got: Fetched, kept: Fetched | None) -> Fetched:  # noqa: A002
    """Keep what was fetched, and return the file that stands for the id from now on."""
    if kept is not None and got.degraded and not kept.degraded:
        return kept.noting(f"It could not be fetched again ({got.why}), so it is the file kept before.")
    state: dict[str, Any] | None = services.store.get_state(original_key(id))
    if kept is None and state is not None and state.get("sha256") != got.sha256:
        got = got.noting(_CHANGED)
    key = original_key(id)
    standing = None
    if kept is None:
        # Another server on the store may have shown another file for this id meanwhile: then that one stands.
        standing = read_kept(services.store.put_bytes_once(key, got.data, kind="inspected", meta=got.meta()))
        if standing is not None and standing.sha256 != got.sha256:
            return standing
    if standing is None:
        services.store.put_bytes(key, got.data, kind="inspected", meta=got.meta())
    services.store.put_state(key, {"sha256": got.sha256})
    return got
