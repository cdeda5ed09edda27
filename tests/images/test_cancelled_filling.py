"""A filling that is cancelled closes every connection, whenever it is and however it is done.

The MCP SDK cancels with an anyio scope, which cancels again at every step of the loop, the clean-up included. What
that leaves open would only be closed by the garbage collector, which is switched off here.
"""

import asyncio
import gc
from typing import cast

import anyio

from opsin.images.filling import fill, fold_known
from opsin.images.hit import Hit
from opsin.images.patience import Watch
from opsin.images.thumbnails import Thumbnail
from opsin.web.client import Limits, Web

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 100000\r\n\r\n\xff\xd8\xff"
DELAYS = [step * 0.0006 for step in range(25)]
"""From before the first connection to well into the bodies, in seconds."""


class Dawdler(asyncio.Protocol):
    """A host that sends the beginning of a picture, and nothing more."""

    open: set[asyncio.BaseTransport]

    def __init__(self, connections: set[asyncio.BaseTransport]) -> None:
        self.open = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.open.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        cast("asyncio.WriteTransport", self.transport).write(HEAD)


async def leaked() -> dict[float, int]:
    """How many connections stay open after a cancellation, by its delay."""
    connections: set[asyncio.BaseTransport] = set()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Dawdler(connections), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    names = [f"h{number}.example" for number in range(6)]

    async def loopback(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1", "127.0.0.1"]

    left: dict[float, int] = {}
    async with server, Web(allow={f"{name}:{port}" for name in names}, resolver=loopback) as web:

        async def load(hit: Hit, watch: Watch) -> Thumbnail:
            reply = await web.get(hit.original, limits=Limits(1_000_000), on_phase=watch)
            return cast("Thumbnail", reply)

        async def nothing(_ready: int) -> None:
            pass

        hits = [Hit("test", f"http://{name}:{port}/x", "") for name in names]
        for delay in DELAYS:
            with anyio.CancelScope() as scope:
                loop.call_later(delay, scope.cancel)
                await fill(fold_known(hits), 6, load, deadline=loop.time() + 60, on_picture=nothing)
            for _ in range(200):
                if not connections:
                    break
                await asyncio.sleep(0.01)
            if connections:
                left[delay] = len(connections)
                for transport in tuple(connections):
                    transport.close()
    return left


def test_no_connection_is_left_open_whenever_the_filling_is_cancelled() -> None:
    gc.disable()
    try:
        assert asyncio.run(leaked()) == {}
    finally:
        gc.enable()
