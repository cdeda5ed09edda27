"""Filling the cells of a sheet: in the provider's order, with spares for what fails, repeats or dawdles.

The order of arrival never decides a cell's number. Numbers are given once, at the end, by rank.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from opsin.errors import AddressRefused, OpsinError
from opsin.images.hit import Hit, place_of
from opsin.images.patience import Patience, Watch
from opsin.rights.licence import Family
from opsin.web.urls import host_name

if TYPE_CHECKING:
    from opsin.images.thumbnails import Thumbnail

log = logging.getLogger(__name__)

LATE = "it did not arrive in time"


@dataclass(slots=True)
class Candidate:
    """One hit on its way to a cell.

    Attributes:
        rank: Its place in the provider's order, from 0.
        alike: Hits that show the same picture and were folded into this one.
        failed: Why it has no picture; empty while it is loading or when it has one.
        outside: What the host said of the failure: outside text.
        hint: The setting that would allow it, where there is one.
    """

    rank: int
    hit: Hit
    alike: list[Hit] = field(default_factory=list)
    thumbnail: Thumbnail | None = None
    failed: str = ""
    outside: str = ""
    hint: str = ""

    def fold(self, other: Hit) -> None:
        """Take in a hit that is the same file. The one that states a licence is shown, with all that it says."""
        if wins(other, self.hit):
            self.hit, other = other, self.hit
        self.alike.append(other)


@dataclass(frozen=True, slots=True)
class Filled:
    """What came of the filling.

    Attributes:
        cells: The candidates that get a cell, in rank order; those that failed are among them only where no
            spare could take their place.
        unused: Hits that may still be shown on a later page, in rank order.
        replaced: How many failed hits a spare stood in for.
    """

    cells: tuple[Candidate, ...]
    unused: tuple[Hit, ...]
    replaced: int


def fold_known(hits: Sequence[Hit]) -> list[Candidate]:
    """Make candidates of hits, folding those that are known to be one file before anything is fetched."""
    candidates: list[Candidate] = []
    by_key: dict[tuple[str, ...], Candidate] = {}
    for hit in hits:
        told = (("file", hit.likeness), place_of(hit.original), place_of(hit.thumbnail))
        keys: list[tuple[str, ...]] = [key for key in told if key[-1] or key[1]]
        twin = next((by_key[key] for key in keys if key in by_key), None)
        if twin is None:
            twin = Candidate(len(candidates), hit)
            candidates.append(twin)
        else:
            twin.fold(hit)
        for key in keys:
            by_key.setdefault(key, twin)
    return candidates


def wins(other: Hit, hit: Hit) -> bool:
    """Whether another hit of the same picture is shown in the place of `hit`: it states a licence, and `hit` none.

    The winner is shown whole, with its own address: a licence is never lent to a picture that merely looks alike.
    """
    return hit.licence.family is Family.UNKNOWN and other.licence.family is not Family.UNKNOWN


Load = Callable[[Hit, Watch], Awaitable["Thumbnail"]]
"""Fetches and decodes one picture, and tells what it is at; raises OpsinError."""


async def fill(
    candidates: Sequence[Candidate],
    count: int,
    load: Load,
    *,
    deadline: float,
    on_picture: Callable[[int], Awaitable[None]],
) -> Filled:
    """Load pictures until `count` cells are filled, the candidates run out, or the deadline is there.

    A picture that takes much longer than the others gets a spare loading beside it; whichever serves first
    counts, and of those that served the better ranks are shown.

    Args:
        candidates: In rank order.
        count: Cells to fill.
        load: Fetches and decodes one picture.
        deadline: Time of the running loop at which the filling ends with what there is.
        on_picture: Called with the number of filled cells each time that one is filled.
    """
    filling = _Filling(candidates, count, load, deadline)
    told = 0
    try:
        while filling.go_on():
            filling.start_more()
            await filling.settle_some()
            if (ready := min(count, len(filling.shown))) > told:
                told = ready
                await on_picture(ready)
    finally:
        await filling.stop()
    return filling.result()


class _Filling:
    """The state of one filling."""

    def __init__(self, candidates: Sequence[Candidate], count: int, load: Load, deadline: float) -> None:
        self.waiting = list(reversed(candidates))
        self.count = count
        self.load = load
        self.deadline = deadline
        self.clock = asyncio.get_running_loop().time
        self.running: dict[asyncio.Task[Thumbnail], tuple[Candidate, Watch]] = {}
        self.patience = Patience()
        self.stirred = asyncio.Event()
        self.shown: list[Candidate] = []
        self.failed: list[Candidate] = []
        self.given_up: list[asyncio.Task[Thumbnail]] = []

    def prompt(self) -> list[Candidate]:
        """The candidates that are loading and not late."""
        now = self.clock()
        return [candidate for candidate, watch in self.running.values() if now < self.patience.late_at(watch)]

    def go_on(self) -> bool:
        """Whether anything may still change that is worth the wait."""
        if self.clock() >= self.deadline or not (self.running or self.waiting):
            return False
        if len(self.shown) < self.count:
            return True
        last = sorted(candidate.rank for candidate in self.shown)[self.count - 1]
        return any(candidate.rank < last for candidate in self.prompt())

    def start_more(self) -> None:
        """Start the next candidates, so that every cell has a picture, or one that promises to come."""
        missing = self.count - len(self.shown) - len(self.prompt())
        while self.waiting and missing > 0:
            candidate = self.waiting.pop()
            host = host_name(candidate.hit.thumbnail)
            watch = Watch(self.clock, self.patience.connect_times, self.stirred.set, host=host)
            self.running[asyncio.ensure_future(self.load(candidate.hit, watch))] = (candidate, watch)
            missing -= 1

    def give_up_the_hopeless(self) -> None:
        """Give up what has long been late and keeps other pictures of its host in the queue."""
        now = self.clock()
        queued = {watch.host for _, watch in self.running.values() if watch.started is None}
        for task, (candidate, watch) in tuple(self.running.items()):
            if watch.host in queued and now >= self.patience.hopeless_at(watch):
                del self.running[task]
                task.cancel()
                self.given_up.append(task)
                candidate.failed = LATE
                self.failed.append(candidate)

    async def settle_some(self) -> None:
        """Wait until a picture is here or has failed, one becomes late or enters a phase, or the deadline is there."""
        now = self.clock()
        turns = (
            turn
            for _, watch in self.running.values()
            for turn in (self.patience.late_at(watch), self.patience.hopeless_at(watch))
        )
        turning = [turn for turn in turns if turn > now]
        self.give_up_the_hopeless()
        self.stirred.clear()
        stir = asyncio.ensure_future(self.stirred.wait())
        try:
            seconds = max(0.0, min([self.deadline, *turning]) - now)
            await asyncio.wait({stir, *self.running}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stir.cancel()
        done = [task for task in self.running if task.done()]
        for task in sorted(done, key=lambda task: self.running[task][0].rank):
            self.settle(task, *self.running.pop(task))

    def settle(self, task: asyncio.Task[Thumbnail], candidate: Candidate, watch: Watch) -> None:
        """Show what came, or note why nothing did."""
        try:
            candidate.thumbnail = task.result()
        except OpsinError as error:
            candidate.failed, candidate.outside = error.message, error.outside
            if isinstance(error, AddressRefused):
                candidate.hint = error.hint
            self.failed.append(candidate)
        except Exception as error:
            # One picture's unforeseen trouble must not lose the others.
            log.warning("a thumbnail could not be read: %s", type(error).__name__)
            log.debug("the details", exc_info=True)
            candidate.failed = "it could not be read"
            self.failed.append(candidate)
        else:
            self.patience.note(watch, self.clock())
            self.show(candidate)

    def show(self, candidate: Candidate) -> None:
        """Give the picture its place, or fold it with the one that shows the same."""
        for index, other in enumerate(self.shown):
            if (
                candidate.thumbnail
                and other.thumbnail
                and candidate.thumbnail.shows_the_same(other.thumbnail)
            ):
                better, worse = sorted((candidate, other), key=lambda one: one.rank)
                if wins(worse.hit, better.hit):
                    better.rank, worse.rank = worse.rank, better.rank
                    better, worse = worse, better
                better.alike += [worse.hit, *worse.alike]
                self.shown[index] = better
                return
        self.shown.append(candidate)

    async def stop(self) -> None:
        """End what is still loading and wait until its connections are free."""
        for task in self.running:
            task.cancel()
        # Shielded, because a cancel scope cancels this wait again and again, and with it the clean-up of the loads.
        await asyncio.shield(asyncio.gather(*self.running, *self.given_up, return_exceptions=True))

    def result(self) -> Filled:
        """Cut to the count, by rank."""
        shown = sorted(self.shown, key=lambda one: one.rank)
        late = [candidate for candidate, watch in self.running.values() if watch.started is not None]
        unasked = [candidate for candidate, watch in self.running.values() if watch.started is None]
        if not shown and not late and not self.failed:
            late, unasked = unasked, []
        missing = sorted([*self.failed, *late], key=lambda one: one.rank)[: max(0, self.count - len(shown))]
        for candidate in missing:
            candidate.failed = candidate.failed or LATE
        cells = sorted([*shown[: self.count], *missing], key=lambda one: one.rank)
        taken = {candidate.rank for candidate in cells}
        unused = sorted(
            [one for one in [*shown, *late, *unasked, *self.waiting] if one.rank not in taken],
            key=lambda one: one.rank,
        )
        replaced = len(self.failed) - sum(candidate in missing for candidate in self.failed)
        return Filled(tuple(cells), tuple(one.hit for one in unused), replaced)
