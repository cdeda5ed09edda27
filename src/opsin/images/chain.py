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
from opsin.images.providers.asking import until
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


@dataclass(frozen=True, slots=True)
class Served:
    """What a chain brought.

    Attributes:
        hits: The results that passed the filters, in the provider's order; none when nobody served.
        provider: Who served; empty when nobody did.
        cursor: Where that provider goes on; empty when it has no more.
        attempts: What came of each provider, in the order asked.
        ignored: Filters that could not be kept, each as a short sentence.
        left_out: How many hits the filters left out and why, as one sentence; empty when none.
        broke: Why the provider could not be asked on, where it broke after its first hits; else empty.
    """

    hits: tuple[Hit, ...]
    provider: str
    cursor: str
    attempts: tuple[Attempt, ...]
    ignored: tuple[str, ...] = ()
    left_out: str = ""
    broke: str = ""


async def ask_chain(
    providers: Sequence[Provider],
    web: "Web",
    query: Query,
    pacer: "Pacer",
    *,
    wanted: int,
    enough: int,
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
        wanted: Hits that are of use, spares included.
        enough: Hits for which no further page of a provider is worth its wait.
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
        turn = _Turn(provider, web, query, pacer, wanted, enough, on_step)
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
                turn.broke,
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
    enough: int
    on_step: OnStep | None
    hits: list[Hit] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    ignored: tuple[str, ...] = ()
    cursor: str = ""
    broke: str = ""
    asked: bool = False

    async def take(self, deadline: float, cursor: str) -> Attempt:
        """Ask until there is enough. An error after the first hits leaves them served, and is told beside them."""
        clock = asyncio.get_running_loop().time
        started = clock()
        self.cursor = cursor
        failure: Attempt | None = None
        name = self.provider.name
        try:
            async with asyncio.timeout_at(deadline):
                for page in range(MOST_PAGES):
                    await self._ask(page, deadline)
                    if not self.cursor or len(self.hits) >= self.enough:
                        break
        except TimeoutError:
            waited = f"no answer within {deadline - started:.0f} s" if self.asked else "no turn came in time"
            failure = Attempt(name, Outcome.TIMED_OUT, waited)
        except OpsinError as error:
            failure = self._failure(error)
        except Exception as error:
            # One provider's unforeseen answer must not keep the next one from being asked.
            log.warning("provider %s: %s while reading its answer", name, type(error).__name__)
            log.debug("the details", exc_info=True)
            cause = f"its answer could not be read ({type(error).__name__})"
            failure = Attempt(name, Outcome.CHANGED_PAGE, cause)
        seconds = clock() - started
        if not self.hits:
            nothing = failure or Attempt(name, Outcome.EMPTY, told(self.left_out) or "no hits")
            return replace(nothing, seconds=seconds, ignored=self.ignored)
        if failure is not None:
            self.broke = f"{failure.outcome}: {failure.cause}" if failure.cause else str(failure.outcome)
        return Attempt(
            name,
            Outcome.SERVED,
            "; ".join(filter(None, [told(self.left_out), self.broke and f"then {self.broke}"])),
            seconds,
            len(self.hits),
            retry_after=failure.retry_after if failure is not None else 0.0,
            outside=failure.outside if failure is not None else "",
            ignored=self._not_kept(),
        )

    async def _ask(self, page: int, deadline: float) -> None:
        name = self.provider.name
        if self.on_step is not None:
            await self.on_step(f"asking {name}" if not page else f"asking {name} for more")
        await self.pacer.turn(name, deadline=deadline)
        self.asked = True
        with until(deadline):
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
            return Attempt(
                name, error.outcome, error.message, retry_after=error.retry_after, outside=error.outside
            )
        if isinstance(error, WebError):
            return Attempt(name, outcome_of(error), error.message, outside=error.outside)
        raise error
