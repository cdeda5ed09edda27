"""What DuckDuckGo is asked with once it turns the plain way away, how often, and what is remembered of it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from opsin.demo.http_server import Request, Response
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import until
from opsin.images.providers.base import Results
from opsin.images.providers.duckduckgo import STEP_1, STEP_2, DuckDuckGo
from opsin.images.providers.duckduckgo_protocol import IMPERSONATED, RECIPES
from opsin.images.providers.duckduckgo_ways import REMEMBERED_SECONDS
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.web.client import Web
from opsin.web.curl_transfer import is_installed
from tests.images.providers.asked import answer, settings, with_server
from tests.images.stage import stage
from tests.loopback.web import LoopbackWeb

ANOMALY = Response(b"DDG.deep.anomalyDetectionBlock({gk:'x',q:'y',iadb:1})")
QUERY = Query("red panda & blue")
needs_curl = pytest.mark.skipif(not is_installed(), reason="the extra `impersonate` is not installed")


class Site:
    """A DuckDuckGo that answers plain clients and browsers each in a way of its own."""

    def __init__(
        self,
        plain: Response | None,
        browser: Response | None = None,
        *,
        at_step: int = 1,
        other: bool = False,
    ) -> None:
        self.plain, self.browser = plain, browser
        self._path = "/" if at_step == 1 else "/i.js"

    def __call__(self, request: Request) -> Response:
        trouble = self.browser if is_browser(request) else self.plain
        if trouble is not None and request.path == self._path:
            return trouble
        if request.path == "/":
            headers = {"Set-Cookie": "kl=wt-wt; Path=/"}
            return Response(answer("duckduckgo_page.html"), content_type="text/html", headers=headers)
        return Response(answer("duckduckgo_results.json"))


def is_browser(request: Request) -> bool:
    return "sec-ch-ua" in request.headers


def ways(requests: list[Request]) -> list[str]:
    return [f"{'browser' if is_browser(one) else 'plain'} {one.path}" for one in requests]


def searched(
    site: Site, times: int = 1, **environ: str
) -> tuple[list[Results | ProviderError], list[Request]]:
    async def use(address: str, web: Web) -> list[Results | ProviderError]:
        provider = DuckDuckGo(settings(duckduckgo_url=address, **environ))
        return [await outcome_of(provider, web) for _ in range(times)]

    got, seen = with_server(site, use)
    return got, list(seen)


async def outcome_of(provider: DuckDuckGo, web: Web) -> Results | ProviderError:
    try:
        return await provider.search(web, QUERY, wanted=9)
    except ProviderError as error:
        return error


def failure(got: Results | ProviderError) -> ProviderError:
    assert isinstance(got, ProviderError)
    return got


@needs_curl
@pytest.mark.parametrize(
    ("trouble", "step"),
    [
        (Response(b"", status=403), 1),
        (Response(b"", status=202), 1),
        (ANOMALY, 2),
        (Response(b"", status=429), 2),
    ],
)
def test_both_steps_are_tried_once_more_as_a_browser(trouble: Response, step: int) -> None:
    [got], seen = searched(Site(trouble, at_step=step))
    assert isinstance(got, Results)
    assert len(got.hits) == 22
    assert ways(seen) == [*["plain /", "plain /i.js"][:step], "browser /", "browser /i.js"]
    page, rows = seen[-2:]
    assert page.headers["user-agent"] == rows.headers["user-agent"] != RECIPES[0].user_agent
    assert page.parameters["q"] == rows.parameters["q"] == QUERY.text
    assert (page.headers["sec-fetch-mode"], rows.headers["sec-fetch-mode"]) == ("navigate", "cors")
    assert rows.headers["cookie"] == "kl=wt-wt"
    assert rows.headers["referer"] == f"http://{rows.headers['host']}/"
    assert rows.headers["accept"] == "*/*"
    assert "sec-fetch-user" not in rows.headers


@needs_curl
def test_what_worked_is_what_the_next_searches_begin_with_for_a_while() -> None:
    now = [0.0]

    async def use(address: str, web: Web) -> None:
        provider = DuckDuckGo(settings(duckduckgo_url=address), clock=lambda: now[0])
        for moment in (0.0, REMEMBERED_SECONDS - 1, REMEMBERED_SECONDS):
            now[0] = moment
            await provider.search(web, QUERY, wanted=9)

    _, seen = with_server(Site(Response(b"", status=403)), use)
    first = ["plain /", "browser /", "browser /i.js"]
    assert ways(list(seen)) == [*first, "browser /i.js", "plain /", "browser /", "browser /i.js"]


@needs_curl
def test_blocked_both_ways_is_a_block_and_no_loop() -> None:
    [got], seen = searched(Site(ANOMALY, Response(b"", status=403), at_step=2))
    error = failure(got)
    assert error.outcome is Outcome.BLOCKED
    assert error.message.startswith(STEP_2)
    assert f"way a browser does: {STEP_2}" in error.message
    assert ways(seen) == ["plain /", "plain /i.js", "browser /", "browser /i.js"]


@needs_curl
def test_a_browser_that_is_turned_away_later_is_forgotten() -> None:
    site = Site(Response(b"", status=403))

    async def use(address: str, web: Web) -> ProviderError:
        provider = DuckDuckGo(settings(duckduckgo_url=address))
        await provider.search(web, QUERY, wanted=9)
        site.plain, site.browser = None, ANOMALY
        site._path = "/i.js"
        error = failure(await outcome_of(provider, web))
        await provider.search(web, QUERY, wanted=9)
        return error

    error, seen = with_server(site, use)
    assert error.outcome is Outcome.BLOCKED
    assert ways(list(seen))[3:] == ["browser /i.js", "plain /", "plain /i.js"]


@pytest.mark.parametrize(
    "trouble",
    [
        Response(b"", status=500),
        Response(b"", status=404),
        Response(b"<html>no token</html>"),
        Response(b"", status=429, headers={"Retry-After": "30"}),
        Response(b"", status=403, headers={"Retry-After": "30"}),
    ],
)
def test_what_is_no_block_and_who_says_how_long_to_wait_is_asked_once(trouble: Response) -> None:
    [got], seen = searched(Site(trouble))
    assert failure(got).message.startswith(STEP_1)
    assert ways(seen) == ["plain /"]


def test_never_means_never() -> None:
    [got], seen = searched(Site(Response(b"", status=403)), impersonate="never")
    assert "browser" not in failure(got).message
    assert ways(seen) == ["plain /"]


def test_without_the_extra_the_block_names_it() -> None:
    async def use(address: str, web: Web) -> ProviderError:
        provider = DuckDuckGo(settings(duckduckgo_url=address), installed=lambda: False)
        return failure(await outcome_of(provider, web))

    error, seen = with_server(Site(Response(b"", status=403)), use)
    assert 'pip install "opsin[impersonate]"' in error.message
    assert (error.outcome, ways(list(seen))) == (Outcome.BLOCKED, ["plain /"])


def test_behind_a_proxy_there_is_one_way_and_no_advice_to_install_another() -> None:
    async def through(proxy: str, _web: Web) -> ProviderError:
        async with Web(proxy=proxy) as web:
            provider = DuckDuckGo(settings(), installed=lambda: False)
            ways = provider._ways
            blocked = ProviderError(Outcome.BLOCKED, "HTTP 403.")
            assert ways.second(web, ways.first, blocked) is None
            return blocked

    with_server(Site(None), through)


def test_a_recipe_that_was_asked_for_is_used_alone() -> None:
    async def use(address: str, web: Web) -> None:
        provider = DuckDuckGo(settings(duckduckgo_url=address), recipe=RECIPES[1])
        failure(await outcome_of(provider, web))

    _, seen = with_server(Site(Response(b"", status=403)), use)
    assert ways(list(seen)) == ["plain /"]
    assert seen[0].headers["sec-fetch-mode"] == "navigate"


def test_too_little_time_is_not_spent_on_a_second_try() -> None:
    async def use(address: str, web: Web) -> ProviderError:
        provider = DuckDuckGo(settings(duckduckgo_url=address))
        with until(asyncio.get_running_loop().time() + 1.1):
            return failure(await outcome_of(provider, web))

    error, seen = with_server(Site(Response(b"", status=403)), use)
    assert error.outcome is Outcome.BLOCKED
    assert ways(list(seen)) == ["plain /"]


@needs_curl
@pytest.mark.parametrize("recipe", IMPERSONATED, ids=lambda recipe: recipe.name)
def test_every_browser_is_served_with_one_user_agent(recipe: object) -> None:
    chosen = next(one for one in IMPERSONATED if one is recipe)

    async def use(address: str, web: Web) -> Results:
        return await DuckDuckGo(settings(duckduckgo_url=address), recipe=chosen).search(web, QUERY, wanted=9)

    results, seen = with_server(Site(None), use)
    assert len(results.hits) == 22
    assert len({one.headers["user-agent"] for one in seen}) == 1


def whole_search(
    folder: Path, act: Callable[[LoopbackWeb], None], **environ: str
) -> tuple[str, list[str], int]:
    """Search over the whole loopback web: who served, what came of each, and the requests to DuckDuckGo."""

    async def work(web: LoopbackWeb) -> tuple[str, list[str], int]:
        async with stage(web, folder, **environ) as services:
            found = await search_images(services, Query.checked("red panda", count=4))
            asked = len(web.paths("/duckduckgo"))
            return found.provider, [f"{one.provider} {one.outcome}" for one in found.attempts], asked

    with LoopbackWeb() as web:
        act(web)
        return asyncio.run(work(web))


def browsers_only(web: LoopbackWeb) -> None:
    web.duckduckgo.mode = "browsers-only"


@needs_curl
def test_a_whole_search_is_served_where_only_browsers_are(tmp_path: Path) -> None:
    assert whole_search(tmp_path, browsers_only) == ("duckduckgo", ["duckduckgo served"], 3)


def test_a_whole_search_falls_over_where_it_may_not_ask_as_one(tmp_path: Path) -> None:
    served, attempts, asked = whole_search(tmp_path, browsers_only, OPSIN_IMPERSONATE="never")
    assert (served, attempts[0], asked) == ("wikimedia", "duckduckgo blocked", 1)
