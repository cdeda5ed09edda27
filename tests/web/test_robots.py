"""robots.txt as it is fetched: asked once for each origin, kept for a while, failing open."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from opsin.errors import TimedOut
from opsin.web import robots as module
from opsin.web.client import Web
from opsin.web.robots import KEPT_AFTER_FAILURE, KEPT_SECONDS, MOST_ORIGINS, Robots, RobotsForbid
from opsin.web.robots_rules import ALLOW_ALL
from tests.web.loopback import LIMITS, Handler, Loopback, Peer, Seen, home, serve, until

FORBIDS = b"User-agent: *\nDisallow: /private\n"
Use = Callable[[Loopback, Robots, Web], Awaitable[None]]


def with_robots(handler: Handler, use: Use, clock: Callable[[], float] | None = None) -> list[str]:
    """Use `Robots` against a server; gives the paths that it was asked for."""

    async def scenario() -> list[str]:
        async with serve(handler) as server:
            allow = [f"{host}:{server.port}" for host in ("127.0.0.1", "one.test", "two.test")]
            async with Web(allow=allow, resolver=home) as web:
                robots = Robots(web, clock) if clock is not None else Robots(web)
                await use(server, robots, web)
            return [seen.path for seen in server.seen]

    return asyncio.run(scenario())


def answering(body: bytes = FORBIDS, status: int = 200, *headers: str) -> Handler:
    async def handler(_seen: Seen, peer: Peer) -> None:
        with suppress(ConnectionError):
            await peer.reply(body, status, headers)

    return handler


async def forbids_private(server: Loopback, robots: Robots, _web: Web) -> None:
    await robots.check(server.url("/open.jpg"))
    with pytest.raises(RobotsForbid, match=r"The robots\.txt of 127\.0\.0\.1 does not allow it") as caught:
        await robots.check(server.url("/private/x.jpg"))
    assert caught.value.hint


async def allows_all(server: Loopback, robots: Robots, _web: Web) -> None:
    await robots.check(server.url("/private/x.jpg"))
    await robots.check(server.url("/open.jpg"))


def test_one_file_is_fetched_and_asked_for_every_path() -> None:
    assert with_robots(answering(), forbids_private) == ["/robots.txt"]


@pytest.mark.parametrize("status", [204, 400, 401, 403, 404, 410, 429, 451, 500, 502, 503])
def test_a_host_without_a_file_forbids_nothing(status: int) -> None:
    body = b"" if status == 204 else FORBIDS
    assert with_robots(answering(body, status), allows_all) == ["/robots.txt"]


def test_it_is_asked_under_opsins_name() -> None:
    agents = []

    async def handler(seen: Seen, peer: Peer) -> None:
        agents.append(seen.headers["user-agent"])
        await peer.reply(b"User-agent: opsin\nDisallow: /private\n\nUser-agent: *\nDisallow: /\n")

    with_robots(handler, forbids_private)
    assert agents[0].startswith("opsin/")


def test_redirects_are_followed_to_another_host() -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/robots.txt":
            await peer.redirect(f"http://one.test:{seen.headers['host'].rpartition(':')[2]}/rules")
        else:
            await peer.reply(FORBIDS)

    assert with_robots(handler, forbids_private) == ["/robots.txt", "/rules"]


@pytest.mark.parametrize(
    "to", ["http://169.254.169.254/", "file:///etc/passwd", "/robots.txt", "http://other.test:1/"]
)
def test_a_redirect_to_where_none_may_lead_forbids_nothing(to: str) -> None:
    async def handler(_seen: Seen, peer: Peer) -> None:
        await peer.redirect(to)

    assert with_robots(handler, allows_all) == ["/robots.txt"]


def test_ten_megabytes_are_read_as_far_as_the_cap() -> None:
    sent = FORBIDS + b"#" * 10_000_000 + b"\nUser-agent: *\nDisallow: /open\n"
    assert with_robots(answering(sent), forbids_private) == ["/robots.txt"]


@pytest.mark.parametrize("length", ["", "Transfer-Encoding: chunked"])
def test_a_file_without_an_end_is_read_as_far_as_the_cap(length: str) -> None:
    async def handler(_seen: Seen, peer: Peer) -> None:
        with suppress(ConnectionError):
            piece = b"#" * 65_535 + b"\n"
            head = f"HTTP/1.1 200 OK\r\n{length}\r\n\r\n" if length else "HTTP/1.1 200 OK\r\n\r\n"
            await peer.send(head.encode())
            for body in (FORBIDS, *[piece] * 1_000):
                await peer.send(b"%x\r\n%s\r\n" % (len(body), body) if length else body)

    assert with_robots(handler, forbids_private) == ["/robots.txt"]


@pytest.mark.parametrize(
    "sent", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + FORBIDS, b"nonsense\r\n\r\n"]
)
def test_an_answer_that_breaks_off_forbids_nothing(sent: bytes) -> None:
    async def handler(_seen: Seen, peer: Peer) -> None:
        await peer.send(sent)
        peer.close()

    with_robots(handler, allows_all)


def test_a_host_that_cannot_be_reached_forbids_nothing() -> None:
    async def use(_server: Loopback, robots: Robots, _web: Web) -> None:
        await robots.check("http://nowhere.example:9/x.jpg")
        await robots.check("http://10.0.0.1/x.jpg")

    assert with_robots(answering(), use) == []


def test_a_silent_host_is_not_waited_for_long() -> None:
    assert module.LIMITS.first_byte <= 3
    assert module.LIMITS.connect <= 3
    assert module.LIMITS.whole <= 5


def test_a_caller_that_gives_up_lets_the_next_one_ask() -> None:
    async def handler(_seen: Seen, peer: Peer) -> None:
        if len(first) == 0:
            first.append(1)
            await peer.hung_up()
        else:
            await peer.reply(FORBIDS)

    first: list[int] = []

    async def use(server: Loopback, robots: Robots, _web: Web) -> None:
        giving_up = asyncio.create_task(robots.check(server.url("/open.jpg")))
        await until(lambda: bool(first))
        waiting = asyncio.create_task(robots.check(server.url("/private")))
        await asyncio.sleep(0)
        giving_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await giving_up
        with pytest.raises(RobotsForbid):
            await waiting

    assert with_robots(handler, use) == ["/robots.txt", "/robots.txt"]


def test_many_at_once_ask_once() -> None:
    async def use(server: Loopback, robots: Robots, _web: Web) -> None:
        await asyncio.gather(*(robots.check(server.url(f"/{number}")) for number in range(20)))

    assert with_robots(answering(), use) == ["/robots.txt"]


def test_each_origin_has_its_own() -> None:
    async def use(server: Loopback, robots: Robots, _web: Web) -> None:
        for host in ("one.test", "two.test", "one.test"):
            await robots.check(server.url("/open", host))

    assert with_robots(answering(), use) == ["/robots.txt", "/robots.txt"]


@pytest.mark.parametrize(
    ("status", "kept"), [(200, KEPT_SECONDS), (404, KEPT_SECONDS), (503, KEPT_AFTER_FAILURE)]
)
def test_what_was_said_holds_for_a_while(status: int, kept: float) -> None:
    now = [0.0]

    async def use(server: Loopback, robots: Robots, _web: Web) -> None:
        for moment in (0.0, kept - 1, kept, kept + 1):
            now[0] = moment
            await robots.check(server.url("/open"))

    assert len(with_robots(answering(FORBIDS, status), use, lambda: now[0])) == 2


def test_memory_is_bounded() -> None:
    many = b"User-agent: *\n" + b"".join(
        b"Disallow: /%s%d\n" % (b"a" * 90, number) for number in range(4_000)
    )

    async def use(server: Loopback, robots: Robots, web: Web) -> None:
        empty = module._Kept(ALLOW_ALL, 1e9)
        for number in range(MOST_ORIGINS + 10):
            robots._keep(f"http://host{number}", empty)
        assert len(robots._kept) == MOST_ORIGINS
        big = await robots._fetched(server.url("/robots.txt"))
        for number in range(20):
            robots._keep(f"http://big{number}", big)
        assert big.rules.size > 100_000
        assert robots._bytes <= module.MOST_KEPT_BYTES
        assert robots._bytes == sum(kept.rules.size for kept in robots._kept.values())

    with_robots(answering(many), use)


async def picture_or_rules(seen: Seen, peer: Peer) -> None:
    port = seen.headers["host"].rpartition(":")[2]
    if seen.path == "/robots.txt":
        await peer.reply(FORBIDS)
    elif seen.path == "/go":
        await peer.redirect(f"http://two.test:{port}/private/x.jpg")
    else:
        await peer.reply(b"picture")


def test_each_hop_of_a_redirect_is_asked() -> None:
    async def use(server: Loopback, robots: Robots, web: Web) -> None:
        with pytest.raises(RobotsForbid, match=r"two\.test"):
            await web.get(server.url("/go", "one.test"), limits=LIMITS, check_hop=robots.check)
        reply = await web.get(server.url("/open", "one.test"), limits=LIMITS, check_hop=robots.check)
        assert reply.body == b"picture"

    assert with_robots(picture_or_rules, use) == ["/robots.txt", "/go", "/robots.txt", "/open"]


def test_its_time_is_the_calls_time() -> None:
    async def handler(_seen: Seen, peer: Peer) -> None:
        await peer.hung_up()

    async def use(server: Loopback, robots: Robots, web: Web) -> None:
        with pytest.raises(TimedOut, match=r"0\.2 s"):
            await web.get(server.url("/x"), limits=replace(LIMITS, whole=0.2), check_hop=robots.check)

    assert with_robots(handler, use) == ["/robots.txt"]
