"""A call that is cancelled, in whatever phase, frees its socket and its place in the queue."""

import asyncio
import gc
import ssl
from collections.abc import Iterable

import pytest
import trustme
from httpcore2 import SOCKET_OPTION, AnyIOBackend, AsyncNetworkStream

from opsin.web.client import Web
from tests.web.loopback import LIMITS, PATIENCE, Peer, Seen, serve, until


async def _stall(seen: Seen, peer: Peer) -> None:
    """`/head` sends nothing, `/body` a part of a body, `/` all of it."""
    if seen.path == "/":
        await peer.reply(b"ok")
        return
    if seen.path == "/body":
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + b"." * 100)
    await peer.hung_up()


async def _cancelled(task: asyncio.Task[object]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("path", ["/head", "/body"])
@pytest.mark.parametrize("tls", [False, True])
def test_waiting_for_the_server(path: str, tls: bool) -> None:
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(trusting)

    async def scenario() -> None:
        async with (
            serve(_stall, context if tls else None) as server,
            Web(allow={server.place}, per_host=1, ssl_context=trusting) as web,
        ):
            scheme = "https" if tls else "http"
            began = asyncio.Event()
            task: asyncio.Task[object] = asyncio.create_task(
                web.get(server.url(path, scheme=scheme), limits=LIMITS, check_head=lambda _: began.set())
            )
            await until(lambda: bool(server.seen) and (path == "/head" or began.is_set()))
            await _cancelled(task)
            await until(lambda: server.open_now == 0)
            assert (await web.get(server.url("/", scheme=scheme), limits=LIMITS)).body == b"ok"

    asyncio.run(scenario())


def test_in_the_tls_handshake() -> None:
    async def scenario() -> None:
        greeted, ended = asyncio.Event(), asyncio.Event()

        async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(1)
            greeted.set()
            await reader.read()
            writer.close()
            ended.set()

        server = await asyncio.start_server(mute, "127.0.0.1", 0)
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server, Web(allow={place}, ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)) as web:
            task: asyncio.Task[object] = asyncio.create_task(web.get(f"https://{place}/", limits=LIMITS))
            async with asyncio.timeout(PATIENCE):
                await greeted.wait()
                await _cancelled(task)
                await ended.wait()

    asyncio.run(scenario())


def test_in_our_own_queue_and_while_resolving() -> None:
    async def scenario() -> None:
        asked = asyncio.Event()

        async def never(host: str, port: int) -> list[str]:
            asked.set()
            await asyncio.Event().wait()
            return []

        async with serve(_stall) as server, Web(allow={server.place}, resolver=never, connections=1) as web:
            resolving: asyncio.Task[object] = asyncio.create_task(web.get("http://a.example/", limits=LIMITS))
            await asked.wait()
            queued: asyncio.Task[object] = asyncio.create_task(web.get(server.url(), limits=LIMITS))
            await asyncio.sleep(0)
            await _cancelled(queued)
            assert server.connections == 0
            await _cancelled(resolving)
            assert (await web.get(server.url(), limits=LIMITS)).body == b"ok"

    asyncio.run(scenario())


def test_with_a_connection_but_no_permit() -> None:
    """A connection that took long has lent its permit, and waits for it when it stands at last."""

    class Late(AnyIOBackend):
        def __init__(self) -> None:
            super().__init__()
            self.go = asyncio.Event()

        async def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,  # noqa: ASYNC109
            local_address: str | None = None,
            socket_options: Iterable[SOCKET_OPTION] | None = None,
        ) -> AsyncNetworkStream:
            if host == "127.0.0.2":
                await self.go.wait()
                host = "127.0.0.1"
            return await super().connect_tcp(host, port, timeout, local_address, socket_options)

    async def scenario() -> None:
        late = Late()

        async def resolver(host: str, _port: int) -> list[str]:
            return ["127.0.0.2" if host == "late.example" else "127.0.0.1"]

        async with serve(_stall) as server:
            allow = {f"late.example:{server.port}", f"quick.example:{server.port}"}
            async with Web(allow=allow, resolver=resolver, connections=1, dialler=late) as web:
                waiting: asyncio.Task[object] = asyncio.create_task(
                    web.get(server.url("/body", "late.example"), limits=LIMITS)
                )
                await asyncio.sleep(0)
                holding: asyncio.Task[object] = asyncio.create_task(
                    web.get(server.url("/body", "quick.example"), limits=LIMITS)
                )
                await until(lambda: len(server.seen) == 1)
                late.go.set()
                await until(lambda: server.open_now == 2)
                await _cancelled(waiting)
                await until(lambda: server.open_now == 1)
                await _cancelled(holding)

    gc.disable()
    try:
        asyncio.run(scenario())
    finally:
        gc.enable()
