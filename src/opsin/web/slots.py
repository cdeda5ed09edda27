"""How many connections are busy at once: in all, and to one host."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from opsin.web.permits import Permit, Permits


class Slots:
    """Permits for connections, kept from the first byte of a request to the last of its answer.

    A host that does not take the connection keeps a permit of its own lane only. The permit of all is lent to
    other hosts until the connection stands, so that dead hosts never hold up the living. One that falls silent
    afterwards has to give way after three seconds, if others wait.

    Args:
        total: The most connections in all.
        per_host: The most to one host.
        host_connections: Another most for a host by name, or for every host below a name as `*.suffix`.
    """

    def __init__(self, *, total: int, per_host: int, host_connections: Mapping[str, int]) -> None:
        self._total = Permits(total)
        self._per_host = per_host
        self._by_host = {name.lower(): number for name, number in host_connections.items()}
        self._lanes: dict[str, _Lane] = {}

    @asynccontextmanager
    async def hold(self, host: str, give_way: Callable[[], None]) -> AsyncIterator[Permit]:
        """Wait for a permit of the host, then for one of all; both are given back at the end of the block.

        Args:
            host: Whom the connection is to.
            give_way: Ends what goes on in the block; called where the host is silent and others wait.
        """
        lane = self._lanes.get(host)
        if lane is None:
            lane = self._lanes[host] = _Lane(self.limit(host))
        lane.users += 1
        try:
            # In this order, so that a queue before one host never keeps the other hosts waiting.
            async with lane.free:
                permit = Permit(self._total, give_way)
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


class _Lane:
    def __init__(self, limit: int) -> None:
        self.free = asyncio.Semaphore(limit)
        self.users = 0
