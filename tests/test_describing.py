"""Descriptions reach the cells that they are of: of pictures, of icons, of one inspected picture, of a comparison."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from opsin.comparing import compare_images
from opsin.describing import describe_comparison, describe_icons, describe_inspection, describe_search
from opsin.icons.query import IconQuery
from opsin.icons.showing import search_icons
from opsin.images.inspection import inspect_image
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.services import Services
from tests.icons.iconify.stand import services_over
from tests.images.stage import hit_at, put
from tests.loopback.ollama import FakeOllama, ollama
from tests.loopback.results import fine_results
from tests.loopback.web import LoopbackWeb

SAID = '{"description": "What it is."}'


def run(folder: Path, test: Callable[[LoopbackWeb, Services, FakeOllama], Awaitable[None]]) -> None:
    async def within() -> None:
        fake = FakeOllama()
        fake.reply = SAID
        async with (
            LoopbackWeb() as web,
            ollama(fake) as server,
            services_over(
                web,
                folder,
                OPSIN_ICON_SOURCE="embedded",
                OPSIN_VISION_OLLAMA_HOST=f"127.0.0.1:{server.port}",
            ) as services,
        ):
            await test(web, services, fake)

    asyncio.run(within())


@pytest.mark.full
def test_each_kind_of_sheet_is_described_and_no_picture_is_fetched_again(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services, fake: FakeOllama) -> None:
        web.duckduckgo.results = fine_results(3)
        search = await search_images(services, Query("anything", count=3))
        shown = await search_icons(services, IconQuery.checked("home", limit=2))
        inspection = await inspect_image(services, str(search.cells[0].id))
        comparison = await compare_images(services, [str(cell.id) for cell in search.cells[:2]])
        asked = len(web.requests)
        found = await describe_search(services, search)
        assert [cell.description for cell in found.cells] == ["What it is."] * 3
        assert found.notes == (*search.notes, "described by qwen3-vl:4b (3)")
        assert found.cells[0].to_json()["described_by"] == "qwen3-vl:4b"
        icons = await describe_icons(services, shown)
        assert [cell.description for cell in icons.cells] == ["What it is."] * 2
        assert icons.cells[0].to_json()["description"] == "What it is."
        alone = await describe_inspection(services, inspection)
        assert (alone.description, alone.described_by) == ("What it is.", "qwen3-vl:4b")
        compared = await describe_comparison(services, comparison)
        assert [one.description for one in compared.pictures] == ["What it is."] * 2
        assert len(web.requests) == asked
        assert len(fake.chats) == 3 + 2 + 1 + 2

    run(tmp_path, test)


def test_a_failed_cell_is_passed_over(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services, fake: FakeOllama) -> None:
        kinds = ("fine", "missing", "fine")
        ids = put(services, *(hit_at(web.address(kind, number)) for number, kind in enumerate(kinds, 1)))
        comparison = await describe_comparison(services, await compare_images(services, ids))
        assert [bool(one.description) for one in comparison.pictures] == [True, False, True]
        assert len(fake.chats) == 2

    run(tmp_path, test)
