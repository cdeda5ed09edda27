"""The door to this machine: no byte goes to another, whatever a name, a server or the environment says."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from httpcore2 import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream

from opsin.errors import AddressRefused, NotThisMachine, TimedOut, Unreachable
from opsin.web.client import Limits, Web
from opsin.web.machine import is_here
from tests.web.loopback import LIMITS, PUBLIC, Loopback, Names, Peer, Seen, Wires, home, serve, until

HERE: frozenset[str] = frozenset()
SECRET = b"pixels " * 1_000


async def _answer(seen: Seen, peer: Peer) -> None:
    await peer.reply(b"mine")


async def _post(web: Web, url: str, allowed: frozenset[str] = HERE) -> Any:
    return await web.post(url, body=SECRET, content_type="x/y", limits=LIMITS, machine=allowed)


@pytest.mark.parametrize(
    ("host", "address", "here"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("localhost", "127.8.9.10", True),
        ("::1", "::1", True),
        ("model.example", "127.0.0.1", True),
        ("localhost", "128.0.0.1", False),
        ("localhost", "10.0.0.1", False),
        ("localhost", "0.0.0.0", False),
        ("localhost", "::", False),
        ("localhost", "::2", False),
        ("localhost", "::ffff:93.184.216.34", False),
        ("localhost", "::ffff:10.0.0.1", False),
        ("localhost", "fe80::1", False),
        ("localhost", "not an address", False),
        ("localhost", PUBLIC, False),
        ("host.docker.internal", "192.168.65.254", True),
        ("gateway.docker.internal", "fdc4:f303:9324::254", True),
        ("host.containers.internal", "169.254.1.2", True),
        ("host.docker.internal", "169.254.169.254", False),
        ("host.docker.internal", PUBLIC, False),
        ("host.docker.internal", "100.64.0.1", False),
        ("host.docker.internal.example", "192.168.65.254", False),
        ("evil.docker.internal", "192.168.65.254", False),
    ],
)
def test_what_counts_as_this_machine(host: str, address: str, here: bool) -> None:
    assert is_here(host, address) is here


def test_a_server_here_answers_and_the_answer_says_who_it_was() -> None:
    async def scenario() -> None:
        async with serve(_answer) as server, Web(resolver=home) as web:
            for host in ("127.0.0.1", "localhost", "ollama.test", "host.docker.internal"):
                reply = await _post(web, server.url("/", host))
                assert (reply.body, reply.peer) == (b"mine", server.place)
            # None is kept for the next: each socket is judged.
            assert server.connections == 4

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "answers",
    [[PUBLIC], ["10.0.0.7"], ["127.0.0.1", PUBLIC], [PUBLIC, "127.0.0.1"], ["::1", "fe80::1"], ["0.0.0.0"]],
)
def test_a_name_that_leads_elsewhere_is_not_dialled(answers: Sequence[str]) -> None:
    async def scenario() -> None:
        async with serve(_answer) as other:
            names = Names(model_test=[answers])
            wires = Wires(names, **dict.fromkeys(answers, other.port))
            async with Web(resolver=names, dialler=wires) as web:
                with pytest.raises(NotThisMachine, match="OPSIN_VISION_ALLOW_REMOTE"):
                    await _post(web, "http://model.test:11434/api/chat")
            assert (wires.dialled, other.connections) == ([], 0)

    asyncio.run(scenario())


@pytest.mark.parametrize("host", [PUBLIC, "10.0.0.7", "[fe80::1]", "0.0.0.0", "[::ffff:93.184.216.34]"])
def test_an_address_elsewhere_is_not_dialled(host: str) -> None:
    async def scenario() -> None:
        names = Names()
        wires = Wires(names)
        async with Web(resolver=names, dialler=wires) as web:
            with pytest.raises(NotThisMachine, match="not an address of this machine"):
                await _post(web, f"http://{host}:11434/")
        assert wires.dialled == []

    asyncio.run(scenario())


def test_a_name_that_changes_its_answer_finds_no_second_look_up() -> None:
    async def scenario() -> None:
        async with serve(_answer) as here, serve(_answer) as other:
            names = Names(model_test=[["127.0.0.1"], [PUBLIC]])
            wires = Wires(names, at_127_0_0_1=here.port, **{PUBLIC: other.port})
            async with Web(resolver=names, dialler=wires) as web:
                await _post(web, "http://model.test/")
                with pytest.raises(NotThisMachine):
                    await _post(web, "http://model.test/")
            assert (wires.dialled, len(here.seen), other.connections) == (["127.0.0.1"], 1, 0)

    asyncio.run(scenario())


class _Elsewhere(AsyncNetworkBackend):
    """A network that takes whoever asks for this machine to another one, as a rule of its firewall may."""

    def __init__(self, port: int, end: Any) -> None:
        self.port = port
        self.end = end

    async def connect_tcp(self, host: str, port: int, *args: Any, **more: Any) -> AsyncNetworkStream:
        stream = await AnyIOBackend().connect_tcp("127.0.0.1", self.port, *args, **more)
        return OtherEnd(stream, self.end)


class OtherEnd(AsyncNetworkStream):
    def __init__(self, inner: AsyncNetworkStream, end: Any) -> None:
        self.inner, self.end = inner, end

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        return await self.inner.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self.inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self.inner.aclose()

    def get_extra_info(self, info: str) -> Any:
        return self.end if info == "server_addr" else self.inner.get_extra_info(info)


@pytest.mark.parametrize("end", [(PUBLIC, 11434), ("10.0.0.7", 11434), ("fe80::1", 11434, 0, 2), None])
def test_the_connected_socket_is_judged_before_a_byte_is_written(end: Any) -> None:
    received: list[bytes] = []

    async def scenario() -> None:
        async def sniff(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            received.append(await reader.read())
            writer.close()

        server = await asyncio.start_server(sniff, "127.0.0.1", 0)
        async with (
            server,
            Web(resolver=home, dialler=_Elsewhere(server.sockets[0].getsockname()[1], end)) as web,
        ):
            with pytest.raises(NotThisMachine, match="not on this machine"):
                await _post(web, "http://localhost:11434/api/chat")
            await until(lambda: bool(received))

    asyncio.run(scenario())
    assert received == [b""]


def test_another_machine_is_reached_where_the_user_allows_that_very_place() -> None:
    async def scenario() -> None:
        async with serve(_answer) as other:
            names = Names(gpu_test=[["10.0.0.7"]])
            wires = Wires(names, at_10_0_0_7=other.port)
            async with Web(resolver=names, dialler=wires) as web:
                allowed = frozenset({"gpu.test:11434"})
                assert (await _post(web, "http://GPU.test:11434/", allowed)).body == b"mine"
                for url in ("http://gpu.test:11435/", "http://gpu.test/", "http://10.0.0.7:11434/"):
                    with pytest.raises(NotThisMachine):
                        await _post(web, url, allowed)
                # What one call may do is nothing that the next one may.
                with pytest.raises(NotThisMachine):
                    await _post(web, "http://gpu.test:11434/")
            assert len(wires.dialled) == 1

    asyncio.run(scenario())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed_not_even_to_itself(status: int) -> None:
    async def scenario() -> None:
        async def go(seen: Seen, peer: Peer) -> None:
            await peer.redirect(seen.path.removeprefix("/go?"), status)

        async with serve(_answer) as other, serve(go) as server, Web(resolver=home) as web:
            for to in (other.url(), "https://ollama.example/api/chat", "/elsewhere"):
                with pytest.raises(NotThisMachine, match="elsewhere") as refused:
                    await _post(web, server.url(f"/go?{to}"))
                assert refused.value.outside.endswith(to)
            assert (other.connections, len(server.seen)) == (0, 3)

    asyncio.run(scenario())


def test_no_proxy_sees_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serve(_answer) as proxy, serve(_answer) as server:
            for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy", "OPSIN_PROXY"):
                monkeypatch.setenv(name, proxy.url())
            async with Web(proxy=proxy.url()) as web:
                assert (await _post(web, server.url())).body == b"mine"
            assert proxy.connections == 0

    asyncio.run(scenario())


def test_what_the_outer_door_may_reach_this_one_may_not() -> None:
    async def scenario() -> None:
        names = Names(nas_test=[["10.0.0.7"]])
        async with Web(allow={"nas.test:80"}, resolver=names, dialler=Wires(names)) as web:
            with pytest.raises(NotThisMachine):
                await _post(web, "http://nas.test/")
            with pytest.raises(AddressRefused):
                await _post(web, "file:///etc/passwd")

    asyncio.run(scenario())


def test_a_long_wait_takes_no_place_of_a_search() -> None:
    go_on = asyncio.Event()

    async def slow(seen: Seen, peer: Peer) -> None:
        if seen.path == "/slow":
            await go_on.wait()
        await peer.reply(b"mine")

    async def scenario() -> None:
        async with serve(slow) as server, Web(allow={server.place}, connections=1, per_host=1) as web:
            waiting = [
                asyncio.ensure_future(web.get(server.url("/slow"), limits=LIMITS, machine=HERE))
                for _ in range(3)
            ]
            await until(lambda: len(server.seen) == 3)
            assert (await web.get(server.url(), limits=LIMITS)).ok
            go_on.set()
            assert all(reply.ok for reply in await asyncio.gather(*waiting))

    asyncio.run(scenario())


def test_pieces_are_handed_on_as_they_come_and_a_cancelled_call_closes_its_socket() -> None:
    pieces: list[bytes] = []

    async def drip(seen: Seen, peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{}\n")
        await peer.hung_up()

    async def scenario() -> None:
        async with serve(drip) as server, Web() as web:
            call = web.post(
                server.url(),
                body=b"x",
                content_type="x/y",
                limits=LIMITS,
                machine=HERE,
                on_piece=pieces.append,
            )
            task = asyncio.ensure_future(call)
            await until(lambda: bool(pieces))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await until(lambda: server.open_now == 0)

    asyncio.run(scenario())
    assert b"".join(pieces) == b"{}\n"


def test_what_takes_too_long_or_is_not_there_is_told() -> None:
    async def silent(seen: Seen, peer: Peer) -> None:
        await peer.hung_up()

    async def scenario() -> Loopback:
        async with serve(silent) as server, Web() as web:
            with pytest.raises(TimedOut):
                await web.get(server.url(), limits=Limits(10, first_byte=0.05), machine=HERE)
        async with Web() as web:
            with pytest.raises(Unreachable):
                await web.get(server.url(), limits=LIMITS, machine=HERE)
        return server

    asyncio.run(scenario())
