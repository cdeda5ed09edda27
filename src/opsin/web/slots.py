"""How many connections are busy at once: in all, and to one host."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

LENT_AFTER = 0.03
"""Seconds of connecting after which another host may use the permit: no connection exists yet."""


class Slots:
    """Permits for connections, kept from the first byte of a request to the last of its answer.

    A host that does not take the connection keeps a permit of its own lane only. The permit of all is lent to
    other hosts until the connection stands, so that dead hosts never hold up the living.

    Args:
        total: The most connections in all.
        per_host: The most to one host.
        host_connections: Another most for a host by name, or for every host below a name as `*.suffix`.
    """

    def __init__(self, *, total: int, per_host: int, host_connections: Mapping[str, int]) -> None:
        self._total = asyncio.Semaphore(total)
        self._per_host = per_host
        self._by_host = {name.lower(): number for name, number in host_connections.items()}
        self._lanes: dict[str, _Lane] = {}

    @asynccontextmanager
    async def hold(self, host: str) -> AsyncIterator["Permit"]:
        """Wait for a permit of the host, then for one of all; both are given back at the end of the block."""
        lane = self._lanes.get(host)
        if lane is None:
            lane = self._lanes[host] = _Lane(self.limit(host))
        lane.users += 1
        try:
            # In this order, so that a queue before one host never keeps the other hosts waiting.
            async with lane.free:
                permit = Permit(self._total)
                await permit.take()
                try:
                    yield permit
                finally:
                    permit.give_back()
        finally:
            lane.users -= 1
            if not lane.users:
                del self._lanes[host]

    def limit(self, host: str) -> int:
        """The most connections to `host`; of several patterns the longest counts."""
        if host in self._by_host:
            return self._by_host[host]
        matching = [name for name in self._by_host if name.startswith("*.") and host.endswith(name[1:])]
        return self._by_host[max(matching, key=len)] if matching else self._per_host


class Permit:
    """One of the permits for all connections, which is lent while its own connection does not come about."""

    def __init__(self, total: asyncio.Semaphore) -> None:
        self._total = total
        self._held = False
        self._lending: asyncio.TimerHandle | None = None

    async def take(self) -> None:
        """Wait for the permit, unless it is held."""
        if not self._held:
            await self._total.acquire()
            self._held = True

    def give_back(self) -> None:
        """Let another have the permit, now."""
        self._stop_lending()
        if self._held:
            self._held = False
            self._total.release()

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


class _Lane:
    def __init__(self, limit: int) -> None:
        self.free = asyncio.Semaphore(limit)
        self.users = 0
