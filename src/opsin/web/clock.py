"""The time limits of one call: each phase has its own, and the whole has one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto

from opsin.errors import NO_CONNECTION, TimedOut


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a call may bring and how long it may take.

    Attributes:
        max_bytes: The most decoded bytes of a body.
        connect: Seconds for resolving the name, connecting and the TLS handshake.
        first_byte: Seconds from sending the request to the head of the answer.
        between_bytes: Seconds from one piece of the body to the next.
        whole: Seconds for everything, redirects and the wait for a free connection included.
        cut: A body with more than `max_bytes` is cut there instead of refused.
    """

    max_bytes: int
    connect: float = 5.0
    first_byte: float = 10.0
    between_bytes: float = 10.0
    whole: float = 30.0
    cut: bool = False


class Phase(Enum):
    """What a call is at."""

    QUEUEING = auto()
    CONNECTING = auto()
    AWAITING = auto()
    READING = auto()


OnPhase = Callable[[Phase], None]
"""Told each time that a call enters another phase."""


class Clock:
    """Says which phase of a call is running out of time. Made by `timed`."""

    def __init__(self, limits: Limits, host: str, phase: asyncio.Timeout, on_phase: OnPhase | None) -> None:
        self.host = host
        self._limits = limits
        self._phase = phase
        self._on_phase = on_phase
        self._now_at: Phase | None = None
        self._says, self._seconds = "", 0.0
        self._gives_way = False

    def queueing(self) -> None:
        """Begin the wait for a free connection, which only the whole limits."""
        self._enter(Phase.QUEUEING, "", None)

    def connecting(self) -> None:
        """Begin to resolve and connect."""
        self._enter(Phase.CONNECTING, "could not be connected to", self._limits.connect)

    def awaiting(self) -> None:
        """Begin the wait for the head of the answer."""
        self._enter(Phase.AWAITING, "sent nothing", self._limits.first_byte)

    def reading(self) -> None:
        """Begin the wait for the next piece of the body."""
        self._enter(Phase.READING, "stopped sending", self._limits.between_bytes)

    def give_way(self) -> None:
        """End the call now, for others that wait."""
        if not self._phase.expired():
            self._gives_way = True
            self._phase.reschedule(asyncio.get_running_loop().time())

    def error(self) -> TimedOut:
        """The error for what took too long."""
        late = TimedOut(self.sentence())
        late.queued = self._now_at is Phase.QUEUEING
        late.cut_off = NO_CONNECTION if self._now_at is Phase.CONNECTING else ""
        return late

    def sentence(self) -> str:
        """Say what took too long."""
        if self._gives_way:
            return f"{self.host} was silent while others waited for its connection."
        if self._phase.expired():
            return f"{self.host} {self._says} in time ({round(self._seconds, 1):g} s)."
        return f"{self.host} was not done in time ({round(self._limits.whole, 1):g} s)."

    def _enter(self, phase: Phase, says: str, seconds: float | None) -> None:
        if self._on_phase is not None and phase is not self._now_at:
            self._on_phase(phase)
        self._now_at = phase
        self._says, self._seconds = says, seconds or 0.0
        if self._gives_way:
            return
        now = asyncio.get_running_loop().time()
        self._phase.reschedule(None if seconds is None else now + seconds)


@asynccontextmanager
async def timed(limits: Limits, host: str, on_phase: OnPhase | None = None) -> AsyncIterator[Clock]:
    """Hold everything in the block to the limits.

    Args:
        limits: The limits.
        host: Whom the call is to, for the sentence of an error.
        on_phase: Told of each phase.

    Raises:
        TimedOut: a phase, or the whole, took too long. Whatever ran in the block was cancelled.
    """
    phase = asyncio.timeout(None)
    clock = Clock(limits, host, phase, on_phase)
    try:
        async with asyncio.timeout(limits.whole), phase:
            yield clock
    except TimeoutError as exc:
        raise clock.error() from exc
