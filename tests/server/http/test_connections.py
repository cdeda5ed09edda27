"""Clients that send slowly, or much, or nothing, over real sockets."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from opsin.server.http.address import Address
from opsin.server.http.connections import HEAD_BYTES, bounded
from opsin.server.http.serve import listening

CAP_S = 10.0


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("hello")(scope, receive, send)


@asynccontextmanager
async def serving(most: int, head_s: float, app: ASGIApp = hello) -> AsyncIterator[int]:
    with listening(Address("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            app,
            http=bounded(most, head_s),
            lifespan="off",
            log_config=None,
            access_log=False,
            h11_max_incomplete_event_size=HEAD_BYTES,
        )
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup([listener])
        try:
            yield int(listener.getsockname()[1])
        finally:
            await server.shutdown([listener])


async def says(port: int, *pieces: bytes) -> bytes:
    """What the server sends after the last piece until it lets go; every piece before it is a whole request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(CAP_S):
            for piece in pieces[:-1]:
                writer.write(piece)
                assert (await reader.readuntil(b"hello")).startswith(b"HTTP/1.1 200")
            writer.write(pieces[-1] if pieces else b"")
            await writer.drain()
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()


@pytest.mark.parametrize(
    "pieces",
    [(), (b"POST /mcp HTTP/1.1\r\nhost: a\r\nx: ",), (b"GET / HTTP/1.1\r\nhost: a\r\n\r\n", b"GET / HT")],
    ids=["nothing", "half a head", "half a head after an answer"],
)
def test_a_client_that_sends_no_whole_head_is_let_go(pieces: tuple[bytes, ...]) -> None:
    async def main() -> bytes:
        async with serving(9, 0.05) as port:
            return await says(port, *pieces)

    assert asyncio.run(main()) == b""


def test_a_head_that_is_too_long_is_refused() -> None:
    async def main() -> bytes:
        async with serving(9, CAP_S) as port:
            return await says(port, b"GET / HTTP/1.1\r\nx: " + b"y" * 2 * HEAD_BYTES)

    answer = asyncio.run(main())
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")


def test_more_connections_than_allowed_are_let_go() -> None:
    async def main() -> None:
        async with serving(1, CAP_S) as port:
            _, first = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.sleep(0)
            assert await says(port, b"GET / HTTP/1.1\r\nhost: a\r\n\r\n") == b""
            first.close()
            await first.wait_closed()
            # The server learns of the end a moment later.
            async with asyncio.timeout(CAP_S):
                while not await says(port, b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"):
                    pass

    asyncio.run(main())


def test_a_call_that_takes_longer_than_a_head_is_answered() -> None:
    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.1)
        await hello(scope, receive, send)

    async def main() -> bytes:
        async with serving(9, 0.05, slow) as port:
            return await says(port, b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")

    assert asyncio.run(main()).endswith(b"hello")


def test_an_address_that_is_taken_says_so() -> None:
    from opsin.errors import SettingError

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with (
            pytest.raises(SettingError, match=f"cannot listen on 127.0.0.1:{port}"),
            listening(Address("127.0.0.1", port)),
        ):
            pass
