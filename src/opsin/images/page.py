"""The hits of one page of a query: asked for anew, gone on with where the page before ended, or jumped to."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from secrets import token_hex

from opsin.errors import InvalidInput
from opsin.images.chain import Served, ask_chain
from opsin.images.filling import fold_known
from opsin.images.hit import Hit
from opsin.images.kept_answers import KeptAnswers
from opsin.images.merging import ask_all
from opsin.images.outcome import Attempt, Outcome
from opsin.images.paging import Paged, digests_of, fresh, paging_key
from opsin.images.providers.registry import ALL, chain_for, configured
from opsin.images.query import Query
from opsin.images.resting import Rests
from opsin.images.turn import Asking
from opsin.plural import counted
from opsin.services import Services
from opsin.settings import Settings
from opsin.threads import STORE

OnProgress = Callable[[int, int, str], Awaitable[None]]
"""Called with pictures ready, pictures wanted, and a short sentence."""

SPARES = 8
"""Hits beyond the count, for what fails or repeats."""

PROVIDERS_SHARE = 0.6
"""The part of the time that is the providers'; the pictures need the rest."""


async def hits_of_page(
    services: Services, query: Query, deadline: float, say: OnProgress
) -> tuple[Served, Paged]:
    """Give the hits of the asked page, and the record of the pages before it.

    Args:
        services: The settings, the way out and the store.
        query: What is asked for, and which page.
        deadline: Time of the running loop at which the whole search answers.
        say: Told of each request.

    Raises:
        InvalidInput: the page is too far to jump to, who served the pages before it cannot be asked any more, or the
            query names a provider that there is none of.
    """
    if query.page == 1:
        return await _ask(services, query, deadline, say), Paged(series=token_hex(4))
    before = await STORE.run(_record, services, query)
    if before is None:
        return await _jump(services, query, deadline, say)
    kept = fresh(before.unused, before.seen)
    if before.goes_on and not _can_go_on(before, services.settings):
        if not kept:
            raise InvalidInput(
                f"Page {query.page} of {query.called!r} goes on with {before.provider}, which served the pages before "
                "it and is not configured any more.",
                hint="Ask for page 1 anew.",
            )
        before = replace(before, cursor="")
    if len(kept) >= query.count + SPARES or not before.goes_on:
        outcome, cause = (
            (Outcome.SERVED, "hits kept from the page before") if kept else (Outcome.EMPTY, "no further hits")
        )
        # Where several were asked, those are named whose hits are left.
        who = ", ".join(dict.fromkeys(hit.provider for hit in kept)) or before.provider
        attempt = Attempt(who, outcome, cause, hits=len(kept))
        return _kept(kept, before, (attempt,)), before
    # Who served the first page goes on, and nobody else: another's hits would begin anew.
    served = await _ask(services, replace(query, provider=before.provider), deadline, say, before=before)
    if not served.provider:
        return _kept_alone(kept, before, served), before
    new = fresh(served.hits, before.seen.union(*map(digests_of, kept)))
    # A provider that has nothing new to say has come to its end, whatever it says of a next page.
    saying = {hit.provider for hit in new}
    asked = {attempt.provider for attempt in served.attempts if attempt.outcome is Outcome.SERVED}
    cursors = {name: "" if name in asked - saying else at for name, at in served.cursors.items()}
    cursor = served.cursor if new else ""
    return replace(served, hits=(*kept, *new), cursor=cursor, cursors=cursors), before


def _can_go_on(before: Paged, settings: Settings) -> bool:
    """Whether there still is who served the pages before; settings change, and other versions know others."""
    return before.provider == ALL or before.provider in {kind.name for kind in configured(settings)}


def _kept_alone(kept: Sequence[Hit], before: Paged, asked: Served) -> Served:
    """What is left to show where the provider could not be asked on, or had no more."""
    served = replace(_kept(kept, before, asked.attempts), cursors=asked.cursors)
    told = [one for one in asked.attempts if one.outcome is not Outcome.SKIPPED]
    if all(one.outcome is Outcome.EMPTY for one in told):
        return replace(served, cursor="")
    several = before.provider == ALL
    broke = (f"{f'{one.provider} ' if several else ''}{one.outcome}: {one.cause}" for one in told)
    return replace(served, broke="; ".join(broke))


def _kept(kept: Sequence[Hit], before: Paged, attempts: tuple[Attempt, ...]) -> Served:
    return Served(
        tuple(kept), before.provider, before.cursor, attempts, before.ignored, cursors=before.cursors
    )


def _record(services: Services, query: Query) -> Paged | None:
    """The record of the page before; None where there is none to be read, or the first page was asked anew since."""
    stored = services.store.get_state(paging_key(query, query.page - 1))
    before = Paged.from_json(stored) if stored is not None else None
    if before is None:
        return None
    first = _first(services, query)
    return before if first is None or first.series == before.series else None


def _first(services: Services, query: Query) -> Paged | None:
    stored = services.store.get_state(paging_key(query, 1))
    return Paged.from_json(stored) if stored is not None else None


async def _jump(services: Services, query: Query, deadline: float, say: OnProgress) -> tuple[Served, Paged]:
    """A page whose page before was never asked: take what would have stood on the earlier ones as shown."""
    skip = (query.page - 1) * query.count
    served = await _ask(services, query, deadline, say, skip=skip)
    distinct = fold_known(served.hits)
    if len(distinct) <= skip and (served.cursor or any(served.cursors.values())):
        reached = len(distinct) // query.count
        raise InvalidInput(
            f"Page {query.page} of {query.called!r} is too far to jump to: "
            f"{served.provider} brought {counted(len(distinct), 'hit')} in this time.",
            hint=f"Ask for page {max(1, reached)} first, and go on from there.",
        )
    passed = [hit for one in distinct[:skip] for hit in (one.hit, *one.alike)]
    shown = await STORE.run(_first, services, query) or Paged()
    seen = shown.seen.union(*map(digests_of, passed))
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
    ends = now + (deadline - now) * PROVIDERS_SHARE
    wanted, enough = skip + query.count + SPARES, skip + query.count
    rests = Rests(services.store, services.settings.cool_down_s)
    answers = KeptAnswers(services.store)
    providers = chain_for(query, services.settings)
    if any(provider.private for provider in providers):
        from opsin.local.indexing import bring_up_to_date

        await on_step("looking through your folders")
        await bring_up_to_date(services)
    if query.provider == ALL:
        asking = Asking(services.web, query, services.pacer, rests, wanted, enough, on_step, answers)
        cursors = before.cursors if before is not None else {}
        served = await ask_all(providers, asking, deadline=ends, cursors=cursors)
    else:
        served = await ask_chain(
            providers,
            services.web,
            query,
            services.pacer,
            wanted=wanted,
            enough=enough,
            deadline=ends,
            cursor=before.cursor if before is not None else "",
            on_step=on_step,
            rests=rests,
            answers=answers,
        )
    for attempt in served.attempts:
        services.note_attempt(attempt.provider, attempt.outcome.value)
    return served
