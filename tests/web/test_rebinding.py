"""The guard that matters most, whole: client, pool and pinned connections, on a network where each IP is a server."""

import asyncio
import ssl
from collections.abc import Sequence

import pytest
import trustme

from opsin.errors import AddressRefused, Unreachable
from opsin.web.client import Web
from tests.web.loopback import LIMITS, PUBLIC, Names, Peer, Seen, Wires, serve

SECRET = "127.0.0.1"


async def _public(seen: Seen, peer: Peer) -> None:
    if seen.path.startswith("/go?"):
        await peer.redirect(seen.path.removeprefix("/go?"))
    else:
        await peer.reply(b"public")


async def _secret(seen: Seen, peer: Peer) -> None:
    await peer.reply(b"secret")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def _server_context(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*names).configure_cert(context)
    return context


def _client_context(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(context)
    return context


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_name_that_rebinds_after_the_check_never_reaches_the_secret_server(
    scheme: str, authority: trustme.CA
) -> None:
    context = _server_context(authority, "photos.example") if scheme == "https" else None

    async def scenario() -> None:
        async with serve(_public, context) as public, serve(_secret, context) as secret:
            names = Names(photos_example=[[PUBLIC], [SECRET]])
            wires = Wires(names, **{PUBLIC: public.port, SECRET: secret.port})
            trusting = _client_context(authority)
            async with Web(resolver=names, dialler=wires, ssl_context=trusting) as web:
                reply = await web.get(f"{scheme}://photos.example/", limits=LIMITS)
                assert reply.body == b"public"
            assert names.asked == ["photos.example"]
            assert public.seen[0].headers["host"] == "photos.example"
            async with Web(resolver=names, dialler=wires, ssl_context=trusting) as web:
                with pytest.raises(AddressRefused, match="loopback"):
                    await web.get(f"{scheme}://photos.example/", limits=LIMITS)
            assert secret.connections == 0
            assert wires.dialled == [PUBLIC]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("to", "answers"),
    [
        ("http://169.254.169.254/latest/meta-data/", []),
        ("http://127.0.0.1/", []),
        ("http://[::ffff:127.0.0.1]/", []),
        ("http://localhost/", [[SECRET]]),
        ("http://inner.example/", [[SECRET]]),
        ("http://inner.example/", [["169.254.169.254"]]),
        ("http://inner.example:22/", [[PUBLIC]]),
        ("http://user@inner.example/", [[PUBLIC]]),
        ("file:///etc/passwd", []),
        ("ftp://inner.example/", [[PUBLIC]]),
    ],
)
def test_a_redirect_is_judged_like_a_first_address(to: str, answers: Sequence[Sequence[str]]) -> None:
    async def scenario() -> None:
        async with serve(_public) as public, serve(_secret) as secret:
            names = Names(photos_example=[[PUBLIC]], inner_example=answers, localhost=[[SECRET]])
            servers = {PUBLIC: public.port, SECRET: secret.port, "169.254.169.254": secret.port}
            wires = Wires(names, **servers)
            async with Web(resolver=names, dialler=wires) as web:
                with pytest.raises(
                    AddressRefused, match=r"^photos\.example redirects: |^inner\.example leads to "
                ):
                    await web.get(f"http://photos.example/go?{to}", limits=LIMITS)
            assert secret.connections == 0
            assert len(public.seen) == 1

    asyncio.run(scenario())


def test_the_certificate_is_checked_for_the_name_not_the_address(authority: trustme.CA) -> None:
    async def scenario() -> None:
        context = _server_context(authority, "other.example", PUBLIC)
        async with serve(_public, context) as public:
            names = Names(photos_example=[[PUBLIC]], other_example=[[PUBLIC]])
            wires = Wires(names, **{PUBLIC: public.port})
            async with Web(resolver=names, dialler=wires, ssl_context=_client_context(authority)) as web:
                with pytest.raises(Unreachable, match=r"certificate of photos\.example"):
                    await web.get("https://photos.example/", limits=LIMITS)
                assert (await web.get("https://other.example/", limits=LIMITS)).body == b"public"
            assert [seen.headers["host"] for seen in public.seen] == ["other.example"]

    asyncio.run(scenario())


def test_the_systems_own_trust_is_the_default(authority: trustme.CA) -> None:
    async def scenario() -> None:
        async with serve(_public, _server_context(authority, "photos.example")) as public:
            names = Names(photos_example=[[PUBLIC]])
            async with Web(resolver=names, dialler=Wires(names, **{PUBLIC: public.port})) as web:
                with pytest.raises(Unreachable, match="certificate"):
                    await web.get("https://photos.example/", limits=LIMITS)
            assert public.seen == []

    asyncio.run(scenario())


def test_an_allowed_place_is_reached_whatever_it_resolves_to_and_no_other_port_of_it() -> None:
    async def scenario() -> None:
        async with serve(_secret) as server:
            names = Names(mirror_example=[[SECRET]])
            wires = Wires(names, **{SECRET: server.port})
            async with Web(allow={"Mirror.example:8080"}, resolver=names, dialler=wires) as web:
                assert (await web.get("http://mirror.example:8080/", limits=LIMITS)).body == b"secret"
                with pytest.raises(AddressRefused):
                    await web.get("http://mirror.example/", limits=LIMITS)

    asyncio.run(scenario())
