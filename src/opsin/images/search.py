"""Search: ask the providers, load the pictures, fold what repeats, number the cells, draw the sheet."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from secrets import token_hex
from weakref import WeakValueDictionary

from opsin.errors import InvalidInput
from opsin.images.cells import Cell, Search, host_of
from opsin.images.chain import Served, ask_chain
from opsin.images.filling import Candidate, Filled, fill, fold_known
from opsin.images.hit import Hit
from opsin.images.keys import thumbnail_key
from opsin.images.outcome import Attempt, Outcome
from opsin.images.paging import Paged, digest_of, fresh, paging_key
from opsin.images.patience import Watch
from opsin.images.providers.registry import chain_for
from opsin.images.query import Query
from opsin.images.wording import notes_of, nothing_served
from opsin.services import Services
from opsin.store.ids import CellId
from opsin.threads import FILES, PIXELS, STORE

OnProgress = Callable[[int, int, str], Awaitable[None]]
"""Called with pictures ready, pictures wanted, and a short sentence."""

SPARES = 8
"""Hits beyond the count, for what fails or repeats."""

PROVIDERS_SHARE = 0.6
"""The part of the time that is the providers'; the pictures need the rest."""

KIND = "images"

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
    async with _turn(services, query):
        return await _search(services, query, deadline, say)


def _turn(services: Services, query: Query) -> asyncio.Lock:
    """One page of a query at a time, so that a page asked beside the one before it goes on after that."""
    key = id(asyncio.get_running_loop()), id(services.store), paging_key(query, 1)
    return _turns.setdefault(key, asyncio.Lock())


async def _search(services: Services, query: Query, deadline: float, say: OnProgress) -> Search:
    clock = asyncio.get_running_loop().time
    served, before = await _hits_for(services, query, deadline, say)
    candidates = fold_known(served.hits)
    if not candidates:
        raise nothing_served(query, served.attempts)
    wanted = min(query.count, len(candidates))
    filled = await _fill(
        services, candidates, wanted, min(deadline, clock() + services.settings.thumbnail_deadline_s), say
    )
    await say(wanted, wanted, "drawing the sheet")
    return await _finish(services, query, served, before, filled)


async def _hits_for(
    services: Services, query: Query, deadline: float, say: OnProgress
) -> tuple[Served, Paged]:
    """The hits of the asked page, and the record of the pages before it."""
    if query.page == 1:
        return await _ask(services, query, deadline, say), Paged(series=token_hex(4))
    before = await STORE.run(_record, services, query)
    if before is None:
        return await _jump(services, query, deadline, say)
    kept = fresh(before.unused, before.seen)
    if len(kept) >= query.count + SPARES or not before.cursor:
        outcome, cause = (
            (Outcome.SERVED, "hits kept from the page before") if kept else (Outcome.EMPTY, "no further hits")
        )
        attempt = Attempt(before.provider, outcome, cause, hits=len(kept))
        return Served(kept, before.provider, before.cursor, (attempt,), before.ignored), before
    # Who served the first page goes on, and nobody else: another's hits would begin anew.
    served = await _ask(services, replace(query, provider=before.provider), deadline, say, before=before)
    if not served.provider:
        return _kept_alone(kept, before, served.attempts), before
    new = fresh(served.hits, before.seen | frozenset(map(digest_of, kept)))
    # A provider that has nothing new to say has come to its end, whatever it says of a next page.
    return replace(served, hits=(*kept, *new), cursor=served.cursor if new else ""), before


def _kept_alone(kept: Sequence[Hit], before: Paged, attempts: tuple[Attempt, ...]) -> Served:
    """What is left to show where the provider could not be asked on, or had no more."""
    if all(attempt.outcome is Outcome.EMPTY for attempt in attempts):
        return Served(tuple(kept), before.provider, "", attempts, before.ignored)
    broke = "; ".join(f"{attempt.outcome}: {attempt.cause}" for attempt in attempts)
    return Served(tuple(kept), before.provider, before.cursor, attempts, before.ignored, broke=broke)


def _record(services: Services, query: Query) -> Paged | None:
    """The record of the page before; None where there is none, or the first page was asked anew since."""
    stored = services.store.get_state(paging_key(query, query.page - 1))
    if stored is None:
        return None
    before = Paged.from_json(stored)
    first = services.store.get_state(paging_key(query, 1))
    return before if first is None or Paged.from_json(first).series == before.series else None


async def _jump(services: Services, query: Query, deadline: float, say: OnProgress) -> tuple[Served, Paged]:
    """A page whose page before was never asked: take what would have stood on the earlier ones as shown."""
    skip = (query.page - 1) * query.count
    served = await _ask(services, query, deadline, say, skip=skip)
    distinct = fold_known(served.hits)
    if len(distinct) <= skip and served.cursor:
        reached = len(distinct) // query.count
        raise InvalidInput(
            f"Page {query.page} of {query.text!r} is too far to jump to: "
            f"{served.provider} brought {len(distinct)} hits in this time.",
            hint=f"Ask for page {max(1, reached)} first, and go on from there.",
        )
    passed = [hit for one in distinct[:skip] for hit in (one.hit, *one.alike)]
    first = await STORE.run(services.store.get_state, paging_key(query, 1))
    shown = Paged.from_json(first) if first is not None else Paged()
    seen = shown.seen.union(map(digest_of, passed))
    before = Paged(served.provider, seen=seen, series=shown.series)
    return replace(served, hits=fresh(served.hits, before.seen)), before


async def _ask(
    services: Services,
    query: Query,
    deadline: float,
    say: OnProgress,
    *,
    skip: int = 0,
    before: Paged | None = None,
) -> Served:
    """Ask the chain for the hits of one page, and for `skip` before them."""

    async def on_step(sentence: str) -> None:
        await say(0, query.count, sentence)

    now = asyncio.get_running_loop().time()
    return await ask_chain(
        chain_for(query, services.settings),
        services.web,
        query,
        services.pacer,
        wanted=skip + query.count + SPARES,
        enough=skip + query.count,
        deadline=now + (deadline - now) * PROVIDERS_SHARE,
        cursor=before.cursor if before is not None else "",
        on_step=on_step,
    )


async def _fill(
    services: Services, candidates: Sequence[Candidate], wanted: int, deadline: float, say: OnProgress
) -> Filled:
    from opsin.images.thumbnails import Thumbnail, load_thumbnail
    from opsin.sheet.layout import plan

    box = (
        plan(wanted, canvas=services.settings.canvas, titles=services.settings.sheet_titles).cells[0].picture
    )
    clock = asyncio.get_running_loop().time

    async def load(hit: Hit, watch: Watch) -> Thumbnail:
        return await load_thumbnail(
            services, hit, (box.width, box.height), seconds=max(0.1, deadline - clock()), on_phase=watch
        )

    async def on_picture(ready: int) -> None:
        await say(
            ready,
            wanted,
            f"{ready} of {wanted} picture{'' if wanted == 1 else 's'} {'is' if ready == 1 else 'are'} here",
        )

    return await fill(
        candidates,
        wanted,
        load,
        deadline=deadline,
        on_picture=on_picture,
    )


async def _finish(services: Services, query: Query, served: Served, before: Paged, filled: Filled) -> Search:
    """Number the cells, draw them, and keep what later calls need."""
    from opsin.images.contact_sheet import draw, save_sheet

    sheet, marks = await PIXELS.run(draw, filled.cells, services.settings)
    entries = [
        {**candidate.hit.to_json(), "rank": candidate.rank + 1, "failed": candidate.failed}
        for candidate in filled.cells
    ]
    store = services.store
    number = await STORE.run(store.save_search, KIND, query.to_json(), entries, served_by=served.provider)
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
        )
        for index, candidate in enumerate(filled.cells, start=1)
    )
    after = _after(served, before, filled)
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
        provider=served.provider,
        attempts=served.attempts,
        notes=notes_of(query, served, filled, more=bool(after.cursor or after.unused)),
        more=bool(after.cursor or after.unused),
    )


def _keep(services: Services, filled: Filled, key: str, after: Paged) -> None:
    """Keep the thumbnails' bytes, which a download may fall back to, and how far the query has come."""
    kept = [
        (thumbnail_key(thumbnail.address), thumbnail.data, "thumbnail")
        for candidate in filled.cells
        if (thumbnail := candidate.thumbnail) is not None
    ]
    services.store.keep(kept, {key: after.to_json()})


def _after(served: Served, before: Paged, filled: Filled) -> Paged:
    unused = {digest_of(hit) for hit in filled.unused}
    taken = {digest_of(hit) for hit in served.hits} - unused
    return Paged(
        served.provider, served.cursor, filled.unused, before.seen | taken, served.ignored, before.series
    )


async def _say_nothing(_done: int, _total: int, _sentence: str) -> None:
    """Nobody asked for progress."""
