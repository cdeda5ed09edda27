"""One request, one answer: what may break, and what is made good."""

import asyncio
import gzip
from dataclasses import replace

import pytest

from opsin.errors import BadReply, Unreachable
from opsin.web.client import Reply, Web
from tests.web.loopback import LIMITS, Loopback, Peer, Seen, home, serve, until

TEXT = b"<p>a red panda in a tree</p>" * 40


async def _hello(seen: Seen, peer: Peer) -> None:
    await peer.reply(
        TEXT, headers=["Content-Type: text/html", "Set-Cookie: l=wt-wt; path=/", "Set-Cookie: a=b"]
    )


def _web(server: Loopback, **more: object) -> Web:
    return Web(allow={server.place, f"photos.example:{server.port}"}, resolver=home, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 3\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n"
        + gzip.compress(TEXT, mtime=0)[:20],
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000,
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        b"\xff\xd8\xff\xe0 no http at all\r\n\r\n",
    ],
    ids=[
        "short",
        "unended chunks",
        "foreign coding",
        "not gzip",
        "half gzip",
        "two lengths",
        "endless header",
        "another protocol",
        "no HTTP",
    ],
)
def test_an_answer_that_breaks_its_own_word_is_told(reply: bytes) -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.send(reply)
        peer.close()

    async def scenario() -> None:
        async with serve(handler) as server, _web(server) as web:
            with pytest.raises(BadReply):
                await web.get(server.url(), limits=LIMITS)

    asyncio.run(scenario())


def test_an_errors_page_may_be_broken_and_too_long() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/long":
            await peer.reply(b"x" * 200_000, 429)
        elif seen.path == "/short":
            await peer.reply(b"abc", 503, length=100)
        else:
            await peer.reply(b"abc", 403, ["Content-Encoding: zstd"])
        peer.close()

    async def scenario() -> list[Reply]:
        async with serve(handler) as server, _web(server) as web:
            return [await web.get(server.url(path), limits=LIMITS) for path in ("/long", "/short", "/coded")]

    long, short, coded = asyncio.run(scenario())
    assert (long.status, long.body) == (429, b"x" * LIMITS.max_bytes)
    assert (short.status, short.body) == (503, b"abc")
    assert (coded.status, coded.body) == (403, b"")


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
def test_a_connection_that_breaks_is_unreachable(sent: bytes) -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if sent:
            await peer.send(sent)
            # The reset must not overtake what was sent.
            await asyncio.sleep(0.05)
        peer.reset()

    async def scenario() -> None:
        async with serve(handler) as server, _web(server) as web:
            with pytest.raises(Unreachable):
                await web.get(server.url(), limits=LIMITS)

    asyncio.run(scenario())


def test_a_server_that_hangs_up_without_an_answer_is_unreachable() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        peer.close()

    async def scenario() -> None:
        async with serve(handler) as server, _web(server) as web:
            with pytest.raises(Unreachable, match="without an answer"):
                await web.get(server.url(), limits=LIMITS)

    asyncio.run(scenario())


def test_a_port_where_nobody_listens_is_unreachable() -> None:
    async def scenario() -> None:
        async with serve(_hello) as server:
            place = server.url()
        async with _web(server) as web:
            with pytest.raises(Unreachable, match=r"^127\.0\.0\.1:\d+ refused the connection\.$"):
                await web.get(place, limits=LIMITS)

    asyncio.run(scenario())


def test_the_head_is_checked_once_and_may_end_the_transfer() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 %s OK\r\nContent-Length: 50000\r\n\r\n" % seen.path[1:].encode())
        for _ in range(50):
            await peer.send(b"0123456789" * 100)

    heads: list[bytes] = []

    def refuse(head: bytes) -> None:
        heads.append(head)
        raise ValueError("no picture")

    async def scenario() -> None:
        async with serve(handler) as server, _web(server) as web:
            await web.get(server.url("/200"), limits=LIMITS, check_head=heads.append)
            assert heads == [(b"0123456789" * 7)[:64]]
            await web.get(server.url("/404"), limits=LIMITS, check_head=refuse)
            assert len(heads) == 1
            with pytest.raises(ValueError, match="no picture"):
                await web.get(server.url("/200"), limits=LIMITS, check_head=refuse)
            assert len(heads) == 2

    asyncio.run(scenario())


@pytest.mark.parametrize("body", [b"", b"short", b"x" * 64])
def test_a_short_body_is_checked_at_its_end(body: bytes) -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.reply(body)

    async def scenario() -> list[bytes]:
        heads: list[bytes] = []
        async with serve(handler) as server, _web(server) as web:
            await web.get(server.url(), limits=LIMITS, check_head=heads.append)
        return heads

    assert asyncio.run(scenario()) == [body]


def test_connections_are_kept_and_one_that_died_meanwhile_is_made_anew() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/then-dies" or (seen.path == "/dies" and seen.connection == 1):
            if seen.path == "/then-dies":
                await peer.reply(b"ok")
            peer.close()
        else:
            await peer.reply(b"ok")

    async def scenario() -> None:
        async with serve(handler) as server, _web(server) as web:
            for path in ("/", "/", "/dies", "/then-dies"):
                assert (await web.get(server.url(path), limits=LIMITS)).body == b"ok"
            await until(lambda: server.open_now == 0)
            assert (await web.get(server.url(), limits=LIMITS)).body == b"ok"
            assert [seen.connection for seen in server.seen] == [1, 1, 1, 2, 2, 3]

    asyncio.run(scenario())


def test_what_a_server_sends_beyond_its_length_is_never_the_next_answer() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        smuggled = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        body = b"true" + (smuggled if seen.path == "/more" else b"")
        await peer.reply(body, length=4)

    async def scenario() -> None:
        async with serve(handler) as server, _web(server) as web:
            assert (await web.get(server.url("/more"), limits=LIMITS)).body == b"true"
            assert (await web.get(server.url("/next"), limits=LIMITS)).body == b"true"
            assert server.connections == 2

    asyncio.run(scenario())


def test_an_errors_page_is_read_only_for_what_it_says() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 404 Not Found\r\nContent-Length: 3000000\r\n\r\n")
        await peer.send(bytes(3_000_000))

    async def scenario() -> Reply:
        async with serve(handler) as server, _web(server) as web:
            return await web.get(server.url(), limits=replace(LIMITS, max_bytes=2_000_000))

    reply = asyncio.run(scenario())
    assert (reply.status, len(reply.body)) == (404, 262_144)
