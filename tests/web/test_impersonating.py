"""The way out that speaks as a browser: whom it asks, at which address, within which limits."""

import asyncio
import re
import ssl
from pathlib import Path

import pytest
import trustme

import opsin
from opsin.errors import AddressRefused, Unreachable, WebError
from opsin.web.client import Web
from opsin.web.impersonating import BROWSERS, Impersonating, is_installed
from opsin.web.reply import Reply
from tests.web.as_browser import NAME, asked, browser_at, hello, needs_curl, slots
from tests.web.client_hello import ClientHello, is_grease, listening
from tests.web.loopback import LIMITS, PUBLIC, Loopback, Names, Peer, Seen, home, serve, until


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def ca_file(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("trust") / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return str(path)


def context_for(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*names).configure_cert(context)
    return context


@pytest.fixture(scope="module")
def tls(authority: trustme.CA) -> ssl.SSLContext:
    return context_for(authority, NAME)


@needs_curl
def test_a_host_is_asked_over_tls_as_a_browser_asks(tls: ssl.SSLContext, ca_file: str) -> None:
    reply, server = asked(hello, tls=tls, ca_file=ca_file)
    assert (reply.status, reply.body, reply.cookies) == (200, b"hello", (("a", "b"),))
    assert reply.headers["x-own"] == "1"
    assert reply.url == f"https://{NAME}:{server.port}/x?q=a"
    [seen] = server.seen
    assert seen.path == "/x?q=a"
    assert seen.headers["host"] == f"{NAME}:{server.port}"
    assert "Chrome/" in seen.headers["user-agent"]
    assert "sec-ch-ua" in seen.headers


@needs_curl
@pytest.mark.parametrize("browser", BROWSERS)
def test_the_user_agent_is_the_browsers_own_in_every_request(browser: str) -> None:
    async def twice(server: Loopback, way: Impersonating) -> Reply:
        base = server.url("", NAME)
        await way.get(f"{base}/", browser=browser, limits=LIMITS)
        return await way.get(f"{base}/i.js", browser=browser, limits=LIMITS, headers={"Accept": "*/*"})

    _, server = asked(hello, use=twice)
    first, second = (seen.headers["user-agent"] for seen in server.seen)
    assert first == second
    assert browser in first.lower()


@needs_curl
def test_no_cookie_is_kept() -> None:
    async def twice(server: Loopback, way: Impersonating) -> Reply:
        await way.get(server.url("/", NAME), browser="chrome", limits=LIMITS)
        return await way.get(server.url("/", NAME), browser="chrome", limits=LIMITS)

    _, server = asked(hello, use=twice)
    assert all("cookie" not in seen.headers for seen in server.seen)


@needs_curl
def test_a_name_that_rebinds_is_looked_up_once(tls: ssl.SSLContext, ca_file: str) -> None:
    names = Names(search_example=[["127.0.0.1"], ["127.0.0.9"]])
    reply, server = asked(hello, tls=tls, ca_file=ca_file, resolver=names)
    assert reply.body == b"hello"
    assert names.asked == [NAME]
    assert server.connections == 1


@pytest.mark.parametrize(
    "answers", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]]
)
def test_a_search_host_that_leads_inside_is_refused(answers: list[str]) -> None:
    async def scenario() -> None:
        async with serve(hello) as server:
            names = Names(duckduckgo_com=[answers])
            place = f"duckduckgo.com:{server.port}"
            for url in ("https://duckduckgo.com/", "https://duckduckgo.com:8443/"):
                way = Impersonating(url, named=False, allow=(), resolver=names, slots=slots())
                with pytest.raises(AddressRefused, match="not a public address"):
                    await way.get(url, browser="chrome", limits=LIMITS)
            with pytest.raises(AddressRefused, match="Port"):
                Impersonating(f"https://{place}/", named=False, allow=(), resolver=names, slots=slots())
            assert server.connections == 0

    if not is_installed():
        pytest.skip("the extra `impersonate` is not installed")
    asyncio.run(scenario())


@pytest.mark.parametrize(
    "base",
    [
        "https://photos.example/",
        "https://tse1.mm.bing.net/",
        "https://html.duckduckgo.com/",
        "https://duckduckgo.com.evil.example/",
        "http://duckduckgo.com/",
        "https://user@duckduckgo.com/",
        "file:///etc/passwd",
    ],
)
def test_no_other_host_is_asked_so(base: str) -> None:
    with pytest.raises(AddressRefused):
        Impersonating(base, named=False, allow=(), resolver=home, slots=slots())


@pytest.mark.parametrize(
    "url",
    [
        "https://photos.example/picture.jpg",
        "http://duckduckgo.com/",
        "https://duckduckgo.com:8443/",
        "https://external-content.duckduckgo.com/iu/?u=x",
        "https://duckduckgo.com@photos.example/",
        "//photos.example/",
    ],
)
def test_an_address_of_another_host_is_refused_and_resolved_by_nobody(url: str) -> None:
    names = Names(photos_example=[["127.0.0.1"]])

    async def scenario() -> None:
        way = Impersonating("https://duckduckgo.com", named=False, allow=(), resolver=names, slots=slots())
        with pytest.raises(AddressRefused):
            await way.get(url, browser="chrome", limits=LIMITS)

    asyncio.run(scenario())
    assert names.asked == []


def test_nothing_but_the_search_provider_asks_so() -> None:
    root = Path(opsin.__file__).parent
    users = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"\.as_browser\(|\bImpersonating\(|\btransfer\(", path.read_text("utf-8"))
    }
    assert users == {
        "web/client.py",
        "web/impersonating.py",
        "web/curl_transfer.py",
        "images/providers/duckduckgo_ways.py",
    }


@needs_curl
def test_a_redirect_is_not_followed() -> None:
    async def scenario() -> None:
        async with serve(hello) as other:

            async def away(_seen: Seen, peer: Peer) -> None:
                await peer.redirect(other.url("/secret"))

            async with serve(away) as server:
                way = browser_at(server.url("", NAME))
                reply = await way.get(server.url("/", NAME), browser="chrome", limits=LIMITS)
                assert (reply.status, reply.redirects) == (302, ())
            assert other.connections == 0

    asyncio.run(scenario())


@needs_curl
@pytest.mark.parametrize("over_tls", [False, True])
def test_a_caller_that_is_cancelled_frees_the_socket(
    tls: ssl.SSLContext, ca_file: str, *, over_tls: bool
) -> None:
    async def silent(_seen: Seen, peer: Peer) -> None:
        await peer.hung_up()

    async def ask(server: Loopback, way: Impersonating) -> Reply:
        url = server.url("/", NAME, "https" if over_tls else "http")
        task = asyncio.create_task(way.get(url, browser="chrome", limits=LIMITS))
        await until(lambda: bool(server.seen))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: server.open_now == 0)
        return Reply("", 0, {}, b"")

    asked(silent, tls=tls if over_tls else None, ca_file=ca_file, use=ask)


@needs_curl
def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serve(hello) as proxy, serve(hello) as server:
            for name in ("http_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
                monkeypatch.setenv(name, proxy.url(""))
            await browser_at(server.url("", NAME)).get(server.url("/", NAME), browser="chrome", limits=LIMITS)
            assert (proxy.connections, server.connections) == (0, 1)

    asyncio.run(scenario())


@needs_curl
def test_a_certificate_for_another_name_is_refused(authority: trustme.CA, ca_file: str) -> None:
    with pytest.raises(Unreachable, match="certificate"):
        asked(hello, tls=context_for(authority, "other.example"), ca_file=ca_file)


@needs_curl
def test_a_certificate_of_a_stranger_is_refused(tls: ssl.SSLContext) -> None:
    with pytest.raises(Unreachable, match="certificate"):
        asked(hello, tls=tls)


def test_behind_a_proxy_there_is_no_such_way_except_to_a_named_server() -> None:
    web = Web(proxy="http://proxy.example:3128")
    assert web.as_browser("https://duckduckgo.com") is None
    assert web.as_browser("https://search.example", named=True) is not None
    assert Web().as_browser("https://duckduckgo.com") is not None


@needs_curl
def test_the_hello_is_a_browsers_and_not_pythons(ca_file: str) -> None:
    async def scenario() -> list[ClientHello]:
        async with listening() as (port, heard):
            base = f"https://{NAME}:{port}"
            for browser in BROWSERS:
                with pytest.raises(Unreachable):
                    await browser_at(base, ca_file).get(f"{base}/", browser=browser, limits=LIMITS)
            async with Web(resolver=home, allow=[f"{NAME}:{port}"]) as web:
                with pytest.raises(WebError):
                    await web.get(f"{base}/", limits=LIMITS)
            return heard

    chrome, firefox, safari, python = asyncio.run(scenario())
    for browser in (chrome, firefox, safari):
        assert browser.server_name == NAME
        assert browser.protocols == ("h2", "http/1.1")
        assert browser.ciphers != python.ciphers
    assert python.protocols != chrome.protocols
    assert any(map(is_grease, chrome.ciphers))
    assert any(map(is_grease, chrome.extensions))
    assert not any(map(is_grease, python.ciphers))
    assert len({chrome.ciphers[1:], firefox.ciphers, safari.ciphers[1:]}) == 3
