"""One provider's turn within a search: its requests, what they brought, and what came of it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from opsin.errors import OpsinError, TimedOut, WebError
from opsin.images.filters import keep, told
from opsin.images.hit import Hit
from opsin.images.kept_answers import KeptAnswers
from opsin.images.outcome import Attempt, Outcome, ProviderError
from opsin.images.providers.asking import until
from opsin.images.providers.base import Provider, Results
from opsin.images.providers.trouble import outcome_of
from opsin.images.query import LicenceFilter, Query
from opsin.images.resting import FAILED, Record, Rests
from opsin.images.unfit import why_unfit

if TYPE_CHECKING:
    from opsin.web.client import Web
    from opsin.web.pacing import Pacer

log = logging.getLogger(__name__)

OnStep = Callable[[str], Awaitable[None]]
"""Called with a short sentence before each request."""

MOST_PAGES = 5

FAIR_SECONDS = 3.0
"""A provider that had less time than this is not to blame for being late."""

_AWAY = frozenset({Outcome.UNREACHABLE, Outcome.TIMED_OUT})
_ANSWERED = frozenset({Outcome.SERVED, Outcome.EMPTY})


@dataclass(frozen=True, slots=True)
class Asking:
    """What all turns of one search share.

    Attributes:
        web: The way out.
        query: What is asked for.
        pacer: Gives each provider its turns.
        rests: Who is left alone for now; None to ask in spite of it.
        wanted: Hits that are of use, spares included.
        enough: Hits for which no further page of a provider is worth its wait.
        on_step: Told before each request.
        answers: What is kept of answers, as some providers' terms ask; None to ask anew.
    """

    web: "Web"
    query: Query
    pacer: "Pacer"
    rests: Rests | None
    wanted: int
    enough: int
    on_step: OnStep | None = None
    answers: KeptAnswers | None = None


@dataclass(slots=True)
class Turn:
    """One provider's turn.

    Attributes:
        hits: What it brought that passed the filters.
        left_out: Why each of the others did not.
        cursor: Where it goes on; empty when it has no more.
        broke: Why it could not be asked on, where it broke after its first hits.
        attempt: What came of it, once it was taken.
    """

    provider: Provider
    asking: Asking
    hits: list[Hit] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    ignored: tuple[str, ...] = ()
    cursor: str = ""
    broke: str = ""
    attempt: Attempt | None = None
    _began: float | None = None
    _asked_at: float = 0.0
    _ours: bool = False
    _blame: Attempt | None = None
    _unsettled: bool = False

    async def take(self, deadline: float, cursor: str = "") -> Attempt:
        """Ask, unless the provider cannot or must not be asked now, and note how it did.

        Args:
            deadline: Time of the running loop at which the asking ends.
            cursor: Where the provider goes on.

        Raises:
            OpsinError: something is wrong with the query or a setting.
        """
        self.cursor = cursor
        self.attempt = self._unfit(deadline)
        if self.attempt is not None:
            return self.attempt
        name, rests = self.provider.name, self.asking.rests
        record = await self._record(deadline)
        if rests is not None and (resting := rests.rest(name, record)) is not None:
            self.attempt = resting
            return resting
        self.attempt = attempt = await self._ask_on(deadline)
        if rests is None:
            return attempt
        if self._blame is not None and attempt.outcome in _AWAY:
            self._unsettled = True
        elif self._blame is not None:
            self.attempt = await self._note(attempt)
        elif record is not None and self._began is not None and attempt.outcome in _ANSWERED:
            await rests.served(name, begun=self._asked_at)
        return self.attempt

    @property
    def away(self) -> bool:
        """Whether it was asked, and nothing came from it."""
        return self._began is not None and self.attempt is not None and self.attempt.outcome in _AWAY

    async def settle(self, *, ours: bool) -> Attempt:
        """Note that the provider was away, unless the fault may well be `ours`. Returns what came of the turn."""
        assert self.attempt is not None, "the turn was not taken"
        if self._unsettled and not ours:
            self._unsettled = False
            self.attempt = await self._note(self.attempt)
        return self.attempt

    async def _record(self, deadline: float) -> Record | None:
        if self.asking.rests is None:
            return None
        try:
            async with asyncio.timeout_at(deadline):
                return await self.asking.rests.look(self.provider.name)
        except TimeoutError:
            # A store that is held has no say.
            return None

    def _unfit(self, deadline: float) -> Attempt | None:
        name = self.provider.name
        if why := why_unfit(self.provider, self.asking.query):
            return Attempt(name, Outcome.SKIPPED, why)
        if deadline <= asyncio.get_running_loop().time():
            return Attempt(name, Outcome.SKIPPED, "no time was left")
        return None

    def _blamed(self, failure: Attempt, deadline: float) -> Attempt | None:
        """The failure where it is the provider's doing; None where it is nobody's, or our own."""
        if failure.outcome not in FAILED or self._began is None:
            return None
        late = failure.outcome is Outcome.TIMED_OUT and deadline - self._began < FAIR_SECONDS
        # What came before an error was served, so that a mere error on a further page speaks for nothing.
        slight = self.hits and failure.outcome is not Outcome.BLOCKED and not failure.retry_after
        return None if late or slight else failure

    async def _note(self, attempt: Attempt) -> Attempt:
        assert self.asking.rests is not None, "there is something to note it in"
        assert self._blame is not None, "there is something to note"
        seconds = await self.asking.rests.failed(
            self.provider.name,
            self._blame.outcome,
            retry_after=self._blame.retry_after,
            begun=self._asked_at,
        )
        return replace(attempt, retry_after=max(seconds, attempt.retry_after))

    async def _ask_on(self, deadline: float) -> Attempt:
        """Ask until there is enough. An error after the first hits leaves them served, and is told beside them."""
        clock = asyncio.get_running_loop().time
        started = clock()
        failure: Attempt | None = None
        name = self.provider.name
        try:
            async with asyncio.timeout_at(deadline):
                for page in range(MOST_PAGES):
                    await self._ask(page, deadline)
                    if not self.cursor or len(self.hits) >= self.asking.enough or self._in_vain():
                        break
        except TimeoutError:
            asked = self._began is not None
            waited = f"no answer within {deadline - started:.0f} s" if asked else "no turn came in time"
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
        if failure is not None and not self._ours:
            self._blame = self._blamed(failure, deadline)
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
        name, asking = self.provider.name, self.asking
        request = self.provider.request_of(asking.query, wanted=asking.wanted, cursor=self.cursor)
        kept = await asking.answers.find(self.provider, request) if asking.answers is not None else None
        if kept is not None:
            self._sort(kept)
            return
        if asking.on_step is not None:
            await asking.on_step(f"asking {name}" if not page else f"asking {name} for more")
        if self.provider.paced:
            await asking.pacer.turn(name, deadline=deadline)
        self._began = asyncio.get_running_loop().time()
        self._asked_at = asking.rests.clock() if asking.rests is not None else 0.0
        with until(deadline):
            results = await self.provider.search(
                asking.web, asking.query, wanted=asking.wanted, cursor=self.cursor
            )
        if asking.answers is not None:
            await asking.answers.keep(self.provider, request, results)
        self._sort(results)

    def _sort(self, results: Results) -> None:
        known = {hit.original for hit in self.hits}
        now = time.time()
        for hit in results.hits:
            if hit.original in known:
                continue
            known.add(hit.original)
            if reason := keep(hit, self.asking.query):
                self.left_out.append(reason)
            else:
                self.hits.append(hit.read_at(now))
        self.ignored = tuple(dict.fromkeys([*self.ignored, *results.ignored]))
        self.cursor = results.cursor if results.cursor != self.cursor else ""

    def _in_vain(self) -> bool:
        """Whether no further page can bring anything: a licence is wanted of a provider that states none."""
        wanted = self.asking.query.licence is not LicenceFilter.ANY
        return wanted and not self.provider.capabilities.licence_evidence

    def _not_kept(self) -> tuple[str, ...]:
        safe = self.asking.query.safe
        if safe in self.provider.capabilities.safe:
            return self.ignored
        return (f"safe={safe}: {self.provider.name} cannot filter", *self.ignored)

    def _failure(self, error: OpsinError) -> Attempt:
        from opsin.web.pacing import NoTurn

        name = self.provider.name
        late = error.__cause__ if isinstance(error, ProviderError) else error
        self._ours = isinstance(late, TimedOut) and late.queued
        if isinstance(error, NoTurn):
            self._ours = True
            cause = f"the next search is allowed in {error.seconds:.1f} s"
            return Attempt(name, Outcome.RATE_LIMITED, cause, retry_after=error.seconds)
        if isinstance(error, ProviderError):
            return Attempt(
                name,
                error.outcome,
                error.message,
                retry_after=error.retry_after,
                outside=error.outside,
                hint=error.hint,
                cut_off=late.cut_off if isinstance(late, WebError) else "",
            )
        if isinstance(error, WebError):
            return Attempt(
                name, outcome_of(error), error.message, outside=error.outside, cut_off=error.cut_off
            )
        raise error


async def settle(turns: list[Turn]) -> tuple[Attempt, ...]:
    """Note what is still to be noted of the turns of one search, and return what came of each.

    Where several were asked and nothing came from any of them, the fault is likelier this machine's network, and
    none of them rests for it.
    """
    asked = [turn for turn in turns if turn.attempt is not None and turn.attempt.asked]
    ours = len(asked) > 1 and all(turn.away for turn in asked)
    return tuple([await turn.settle(ours=ours) for turn in turns])
