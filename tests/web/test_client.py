import asyncio
import gc
import gzip

import brotli  # type: ignore[import-untyped]
import pytest

from opsin.errors import WebError
from opsin.web.client import DEFAULT_UA, Limits, Reply, Web
from tests.web.loopback import LIMITS, Loopback, Peer, Seen, home, serve, until

TEXT = b"<p>a red panda in a tree</p>" * 40


async def _hello(seen: Seen, peer: Peer) -> None:
    await peer.reply(
        TEXT, headers=["Content-Type: text/html", "Set-Cookie: l=wt-wt; path=/", "Set-Cookie: a=b"]
    )


def _web(server: Loopback, **more: object) -> Web:
    return Web(allow={server.place, f"photos.example:{server.port}"}, resolver=home, **more)  # type: ignore[arg-type]


def test_a_get_brings_status_headers_body_and_cookies() -> None:
    async def scenario() -> tuple[Reply, Loopback]:
        async with serve(_hello) as server, _web(server) as web:
            reply = await web.get(server.url("/a b?x=1#y"), limits=LIMITS, params={"q": "red panda"})
            return reply, server

    reply, server = asyncio.run(scenario())
    assert reply == Reply(
        url=f"http://{server.place}/a%20b?x=1&q=red+panda",
        status=200,
        headers={"content-length": str(len(TEXT)), "content-type": "text/html"},
        body=TEXT,
        cookies=(("l", "wt-wt"), ("a", "b")),
        peer=server.place,
    )
    seen = server.seen[0]
    assert (seen.method, seen.path) == ("GET", "/a%20b?x=1&q=red+panda")
    assert seen.headers == {
        "host": server.place,
        "user-agent": DEFAULT_UA,
        "accept": "*/*",
        "accept-encoding": "identity",
    }


def test_a_post_sends_its_body() -> None:
    async def scenario() -> Seen:
        async with serve(_hello) as server, _web(server) as web:
            await web.post(
                server.url("/ask"), body=b'{"a": 1}', content_type="application/json", limits=LIMITS
            )
            return server.seen[0]

    seen = asyncio.run(scenario())
    assert (seen.method, seen.path, seen.body) == ("POST", "/ask", b'{"a": 1}')
    assert seen.headers["content-type"] == "application/json"


def test_headers_replace_the_defaults_and_cookies_are_not_kept() -> None:
    async def scenario() -> list[Seen]:
        async with serve(_hello) as server, _web(server, user_agent="opsin (mail@example.org)") as web:
            await web.get(
                server.url(), limits=LIMITS, headers={"User-Agent": "x", "Cookie": "c=d", "Accept": "image/*"}
            )
            await web.get(server.url(), limits=LIMITS)
            return server.seen

    first, second = asyncio.run(scenario())
    assert (first.headers["user-agent"], first.headers["cookie"], first.headers["accept"]) == (
        "x",
        "c=d",
        "image/*",
    )
    assert second.headers["user-agent"] == "opsin (mail@example.org)"
    assert "cookie" not in second.headers


@pytest.mark.parametrize(
    "headers", [{"x": "a\r\nHost: evil"}, {"x": "\u2764"}, {"a b": "c"}, {"\u00fc": "x"}]
)
def test_a_header_that_cannot_be_sent_is_told(headers: dict[str, str]) -> None:
    async def scenario() -> None:
        async with serve(_hello) as server, _web(server) as web:
            with pytest.raises(WebError, match="header"):
                await web.get(server.url(), limits=LIMITS, headers=headers)
            await until(lambda: server.open_now == 0)
            assert server.seen == []

    asyncio.run(scenario())


@pytest.mark.parametrize("status", [202, 304, 400, 404, 429, 503])
def test_every_status_is_a_reply(status: int) -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.reply(b"" if status == 304 else b"why", status, ["Retry-After: 30"])

    async def scenario() -> Reply:
        async with serve(handler) as server, _web(server) as web:
            return await web.get(server.url(), limits=LIMITS)

    reply = asyncio.run(scenario())
    assert (reply.status, reply.retry_after) == (status, 30)
    assert reply.body == (b"" if status == 304 else b"why")


@pytest.mark.parametrize("coding", ["gzip", "br", "identity"])
def test_what_is_encoded_is_decoded(coding: str) -> None:
    sent = {"gzip": gzip.compress, "br": brotli.compress, "identity": bytes}[coding](TEXT)

    async def handler(seen: Seen, peer: Peer) -> None:
        assert seen.headers["accept-encoding"] == "gzip, br"
        await peer.reply(sent, headers=[f"Content-Encoding: {coding}"])

    async def scenario() -> Reply:
        async with serve(handler) as server, _web(server) as web:
            return await web.get(server.url(), limits=LIMITS, headers={"Accept-Encoding": "gzip, br"})

    assert asyncio.run(scenario()).body == TEXT


@pytest.mark.parametrize("per_host", [1, 3])
def test_no_host_is_asked_more_at_once_than_allowed(per_host: int) -> None:
    running, peak = 0, 0

    async def handler(seen: Seen, peer: Peer) -> None:
        nonlocal running, peak
        running += 1
        peak = max(peak, running)
        await until(lambda: peak >= per_host)
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no")
        for _ in range(20):
            await asyncio.sleep(0)
        running -= 1
        await peer.send(b"k")

    async def scenario() -> None:
        async with serve(handler) as server, _web(server, host_connections={"*.0.0.1": per_host}) as web:
            replies = await asyncio.gather(*(web.get(server.url(), limits=LIMITS) for _ in range(9)))
            assert [reply.body for reply in replies] == [b"ok"] * 9
            assert server.connections <= per_host

    asyncio.run(scenario())
    assert peak == per_host


def test_a_closing_that_the_end_of_the_loop_cancels_is_not_reported_as_lost() -> None:
    lost: list[str] = []

    async def scenario() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context["message"]))
        async with serve(_hello) as server:
            web = _web(server)
            await web.get(server.url(), limits=LIMITS)
            before = asyncio.all_tasks()
            closing = asyncio.create_task(web.aclose())
            # One step to begin, and one for the connections to be at their end.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            ending = asyncio.all_tasks() - before
            assert len(ending) > 1
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)
            await until(lambda: server.open_now == 0)
            del closing, ending, task
            gc.collect()

    asyncio.run(scenario())
    assert lost == []


def test_nothing_is_opened_before_the_first_request_and_closing_closes() -> None:
    async def scenario() -> None:
        async with serve(_hello) as server:
            web = _web(server)
            assert server.connections == 0
            await asyncio.gather(*(web.get(server.url(), limits=Limits(max_bytes=2000)) for _ in range(2)))
            assert server.open_now == 2
            await web.aclose()
            await until(lambda: server.open_now == 0)

    asyncio.run(scenario())
