"""A search of all providers at once, from the query to the sheet, over a real web on the loopback address."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.demo.http_server import Request, Response
from opsin.images.cells import Search
from opsin.images.outcome import NothingServed, Outcome
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.rights.licence import Family
from opsin.store.ids import CellId
from tests.images.stage import stage
from tests.loopback.results import Result, fine_results
from tests.loopback.web import NAMES, LoopbackWeb


class CountingWeb(LoopbackWeb):
    """Counts how many requests it answers at once, in all and for each host."""

    def __init__(self) -> None:
        super().__init__()
        self.now: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    async def _answer(self, request: Request) -> Response:
        host = request.headers.get("host", "")
        self.now[host] += 1
        self.most[host] = max(self.most[host], self.now[host])
        self.most["all"] = max(self.most["all"], self.now.total())
        try:
            await asyncio.sleep(0.01)
            return await super()._answer(request)
        finally:
            self.now[host] -= 1


@pytest.fixture
def web() -> Iterator[CountingWeb]:
    with CountingWeb() as server:
        yield server


def search(web: LoopbackWeb, folder: Path, *queries: Query, **environ: str) -> list[Search]:
    async def run() -> list[Search]:
        async with stage(web, folder, **environ) as services:
            return [await search_images(services, query) for query in queries]

    return asyncio.run(run())


def merged(count: int = 6, page: int = 1) -> Query:
    return Query("anything", count=count, page=page, provider="all")


def identities(found: Search) -> list[int]:
    return [int(cell.hit.original.split("/")[-2]) for cell in found.cells]


def providers(found: Search) -> list[str]:
    return [cell.hit.provider for cell in found.cells]


def share(web: LoopbackWeb) -> None:
    """Give each provider pictures of its own."""
    results = fine_results(20)
    web.duckduckgo.results, web.wikimedia_results, web.openverse.results = (
        results[:7],
        results[7:14],
        results[14:],
    )


def test_each_provider_has_its_share_and_every_result_names_its_own(web: CountingWeb, tmp_path: Path) -> None:
    share(web)
    (found,) = search(web, tmp_path, merged())
    assert identities(found) == [0, 7, 14, 1, 8, 15]
    assert providers(found) == ["duckduckgo", "wikimedia", "openverse"] * 2
    assert found.served_by == "duckduckgo (2), wikimedia (2), openverse (2)"
    assert [cell.to_json()["provider"] for cell in found.cells] == providers(found)
    # The test web's museum finds nothing until it is told to.
    assert {one.outcome for one in found.attempts if one.provider != "met"} == {Outcome.SERVED}


def test_what_is_kept_for_later_names_the_provider_too(web: CountingWeb, tmp_path: Path) -> None:
    share(web)

    async def run() -> None:
        async with stage(web, tmp_path) as services:
            found = await search_images(services, merged())
            for cell in found.cells:
                entry = services.store.entry(CellId(found.number, cell.number))
                assert entry.data["provider"] == cell.hit.provider
            assert services.store.search(found.number).served_by == "duckduckgo, wikimedia, openverse"

    asyncio.run(run())


def test_the_same_file_of_two_providers_is_one_cell_and_the_stated_licence_is_shown(
    web: CountingWeb, tmp_path: Path
) -> None:
    results = fine_results(4)
    web.duckduckgo.results = results
    web.wikimedia_results = (results[2], results[1])
    web.openverse.mode = "empty"
    (found,) = search(web, tmp_path, merged(4))
    # Rank by rank: 0, 2 (of the wiki), 1 of both, 3.
    assert identities(found) == [0, 2, 1, 3]
    assert providers(found) == ["duckduckgo", "wikimedia", "wikimedia", "duckduckgo"]
    assert [cell.alike for cell in found.cells] == [0, 1, 1, 0]
    assert [cell.hit.licence.family is Family.UNKNOWN for cell in found.cells] == [True, False, False, True]


def test_a_licence_is_never_lent_to_a_picture_that_only_looks_alike(web: CountingWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = (Result(0, size=(2000, 1500)), Result(1))
    web.wikimedia_results = (Result(2), Result(0, host=NAMES[0], thumbnail_size=(320, 240)))
    web.openverse.mode = "empty"
    (found,) = search(web, tmp_path, merged(4))
    by_identity = dict(zip(identities(found), found.cells, strict=True))
    assert len(found.cells) == 3
    alike = by_identity[0]
    # Shown is the one that states a licence, whole: its own address, its own provider, its own page.
    assert (alike.hit.provider, alike.alike) == ("wikimedia", 1)
    assert alike.hit.original.startswith(f"http://{NAMES[0]}:")
    assert (alike.hit.width, alike.hit.height) == (640, 480)
    assert by_identity[1].hit.licence.family is Family.UNKNOWN
    assert all(
        cell.hit.provider == "wikimedia"
        for cell in found.cells
        if cell.hit.licence.family is not Family.UNKNOWN
    )


def test_two_licences_for_one_file_are_told(web: CountingWeb, tmp_path: Path) -> None:
    web.duckduckgo.mode = "empty"
    web.wikimedia_results = (Result(0, licence="by"),)
    web.openverse.results = (Result(0, licence="by-nc"),)
    (found,) = search(web, tmp_path, merged(4))
    assert len(found.cells) == 1
    assert any(
        "openverse states another licence for the same file: CC BY-NC 4.0" in one for one in found.notes
    )


def test_pages_go_on_with_each_provider_and_no_picture_comes_twice(web: CountingWeb, tmp_path: Path) -> None:
    share(web)
    pages = search(web, tmp_path, *(merged(8, page) for page in (1, 2, 3)))
    shown = [identity for page in pages for identity in identities(page)]
    assert sorted(shown) == list(range(20))
    assert [page.more for page in pages] == [True, True, False]


def test_the_next_page_asks_each_provider_for_what_comes_after(web: CountingWeb, tmp_path: Path) -> None:
    web.duckduckgo.mode = "empty"
    web.wikimedia_results = fine_results(20)
    web.openverse.mode = "empty"
    pages = search(web, tmp_path, merged(2), merged(2, 2))
    offsets = [seen.parameters.get("gsroffset") for seen in web.requests if seen.path == "/w/api.php"]
    assert offsets == [None, "10"]
    assert [identities(page) for page in pages] == [[0, 1], [2, 3]]
    # Who had no more on the first page is not asked on the second.
    assert len(web.paths("/openverse")) == 1


def test_a_provider_that_failed_comes_in_on_the_next_page(web: CountingWeb, tmp_path: Path) -> None:
    share(web)

    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            web.wikimedia_mode = "error"
            first = await search_images(services, merged(4))
            web.wikimedia_mode = "serving"
            return [first, *[await search_images(services, merged(8, page)) for page in (2, 3)]]

    web.duckduckgo.results = tuple(
        Result(place % 7, size=(600 + place, 480), behaviour="fine") for place in range(240)
    )
    first, second, third = asyncio.run(run())
    told = {one.provider: one.outcome for one in first.attempts}
    assert told["wikimedia"] is Outcome.UNREACHABLE
    assert "wikimedia" not in providers(first)
    assert "wikimedia" in {*providers(second), *providers(third)}
    assert len(set(identities(first))) == 4


def test_nobody_serving_tells_each(web: CountingWeb, tmp_path: Path) -> None:
    web.duckduckgo.mode, web.wikimedia_mode, web.openverse.mode = "blocked", "empty", "error"
    with pytest.raises(NothingServed) as caught:
        search(web, tmp_path, merged())
    for told in ("duckduckgo: blocked", "wikimedia: empty", "openverse: unreachable"):
        assert told in caught.value.message


def test_a_licence_filter_asks_those_that_state_licences(web: CountingWeb, tmp_path: Path) -> None:
    web.openverse.results = tuple(replace(one, licence="by") for one in fine_results(6))
    web.wikimedia_results = tuple(replace(one, licence="by-sa") for one in fine_results(20)[6:])
    (found,) = search(
        web, tmp_path, replace(merged(), licence=Query.checked("x", licence="commercial").licence)
    )
    assert set(providers(found)) == {"openverse", "wikimedia"}
    assert not web.paths("/duckduckgo")


def test_a_named_provider_that_rests_is_an_error_with_a_way_out(web: CountingWeb, tmp_path: Path) -> None:
    web.duckduckgo.mode = "blocked"
    query = Query("anything", count=4, provider="duckduckgo")
    with pytest.raises(NothingServed, match="blocked"):
        search(web, tmp_path, query)
    asked = len(web.requests)
    with pytest.raises(NothingServed, match="resting after a block") as caught:
        search(web, tmp_path, query)
    assert len(web.requests) == asked
    assert 290 < caught.value.retry_after <= 300
    assert not caught.value.found_nothing
    assert "another provider" in caught.value.hint
    assert "OPSIN_COOL_DOWN_S=0" in caught.value.hint
    with pytest.raises(NothingServed, match="blocked"):
        search(web, tmp_path, query, OPSIN_COOL_DOWN_S="0")


@pytest.mark.parametrize("retry_after", ["600", "Wed, 01 Jan 2200 00:00:00 GMT"])
def test_retry_after_holds_for_the_next_server_and_the_chain_goes_on(
    web: CountingWeb, tmp_path: Path, retry_after: str
) -> None:
    share(web)
    web.duckduckgo.mode, web.duckduckgo.retry_after = "rate-limited", retry_after
    (first,) = search(web, tmp_path, Query("one", count=4))
    asked = len(web.paths("/duckduckgo"))
    web.duckduckgo.mode = "serving"
    # Services of its own on the same store, as another server has them.
    (second,) = search(web, tmp_path, Query("two", count=4))
    assert [one.outcome for one in first.attempts] == [Outcome.RATE_LIMITED, Outcome.SERVED]
    assert [one.outcome for one in second.attempts] == [Outcome.RESTING, Outcome.SERVED]
    assert second.attempts[0].rest.startswith("duckduckgo: resting as it asked, after a rate limit")
    assert second.attempts[0].retry_after <= (600 if retry_after == "600" else 86_400)
    assert len(web.paths("/duckduckgo")) == asked


@pytest.mark.parametrize("provider", ["all", "auto"])
def test_connection_limits_hold_under_merge_and_fall_over(
    web: CountingWeb, tmp_path: Path, provider: str
) -> None:
    def spread(results: tuple[Result, ...]) -> tuple[Result, ...]:
        return tuple(replace(one, host=NAMES[one.identity % 4]) for one in results)

    web.duckduckgo.results = spread(tuple(fine_results(20)))
    web.wikimedia_results = spread(tuple(fine_results(20)))
    web.openverse.results = spread(tuple(fine_results(20)))
    if provider == "auto":
        web.duckduckgo.mode = "blocked"

    async def run() -> None:
        limits = {"OPSIN_CONNECTIONS": "5", "OPSIN_CONNECTIONS_PER_HOST": "2"}
        async with stage(web, tmp_path, **limits) as services:
            queries = (Query(f"query {number}", count=9, provider=provider) for number in range(3))
            await asyncio.gather(*(search_images(services, query) for query in queries))

    asyncio.run(run())
    total = web.most.pop("all")
    own = web.most.pop(f"127.0.0.1:{web.port}")
    # The providers stand behind the inner door, which has limits of its own.
    assert own <= 2
    assert 2 < total <= 5 + 5
    assert max(web.most.values()) == 2
