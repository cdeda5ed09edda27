"""Connections that are let go when they bring no whole head of a request, or when there are too many of them."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_WITHIN_S = 10.0
"""Seconds from a connection, or from the first byte of a further request, to the end of the request's head."""

HEAD_BYTES = 16_384
"""The most bytes of a head."""

IDLE_S = 15
"""Seconds for which a connection is kept without a request."""

SPARE_CONNECTIONS = 128
"""Connections beside those of the calls that are answered at a time."""


class Bounded(H11Protocol):
    """One connection: HTTP/1.1 as uvicorn speaks it, let go where its client is too slow, or one too many.

    Attributes:
        most: How many connections there may be.
        head_within_s: Seconds for the head of a request.
    """

    most = SPARE_CONNECTIONS
    head_within_s = HEAD_WITHIN_S

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        else:
            self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take bytes, of a head or of a body."""
        super().data_received(data)
        if self._is_busy():
            self._stop_waiting()
        elif self._head is None:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_head(self) -> None:
        self._head = self.loop.call_later(self.head_within_s, self._let_go)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _let_go(self) -> None:
        self._head = None
        if not self._is_busy():
            self.transport.abort()


def bounded(most_connections: int, head_seconds: float = HEAD_WITHIN_S) -> type[asyncio.Protocol]:
    """The protocol of connections of which there may be that many."""

    class Connection(Bounded):
        most = most_connections
        head_within_s = head_seconds

    return Connection
