"""Connections that are let go: without a whole head of a request, with an answer nobody reads, or when there are too many."""

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from opsin.server.http.gate import LET_THROUGH

HEAD_WITHIN_S = 10.0
"""Seconds from a connection, or from the first byte of a further request, to the end of the request's head."""

HEAD_BYTES = 16_384
"""The most bytes of a head."""

IDLE_S = 15
"""Seconds for which a connection is kept without a request."""

SILENT_S = 10.0
"""Seconds for which a client may take nothing of its answer."""

SPARE_CONNECTIONS = 128
"""Connections beside those of the calls that are answered at a time."""

MOST_AHEAD = 16
"""Requests in a row that are answered although they were sent before the answer to the one before."""

_SEND_BUFFER = 65_536
"""Bytes of an answer that the system takes ahead. With more, it would not be seen for long whether anybody reads."""


class Bounded(H11Protocol):
    """One connection: HTTP/1.1 as uvicorn speaks it, let go where its client is too slow, or one too many.

    Attributes:
        most: How many connections there may be. Beyond that a new one takes the place of the oldest without a call.
        head_within_s: Seconds for the head of a request.
        silent_s: Seconds for which a client may take nothing of its answer.
    """

    most = SPARE_CONNECTIONS
    head_within_s = HEAD_WITHIN_S
    silent_s = SILENT_S

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._since = self.loop.time()
        self._head: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None
        self._unsent = 0
        self._ahead = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        # With a bound of 0 the transport says of every byte that it could not send at once.
        transport.set_write_buffer_limits(high=0)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        if len(self.connections) > self.most:
            self._one_too_many()
        if self in self.connections:
            self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take bytes, of a head or of a body."""
        super().data_received(data)
        if self._is_busy():
            self._stop_waiting()
        elif self._head is None:
            self._wait_for_head()

    def pause_writing(self) -> None:
        """Begin to look whether the client takes what is to be sent."""
        super().pause_writing()
        self._look_again()

    def resume_writing(self) -> None:
        """All is sent."""
        self._stop_looking()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """Go on with the next request, unless too many were sent ahead."""
        self._ahead = self._ahead + 1 if self.conn.trailing_data[0] else 0
        if self._ahead > MOST_AHEAD:
            self.transport.close()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        self._stop_looking()
        super().connection_lost(exc)

    def _one_too_many(self) -> None:
        """Let go of the oldest connection that has no call; of this one where all have.

        Otherwise whoever keeps that many open, without any right to call, would lock out everybody else.
        """
        others = [one for one in self.connections if isinstance(one, Bounded) and not one._has_call()]  # noqa: SLF001
        min(others, key=lambda one: one._since)._drop()  # noqa: SLF001

    def _has_call(self) -> bool:
        """Whether a call was let through here, and its answer is not all sent."""
        return (
            self.cycle is not None
            and LET_THROUGH in self.cycle.scope
            and (self._is_busy() or self._is_sending())
        )

    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _is_sending(self) -> bool:
        return self._sending is not None

    def _drop(self) -> None:
        # The transport tells of its end a moment later; the place is free now.
        self.connections.discard(self)
        self.transport.abort()

    def _wait_for_head(self) -> None:
        self._head = self.loop.call_later(self.head_within_s, self._let_go)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _let_go(self) -> None:
        self._head = None
        if not self._is_busy():
            self._drop()

    def _look_again(self) -> None:
        self._unsent = self.transport.get_write_buffer_size()
        self._sending = self.loop.call_later(self.silent_s, self._look_at_sending)

    def _stop_looking(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _look_at_sending(self) -> None:
        # To close would be to wait until all is sent.
        if self.transport.get_write_buffer_size() >= self._unsent:
            self._drop()
        else:
            self._look_again()


def bounded(
    most_connections: int, head_seconds: float = HEAD_WITHIN_S, silent_seconds: float = SILENT_S
) -> type[asyncio.Protocol]:
    """The protocol of connections of which there may be that many."""

    class Connection(Bounded):
        most = most_connections
        head_within_s = head_seconds
        silent_s = silent_seconds

    return Connection
