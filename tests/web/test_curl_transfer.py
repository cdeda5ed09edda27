"""One request over curl: its headers, its limits, and how it ends."""

import asyncio
import gzip
from contextlib import suppress
from dataclasses import replace

import pytest

from opsin.errors import AddressRefused, BadReply, TimedOut, TooLarge, Unreachable, WebError
from opsin.web.clock import timed
from opsin.web.curl_transfer import Transfer, _Received, transfer
from opsin.web.impersonating import Impersonating
from opsin.web.reply import Reply
from opsin.web.urls import check_url
from tests.web.as_browser import NAME, asked, browser_at, hello, needs_curl
from tests.web.loopback import LIMITS, PUBLIC, Loopback, Names, Peer, Seen, serve, until


@needs_curl
def test_headers_replace_the_browsers_own_and_an_empty_one_leaves_it_out() -> None:
    headers = {"Accept": "*/*", "Sec-Fetch-User": "", "Cookie": "c=d"}

    async def ask(server: Loopback, way: Impersonating) -> Reply:
        return await way.get(server.url("/", NAME), browser="chrome", limits=LIMITS, headers=headers)

    _, server = asked(hello, use=ask)
    seen = server.seen[0].headers
    assert (seen["accept"], seen["cookie"]) == ("*/*", "c=d")
    assert "sec-fetch-user" not in seen
    assert "upgrade" not in seen


@needs_curl
@pytest.mark.parametrize("name", ["a\nb", "x\r\ny: z", "ü"])
def test_a_header_that_cannot_be_sent_is_refused(name: str) -> None:
    async def ask(server: Loopback, way: Impersonating) -> Reply:
        with pytest.raises(WebError, match="cannot be sent"):
            await way.get(server.url("/", NAME), browser="chrome", limits=LIMITS, headers={"X-A": name})
        return Reply("", 0, {}, b"")

    _, server = asked(hello, use=ask)
    assert not server.seen


@needs_curl
@pytest.mark.parametrize("coding", ["gzip", ""])
def test_too_many_bytes_end_the_transfer(coding: str) -> None:
    bomb = gzip.compress(bytes(64 * 2**20), 9) if coding else bytes(200_000)

    async def big(_seen: Seen, peer: Peer) -> None:
        with suppress(ConnectionError):
            await peer.reply(bomb, headers=[f"Content-Encoding: {coding}"] if coding else [])

    with pytest.raises(TooLarge, match="100,000"):
        asked(big)


@needs_curl
def test_a_body_without_an_end_or_a_length_is_cut_short_too() -> None:
    async def endless(_seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 200 OK\r\n\r\n")
        with suppress(ConnectionError):
            while True:
                await peer.send(bytes(65_536))

    with pytest.raises(TooLarge):
        asked(endless)


@needs_curl
def test_what_is_compressed_comes_decoded() -> None:
    async def packed(_seen: Seen, peer: Peer) -> None:
        await peer.reply(gzip.compress(b"hello"), headers=["Content-Encoding: gzip"])

    reply, _ = asked(packed)
    assert reply.body == b"hello"


@needs_curl
def test_a_body_that_is_promised_too_large_is_not_waited_for() -> None:
    async def promise(_seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n")
        await peer.hung_up()

    with pytest.raises(TooLarge):
        asked(promise)


@needs_curl
@pytest.mark.parametrize("length", [None, 10_000_000])
def test_the_page_of_an_error_is_cut_and_its_status_told(length: int | None) -> None:
    async def error(_seen: Seen, peer: Peer) -> None:
        with suppress(ConnectionError):
            await peer.reply(bytes(300_000), status=403, headers=["Retry-After: 30"], length=length)

    reply, _ = asked(error)
    assert (reply.status, reply.retry_after) == (403, 30)
    assert len(reply.body) <= LIMITS.max_bytes


@needs_curl
def test_headers_without_an_end_are_refused() -> None:
    async def endless(_seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 200 OK\r\n")
        with suppress(ConnectionError):
            while True:
                await peer.send(b"X-A: " + b"a" * 1_000 + b"\r\n")

    with pytest.raises(BadReply, match="headers"):
        asked(endless)


@needs_curl
@pytest.mark.parametrize(
    "sent", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf", b"SSH-2.0-x\r\n\r\n"]
)
def test_an_answer_that_breaks_off_is_an_error(sent: bytes) -> None:
    async def short(_seen: Seen, peer: Peer) -> None:
        await peer.send(sent)
        peer.close()

    with pytest.raises((BadReply, Unreachable)):
        asked(short)


@needs_curl
@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"])
def test_a_deadline_ends_it_and_closes_the_socket(sent: bytes) -> None:
    async def silent(_seen: Seen, peer: Peer) -> None:
        await peer.send(sent)
        await peer.hung_up()

    async def ask(server: Loopback, way: Impersonating) -> Reply:
        with pytest.raises(TimedOut, match=r"0\.3"):
            await way.get(server.url("/", NAME), browser="chrome", limits=replace(LIMITS, whole=0.3))
        await until(lambda: server.open_now == 0)
        return Reply("", 0, {}, b"")

    asked(silent, use=ask)


@needs_curl
def test_a_connection_that_does_not_come_about_ends_in_time() -> None:
    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def scenario() -> None:
        server = await asyncio.start_server(deaf, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        way = browser_at(f"https://{NAME}:{port}")
        with pytest.raises(TimedOut, match="connected to in time"):
            await way.get(f"https://{NAME}:{port}/", browser="chrome", limits=replace(LIMITS, connect=0.3))
        server.close()
        await server.wait_closed()

    asyncio.run(scenario())


@needs_curl
def test_an_answer_from_an_address_that_was_not_judged_is_refused() -> None:
    async def scenario() -> None:
        async with serve(hello) as server:
            wanted = Transfer(check_url(server.url("/"), named=True), ["127.0.0.9"], "chrome", {}, LIMITS, "")
            async with timed(LIMITS, NAME) as clock:
                with pytest.raises(AddressRefused, match="another address"):
                    await transfer(wanted, clock)

    asyncio.run(scenario())


def test_bytes_are_counted_as_they_come_whatever_curl_does() -> None:
    async def scenario() -> None:
        wanted = Transfer(check_url("https://duckduckgo.com/"), [PUBLIC], "chrome", {}, LIMITS, "")
        async with timed(LIMITS, NAME) as clock:
            received = _Received(wanted, clock, status=200)
            received.take_body(bytes(LIMITS.max_bytes))
            with pytest.raises(TooLarge):
                received.take_body(b"x")
            assert len(received.body) == LIMITS.max_bytes

    asyncio.run(scenario())


@needs_curl
def test_nobody_there_is_told() -> None:
    async def scenario() -> None:
        way = browser_at(f"http://{NAME}:9")
        with pytest.raises(Unreachable, match="took no connection"):
            await way.get(f"http://{NAME}:9/", browser="chrome", limits=LIMITS)
        unknown = browser_at("http://nowhere.example", resolver=Names())
        with pytest.raises(Unreachable, match="does not resolve"):
            await unknown.get("http://nowhere.example/", browser="chrome", limits=LIMITS)

    asyncio.run(scenario())


@needs_curl
def test_a_browser_that_there_is_none_of_is_told() -> None:
    async def ask(server: Loopback, way: Impersonating) -> Reply:
        with pytest.raises(WebError, match="no such browser"):
            await way.get(server.url("/", NAME), browser="mosaic", limits=LIMITS)
        return Reply("", 0, {}, b"")

    asked(hello, use=ask)
