"""What happened to each provider that was to be asked: failures are told apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from opsin.errors import NO_NAME, OpsinError


class Outcome(StrEnum):
    """How one provider's turn ended."""

    SERVED = "served"
    EMPTY = "empty"
    BLOCKED = "blocked"
    RATE_LIMITED = "rate-limited"
    CHANGED_PAGE = "changed page"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed out"
    REFUSED = "refused"
    RESTING = "resting"
    """It failed before, and is left alone for a while."""
    SKIPPED = "skipped"


class ProviderError(OpsinError):
    """A provider did not serve.

    Args:
        outcome: Which of the failures it was.
        message: What happened, naming the step that broke where there are several. In our own words.
        outside: What the provider said, as `opsin.text.quoted` gives it.
        retry_after: Seconds after which the provider said, or is known, to answer again; 0 where unknown.
    """

    code = "provider-error"

    def __init__(
        self,
        outcome: Outcome,
        message: str,
        *,
        hint: str = "",
        outside: str = "",
        retry_after: float = 0.0,
    ) -> None:
        super().__init__(message, hint=hint, outside=outside)
        self.outcome = outcome
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Attempt:
    """One provider's turn within a search: what came of it, why, and how long it took.

    Attributes:
        cause: Why, in our own words.
        seconds: How long it took.
        hits: What it brought that passed the filters.
        retry_after: Seconds after which it answers again; 0 where unknown.
        ignored: Filters that it could not keep to.
        outside: What the provider, or the host before it, said of the failure: outside text.
        stated: It rests because it said so itself, and not for a cool-down of ours.
        hint: What its user can do about it, in our own words; empty where only time helps.
        cut_off: Why no connection came about, where none did: see `opsin.errors.WebError`.
    """

    provider: str
    outcome: Outcome
    cause: str = ""
    seconds: float = 0.0
    hits: int = 0
    retry_after: float = 0.0
    ignored: tuple[str, ...] = ()
    outside: str = ""
    stated: bool = False
    hint: str = ""
    cut_off: str = ""

    @property
    def said(self) -> str:
        """What the provider said, as a line that names it: outside text; empty where it said nothing."""
        return f"{self.provider} said: {self.outside}" if self.outside else ""

    @property
    def rest(self) -> str:
        """A rest in words: "duckduckgo: resting after a block 88 s ago, again in 212 s"."""
        return f"{self.provider}: resting {self.cause}, again in {ceil(self.retry_after)} s"

    @property
    def asked(self) -> bool:
        """Whether the provider was asked at all."""
        return self.outcome not in {Outcome.RESTING, Outcome.SKIPPED}


class NothingServed(OpsinError):
    """No provider brought a picture. `found_nothing` tells an empty web from a shut door.

    Args:
        message: What happened to each provider that was asked.
        attempts: The same as data.
        offline: This machine seems to have no network.
        own: A sentence that offers the user's own pictures instead; empty where none fit. It goes before the hint.
    """

    code = "nothing-served"

    def __init__(
        self,
        message: str,
        *,
        attempts: tuple[Attempt, ...],
        hint: str = "",
        offline: bool = False,
        own: str = "",
    ) -> None:
        super().__init__(message, hint=" ".join(filter(None, (own, hint))))
        self.attempts = attempts
        self.offline = offline
        self.own = own

    @property
    def retry_after(self) -> float:
        """Seconds after which the first of the providers answers again; 0 where none of them is known to."""
        return min((one.retry_after for one in self.attempts if one.retry_after > 0), default=0.0)

    @property
    def found_nothing(self) -> bool:
        """Whether every provider that was asked did answer, and had no picture."""
        asked = [attempt for attempt in self.attempts if attempt.outcome is not Outcome.SKIPPED]
        return bool(asked) and all(attempt.outcome in {Outcome.EMPTY, Outcome.SERVED} for attempt in asked)


def seems_offline(attempts: Sequence[Attempt]) -> bool:
    """Whether there seems to be no network: several were asked, or a name, and no connection came about.

    One that was not asked says nothing. One alone that takes no connection may be down itself.
    """
    asked = [attempt for attempt in attempts if attempt.asked]
    cut_off = [attempt.cut_off for attempt in asked if attempt.cut_off]
    return len(cut_off) == len(asked) and (len(asked) > 1 or NO_NAME in cut_off)


def words_from_outside(why: OpsinError) -> tuple[str, ...]:
    """Return what others said of a failure, a line for each: outside text, not yet cleaned for where it goes."""
    attempts = why.attempts if isinstance(why, NothingServed) else ()
    other = f"The other side said: {why.outside}" if why.outside else ""
    return tuple(filter(None, [other, *(attempt.said for attempt in attempts)]))
