"""The one explicit proxy, and the environment's, which are not used."""

import asyncio
import logging
import ssl

import pytest
import trustme

from opsin.errors import AddressRefused, SettingError, Unreachable
from opsin.web.client import Web
from opsin.web.proxy import parse_proxy
from tests.web.loopback import LIMITS, Peer, Seen, home, serve

TEXT = b"<p>a red panda in a tree</p>" * 40


async def _hello(seen: Seen, peer: Peer) -> None:
    await peer.reply(TEXT)


def test_the_environments_proxies_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serve(_hello) as proxy, serve(_hello) as server:
            for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
                monkeypatch.setenv(name, proxy.url())
            monkeypatch.delenv("NO_PROXY", raising=False)
            async with Web(allow={f"photos.example:{server.port}"}, resolver=home) as web:
                await web.get(server.url(host="photos.example"), limits=LIMITS)
            assert (proxy.connections, server.connections) == (0, 1)

    asyncio.run(scenario())


def test_an_explicit_proxy_is_used_told_of_once_and_still_given_no_private_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> list[Seen]:
        async with serve(_hello) as proxy, Web(proxy=f"http://me:pa%40ss@{proxy.place}") as web:
            for _ in range(2):
                reply = await web.get("http://photos.example/a?b", limits=LIMITS)
                assert reply.body == TEXT
            for url in ("http://127.0.0.1/", "http://10.0.0.1/", "http://printer.local/"):
                with pytest.raises(AddressRefused):
                    await web.get(url, limits=LIMITS)
            return proxy.seen

    with caplog.at_level(logging.WARNING):
        first, _ = asyncio.run(scenario())
    assert first.path == "http://photos.example:80/a?b"
    assert first.headers["host"] == "photos.example"
    assert first.headers["proxy-authorization"] == "Basic bWU6cGFAc3M="
    assert [record.getMessage() for record in caplog.records if "proxy" in record.getMessage()] == [
        "Requests go through a proxy, which resolves names: connections are not pinned."
    ]


def test_a_proxy_that_does_not_connect_is_told() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        assert (seen.method, seen.path) == ("CONNECT", "photos.example:443")
        await peer.reply(b"", 403)

    async def scenario() -> None:
        async with serve(handler) as proxy, Web(proxy=proxy.url()) as web:
            with pytest.raises(Unreachable, match="proxy"):
                await web.get("https://photos.example/", limits=LIMITS)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "proxy",
    [
        "socks5://127.0.0.1:1",
        "127.0.0.1:8080",
        "http://",
        "http://a:b",
        "http://[::1",
        "http://ü.example/",
        "http://\udcff.example/",
        "http://me:\udcff@proxy.example/",
    ],
)
def test_a_proxy_that_is_none_stops_the_start(proxy: str) -> None:
    with pytest.raises(SettingError):
        Web(proxy=proxy)


@pytest.mark.parametrize("user", ["ü:ß", "%C3%BC:%C3%9F"])
def test_a_proxys_password_may_have_letters_beyond_ascii(user: str) -> None:
    assert parse_proxy(f"http://{user}@proxy.example:8080").auth == ("ü".encode(), "ß".encode())


def test_tls_through_a_proxy_ends_at_the_server_and_names_it() -> None:
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("photos.example").configure_cert(context)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(trusting)

    async def scenario() -> None:
        async def connect(seen: Seen, peer: Peer) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            await peer.send(b"HTTP/1.1 200 Connected\r\n\r\n")
            try:
                await asyncio.gather(_pipe(peer.reader, writer), _pipe(reader, peer.writer))
            finally:
                writer.transport.abort()

        async with (
            serve(_hello, context) as server,
            serve(connect) as proxy,
            Web(proxy=proxy.url(), ssl_context=trusting) as web,
        ):
            for _ in range(2):
                assert (await web.get("https://photos.example/a", limits=LIMITS)).body == TEXT
            with pytest.raises(Unreachable, match=r"certificate of other\.example"):
                await web.get("https://other.example/", limits=LIMITS)
            assert [seen.path for seen in proxy.seen] == ["photos.example:443", "other.example:443"]
            assert [seen.headers["host"] for seen in server.seen] == ["photos.example"] * 2

    asyncio.run(scenario())


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()
