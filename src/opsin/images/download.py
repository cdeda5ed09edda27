"""Download: the files of some ids, saved under the output folder, each with its sidecar."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from opsin.errors import InvalidInput, OpsinError
from opsin.images.credits_page import NAME, CreditsPage, update_credits
from opsin.images.download_calls import tell_download
from opsin.images.originals import original_of
from opsin.images.packing import Packing, pack
from opsin.images.query import MOST_IDS
from opsin.images.saving import Download, Place, save, saved_before
from opsin.in_time import finish_in_time
from opsin.number_range import check_whole
from opsin.paths.parcel import Parcel
from opsin.pixels.limits import HIGHEST_MAX_BYTES, MAX_ORIGINAL_BYTES
from opsin.services import Services, output_root
from opsin.store.ids import CellId, parse_id
from opsin.threads import FILES, STORE

__all__ = ["Download", "download_images"]

AT_ONCE = 4
SECONDS = 120.0
"""How long the hosts of one picture may take, where no deadline is set."""

_MARGIN = 0.2
"""Share of a deadline that is left for decoding and saving."""

_CREDITS_SECONDS = 2.0
_NOTE_SECONDS = 0.5

_LOG = logging.getLogger(__name__)

OnStep = Callable[[int, int, str], Awaitable[None]]
"""Called with pictures done, pictures asked for, and a short sentence."""


async def download_images(
    services: Services,
    ids: Sequence[str],
    dir: str = "",  # noqa: A002
    prefix: str = "",
    max_bytes: int = MAX_ORIGINAL_BYTES,
    fresh: bool = False,
    on_step: OnStep | None = None,
    deadline_s: float | None = None,
    parcel: Parcel | None = None,
) -> list[Download]:
    """Save the files of some ids. An id that fails is told by its own entry and never fails the others.

    The file that was inspected is the file that is saved. What was saved before is recognised and not saved
    twice, so that the same call again goes on where a deadline stopped it. At the end the folder's page of credits is
    brought up to date; where that fails, the entries say so.

    Args:
        services: The settings, the way out and the store.
        ids: Ids such as s3:2, at most 64; an id that comes twice counts once.
        dir: Folder inside the output folder, made where it is missing.
        prefix: Put before each file's name.
        max_bytes: Largest file that is saved, 1 to 104,857,600.
        fresh: Fetch again instead of saving the file that is kept.
        on_step: Told after each picture.
        deadline_s: Seconds after which the call answers with what is done; None waits for all.
        parcel: Takes the files, in the order in which they come, so that nothing is written; their names stand for
            paths then. What finds no room in it is pending.

    Returns:
        One entry for each id, in the order of the ids.

    Raises:
        InvalidInput: there are no ids or too many, or max_bytes is out of its range.
        PathRefused: the folder leads outside the output folder, or cannot be written.
    """
    if not ids or len(ids) > MOST_IDS:
        raise InvalidInput(
            f"There are {len(ids)} ids; 1 to {MOST_IDS} can be downloaded at once.",
            hint="Call again with some ids.",
        )
    check_whole(
        "max_bytes", max_bytes, 1, HIGHEST_MAX_BYTES, hint=f"Leave it out for {MAX_ORIGINAL_BYTES:,}."
    )
    place = None if parcel is not None else await _place(services, dir, prefix)
    job = _Job(services, place or Packing(parcel or Parcel(0), prefix), max_bytes, fresh, deadline_s)
    cells: dict[str, CellId | OpsinError] = {}
    for text in ids:
        cell = _read(text)
        cells.setdefault(str(cell) if isinstance(cell, CellId) else text, cell)
    downloads = await _all(job, cells, on_step)
    if place is None or not any(one.path for one in downloads):
        return downloads
    page = await _credits(job, place)
    return [replace(one, credits=page.path, credits_note=page.note) if one.path else one for one in downloads]


async def _place(services: Services, folder: str, prefix: str) -> Place:
    root, _ = output_root(services.settings)
    return Place(root, await FILES.run(root.folder, folder), prefix)


async def _credits(job: "_Job", place: Place) -> CreditsPage:
    """Bring the folder's page of credits up to date; an answer that is due does not wait for a slow disk."""
    try:
        async with asyncio.timeout(None if job.deadline_s is None else _CREDITS_SECONDS):
            return await FILES.run(update_credits, place.root, place.folder)
    except TimeoutError:
        return CreditsPage(note=f"{NAME} is still being written: the folder is large, or its disk slow.")


@dataclass(frozen=True, slots=True)
class _Job:
    services: Services
    to: Place | Packing
    max_bytes: int
    fresh: bool
    deadline_s: float | None


def _read(text: str) -> CellId | OpsinError:
    try:
        return parse_id(text)
    except OpsinError as error:
        return error


async def _all(job: _Job, cells: dict[str, CellId | OpsinError], on_step: OnStep | None) -> list[Download]:
    results = {name: _failed(name, cell) for name, cell in cells.items() if isinstance(cell, OpsinError)}
    slots = asyncio.Semaphore(AT_ONCE)
    begun = asyncio.get_running_loop().time()
    started: set[str] = set()

    async def one(name: str, cell: CellId) -> None:
        async with slots:
            started.add(name)
            results[name] = await _one(job, cell, begun)
        if on_step is not None:
            done, asked = len(results), len(cells)
            noun, verb = "picture" if asked == 1 else "pictures", "is" if done == 1 else "are"
            await on_step(done, asked, f"{done} of {asked} {noun} {verb} done")

    tasks = [asyncio.create_task(one(name, cell)) for name, cell in cells.items() if isinstance(cell, CellId)]
    await finish_in_time(tasks, job.deadline_s)
    pending = {name: cell for name, cell in cells.items() if name not in results and isinstance(cell, CellId)}
    await _note_slow(job.services, [cell for name, cell in pending.items() if name in started])
    for name in pending:
        results[name] = Download(
            id=name,
            pending=True,
            error="It is not here yet. Call again with the ids that are pending: what is done is kept.",
        )
    return [results[name] for name in cells]


async def _one(job: _Job, cell: CellId, begun: float) -> Download:
    try:
        before = None
        if isinstance(job.to, Place) and not job.fresh:
            before = await FILES.run(saved_before, job.services, job.to, cell)
        if before is not None and before.size_bytes <= job.max_bytes:
            return await _told(job, cell, before, begun)
        original = await original_of(
            job.services,
            cell,
            max_bytes=job.max_bytes,
            seconds=await _seconds(job, cell, begun),
            may_raise_limit=job.max_bytes < HIGHEST_MAX_BYTES,
            fresh=job.fresh,
        )
        if isinstance(job.to, Packing):
            done = await pack(job.to, original)
        else:
            done = await FILES.run(save, job.services, job.to, original)
        return await _told(job, cell, done, begun) if done.path else done
    except OpsinError as error:
        return _failed(str(cell), error)
    except Exception as error:  # noqa: BLE001 - a mistake of ours about one picture must not lose the others
        _LOG.exception("The download of %s failed.", cell)
        return Download(id=str(cell), error=f"It could not be saved: unexpected {type(error).__name__}.")


async def _told(job: _Job, cell: CellId, done: Download, begun: float) -> Download:
    """Tell the provider where its terms want that. What cannot be told is noted, and told by the same call again."""
    left = inf
    if job.deadline_s is not None:
        left = begun + job.deadline_s * (1 - _MARGIN / 2) - asyncio.get_running_loop().time()
    note = await tell_download(job.services, cell, seconds=left)
    return replace(done, why=" ".join(filter(None, [done.why, note]))) if note else done


async def _seconds(job: _Job, cell: CellId, begun: float) -> float:
    """How long the hosts may take.

    A picture that an earlier deadline cut off gets what is left of this one: when that is not enough either,
    what can stand in for it is saved, rather than nothing however often the call is repeated.
    """
    if job.deadline_s is None:
        return SECONDS
    left = begun + job.deadline_s - asyncio.get_running_loop().time() - _MARGIN * job.deadline_s
    slow = await STORE.run(job.services.store.get_state, _slow_key(cell))
    return left if slow is not None and left >= job.deadline_s / 2 else SECONDS


async def _note_slow(services: Services, cells: Sequence[CellId]) -> None:
    """Note what a deadline cut off. An answer that is due does not wait for a store that somebody holds."""
    if cells:
        with suppress(TimeoutError):
            async with asyncio.timeout(_NOTE_SECONDS):
                await STORE.run(services.store.keep, [], {_slow_key(cell): {} for cell in cells})


def _slow_key(cell: CellId) -> str:
    return f"slow:{cell}"


def _failed(name: str, error: OpsinError) -> Download:
    return Download(id=name, error=str(error), outside=error.outside)
