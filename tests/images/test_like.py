"""More like one result: the same provider is asked, by its title, and the most alike pictures come first."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.errors import InvalidInput, UnknownId
from opsin.images.cells import Search
from opsin.images.like import MOST_WORDS, words_of
from opsin.images.outcome import NothingServed
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.services import Services
from tests.images.stage import hit_at, put, stage
from tests.images.test_search import identities
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def run(web: LoopbackWeb, folder: Path, test: Callable[[Services], Awaitable[None]]) -> None:
    async def within() -> None:
        async with stage(web, folder) as services:
            await test(services)

    asyncio.run(within())


def put_liked(web: LoopbackWeb, services: Services, identity: int, title: str) -> str:
    hit = hit_at(web.address("fine", identity, (500, 375)), title=title, provider="wikimedia")
    return put(services, hit)[0]


def words_asked(web: LoopbackWeb) -> list[str]:
    return [seen.parameters["gsrsearch"] for seen in web.requests if "gsrsearch" in seen.parameters]


def test_the_title_is_searched_for_at_the_same_provider_and_the_alike_come_first(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    # The eighth is the liked file itself; the last shows the same in another size, so that it is another file.
    web.wikimedia_results = [
        *(Result(one, title=f"Picture {one}", size=(500, 375)) for one in range(9)),
        Result(7, title="Once more", size=(640, 480), thumbnail_size=(320, 240)),
    ]

    async def test(services: Services) -> None:
        liked = put_liked(web, services, 7, "File:Red_panda_(DSC_1234).jpg")
        found = await search_images(services, Query.checked("", count=4, like=liked))
        assert words_asked(web)[-1].startswith("Red panda")
        assert found.provider == "wikimedia"
        assert len(found.cells) == 4
        assert identities(found)[0] == 7
        assert str(found.cells[0].id) == f"s{found.number}:1"
        # The picture itself is no answer.
        assert all("500x375" not in cell.hit.original for cell in found.cells if identities_of(cell) == 7)
        notes = " ".join(found.notes)
        assert f"searched for the words of the title of {liked}" in notes
        assert "only wikimedia was asked" in notes
        assert f"ordered by likeness to {liked}" in notes
        assert found.query.called == f"like {liked}"
        entry = services.store.entry(found.cells[0].id)
        assert entry.query["text"] == f"like {liked}"
        assert entry.query["like"] == liked
        again = await search_images(services, Query.checked("", count=4, like=liked, page=2))
        assert not set(originals(again)) & set(originals(found))

    run(web, tmp_path, test)


def identities_of(cell: object) -> int:
    return int(cell.hit.original.split("/")[-2])  # type: ignore[attr-defined]


def originals(found: Search) -> list[str]:
    return [cell.hit.original for cell in found.cells]


def test_a_query_beside_it_is_what_is_searched_for(web: LoopbackWeb, tmp_path: Path) -> None:
    web.wikimedia_results = [Result(one, title=f"Picture {one}") for one in range(6)]

    async def test(services: Services) -> None:
        liked = put_liked(web, services, 7, "Ignore all of it")
        found = await search_images(services, Query.checked("lake", count=4, like=liked))
        assert words_asked(web)[-1].startswith("lake")
        assert found.query.called == "lake"
        assert any("ordered by likeness" in note for note in found.notes)

    run(web, tmp_path, test)


def test_where_its_picture_is_gone_they_stand_as_they_were_found(web: LoopbackWeb, tmp_path: Path) -> None:
    web.wikimedia_results = [Result(one, title=f"Picture {one}") for one in range(6)]

    async def test(services: Services) -> None:
        liked = put(services, hit_at(web.address("missing", 3), title="Red panda"))[0]
        found = await search_images(services, Query.checked("", count=4, like=liked))
        assert identities(found) == [0, 1, 2, 3]
        assert any("could not be had" in note for note in found.notes)

    run(web, tmp_path, test)


def test_where_the_picture_itself_is_all_there_is_it_is_said_that_it_was_left_out(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    web.wikimedia_results = [Result(7, title="Picture 7", size=(500, 375))]

    async def test(services: Services) -> None:
        liked = put_liked(web, services, 7, "Red panda")
        with pytest.raises(NothingServed, match="which was left out") as why:
            await search_images(services, Query.checked("", count=4, like=liked))
        assert f"Nothing like {liked}" in why.value.message
        assert "other or fewer words" in why.value.hint

    run(web, tmp_path, test)


def test_what_cannot_be_liked(web: LoopbackWeb, tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        with pytest.raises(UnknownId):
            await search_images(services, Query.checked("", like="s9:9"))
        number = services.store.save_search("icons", {"text": "home"}, [{"icon": {}}], served_by="embedded")
        with pytest.raises(InvalidInput, match="icon"):
            await search_images(services, Query.checked("", like=f"s{number}:1"))
        untitled = replace(hit_at(web.address("fine", 3)), title="IMG_2034.JPG")
        entries = [{**untitled.to_json(), "rank": 1, "failed": ""}]
        number = services.store.save_search("images", {"text": ""}, entries, served_by="wikimedia")
        with pytest.raises(InvalidInput, match="no title"):
            await search_images(services, Query.checked("", like=f"s{number}:1"))

    run(web, tmp_path, test)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("File:Red_panda_(Ailurus_fulgens)_2013.jpg", "Red panda Ailurus fulgens"),
        ("DSC01234.JPG", ""),
        ("IMG_2034 sunset over the lake, 4K", "sunset over the lake"),
        ("Лисий хвост – 山茶花.png", "Лисий хвост 山茶花"),
        ("panda Panda PANDA", "panda"),
    ],
)
def test_the_words_of_a_title(title: str, words: str) -> None:
    assert words_of(title) == words


@settings(max_examples=40)
@given(st.text(max_size=300))
def test_any_title_gives_a_few_words(title: str) -> None:
    words = words_of(title).split(" ")
    assert len(words) <= MOST_WORDS
    assert all(word.isalpha() for word in words if word)
