"""What lies in the store may be damaged, or written by another version: it costs a record, never an answer."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from opsin.errors import InvalidInput
from opsin.images.download import Download, download_images
from opsin.images.keys import download_key
from opsin.images.paging import Paged, paging_key
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.store.ids import parse_id
from tests.images.stage import hit_at, put, stage
from tests.loopback.web import LoopbackWeb

GOOD: Mapping[str, Any] = Paged(
    "duckduckgo", "12", (hit_at("https://a.example/1"),), frozenset({"a"})
).to_json()

DAMAGED: tuple[dict[str, Any], ...] = (
    {},
    {"provider": "duckduckgo"},
    {**GOOD, "provider": 1},
    {**GOOD, "cursor": None},
    {**GOOD, "unused": None},
    {**GOOD, "unused": [{}]},
    {**GOOD, "unused": ["x"]},
    {**GOOD, "unused": [{**GOOD["unused"][0], "licence": []}]},
    {**GOOD, "unused": [{**GOOD["unused"][0], "original": 7}]},
    {**GOOD, "seen": [[], {}]},
    {**GOOD, "seen": 5},
    {**GOOD, "series": 3},
    {**GOOD, "cursors": [1]},
    {**GOOD, "cursors": {"brave": 5}},
)


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_damaged_record_of_paging_is_none(damaged: dict[str, Any]) -> None:
    assert Paged.from_json(GOOD) is not None
    assert Paged.from_json(damaged) is None


def test_paging_goes_on_though_its_records_are_damaged(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> None:
        async with stage(web, tmp_path) as services:
            first, second = (Query("red panda", count=4, page=page) for page in (1, 2))
            shown = await search_images(services, first)
            services.store.put_state(paging_key(first, 1), {})
            after = await search_images(services, second)
            originals = [{cell.hit.original for cell in found.cells} for found in (shown, after)]
            assert [len(one) for one in originals] == [4, 4]
            assert originals[0].isdisjoint(originals[1])

    asyncio.run(run())


def test_who_served_before_and_is_not_configured_any_more_is_named(web: LoopbackWeb, tmp_path: Path) -> None:
    """The query named nobody, so the error must not ask to leave the provider out."""

    async def run() -> None:
        first, last = (Query("red panda", count=12, page=page) for page in (1, 3))
        async with stage(web, tmp_path, **web.keys("searxng")) as services:
            assert (await search_images(services, first)).provider == "searxng"
        async with stage(web, tmp_path) as services:
            record = services.store.get_state(paging_key(first, 1))
            assert record is not None
            kept = Paged.from_json(
                {**record, "cursor": "2", "unused": [hit_at(web.address("fine", 19)).to_json()]}
            )
            assert kept is not None
            services.store.put_state(paging_key(first, 1), kept.to_json())
            second = await search_images(services, replace(first, page=2))
            assert [cell.hit for cell in second.cells] == list(kept.unused)
            assert not second.more
            services.store.put_state(paging_key(first, 2), replace(kept, unused=()).to_json())
            with pytest.raises(InvalidInput, match="searxng, which served the pages before it") as caught:
                await search_images(services, last)
            assert caught.value.hint == "Ask for page 1 anew."

    asyncio.run(run())


@pytest.mark.parametrize(
    "damage", [{"path": 5}, {"sidecar": []}, {"sha256": None}, {"path": "a\0b"}, {"size_bytes": "x"}]
)
def test_a_damaged_note_of_a_saved_file_is_passed_over(
    web: LoopbackWeb, tmp_path: Path, damage: dict[str, Any]
) -> None:
    async def run() -> Download:
        async with stage(web, tmp_path) as services:
            ids = put(services, hit_at(web.address("fine", 1), title="Panda"))
            (done,) = await download_images(services, ids)
            key = download_key(parse_id(done.id), str(Path(done.path).parent))
            kept = services.store.get_state(key)
            assert kept is not None
            services.store.put_state(key, {**kept, **damage})
            (again,) = await download_images(services, ids)
            assert again.path == done.path
            return again

    assert asyncio.run(run()).error == ""
