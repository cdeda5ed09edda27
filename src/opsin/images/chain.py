"""The chain: asks one provider after the other until one serves, and tells what came of each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from opsin.errors import OpsinError, WebError
from opsin.images.filters import keep, told
from opsin.images.hit import Hit
from opsin.images.outcome import Attempt, Outcome, ProviderError
from opsin.images.providers.base import Provider, Results
from opsin.images.providers.trouble import outcome_of
from opsin.images.query import Query, Safe

if TYPE_CHECKING:
    from opsin.web.client import Web
    from opsin.web.pacing import Pacer

log = logging.getLogger(__name__)

OnStep = Callable[[str], Awaitable[None]]
"""Called with a short sentence before each request."""

MOST_PAGES = 5
SHARE = 0.6
"""The part of the time left that one provider may take while others wait behind it."""
ENOUGH = 2 / 3
"""The part of what is wanted for which no further page is worth its wait."""


@dataclass(frozen=True, slots=True)
class Served:
    """What a chain brought.

    Attributes:
        hits: The results that passed the filters, in the provider's order; none when nobody served.
        provider: Who served; empty when nobody did.
        cursor: Where that provider goes on; empty when it has no more.
        attempts: What came of each provider, in the order asked.
        ignored: Filters that could not be kept, each as a short sentence.
        left_out: How many results the filters left out and why, as one sentence; empty when none.
    """

    hits: tuple[Hit, ...]
    provider: str
    cursor: str
    attempts: tuple[Attempt, ...]
    ignored: tuple[str, ...] = ()
    left_out: str = ""


async def ask_chain(
    providers: Sequence[Provider],
    web: "Web",
    query: Query,
    pacer: "Pacer",
    *,
    wanted: int,
    deadline: float,
    cursor: str = "",
    on_step: OnStep | None = None,
) -> Served:
    """Ask the providers in order until one brings results that pass the query's filters.

    A provider's own pages are asked on, a few of them, while the filters leave too little and the time allows.
    A failure of any kind moves the chain on; what is raised is only what is wrong with the query or a setting.

    Args:
        providers: Whom to ask, in order.
        web: The way out.
        query: What is asked for.
        pacer: Gives each provider its turns.
        wanted: Results that are of use, spares included.
        deadline: Time of the running loop at which the asking ends.
        cursor: Where the first provider goes on; the others start at their beginning.
        on_step: Told before each request.
    """
    loop = asyncio.get_running_loop()
    attempts: list[Attempt] = []
    for place, provider in enumerate(providers):
        if reason := _not_asked(provider, query):
            attempts.append(Attempt(provider.name, Outcome.SKIPPED, reason))
            continue
        left = deadline - loop.time()
        if left <= 0:
            attempts.append(Attempt(provider.name, Outcome.SKIPPED, "no time was left"))
            continue
        last = place == len(providers) - 1
        turn = _Turn(provider, web, query, pacer, wanted, on_step)
        attempt = await turn.take(loop.time() + (left if last else left * SHARE), "" if place else cursor)
        attempts.append(attempt)
        if attempt.outcome is Outcome.SERVED:
            return Served(
                tuple(turn.hits),
                provider.name,
                turn.cursor,
                tuple(attempts),
                attempt.ignored,
                told(turn.left_out),
            )
    return Served((), "", "", tuple(attempts))


def _not_asked(provider: Provider, query: Query) -> str:
    if query.safe is Safe.STRICT and query.safe not in provider.capabilities.safe:
        return "it cannot keep to safe=strict"
    return ""


@dataclass(slots=True)
class _Turn:
    """One provider's turn: its requests, and what they brought so far."""

    provider: Provider
    web: "Web"
    query: Query
    pacer: "Pacer"
    wanted: int
    on_step: OnStep | None
    hits: list[Hit] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    ignored: tuple[str, ...] = ()
    cursor: str = ""
    asked: bool = False

    async def take(self, deadline: float, cursor: str) -> Attempt:
        """Ask until there is enough; an error counts only where nothing has been brought before it."""
        clock = asyncio.get_running_loop().time
        started = clock()
        self.cursor = cursor
        try:
            async with asyncio.timeout_at(deadline):
                for page in range(MOST_PAGES):
                    await self._ask(page, deadline)
                    if not self.cursor or len(self.hits) >= self.wanted * ENOUGH:
                        break
        except TimeoutError:
            waited = f"no answer within {deadline - started:.0f} s" if self.asked else "no turn came in time"
            failure = Attempt(self.provider.name, Outcome.TIMED_OUT, waited)
        except OpsinError as error:
            failure = self._failure(error)
        except Exception as error:
            # One provider's unforeseen answer must not keep the next one from being asked.
            log.warning("provider %s: %s while reading its answer", self.provider.name, type(error).__name__)
            log.debug("the details", exc_info=True)
            failure = Attempt(
                self.provider.name,
                Outcome.CHANGED_PAGE,
                f"its answer could not be read ({type(error).__name__})",
            )
        else:
            failure = Attempt(self.provider.name, Outcome.EMPTY, told(self.left_out) or "no results")
        seconds = clock() - started
        if self.hits:
            cause = told(self.left_out)
            return Attempt(
                self.provider.name, Outcome.SERVED, cause, seconds, len(self.hits), ignored=self._not_kept()
            )
        return replace(failure, seconds=seconds, ignored=self.ignored)

    async def _ask(self, page: int, deadline: float) -> None:
        name = self.provider.name
        if self.on_step is not None:
            await self.on_step(f"asking {name}" if not page else f"asking {name} for more")
        await self.pacer.turn(name, deadline=deadline)
        self.asked = True
        results = await self.provider.search(self.web, self.query, wanted=self.wanted, cursor=self.cursor)
        self._sort(results)

    def _sort(self, results: Results) -> None:
        known = {hit.original for hit in self.hits}
        for hit in results.hits:
            if hit.original in known:
                continue
            known.add(hit.original)
            if reason := keep(hit, self.query):
                self.left_out.append(reason)
            else:
                self.hits.append(hit)
        self.ignored = tuple(dict.fromkeys([*self.ignored, *results.ignored]))
        self.cursor = results.cursor if results.cursor != self.cursor else ""

    def _not_kept(self) -> tuple[str, ...]:
        safe = self.query.safe
        if safe in self.provider.capabilities.safe:
            return self.ignored
        return (f"safe={safe}: {self.provider.name} cannot filter", *self.ignored)

    def _failure(self, error: OpsinError) -> Attempt:
        from opsin.web.pacing import NoTurn

        name = self.provider.name
        if isinstance(error, NoTurn):
            cause = f"the next search is allowed in {error.seconds:.1f} s"
            return Attempt(name, Outcome.RATE_LIMITED, cause, retry_after=error.seconds)
        if isinstance(error, ProviderError):
            return Attempt(name, error.outcome, error.message, retry_after=error.retry_after)
        if isinstance(error, WebError):
            return Attempt(name, outcome_of(error), error.message)
        raise error
