"""Caps on bytes and on time. A time limit's test asserts the error, and that it came long before the next limit."""

import asyncio
import gzip
import tracemalloc
from dataclasses import replace

import brotli  # type: ignore[import-untyped]
import pytest

from opsin.errors import TimedOut, TooLarge, Unreachable
from opsin.web.client import Limits, Reply, Web
from tests.web.loopback import LIMITS, Peer, Seen, home, serve, until

SOON = 0.15
GENEROUS = 8.0


async def _chunked(peer: Peer, body: bytes, *headers: str) -> None:
    await peer.send("\r\n".join(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", *headers, "", ""]).encode())
    for start in range(0, len(body), 50_000):
        piece = body[start : start + 50_000]
        await peer.send(b"%x\r\n%s\r\n" % (len(piece), piece))
    await peer.send(b"0\r\n\r\n")


@pytest.mark.parametrize("coding", ["", "gzip", "br"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_the_very_limit_is_read_and_one_byte_more_is_not(coding: str, chunked: bool) -> None:
    most = 70_000

    async def handler(seen: Seen, peer: Peer) -> None:
        body = b"x" * (most + int(seen.path[1:]))
        sent = {"gzip": gzip.compress, "br": brotli.compress}.get(coding, bytes)(body)
        headers = [f"Content-Encoding: {coding}"] if coding else []
        await (_chunked(peer, sent, *headers) if chunked else peer.reply(sent, headers=headers))

    async def scenario() -> None:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            limits = replace(LIMITS, max_bytes=most)
            assert len((await web.get(server.url("/0"), limits=limits)).body) == most
            with pytest.raises(TooLarge, match="70,000"):
                await web.get(server.url("/1"), limits=limits)
            await until(lambda: server.open_now == 0)

    asyncio.run(scenario())


def test_a_length_beyond_the_limit_ends_it_before_the_body() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n")
        await peer.hung_up()

    async def scenario() -> None:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            with pytest.raises(TooLarge):
                await web.get(server.url(), limits=LIMITS)
            await until(lambda: server.open_now == 0)

    asyncio.run(scenario())


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_a_bomb_costs_no_more_than_the_limit(coding: str) -> None:
    body = bytes(100_000_000)
    bomb = gzip.compress(body, 1) if coding == "gzip" else brotli.compress(body, quality=3)

    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.reply(bomb, headers=[f"Content-Encoding: {coding}"])

    async def scenario() -> int:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            limits = replace(LIMITS, max_bytes=1_000_000)
            tracemalloc.start()
            try:
                with pytest.raises(TooLarge):
                    await web.get(server.url(), limits=limits)
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    assert asyncio.run(scenario()) < 8_000_000


def test_bytes_that_decode_to_nothing_are_limited_too() -> None:
    # Empty stored blocks (RFC 1951, 3.2.4): five bytes each, and nothing comes out.
    async def handler(seen: Seen, peer: Peer) -> None:
        await _chunked(peer, gzip.compress(b"")[:10] + b"\0\0\0\xff\xff" * 80_000, "Content-Encoding: gzip")

    async def scenario() -> None:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            with pytest.raises(TooLarge):
                await web.get(server.url(), limits=LIMITS)

    asyncio.run(scenario())


async def _drip(seen: Seen, peer: Peer) -> None:
    """`/head`: nothing; `/pause`: a head alone; `/stall`: the start of a body; `/drip`: a byte now and then; `/header`: header by header."""
    if seen.path == "/header":
        await peer.send(b"HTTP/1.1 200 OK\r\n")
    elif seen.path == "/pause":
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    elif seen.path != "/head":
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nstart")
    if seen.path in ("/drip", "/header"):
        while not peer.writer.is_closing() and not peer.reader.at_eof():
            await peer.send(b"." if seen.path == "/drip" else b"X: y\r\n")
            await asyncio.sleep(0.02)
    await peer.hung_up()


@pytest.mark.parametrize(
    ("path", "limits", "says"),
    [
        ("/head", replace(LIMITS, first_byte=SOON), "sent nothing"),
        ("/header", replace(LIMITS, first_byte=SOON), "sent nothing"),
        ("/pause", replace(LIMITS, between_bytes=SOON), "stopped sending"),
        ("/stall", replace(LIMITS, between_bytes=SOON), "stopped sending"),
        ("/drip", replace(LIMITS, whole=SOON), "was not done"),
        ("/head", replace(LIMITS, whole=SOON), "was not done"),
    ],
)
def test_a_slow_server_is_given_up_in_time(path: str, limits: Limits, says: str) -> None:
    async def scenario() -> None:
        async with serve(_drip) as server, Web(allow={server.place}) as web:
            async with asyncio.timeout(GENEROUS):
                with pytest.raises(TimedOut, match=says):
                    await web.get(server.url(path), limits=limits)
                await until(lambda: server.open_now == 0)

    asyncio.run(scenario())


def test_a_drip_that_keeps_to_the_pause_is_read_on() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
        for _ in range(8):
            await asyncio.sleep(0.1)
            await peer.send(b".")

    async def scenario() -> Reply:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            return await web.get(server.url(), limits=replace(LIMITS, first_byte=0.7, between_bytes=0.7))

    assert asyncio.run(scenario()).body == b"." * 8


def test_a_name_that_does_not_resolve_in_time_is_given_up() -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    async def scenario() -> None:
        async with asyncio.timeout(GENEROUS), Web(resolver=never) as web:
            with pytest.raises(TimedOut, match="connected"):
                await web.get("http://photos.example/", limits=replace(LIMITS, connect=SOON))

    asyncio.run(scenario())


def test_a_tls_handshake_that_stalls_is_given_up() -> None:
    async def scenario() -> None:
        ended = asyncio.Event()

        async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()
            ended.set()

        server = await asyncio.start_server(mute, "127.0.0.1", 0)
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server, asyncio.timeout(GENEROUS), Web(allow={place}) as web:
            with pytest.raises(TimedOut, match="connected"):
                await web.get(f"https://{place}/", limits=replace(LIMITS, connect=SOON))
            await ended.wait()

    asyncio.run(scenario())


def test_the_wait_in_our_own_queue_counts_to_the_whole_only() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/slow":
            await asyncio.sleep(0.6)
        await peer.reply(b"ok")

    async def scenario() -> None:
        async with serve(handler) as server, Web(allow={server.place}, per_host=1) as web:
            slow = asyncio.create_task(web.get(server.url("/slow"), limits=LIMITS))
            await until(lambda: len(server.seen) == 1)
            short = replace(LIMITS, connect=0.4, first_byte=0.4, between_bytes=0.4)
            with pytest.raises(TimedOut, match="was not done"):
                await web.get(server.url(), limits=replace(short, whole=0.05))
            assert (await web.get(server.url(), limits=short)).body == b"ok"
            assert (await slow).body == b"ok"

    asyncio.run(scenario())


def test_a_refused_connection_is_no_timeout() -> None:
    async def scenario() -> None:
        async with Web(allow={"photos.example:1"}, resolver=home) as web:
            with pytest.raises(Unreachable):
                await web.get("http://photos.example:1/", limits=LIMITS)

    asyncio.run(scenario())
