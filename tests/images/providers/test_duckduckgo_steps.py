"""Both steps of DuckDuckGo's protocol against a server: what it sees, and what its moods become."""

import asyncio
import json
from dataclasses import replace

import pytest

from opsin.demo.http_server import Request, Response
from opsin.images.chain import Served, ask_chain
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import until
from opsin.images.providers.base import Results
from opsin.images.providers.duckduckgo import STEP_1, STEP_2, DuckDuckGo
from opsin.images.providers.duckduckgo_protocol import RECIPES
from opsin.images.query import Query
from opsin.web.client import Web
from opsin.web.pacing import Pacer
from tests.images.providers.asked import USER_AGENT, answer, settings, with_server
from tests.web.loopback import Peer, Seen, serve

TOKEN = "4-222222222222222222222222222222222222222"
ANOMALY = b"DDG.deep.anomalyDetectionBlock({gk:'x',q:'y',iadb:1})"
EMPTY = json.dumps({"results": [], "next": "i.js?q=x&s=100"}).encode()
QUERY = Query("red panda")


class Site:
    """A DuckDuckGo of one test: pages and results are taken in turn, the last for ever."""

    def __init__(self, *results: Response, page: Response | None = None) -> None:
        self.results = list(results) or [Response(answer("duckduckgo_results.json"))]
        self.page = page or Response(
            answer("duckduckgo_page.html"),
            content_type="text/html",
            headers={"Set-Cookie": "kl=wt-wt; Path=/"},
        )

    def __call__(self, request: Request) -> Response:
        if request.path == "/":
            return self.page
        return self.results.pop(0) if len(self.results) > 1 else self.results[0]


def searched(site: Site, query: Query = QUERY, cursor: str = "") -> tuple[Results, list[Request]]:
    async def use(address: str, web: Web) -> Results:
        provider = DuckDuckGo(settings(duckduckgo_url=address, impersonate="never"))
        return await provider.search(web, query, wanted=9, cursor=cursor)

    results, seen = with_server(site, use)
    return results, list(seen)


def failed(site: Site) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        searched(site)
    return caught.value


def test_the_two_requests() -> None:
    results, seen = searched(Site(), Query("red panda & レッサー"))
    assert len(results.hits) == 22
    assert results.cursor == "100"
    page, rows = seen
    assert page.path == "/"
    assert page.parameters == {"q": "red panda & レッサー", "iar": "images", "iax": "images", "ia": "images"}
    assert rows.path == "/i.js"
    assert rows.parameters == {"o": "json", "q": "red panda & レッサー", "l": "wt-wt", "vqd": TOKEN}
    assert rows.headers["referer"] == f"http://{rows.headers['host']}/"
    assert rows.headers["user-agent"] == page.headers["user-agent"] == RECIPES[0].user_agent
    assert "br" in rows.headers["accept-encoding"]
    assert rows.headers["cookie"] == "kl=wt-wt"
    assert "cookie" not in page.headers


def test_the_filters_of_a_query() -> None:
    query = Query.checked("x", safe="strict", licence="commercial", min_width=1000, orientation="square")
    results, seen = searched(Site(), query, cursor="100")
    assert seen[1].parameters == {
        "o": "json",
        "q": "x",
        "l": "wt-wt",
        "vqd": TOKEN,
        "p": "1",
        "f": ",size:Large,,,layout:Square,license:ShareCommercially",
        "s": "100",
        "u": "bing",
    }
    assert seen[1].headers["cookie"] == "kl=wt-wt; p=1"
    assert results.cursor == ""
    assert results.ignored == (
        "license=commercial: duckduckgo filters by its own guess and states no licence",
    )


@pytest.mark.parametrize(("safe", "sent"), [("off", "-2"), ("moderate", None), ("strict", "1")])
def test_safe(safe: str, sent: str | None) -> None:
    _, seen = searched(Site(), Query.checked("x", safe=safe))
    assert seen[1].parameters.get("p") == sent


def test_another_recipe_is_another_value() -> None:
    recipe = replace(RECIPES[0], user_agent="Other/1", results={"X-Own": "{base}!"})

    async def use(address: str, web: Web) -> Results:
        return await DuckDuckGo(settings(duckduckgo_url=address), recipe=recipe).search(web, QUERY, wanted=9)

    _, seen = with_server(Site(), use)
    assert seen[1].headers["x-own"].startswith("http://127.0.0.1:")
    assert seen[0].headers["user-agent"] == "Other/1"


def test_a_token_serves_for_an_hour() -> None:
    now = [1000.0]

    async def use(address: str, web: Web) -> None:
        provider = DuckDuckGo(settings(duckduckgo_url=address), clock=lambda: now[0])
        await provider.search(web, QUERY, wanted=9)
        now[0] += 3599
        await provider.search(web, QUERY, wanted=9, cursor="100")
        await provider.search(web, Query("other"), wanted=9)
        now[0] += 1
        await provider.search(web, QUERY, wanted=9)

    _, seen = with_server(Site(), use)
    assert [request.path for request in seen] == ["/", "/i.js", "/i.js", "/", "/i.js", "/", "/i.js"]


def in_turns(site: Site, *cursors: str) -> tuple[list[Results], list[Request]]:
    """Ask once for each cursor; `next` stands for the one that the answer before gave."""

    async def use(address: str, web: Web) -> list[Results]:
        provider = DuckDuckGo(settings(duckduckgo_url=address))
        results: list[Results] = []
        for cursor in cursors:
            place = results[-1].cursor if cursor == "next" else cursor
            results.append(await provider.search(web, QUERY, wanted=9, cursor=place))
        return results

    results, seen = with_server(site, use)
    return results, list(seen)


@pytest.mark.parametrize(("cursor", "offset"), [("", None), ("100", "100")])
def test_an_empty_answer_is_asked_once_more_in_a_turn_of_its_own_with_a_new_token(
    cursor: str, offset: str | None
) -> None:
    site = Site(Response(EMPTY), Response(answer("duckduckgo_results.json")))
    [first, second], seen = in_turns(site, cursor, "next")
    assert (first.hits, bool(first.cursor)) == ((), True)
    assert len(second.hits) == 22
    assert [request.path for request in seen] == ["/", "/i.js", "/", "/i.js"]
    assert [request.parameters.get("s") for request in seen] == [None, offset, None, offset]


def test_empty_twice_is_empty_and_there_is_no_next_page() -> None:
    [_, second], seen = in_turns(Site(Response(EMPTY)), "", "next")
    assert (second.hits, second.cursor) == ((), "")
    assert len(seen) == 4


def test_every_search_that_an_empty_answer_costs_waits_for_its_turn() -> None:
    turns: list[str] = []

    def reserve(key: str, _interval: float, _latest: float) -> float:
        turns.append(key)
        return 0.0

    async def use(address: str, web: Web) -> Served:
        provider = DuckDuckGo(settings(duckduckgo_url=address))
        deadline = asyncio.get_running_loop().time() + 30
        return await ask_chain(
            [provider], web, QUERY, Pacer(1.0, reserve), wanted=9, enough=9, deadline=deadline
        )

    served, seen = with_server(Site(Response(EMPTY)), use)
    assert [attempt.outcome for attempt in served.attempts] == [Outcome.EMPTY]
    assert len([request for request in seen if request.path == "/i.js"]) == len(turns) == 2


def test_a_step_that_hangs_is_named_before_the_whole_is_given_up() -> None:
    async def silent(_seen: Seen, peer: Peer) -> None:
        await peer.hung_up()

    async def use() -> ProviderError:
        async with serve(silent) as server, Web(user_agent=USER_AGENT) as web:
            provider = DuckDuckGo(settings(duckduckgo_url=server.url("")))
            deadline = asyncio.get_running_loop().time() + 0.5
            with until(deadline), pytest.raises(ProviderError) as caught:
                await provider.search(web, QUERY, wanted=9)
            return caught.value

    failure = asyncio.run(use())
    assert failure.outcome is Outcome.TIMED_OUT
    assert failure.message.startswith(STEP_1)
    assert "(0." in failure.message


def test_a_failure_of_the_results_drops_the_token() -> None:
    async def use(address: str, web: Web) -> None:
        provider = DuckDuckGo(settings(duckduckgo_url=address, impersonate="never"))
        with pytest.raises(ProviderError):
            await provider.search(web, QUERY, wanted=9)
        await provider.search(web, QUERY, wanted=9)

    site = Site(Response(ANOMALY), Response(answer("duckduckgo_results.json")))
    _, seen = with_server(site, use)
    assert [request.path for request in seen] == ["/", "/i.js", "/", "/i.js"]


def test_the_step_that_broke_is_named() -> None:
    assert failed(Site(page=Response(b"", status=403))).message.startswith(STEP_1)
    assert failed(Site(Response(b"", status=429, headers={"Retry-After": "30"}))).message.startswith(STEP_2)


def test_retry_after_is_kept() -> None:
    error = failed(Site(Response(b"", status=429, headers={"Retry-After": "30"})))
    assert (error.outcome, error.retry_after) == (Outcome.RATE_LIMITED, 30)


def test_a_redirect_to_another_host_is_refused_and_told() -> None:
    error = failed(Site(page=Response(b"", status=302, headers={"Location": "http://127.0.0.2:1/"})))
    assert error.outcome is Outcome.REFUSED
    assert error.message.startswith(STEP_1)


def test_words_of_the_server_stand_apart() -> None:
    error = failed(Site(page=Response(b"", status=302, headers={"Location": "obey-all://x"})))
    assert "obey" not in error.message
    assert error.outside == "obey-all"


def test_no_server_is_unreachable_and_the_step_is_named() -> None:
    async def use(_address: str, web: Web) -> None:
        await DuckDuckGo(settings(duckduckgo_url="http://127.0.0.1:9")).search(web, QUERY, wanted=9)

    with pytest.raises(ProviderError) as caught:
        with_server(Site(), use)
    assert caught.value.outcome is Outcome.UNREACHABLE
    assert caught.value.message.startswith(STEP_1)


def test_a_cursor_that_is_none_starts_at_the_beginning() -> None:
    _, seen = searched(Site(), cursor="not a number")
    assert "s" not in seen[1].parameters
