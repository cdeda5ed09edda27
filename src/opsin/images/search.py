"""Search: ask the providers, load the pictures, fold what repeats, number the cells, draw the sheet."""

import asyncio
from collections.abc import Sequence
from weakref import WeakValueDictionary

from opsin.images.cells import Cell, Search, host_of
from opsin.images.chain import Served
from opsin.images.enlarging import Enlarging
from opsin.images.filling import Candidate, Filled, fill, fold_known
from opsin.images.hit import Hit
from opsin.images.keys import thumbnail_key
from opsin.images.like import Liked, liked_of, most_alike, only_itself, others
from opsin.images.outcome import NothingServed
from opsin.images.own_pictures import own_pictures
from opsin.images.page import SPARES, OnProgress, hits_of_page
from opsin.images.paging import Paged, digest_of, digests_of, paging_key
from opsin.images.patience import Watch
from opsin.images.providers.registry import ALL
from opsin.images.query import Query
from opsin.images.wording import notes_of, nothing_served
from opsin.plural import counted
from opsin.services import Services
from opsin.store.ids import CellId
from opsin.threads import FILES, PIXELS, STORE

__all__ = ["KIND", "OnProgress", "search_images"]

KIND = "images"

LEAST_FILLING_S = 2.0
"""With less time than this for its pictures a sheet is not begun."""

_turns: WeakValueDictionary[tuple[int, int, str], asyncio.Lock] = WeakValueDictionary()
"""One lock for each query that is being asked, by event loop and store; gone when nobody holds it."""


async def search_images(services: Services, query: Query, progress: OnProgress | None = None) -> Search:
    """Search the web for pictures and draw them on one numbered sheet.

    Args:
        services: The settings, the way out and the store.
        query: What is asked for.
        progress: Told how many pictures are ready.

    Raises:
        NothingServed: no provider brought a picture; the error says what happened to each.
        InvalidInput: the query names a provider that there is none of.
    """
    clock = asyncio.get_running_loop().time
    deadline = clock() + services.settings.search_deadline_s
    say = progress or _say_nothing
    query, liked = await liked_of(services, query)
    async with _turn(services, query):
        return await _search(services, query, liked, deadline, say)


def _turn(services: Services, query: Query) -> asyncio.Lock:
    """One page of a query at a time, so that a page asked beside the one before it goes on after that."""
    key = id(asyncio.get_running_loop()), id(services.store), paging_key(query, 1)
    return _turns.setdefault(key, asyncio.Lock())


async def _search(
    services: Services, query: Query, liked: Liked | None, deadline: float, say: OnProgress
) -> Search:
    clock = asyncio.get_running_loop().time
    served, before = await hits_of_page(services, query, deadline, say)
    candidates = fold_known(served.hits)
    if liked is not None:
        candidates = others(liked, candidates)
    if not candidates:
        raise await _nothing(services, query, served, liked)
    wanted = min(query.count, len(candidates))
    if ahead := services.sheets.ahead:
        await say(0, query.count, f"waiting for {ahead} other searches")
    async with services.sheets.place(until=deadline - LEAST_FILLING_S):
        ends = min(deadline, clock() + services.settings.thumbnail_deadline_s)
        notes: tuple[str, ...] = ()
        if liked is None:
            filled = await _fill(services, candidates, wanted, ends, say)
        else:
            # Those that are not shown have to be seen too, before they are left out.
            filled = await _fill(services, candidates, min(query.count + SPARES, len(candidates)), ends, say)
            filled, told = await most_alike(liked, filled, query.count)
            notes = (*liked.notes, told)
        await say(wanted, wanted, "drawing the sheet")
        return await _finish(services, query, served, before, filled, notes)


async def _nothing(services: Services, query: Query, served: Served, liked: Liked | None) -> NothingServed:
    """Why there is nothing to show, and what of the user's own could be shown where nobody could be asked."""
    if served.hits and liked is not None:
        return only_itself(query, liked, served.attempts)
    nothing = nothing_served(query, served.attempts)
    if not nothing.offline:
        return nothing
    own = await own_pictures(services, query)
    return NothingServed(nothing.message, attempts=nothing.attempts, hint=nothing.hint, offline=True, own=own)


async def _fill(
    services: Services, candidates: Sequence[Candidate], wanted: int, deadline: float, say: OnProgress
) -> Filled:
    from opsin.images.thumbnails import Thumbnail, is_coarse, load_enlarged, load_thumbnail
    from opsin.sheet.layout import plan

    def box_for(cells: int) -> tuple[int, int]:
        settings = services.settings
        picture = plan(cells, canvas=settings.canvas, titles=settings.sheet_titles).cells[0].picture
        return picture.width, picture.height

    box = box_for(wanted)
    # Where hosts' wishes about robots are heard, an original is fetched for an inspection or a download alone.
    may_enlarge = services.robots is None
    clock = asyncio.get_running_loop().time

    async def load(hit: Hit, watch: Watch) -> Thumbnail:
        thumbnail = await load_thumbnail(
            services, hit, box, seconds=max(0.1, deadline - clock()), on_phase=watch
        )
        if may_enlarge:
            enlarging.consider(hit, thumbnail, box)
        return thumbnail

    async def load_original(hit: Hit, watch: Watch) -> Thumbnail:
        return await load_enlarged(services, hit, box, seconds=max(0.1, deadline - clock()), on_phase=watch)

    async def on_picture(ready: int) -> None:
        await say(
            ready,
            wanted,
            f"{ready} of {counted(wanted, 'picture')} {'is' if ready == 1 else 'are'} here",
        )

    async with Enlarging(load_original, is_coarse, deadline=deadline) as enlarging:
        filled = await fill(candidates, wanted, load, deadline=deadline, on_picture=on_picture)
        if may_enlarge:
            await enlarging.finish(filled.cells, box_for(len(filled.cells)))
    return filled


async def _finish(
    services: Services, query: Query, served: Served, before: Paged, filled: Filled, notes: tuple[str, ...]
) -> Search:
    """Number the cells, draw them, and keep what later calls need."""
    from opsin.images.contact_sheet import draw, save_sheet

    sheet, marks = await PIXELS.run(draw, filled.cells, services.settings)
    entries = [
        {**candidate.hit.to_json(), "rank": candidate.rank + 1, "failed": candidate.failed}
        for candidate in filled.cells
    ]
    store = services.store
    shown = [candidate.hit.provider for candidate in filled.cells]
    provider = ", ".join(dict.fromkeys(shown)) if served.provider == ALL else served.provider
    number = await STORE.run(store.save_search, KIND, query.to_json(), entries, served_by=provider)
    cells = tuple(
        Cell(
            id=CellId(number, index),
            number=index,
            hit=candidate.hit,
            host=host_of(candidate.hit),
            failed=candidate.failed,
            outside=candidate.outside,
            marks=marks[index - 1],
            alike=len(candidate.alike),
            picture=candidate.thumbnail.data if candidate.thumbnail is not None else b"",
        )
        for index, candidate in enumerate(filled.cells, start=1)
    )
    after = _after(served, before, filled)
    more = bool(after.unused) or after.goes_on
    await STORE.run(_keep, services, filled, paging_key(query, query.page), after)
    path = await FILES.run(save_sheet, services, number, sheet.jpeg)
    return Search(
        number=number,
        query=query,
        cells=cells,
        sheet=sheet.jpeg,
        sheet_width=sheet.width,
        sheet_height=sheet.height,
        sheet_path=path,
        provider=provider,
        attempts=served.attempts,
        notes=(*notes, *notes_of(query, served, filled, more=more)),
        more=more,
    )


def _keep(services: Services, filled: Filled, key: str, after: Paged) -> None:
    """Keep the thumbnails' bytes, which a download may fall back to, and how far the query has come."""
    kept = [
        (thumbnail_key(thumbnail.address), thumbnail.data, "thumbnail")
        for candidate in filled.cells
        for thumbnail in (candidate.thumbnail, candidate.thumbnail and candidate.thumbnail.smaller)
        if thumbnail is not None
    ]
    services.store.keep(kept, {key: after.to_json()})


def _after(served: Served, before: Paged, filled: Filled) -> Paged:
    unused = {digest_of(hit) for hit in filled.unused}
    taken = (digests_of(hit) for hit in served.hits if digest_of(hit) not in unused)
    return Paged(
        served.provider,
        served.cursor,
        filled.unused,
        before.seen.union(*taken),
        served.ignored,
        before.series,
        served.cursors,
    )


async def _say_nothing(_done: int, _total: int, _sentence: str) -> None:
    """Nobody asked for progress."""
