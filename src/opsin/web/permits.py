"""The permits for all connections together, and who has to give one back while others wait."""

import asyncio
from collections.abc import Callable

LENT_AFTER = 0.03
"""Seconds of connecting after which another host may use the permit: no connection exists yet."""

QUIET_SECONDS = 3.0
"""How long a host may keep a permit that others wait for, without a sign of life."""

SIGN_BYTES = 4_096
"""Bytes of a body that are a sign of life. Fewer in that time is a drip: 1.4 KB/s brings no picture."""


class Permits:
    """So many connections at a time. Whoever waits takes the place of a host that has fallen silent.

    Args:
        most: The most at a time.
    """

    def __init__(self, most: int) -> None:
        self._free = asyncio.Semaphore(most)
        self._held: set[Permit] = set()
        self._waiting = 0
        self._timer: asyncio.TimerHandle | None = None

    async def take(self, permit: "Permit") -> None:
        """Wait until one is free."""
        if self._free.locked():
            self._waiting += 1
            self._watch()
            try:
                await self._free.acquire()
            finally:
                self._waiting -= 1
                self._watch()
        else:
            await self._free.acquire()
        self._held.add(permit)

    def give_back(self, permit: "Permit") -> None:
        """Let the next have it."""
        self._held.discard(permit)
        self._free.release()

    def _watch(self) -> None:
        """Look when the next holder will have been silent for too long, as long as somebody waits in vain."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        staying = [permit.heard_at for permit in self._held if not permit.leaving]
        if staying and self._wanted() > 0:
            when = min(staying) + QUIET_SECONDS
            self._timer = asyncio.get_running_loop().call_at(when, self._reclaim)

    def _wanted(self) -> int:
        """How many wait, less those for whom somebody is on the way out."""
        return self._waiting - sum(permit.leaving for permit in self._held)

    def _reclaim(self) -> None:
        now = asyncio.get_running_loop().time()
        silent = [one for one in self._held if not one.leaving and now - one.heard_at >= QUIET_SECONDS]
        for permit in sorted(silent, key=lambda one: one.heard_at)[: self._wanted()]:
            permit.leave()
        self._watch()


class Permit:
    """One of the permits, which is lent while its own connection does not come about.

    Args:
        permits: Whose it is.
        give_way: Ends the exchange at once; called where the host is silent and others wait.

    Attributes:
        heard_at: When the host last gave a sign of life, in the event loop's time.
        leaving: It was told to give way.
    """

    def __init__(self, permits: Permits, give_way: Callable[[], None]) -> None:
        self.heard_at = 0.0
        self.leaving = False
        self._permits = permits
        self._give_way = give_way
        self._held = False
        self._bytes = 0
        self._lending: asyncio.TimerHandle | None = None

    async def take(self) -> None:
        """Wait for the permit, unless it is held."""
        if not self._held:
            await self._permits.take(self)
            self._held = True
        self.sign()

    def give_back(self) -> None:
        """Let another have the permit, now."""
        self._stop_lending()
        if self._held:
            self._held = False
            self._permits.give_back(self)

    def leave(self) -> None:
        """End the exchange for those who wait."""
        self.leaving = True
        self._give_way()

    def sign(self) -> None:
        """Note that the host is alive."""
        self._bytes = 0
        self.heard_at = asyncio.get_running_loop().time()

    def received(self, count: int) -> None:
        """Note bytes of a body; enough of them are a sign of life."""
        self._bytes += count
        if self._bytes >= SIGN_BYTES:
            self.sign()

    def connecting(self) -> None:
        """Begin to connect; where it takes long, the permit is lent."""
        self._stop_lending()
        self._lending = asyncio.get_running_loop().call_later(LENT_AFTER, self.give_back)

    async def connected(self) -> None:
        """Go on with a connection; wait for the permit where it was lent."""
        self._stop_lending()
        await self.take()

    def _stop_lending(self) -> None:
        if self._lending is not None:
            self._lending.cancel()
            self._lending = None
