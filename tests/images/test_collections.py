"""The whole search through each collection that is asked by name, over a real web on the loopback address."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from opsin.images.cells import Search
from opsin.images.outcome import NothingServed, Outcome, words_from_outside
from opsin.images.providers.registry import terms_of
from opsin.images.query import Query
from opsin.images.search import search_images
from tests.images.stage import stage
from tests.loopback.keyed import KEY
from tests.loopback.results import Result, fine_results
from tests.loopback.web import LoopbackWeb

KEYED = ("pexels", "unsplash", "pixabay", "flickr", "europeana")
NAMES = (*KEYED, "met", "mediawiki")
STOCK = ("pexels", "unsplash", "pixabay")
EVERY_KEY = ("pexels", "unsplash", "pixabay", "flickr", "europeana", "mediawiki")


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        server.met.mode = "serving"
        server.wikimedia_results = fine_results()
        yield server


def search(web: LoopbackWeb, folder: Path, *queries: Query, **environ: str) -> list[Search]:
    async def run() -> list[Search]:
        async with stage(web, folder, **environ) as services:
            return [await search_images(services, query) for query in queries]

    return asyncio.run(run())


def failure(web: LoopbackWeb, folder: Path, query: Query, **environ: str) -> NothingServed:
    with pytest.raises(NothingServed) as caught:
        search(web, folder, query, **environ)
    return caught.value


def identities(found: Search) -> list[int]:
    return [int(cell.hit.original.split("/")[-2]) for cell in found.cells]


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_served_in_order_and_say_whose_they_are(
    web: LoopbackWeb, tmp_path: Path, name: str
) -> None:
    queries = [Query("red panda", count=4, page=page, provider=name) for page in (1, 2)]
    first, second = search(web, tmp_path, *queries, **web.keys(name))
    # On a busy machine a spare may stand in for a picture that is late.
    shown = [*identities(first), *identities(second)]
    assert (len(shown), shown) == (8, sorted(set(shown)))
    assert not any(cell.failed for cell in first.cells)
    assert {cell.hit.provider for cell in first.cells} == {name}
    assert all(cell.hit.attribution for cell in first.cells)
    notice = terms_of(name).notice
    assert not notice or notice in first.notes


def test_without_a_name_and_a_licence_none_of_them_is_asked(web: LoopbackWeb, tmp_path: Path) -> None:
    (found,) = search(web, tmp_path, Query("red panda", count=2), **web.keys(*EVERY_KEY))
    assert found.provider == "duckduckgo"


def test_with_a_licence_those_that_state_some_are_asked_last(web: LoopbackWeb, tmp_path: Path) -> None:
    web.openverse.mode, web.wikimedia_results = "empty", ()
    web.flickr.results = tuple(
        Result(place, licence=("by-nc", "by", "unstated", "cc0")[place % 4]) for place in range(12)
    )
    query = Query.checked("red panda", count=4, licence="commercial")
    (found,) = search(web, tmp_path, query, **web.keys("pexels", "unsplash", "pixabay", "flickr"))
    assert [one.provider for one in found.attempts] == ["openverse", "wikimedia", "flickr"]
    assert len(found.cells) == 4
    assert set(identities(found)) <= {1, 3, 5, 7, 9, 11}
    for name in STOCK:
        assert web.paths(f"/{name}") == []


@pytest.mark.parametrize("name", STOCK)
def test_a_licence_of_its_own_passes_no_filter_and_costs_no_request(
    web: LoopbackWeb, tmp_path: Path, name: str
) -> None:
    query = Query.checked("x", licence="share-alike", provider=name)
    why = failure(web, tmp_path, query, **web.keys(name))
    assert why.attempts[0].outcome is Outcome.SKIPPED
    assert f"under the {terms_of(name).own_licence}, which no licence filter lets through" in why.message
    assert why.hint == "Name another provider."
    assert web.paths(f"/{name}") == []


@pytest.mark.parametrize("name", ["met", "europeana"])
def test_one_that_states_no_sizes_is_not_asked_for_them(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    query = Query.checked("x", min_width=800, provider=name)
    why = failure(web, tmp_path, query, **web.keys(name))
    assert "it states no sizes" in why.message
    assert web.paths(f"/{name}") == []


@pytest.mark.parametrize("name", ["pexels", "mediawiki"])
def test_one_that_cannot_filter_is_not_asked_with_safe_strict(
    web: LoopbackWeb, tmp_path: Path, name: str
) -> None:
    why = failure(web, tmp_path, Query.checked("x", safe="strict", provider=name), **web.keys(name))
    assert "it cannot keep to safe=strict" in why.message


@pytest.mark.parametrize(
    ("name", "mode", "outcome", "part"),
    [
        *((name, "bad-key", Outcome.REFUSED, f"{name} does not accept the key in OPSIN_") for name in KEYED),
        ("unsplash", "quota", Outcome.RATE_LIMITED, "quota of the hour is used up"),
        ("pixabay", "quota", Outcome.RATE_LIMITED, "quota of the minute is used up; it starts anew in 41 s"),
        *((name, "shield", Outcome.BLOCKED, "before its API was reached") for name in ("pexels", "flickr")),
    ],
)
def test_failures_are_told_by_what_they_mean_and_never_with_the_key(
    web: LoopbackWeb, tmp_path: Path, name: str, mode: str, outcome: Outcome, part: str
) -> None:
    getattr(web, name).mode = mode
    why = failure(web, tmp_path, Query("x", provider=name), **web.keys(name))
    assert why.attempts[0].outcome is outcome
    assert part in why.message
    said = f"{why} {' '.join(words_from_outside(why))} {why.attempts!r}"
    assert KEY not in said
    assert quote(KEY, safe="") not in said
    assert mode == "shield" or "(hidden)" in said


@pytest.mark.full
@pytest.mark.parametrize("name", KEYED)
@pytest.mark.parametrize(
    "mode", ["odd", "empty", "error", "html", "broken", "too-large", "rate-limited", "moved"]
)
def test_whatever_it_answers_is_read_or_told(web: LoopbackWeb, tmp_path: Path, name: str, mode: str) -> None:
    server = getattr(web, name)
    with LoopbackWeb() as stranger:
        server.mode, server.moved_to = mode, f"{stranger.origin}/caught"
        query = Query("x", count=4, provider=name)
        if mode == "odd":
            (found,) = search(web, tmp_path, query, **web.keys(name))
            assert identities(found)[0] == 0
            return
        why = failure(web, tmp_path, query, **web.keys(name))
        outcome = {
            "empty": Outcome.EMPTY,
            "error": Outcome.UNREACHABLE,
            "rate-limited": Outcome.RATE_LIMITED,
            "moved": Outcome.REFUSED,
        }.get(mode, Outcome.CHANGED_PAGE)
        assert why.attempts[0].outcome is outcome
        assert not any(KEY in str(one) for one in stranger.requests)


@pytest.mark.full
def test_all_asks_every_one_of_them(web: LoopbackWeb, tmp_path: Path) -> None:
    query = Query("red panda", count=16, provider="all")
    (found,) = search(web, tmp_path, query, **web.keys(*EVERY_KEY))
    assert set(NAMES) <= {one.provider for one in found.attempts if one.outcome is Outcome.SERVED}
