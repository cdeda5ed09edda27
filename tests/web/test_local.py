import asyncio
import logging

import pytest

from opsin.errors import AddressRefused, BadRedirect
from opsin.web.client import Web
from tests.web.loopback import LIMITS, Peer, Seen, home, serve, until


async def _go(seen: Seen, peer: Peer) -> None:
    if seen.path.startswith("/go?"):
        await peer.redirect(seen.path.removeprefix("/go?"))
    else:
        await peer.reply(b"mine")


def test_a_named_server_may_have_any_address_and_leads_only_to_itself() -> None:
    async def scenario() -> None:
        async with serve(_go) as server, serve(_go) as other, Web(resolver=home) as web:
            for host in ("127.0.0.1", "localhost", "model.local"):
                url = server.url("/go?/x", host)
                assert (await web.get(url, limits=LIMITS, named=True)).body == b"mine"
            for to in (
                other.url(),
                server.url(host="localhost"),
                "http://93.184.216.34/",
                "http://photos.example/",
            ):
                with pytest.raises(BadRedirect, match="named"):
                    await web.get(server.url(f"/go?{to}"), limits=LIMITS, named=True)
            with pytest.raises(AddressRefused):
                await web.get(server.url("/go?file:///etc/passwd"), limits=LIMITS, named=True)
            assert other.connections == 0

    asyncio.run(scenario())


def test_the_outer_door_never_uses_a_connection_of_the_inner_one() -> None:
    async def scenario() -> None:
        async with serve(_go) as server, Web(allow=(), resolver=home) as web:
            url = server.url(host="photos.example")
            assert (await web.get(url, limits=LIMITS, named=True)).body == b"mine"
            with pytest.raises(AddressRefused):
                await web.get(url, limits=LIMITS)
            assert (len(server.seen), server.connections) == (1, 1)

        async with serve(_go) as server, Web(allow={f"photos.example:{server.port}"}, resolver=home) as web:
            url = server.url(host="photos.example")
            await web.get(url, limits=LIMITS, named=True)
            await web.get(url, limits=LIMITS)
            assert [seen.connection for seen in server.seen] == [1, 2]

    asyncio.run(scenario())


def test_the_inner_door_goes_through_no_proxy(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with serve(_go) as proxy, serve(_go) as server, Web(proxy=proxy.url()) as web:
            assert (await web.get(server.url(), limits=LIMITS, named=True)).body == b"mine"
            assert proxy.connections == 0

    with caplog.at_level(logging.WARNING):
        asyncio.run(scenario())
    assert not caplog.records


def test_closing_the_client_closes_both_doors() -> None:
    async def scenario() -> None:
        async with serve(_go) as server:
            async with Web(allow={server.place}) as web:
                await web.get(server.url(), limits=LIMITS)
                await web.get(server.url(), limits=LIMITS, named=True)
                assert server.open_now == 2
            await until(lambda: server.open_now == 0)

    asyncio.run(scenario())
