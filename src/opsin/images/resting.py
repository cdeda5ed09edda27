"""Rests: a provider that asked to be left alone, blocked, or failed again and again is not asked for a while.

What is known of each provider lies in the store, so that it holds for all calls and for all servers on one store.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, Self

from opsin.images.outcome import Attempt, Outcome
from opsin.threads import STORE

if TYPE_CHECKING:
    from opsin.store.sqlite import Store

FAILURES = 3
"""So many failures in a row are no accident."""

LONGEST_COOL_DOWN_S = 3_600.0
"""A cool-down is doubled up to this, unless the setting itself is longer."""

LONGEST_STATED_S = 86_400.0
"""A Retry-After is taken as said up to this: beyond it, a mistake is likelier than a wish."""

LAPSES_S = 3_600.0
"""After so long without a word of a provider, its earlier failures say nothing of it any more."""

CLOCK_TOLERANCE_S = 1.0

FAILED = frozenset(
    {Outcome.BLOCKED, Outcome.RATE_LIMITED, Outcome.CHANGED_PAGE, Outcome.UNREACHABLE, Outcome.TIMED_OUT}
)
"""Outcomes that speak against a provider. A refusal does not: a wrong key or query is said each time."""

_lock = threading.Lock()
"""Held over reading and writing a record, so that of failures at the same time none is lost."""


@dataclass(frozen=True, slots=True)
class Record:
    """How a provider has been doing lately. Times are seconds since 1970.

    Attributes:
        failures: How many in a row.
        reason: What the last rest was for.
        since: When the last rest began.
        until: When it ends; 0 where there was none.
        stated: The provider itself said until when.
        cool_down: Seconds of the last cool-down; 0 before the first one.
        noted: When this was written.
    """

    failures: int = 0
    reason: str = ""
    since: float = 0.0
    until: float = 0.0
    stated: bool = False
    cool_down: float = 0.0
    noted: float = 0.0

    def left(self, now: float) -> float:
        """Seconds of rest that are left."""
        return max(0.0, self.until - now)

    def told(self, now: float) -> str:
        """The rest in words of our own: "after a block 88 s ago"."""
        asked = "as it asked, " if self.stated else ""
        return f"{asked}after {self.reason} {max(0.0, now - self.since):.0f} s ago"

    def to_json(self) -> dict[str, Any]:
        """As JSON values, for the store."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self | None:
        """Read back what `to_json` wrote; None where it is something else."""
        try:
            record = cls(
                failures=int(data["failures"]),
                reason=str(data["reason"]),
                since=float(data["since"]),
                until=float(data["until"]),
                stated=bool(data["stated"]),
                cool_down=float(data["cool_down"]),
                noted=float(data["noted"]),
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        times = (record.since, record.until, record.cool_down, record.noted)
        return record if all(map(isfinite, times)) else None


def after_failure(
    before: Record | None,
    outcome: Outcome,
    *,
    retry_after: float,
    begun: float,
    now: float,
    cool_down: float,
) -> Record:
    """What is known of a provider after it failed once more.

    A block rests it, and so do a few failures in a row, and any one after such a rest, which is then doubled. A
    failure of a request that had begun before the rest belongs to the same trouble and lengthens nothing.

    Args:
        before: What was known.
        outcome: How it failed.
        retry_after: Seconds after which the provider said that it may be asked again; 0 where it did not say.
        begun: When it was asked.
        now: Seconds since 1970.
        cool_down: Seconds of the first cool-down; 0 for none at all.
    """
    before = before or Record()
    after = replace(before, failures=before.failures + 1, noted=now)
    if retry_after > 0:
        until = now + min(retry_after, LONGEST_STATED_S)
        if until <= before.until:
            return after
        return replace(after, reason=_reason(outcome, 1), since=now, until=until, stated=True)
    if not cool_down or begun < before.until:
        return after
    if outcome is not Outcome.BLOCKED and after.failures < FAILURES and not before.cool_down:
        return after
    longest = max(LONGEST_COOL_DOWN_S, cool_down)
    seconds = min(2 * before.cool_down, longest) if before.cool_down else cool_down
    reason = _reason(outcome, after.failures)
    return replace(after, reason=reason, since=now, until=now + seconds, stated=False, cool_down=seconds)


def after_success(before: Record, *, begun: float, now: float) -> Record:
    """What is known after it served: nothing bad, unless it was asked before the rest that it is in."""
    return before if begun < before.since and before.left(now) else Record(noted=now)


def _reason(outcome: Outcome, failures: int) -> str:
    if outcome is Outcome.BLOCKED:
        return "a block"
    if failures > 1:
        return f"{failures} failures in a row ({outcome})"
    return "a rate limit" if outcome is Outcome.RATE_LIMITED else f"a failure ({outcome})"


class Rests:
    """The records of all providers, in a store.

    Args:
        store: Where they lie.
        cool_down: Seconds of the first cool-down; 0 for none. A stated Retry-After is kept to all the same.
        clock: Seconds since 1970.
    """

    def __init__(self, store: "Store", cool_down: float, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._cool_down = cool_down
        self.clock = clock

    async def look(self, provider: str) -> Record | None:
        """What is known of a provider; None where that is nothing."""
        return await STORE.run(self.read, provider)

    def read(self, provider: str) -> Record | None:
        """Do what `look` does, in the thread that calls."""
        saved = self._store.get_state(_key(provider))
        record = Record.from_json(saved) if saved is not None else None
        now = self.clock()
        # One that was noted in the future shows that the clock was set back since.
        if record is None or record.noted > now + CLOCK_TOLERANCE_S:
            return None
        return None if max(record.until, record.noted) + LAPSES_S < now else record

    def rest(self, provider: str, record: Record | None) -> Attempt | None:
        """The rest that a provider is in, told as what came of it; None where it may be asked."""
        now = self.clock()
        if record is None or not record.left(now) or not (record.stated or self._cool_down):
            return None
        return Attempt(
            provider,
            Outcome.RESTING,
            record.told(now),
            retry_after=record.left(now),
            stated=record.stated,
        )

    async def failed(self, provider: str, outcome: Outcome, *, retry_after: float, begun: float) -> float:
        """Note that a provider failed. Returns the seconds for which it rests now.

        Args:
            provider: Its name.
            outcome: How it failed.
            retry_after: What it said itself, in seconds; 0 where it said nothing.
            begun: When it was asked, by `clock`.
        """

        def change(before: Record | None) -> Record:
            return after_failure(
                before,
                outcome,
                retry_after=retry_after,
                begun=begun,
                now=self.clock(),
                cool_down=self._cool_down,
            )

        record = await STORE.run(self._change, provider, change)
        rest = self.rest(provider, record)
        return rest.retry_after if rest is not None else 0.0

    async def served(self, provider: str, *, begun: float) -> None:
        """Note that a provider answered as it should."""

        def change(before: Record | None) -> Record:
            return after_success(before or Record(), begun=begun, now=self.clock())

        await STORE.run(self._change, provider, change)

    def _change(self, provider: str, change: Callable[[Record | None], Record]) -> Record:
        with _lock:
            record = change(self.read(provider))
            self._store.put_state(_key(provider), record.to_json())
        return record


def _key(provider: str) -> str:
    return f"rest:{provider}"
