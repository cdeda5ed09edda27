"""Every hostile form of an address, through the whole client, before listeners that must see no connection."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from httpcore2 import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream

from opsin.errors import AddressRefused, WebError
from opsin.web.client import Web
from tests.web.hostile_answers import ANSWERS
from tests.web.hostile_forms import FORMS
from tests.web.loopback import LIMITS, PUBLIC, Names, Peer, Seen, home, serve
from tests.web.public_forms import GOOD, GOOD_ANSWERS

EVERY_FORM = [form for forms in FORMS.values() for form in forms]


class Trap:
    """A listener on 127.0.0.1, and on ::1 where there is one, that only counts."""

    def __init__(self) -> None:
        self.port = 0
        self.connections = 0

    def accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        writer.transport.abort()


@asynccontextmanager
async def trapped() -> AsyncIterator[Trap]:
    trap = Trap()
    servers = [await asyncio.start_server(trap.accepted, "127.0.0.1", 0)]
    trap.port = servers[0].sockets[0].getsockname()[1]
    with suppress(OSError):
        servers.append(await asyncio.start_server(trap.accepted, "::1", trap.port))
    try:
        yield trap
    finally:
        for server in servers:
            server.close()
            await server.wait_closed()


class Leads(AsyncNetworkBackend):
    """A network where some IP addresses are servers of the test, and every other one is the trap."""

    def __init__(self, trap: Trap, servers: Mapping[str, int]) -> None:
        self._trap = trap
        self._servers = servers
        self.dialled: list[str] = []

    async def connect_tcp(self, host: str, port: int, *args: Any, **more: Any) -> AsyncNetworkStream:
        self.dialled.append(host)
        return await AnyIOBackend().connect_tcp(
            "127.0.0.1", self._servers.get(host, self._trap.port), *args, **more
        )


async def _refused(web: Web, url: str, reason: str) -> None:
    failure = ""
    try:
        await web.get(url, limits=LIMITS)
    except AddressRefused as error:
        failure = error.message
    assert failure, f"{url!r} was asked"
    assert re.search(reason, failure), url


def test_there_are_enough_forms_and_no_two_are_the_same() -> None:
    assert len(EVERY_FORM) >= 120
    assert len({form for form, _ in EVERY_FORM}) == len(EVERY_FORM)
    assert len(GOOD) + len(GOOD_ANSWERS) >= 30


def test_the_trap_sees_who_gets_through() -> None:
    async def scenario() -> None:
        async with trapped() as trap:
            place = f"127.0.0.1:{trap.port}"
            async with Web(allow={place}) as web:
                with pytest.raises(WebError):
                    await web.get(f"http://{place}/", limits=LIMITS)
            leads = Leads(trap, {})
            async with Web(dialler=leads) as web:
                with pytest.raises(WebError):
                    await web.get("http://8.8.8.8/", limits=LIMITS)
            assert (trap.connections, leads.dialled) == (2, ["8.8.8.8"])

    asyncio.run(scenario())


@pytest.mark.parametrize("forms", FORMS.values(), ids=list(FORMS))
def test_hostile_forms_are_refused_for_their_reason_and_open_nothing(
    forms: Sequence[tuple[str, str]],
) -> None:
    async def scenario() -> None:
        async with trapped() as trap:
            leads = Leads(trap, {})
            # The system's own network, the listener's own port: what a resolver takes as this machine would arrive.
            # Then the web's ports, every name this machine, and every address that is dialled the listener.
            async with Web() as own, Web(resolver=home, dialler=leads) as led:
                for form, reason in forms:
                    await _refused(own, form.replace("{at}", f":{trap.port}"), reason)
                    await _refused(led, form.replace("{at}", ""), reason)
                    assert (trap.connections, leads.dialled) == (0, []), form

    asyncio.run(scenario())


@pytest.mark.parametrize("forms", FORMS.values(), ids=list(FORMS))
def test_no_server_can_send_its_reader_to_a_hostile_form(forms: Sequence[tuple[str, str]]) -> None:
    to = ""

    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/start":
            location = f"Location: {to}".encode("utf-8", "surrogatepass")
            await peer.send(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n%s\r\n\r\n" % location)
        else:
            await peer.reply(b"still here")

    async def sent(trap: Trap, port: int) -> None:
        leads = Leads(trap, {PUBLIC: port})
        async with Web(resolver=Names(start_example=[[PUBLIC]]), dialler=leads) as web:
            failure = ""
            try:
                reply = await web.get("http://start.example/start", limits=LIMITS)
            except WebError as error:
                failure = error.message
            if failure:
                assert failure.startswith("start.example "), to
            else:
                # Without a host a Location is a path, an empty one none at all: the reader stays where it is. A
                # line break ends it.
                assert not urlsplit(to.partition("\n")[0]).netloc, to
                assert reply.url.startswith("http://start.example/"), to
        assert trap.connections == 0, to
        assert set(leads.dialled) == {PUBLIC}, to

    async def scenario() -> None:
        nonlocal to
        async with trapped() as trap, serve(handler) as server:
            for form, _ in forms:
                to = form.replace("{at}", "")
                await sent(trap, server.port)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "beside", [[], [PUBLIC], [PUBLIC, "2606:4700::1111"]], ids=["alone", "last", "third"]
)
def test_a_name_that_leads_to_a_hostile_address_is_refused(beside: Sequence[str]) -> None:
    async def go(seen: Seen, peer: Peer) -> None:
        await peer.redirect("http://inner.example/")

    async def led(trap: Trap, port: int, answer: str, reason: str) -> None:
        names = Names(inner_example=[[*beside, answer]], start_example=[["9.9.9.9"]])
        leads = Leads(trap, {"9.9.9.9": port})
        async with Web(resolver=names, dialler=leads) as web:
            await _refused(web, "http://inner.example/", reason)
            assert leads.dialled == [], answer
            await _refused(web, "http://start.example/", reason)
        assert leads.dialled == ["9.9.9.9"], answer
        assert trap.connections == 0, answer

    async def scenario() -> None:
        async with trapped() as trap, serve(go) as server:
            for answer, reason in ANSWERS:
                await led(trap, server.port, answer, reason)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "name", ["localhost.localdomain", "127.0.0.1.nip.example", "xn--lcalhost-9ue.example"]
)
def test_a_name_that_looks_public_is_judged_by_where_it_leads(name: str) -> None:
    async def scenario() -> None:
        async with trapped() as trap:
            leads = Leads(trap, {})
            async with Web(resolver=home, dialler=leads) as web:
                await _refused(web, f"http://{name}/", "leads to 127.0.0.1")
            assert (trap.connections, leads.dialled) == (0, [])

    asyncio.run(scenario())


async def _host(seen: Seen, peer: Peer) -> None:
    await peer.reply(seen.headers["host"].encode())


@pytest.mark.parametrize(("url", "dialled", "host"), GOOD)
def test_a_public_form_is_asked(url: str, dialled: str, host: str) -> None:
    async def everywhere(name: str, port: int) -> Sequence[str]:
        return [PUBLIC]

    async def scenario() -> None:
        async with trapped() as trap, serve(_host) as server:
            leads = Leads(trap, {dialled: server.port})
            async with Web(resolver=everywhere, dialler=leads) as web:
                assert (await web.get(url, limits=LIMITS)).body.decode() == host
            assert leads.dialled == [dialled]

    asyncio.run(scenario())


@pytest.mark.parametrize("answer", GOOD_ANSWERS)
def test_a_name_that_leads_to_a_public_address_is_asked_there(answer: str) -> None:
    async def scenario() -> None:
        async with trapped() as trap, serve(_host) as server:
            leads = Leads(trap, {answer: server.port})
            async with Web(resolver=Names(photos_example=[[answer]]), dialler=leads) as web:
                assert (await web.get("http://photos.example/", limits=LIMITS)).body == b"photos.example"
            assert leads.dialled == [answer]

    asyncio.run(scenario())
