"""The judgement below the connection pool, on its own: nothing above it is asked here."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from httpcore2 import ConnectError

from opsin.errors import AddressRefused
from opsin.web.pinned import PinnedBackend, resolve
from tests.web.loopback import PUBLIC, Names, Peer, Seen, Wires, serve


async def _silent(seen: Seen, peer: Peer) -> None:
    await peer.hung_up()


def _never(host: str, port: int) -> bool:
    return False


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["169.254.169.254"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["fe80::1%eth0"],
        [PUBLIC, "127.0.0.1"],
        ["127.0.0.1", PUBLIC],
        ["2606:4700::1", "fd00::1"],
    ],
)
def test_one_address_that_is_not_public_refuses_the_name_and_nothing_is_dialled(answers: list[str]) -> None:
    async def scenario() -> None:
        names = Names(photos_example=[answers])
        wires = Wires(names)
        with pytest.raises(AddressRefused, match=r"photos\.example"):
            await PinnedBackend(names, _never, wires).connect_tcp("photos.example", 80)
        assert wires.dialled == []

    asyncio.run(scenario())


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "169.254.169.254", "::ffff:7f00:1", "2002:7f00:1::"])
def test_an_address_instead_of_a_name_is_judged_too(host: str) -> None:
    async def scenario() -> None:
        names = Names()
        wires = Wires(names)
        with pytest.raises(AddressRefused):
            await PinnedBackend(names, _never, wires).connect_tcp(host, 80)
        assert (wires.dialled, names.asked) == ([], [])

    asyncio.run(scenario())


def test_the_next_address_is_tried_and_the_name_is_resolved_once() -> None:
    async def scenario() -> None:
        async with serve(_silent) as server:
            names = Names(photos_example=[["1.1.1.1", "8.8.8.8", "8.8.8.8", PUBLIC], ["127.0.0.1"]])
            wires = Wires(names, **{PUBLIC: server.port})
            stream = await PinnedBackend(names, _never, wires).connect_tcp("photos.example", 80, timeout=5)
            await stream.aclose()
            assert wires.dialled == ["1.1.1.1", "8.8.8.8", PUBLIC]
            assert names.asked == ["photos.example"]

    asyncio.run(scenario())


def test_an_exempt_place_may_have_any_address() -> None:
    async def scenario() -> None:
        async with serve(_silent) as server:
            names = Names(nas_local=[["127.0.0.1"]])

            def nas_only(host: str, port: int) -> bool:
                return (host, port) == ("nas.local", 80)

            backend = PinnedBackend(names, nas_only, Wires(names, **{"127.0.0.1": server.port}))
            await (await backend.connect_tcp("nas.local", 80)).aclose()
            with pytest.raises(AddressRefused):
                await backend.connect_tcp("nas.local", 81)

    asyncio.run(scenario())


@pytest.mark.parametrize("answers", [[], ["1.1.1.1", "8.8.8.8"]])
def test_a_name_without_an_address_that_answers_is_an_error(answers: list[str]) -> None:
    names = Names(photos_example=[answers])
    with pytest.raises(ConnectError):
        asyncio.run(PinnedBackend(names, _never, Wires(names)).connect_tcp("photos.example", 80, timeout=5))


@pytest.mark.parametrize("error", [OSError("no such name"), UnicodeError("label too long")])
def test_a_name_that_does_not_resolve_is_an_error(error: Exception) -> None:
    async def fail(host: str, port: int) -> list[str]:
        raise error

    with pytest.raises(ConnectError, match="does not resolve"):
        asyncio.run(PinnedBackend(fail, _never, Wires(fail)).connect_tcp("photos.example", 80))


def test_socket_files_are_refused() -> None:
    with pytest.raises(AddressRefused):
        asyncio.run(PinnedBackend(resolve, _never).connect_unix_socket("/run/docker.sock"))


def test_the_system_resolves_an_address_to_itself() -> None:
    assert asyncio.run(resolve("127.0.0.1", 80)) == ["127.0.0.1"]


def test_the_systems_look_up_needs_no_thread_of_the_loop() -> None:
    go_on = threading.Event()

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        waiting = asyncio.ensure_future(asyncio.to_thread(go_on.wait, 60))
        try:
            async with asyncio.timeout(20):
                assert "127.0.0.1" in await resolve("127.0.0.1", 80)
        finally:
            go_on.set()
            await waiting

    asyncio.run(scenario())
