"""Answers that are kept because a provider's terms ask for it: for how long, for whom, and what they save."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.images.cells import Search
from opsin.images.kept_answers import KIND, KeptAnswers
from opsin.images.providers import pixabay
from opsin.images.providers.base import Results
from opsin.images.providers.openverse import Openverse
from opsin.images.providers.pixabay import Pixabay
from opsin.images.providers.terms import DAY_S
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.store.sqlite import Store
from tests.images.providers.asked import answer, settings
from tests.images.stage import stage
from tests.loopback.web import LoopbackWeb

NOW = 1_800_000_000.0
FOUND = pixabay.parse_answer(answer("pixabay_results.json"))


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def search(web: LoopbackWeb, folder: Path, *queries: Query) -> list[Search]:
    async def run() -> list[Search]:
        found = []
        for query in queries:
            # Each time as after a restart.
            async with stage(web, folder, **web.keys("pixabay")) as services:
                found.append(await search_images(services, query))
        return found

    return asyncio.run(run())


def kept_after(seconds: float, provider: Pixabay | Openverse, request: str = "a request") -> Results | None:
    async def run() -> Results | None:
        with Store.open(None, clock=lambda: NOW) as store:
            await KeptAnswers(store, clock=lambda: NOW).keep(provider, "a request", FOUND)
            return await KeptAnswers(store, clock=lambda: NOW + seconds).find(provider, request)

    return asyncio.run(run())


def test_an_answer_is_kept_for_a_day_as_it_was() -> None:
    provider = Pixabay(settings())
    kept = kept_after(DAY_S - 1, provider)
    assert kept is not None
    assert [hit.original for hit in kept.hits] == [hit.original for hit in FOUND.hits]
    assert kept.cursor == FOUND.cursor
    assert {hit.licence.evidence and hit.licence.evidence.time for hit in kept.hits} == {NOW}
    assert kept_after(DAY_S, provider) is None
    assert kept_after(1, provider, "another request") is None


def test_nothing_is_kept_of_those_who_do_not_ask_for_it() -> None:
    assert kept_after(1, Openverse(settings())) is None


def test_what_another_version_wrote_is_asked_anew() -> None:
    async def run() -> Results | None:
        with Store.open(None) as store:
            answers = KeptAnswers(store)
            await answers.keep(Pixabay(settings()), "x", FOUND)
            (key,) = (f"answer:pixabay:{digest}" for digest in [_digest("x")])
            store.put_bytes(key, b'{"hits": [{}]}', kind=KIND)
            return await answers.find(Pixabay(settings()), "x")

    assert asyncio.run(run()) is None


def test_the_same_search_asks_once_a_day_whatever_the_count(web: LoopbackWeb, tmp_path: Path) -> None:
    queries = [Query("red panda", count=count, provider="pixabay") for count in (4, 4, 9)]
    pages = search(web, tmp_path, *queries)
    assert len(web.paths("/pixabay")) == 1
    assert [len(page.cells) for page in pages] == [4, 4, 9]
    assert {cell.hit.provider for page in pages for cell in page.cells} == {"pixabay"}
    search(web, tmp_path, Query("blue panda", count=4, provider="pixabay"))
    assert len(web.paths("/pixabay")) == 2


def test_what_failed_is_not_kept(web: LoopbackWeb, tmp_path: Path) -> None:
    web.pixabay.mode = "error"
    with pytest.raises(Exception, match="HTTP 500"):
        search(web, tmp_path, Query("red panda", count=2, provider="pixabay"))
    web.pixabay.mode = "serving"
    (page,) = search(web, tmp_path, Query("red panda", count=2, provider="pixabay"))
    assert len(page.cells) == 2


def _digest(request: str) -> str:
    from hashlib import sha256

    return sha256(request.encode()).hexdigest()
