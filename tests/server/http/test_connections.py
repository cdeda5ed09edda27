"""Clients that send slowly, or much, or nothing, over real sockets."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from opsin.server.http.address import Address
from opsin.server.http.connections import HEAD_BYTES, MOST_AHEAD, bounded
from opsin.server.http.gate import LET_THROUGH
from opsin.server.http.serve import listening

CAP_S = 10.0
GET = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"
MUCH = 4_000_000


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("hello")(scope, receive, send)


class HeldCall:
    """An application whose call is let through, and answered once it `goes_on`."""

    def __init__(self) -> None:
        self.begun, self.goes_on = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[LET_THROUGH] = True
        self.begun.set()
        await self.goes_on.wait()
        await hello(scope, receive, send)


@asynccontextmanager
async def serving(
    most: int, head_s: float, app: ASGIApp = hello, silent_s: float = CAP_S
) -> AsyncIterator[int]:
    with listening(Address("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            app,
            http=bounded(most, head_s, silent_s),
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
    [(), (b"POST /mcp HTTP/1.1\r\nhost: a\r\nx: ",), (GET, b"GET / HT")],
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


def test_a_new_connection_takes_the_place_of_the_oldest_without_a_call() -> None:
    async def main() -> None:
        called = HeldCall()

        async def site(scope: Scope, receive: Receive, send: Send) -> None:
            await (called if scope["path"] == "/call" else hello)(scope, receive, send)

        async with serving(3, CAP_S, site) as port:
            call = asyncio.create_task(says(port, LAST.replace(b"/", b"/call", 1)))
            await called.begun.wait()
            oldest, writer = await asyncio.open_connection("127.0.0.1", port)
            _, other = await asyncio.open_connection("127.0.0.1", port)
            # Whoever keeps every place is not in the way of others, and the call is not let go.
            for _ in range(4):
                assert (await says(port, LAST)).endswith(b"hello")
            with suppress(ConnectionError):
                assert await oldest.read() == b""
            for one in (writer, other):
                one.transport.abort()
            called.goes_on.set()
            assert (await call).endswith(b"hello")

    asyncio.run(main())


def test_where_every_connection_has_a_call_a_new_one_is_let_go() -> None:
    async def main() -> None:
        called = HeldCall()
        async with serving(1, CAP_S, called) as port:
            call = asyncio.create_task(says(port, LAST))
            await called.begun.wait()
            assert await says(port, LAST) == b""
            called.goes_on.set()
            assert (await call).endswith(b"hello")

    asyncio.run(main())


async def called_much(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/much":
        scope[LET_THROUGH] = True
        await PlainTextResponse(b"x" * MUCH)(scope, receive, send)
    else:
        await hello(scope, receive, send)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(GET, id="kept", marks=pytest.mark.full),
        pytest.param(LAST, id="to be closed"),
        pytest.param(GET * 3, id="several", marks=pytest.mark.full),
    ],
)
def test_a_client_that_reads_nothing_of_its_answer_is_let_go(asked: bytes) -> None:
    async def main() -> None:
        begun = asyncio.Event()

        async def site(scope: Scope, receive: Receive, send: Send) -> None:
            begun.set()
            await called_much(scope, receive, send)

        async with serving(1, CAP_S, site, silent_s=0.05) as port:
            _, client = await asyncio.open_connection("127.0.0.1", port)
            client.transport.pause_reading()  # type: ignore[attr-defined]
            client.write(asked.replace(b"/ ", b"/much "))
            await begun.wait()
            # It has a call, so that nobody else gets its place as long as it is kept.
            async with asyncio.timeout(CAP_S):
                while not await says(port, LAST):
                    pass
            client.transport.abort()

    asyncio.run(main())


@pytest.mark.full
def test_a_client_that_reads_slowly_gets_its_whole_answer() -> None:
    async def main() -> None:
        async with serving(1, CAP_S, called_much, silent_s=1) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=10_000)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
            writer.write(LAST.replace(b"/ ", b"/much "))
            clock = asyncio.get_running_loop().time
            began, got = clock(), 0
            while part := await reader.read(10_000):
                got += len(part)
                # Three times as long as a client may be silent, and a part of the answer only.
                if clock() - began < 3:
                    assert got < MUCH
                    await asyncio.sleep(0.02)
            assert got > MUCH
            writer.close()
            await writer.wait_closed()

    asyncio.run(main())


@pytest.mark.parametrize(("ahead", "answered"), [(MOST_AHEAD, MOST_AHEAD), (5 * MOST_AHEAD, MOST_AHEAD + 1)])
def test_of_many_requests_sent_ahead_the_first_are_answered(ahead: int, answered: int) -> None:
    async def main() -> bytes:
        async with serving(1, CAP_S) as port:
            return await says(port, GET * (ahead - 1) + LAST)

    assert asyncio.run(main()).count(b"hello") == answered


def test_a_call_that_takes_longer_than_a_head_is_answered() -> None:
    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.1)
        await hello(scope, receive, send)

    async def main() -> bytes:
        async with serving(9, 0.05, slow) as port:
            return await says(port, LAST)

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
