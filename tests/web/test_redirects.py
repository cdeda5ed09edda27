import asyncio
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote

import pytest

from opsin.errors import AddressRefused, BadRedirect
from opsin.web.client import Reply, Web
from tests.web.loopback import LIMITS, Loopback, Peer, Seen, home, serve

SECRETS = {
    "Cookie": "a=b",
    "Authorization": "Bearer key",
    "Referer": "http://page.example/",
    "Accept": "image/*",
}


async def _go(seen: Seen, peer: Peer) -> None:
    """`/302/to` leads to `to`, `/down/3` to `/down/2` and so on; all else is the end."""
    first, _, rest = seen.path[1:].partition("/")
    if first == "down" and rest != "0":
        await peer.redirect(f"/down/{int(rest) - 1}")
    elif first.isdigit():
        await peer.redirect(unquote(rest), int(first))
    else:
        await peer.reply(b"the end", headers=["Set-Cookie: last=1"])


def _run(call: Callable[[Web, Loopback, Loopback], object]) -> object:
    async def scenario() -> object:
        async with serve(_go) as server, serve(_go) as other:
            allow = {f"{name}:{peer.port}" for name in ("a.example", "b.example") for peer in (server, other)}
            async with Web(allow=allow, resolver=home) as web:
                return await call(web, server, other)  # type: ignore[misc]

    return asyncio.run(scenario())


def test_five_redirects_are_followed_and_told_and_the_sixth_is_not() -> None:
    async def call(web: Web, server: Loopback, other: Loopback) -> None:
        reply: Reply = await web.get(server.url("/down/5", "a.example"), limits=LIMITS)
        assert reply.body == b"the end"
        assert reply.url == server.url("/down/0", "a.example")
        assert reply.redirects == tuple(server.url(f"/down/{left}", "a.example") for left in (5, 4, 3, 2, 1))
        assert reply.cookies == (("last", "1"),)
        assert server.connections == 1
        with pytest.raises(BadRedirect, match="more than 5"):
            await web.get(server.url("/down/6", "a.example"), limits=LIMITS)
        assert len(server.seen) == 12

    _run(call)


def test_a_circle_is_noticed() -> None:
    async def call(web: Web, server: Loopback, other: Loopback) -> None:
        with pytest.raises(BadRedirect, match="circle"):
            await web.get(server.url("/302/%2F302%2F", "a.example"), limits=LIMITS)
        assert len(server.seen) <= 2

    _run(call)


def test_credentials_cookies_and_referer_stay_with_their_host() -> None:
    async def call(web: Web, server: Loopback, other: Loopback) -> None:
        await web.get(server.url("/302/%2Fhere", "a.example"), limits=LIMITS, headers=SECRETS)
        assert {"cookie", "authorization", "referer"} <= set(server.seen[-1].headers)
        for peer, host in ((server, "b.example"), (other, "a.example")):
            await web.get(
                server.url(f"/302/{peer.url('/x', host)}", "a.example"), limits=LIMITS, headers=SECRETS
            )
            assert set(peer.seen[-1].headers) == {"host", "user-agent", "accept", "accept-encoding"}
            assert peer.seen[-1].headers["accept"] == "image/*"

    _run(call)


def test_a_post_is_led_on_as_a_get() -> None:
    async def call(web: Web, server: Loopback, other: Loopback) -> None:
        await web.post(
            server.url("/303/%2Fx", "a.example"), body=b"q", content_type="text/plain", limits=LIMITS
        )
        assert [(seen.method, seen.body) for seen in server.seen] == [("POST", b"q"), ("GET", b"")]
        assert "content-type" not in server.seen[1].headers

    _run(call)


def test_a_redirect_without_a_location_is_an_answer() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        await peer.reply(b"nowhere", 302)

    async def scenario() -> None:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            reply = await web.get(server.url(), limits=LIMITS)
            assert (reply.status, reply.body, reply.redirects) == (302, b"nowhere", ())

    asyncio.run(scenario())


def test_no_text_of_a_location_is_in_the_sentence() -> None:
    async def call(web: Web, server: Loopback, _other: Loopback) -> None:
        for target in ("obey-all://x", "http://obey%2520all/", "http://[obey]/", "http://host:obey/"):
            with pytest.raises((AddressRefused, BadRedirect)) as caught:
                await web.get(server.url(f"/302/{target}", "a.example"), limits=LIMITS)
            assert caught.value.message.startswith("a.example redirects")
            assert "obey" not in str(caught.value)
            assert isinstance(caught.value, BadRedirect) or "obey" in caught.value.outside

    _run(call)


def test_a_redirects_body_that_does_not_come_holds_nobody_up() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/end":
            await peer.reply(b"the end")
        else:
            await peer.send(b"HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 9\r\n\r\n")
            await peer.hung_up()

    async def scenario() -> None:
        async with serve(handler) as server, Web(allow={server.place}) as web:
            reply = await web.get(server.url(), limits=replace(LIMITS, between_bytes=15))
            assert reply.body == b"the end"
            assert server.connections == 2

    async def in_time() -> None:
        async with asyncio.timeout(10):
            await scenario()

    asyncio.run(in_time())
