"""Turns in front of one provider, so that it is asked at most so often."""

import asyncio
import time
from collections.abc import Callable

from opsin.errors import WebError
from opsin.threads import STORE

Reserve = Callable[[str, float, float], float]
"""`reserve(key, interval, latest)`: books the key's next free slot, `interval` seconds after the one before.

Gives the seconds to wait for it; or, where that is more than `latest`, books nothing and gives them negative.
"""


class NoTurn(WebError):
    """A turn would come too late to be of use.

    Args:
        message: What would have to wait for what.
        seconds: How long it would have waited.
    """

    code = "no-turn"

    def __init__(self, message: str, *, seconds: float, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.seconds = seconds


class Reservations:
    """Slots within this process, for a `Pacer` without a store.

    Args:
        clock: Gives the time in seconds; any clock that never goes back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next: dict[str, float] = {}

    def reserve(self, key: str, interval: float, latest: float) -> float:
        """Book the key's next free slot, as `Reserve` says."""
        now = self._clock()
        slot = max(now, self._next.get(key, now))
        if slot - now > latest:
            return now - slot
        self._next[key] = slot + interval
        return slot - now


class Pacer:
    """Gives each key its turns at least `interval` seconds apart, over all callers.

    Args:
        interval: Seconds between two turns of one key; 0 for no pacing.
        reserve: The store's reservation, which other processes share; it is called in a thread. None for one
            within this process.
    """

    def __init__(self, interval: float, reserve: Reserve | None = None) -> None:
        self._interval = interval
        self._shared = reserve
        self._own = Reservations()

    async def turn(self, key: str, *, deadline: float) -> None:
        """Wait for the key's next turn. A caller that is cancelled meanwhile leaves its turn unused.

        Args:
            key: Whose turn: a provider's name.
            deadline: The latest moment for it, in the event loop's time.

        Raises:
            NoTurn: at once, where the turn would come after the deadline; nothing is booked then.
        """
        if self._interval <= 0:
            return
        latest = deadline - asyncio.get_running_loop().time()
        if latest < 0:
            raise NoTurn(f"{key} was to be asked after the deadline.", seconds=0.0)
        if self._shared is None:
            wait = self._own.reserve(key, self._interval, latest)
        else:
            wait = await STORE.run(self._shared, key, self._interval, latest)
        if wait < 0:
            raise NoTurn(
                f"{key} is asked once in {self._interval:g} s; the next turn comes in {-wait:.1f} s, too late.",
                seconds=-wait,
                hint="Ask again after that time, or ask for more in one search.",
            )
        await asyncio.sleep(wait)
