"""An id stands for a picture's bytes, whichever kind of sheet gave it out."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PIL import Image

from opsin.errors import InvalidInput, OpsinError, UnknownId
from opsin.icons.query import IconQuery
from opsin.icons.showing import search_icons
from opsin.images.inspection import inspect_image
from opsin.pictures_of_ids import ICON_SIZE, open_id
from opsin.services import Services
from opsin.vision.source import Source, open_source
from tests.icons.iconify.stand import services_over
from tests.images.stage import hit_at, put
from tests.loopback import pictures
from tests.loopback.web import LoopbackWeb


def run(
    folder: Path,
    test: Callable[[LoopbackWeb, Services], Awaitable[None]],
    source: str = "embedded",
) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder, OPSIN_ICON_SOURCE=source) as services:
            await test(web, services)

    asyncio.run(within())


def test_a_picture_is_the_file_that_inspecting_shows(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        [name] = put(services, hit_at(web.address("fine", 7, (200, 150))))
        assert await open_id(services, name) == (name, pictures.jpeg(7, 200, 150))
        asked = len(web.requests)
        await inspect_image(services, name)
        assert await open_source(services, f"`{name}`", open_id) == Source(name, pictures.jpeg(7, 200, 150))
        assert len(web.requests) == asked

    run(tmp_path, test)


def test_what_stands_in_for_the_original_is_told(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        hit = hit_at(web.address("forbidden", 1), renditions=(web.address("fine", 1, (500, 375)),))
        [name] = put(services, hit)
        assert await open_id(services, name) == (f"{name} (smaller rendition)", pictures.jpeg(1, 500, 375))

    run(tmp_path, test)


def test_an_icon_is_drawn_from_what_was_kept_with_its_id(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        shown = await search_icons(services, IconQuery.checked("home", limit=1))
        web.requests.clear()
        name = str(shown.cells[0].id)
        called, data = await open_id(services, name)
        assert called == name
        with Image.open(io.BytesIO(data)) as image:
            assert (image.format, image.height) == ("PNG", ICON_SIZE)
            assert image.convert("RGBA").getchannel("A").getextrema()[1] == 255
        assert not web.requests

    run(tmp_path, test)


def test_an_icon_without_a_drawing_is_told(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked("rocket", sets=["openmoji"], policy="all", limit=1)
        shown = await search_icons(services, query)
        with pytest.raises(OpsinError, match="no drawing here"):
            await open_id(services, str(shown.cells[0].id))

    run(tmp_path, test)


def test_what_names_no_picture_is_told(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        for name in ("s9:9", "nonsense", ""):
            with pytest.raises(UnknownId):
                await open_id(services, name)
        number = services.store.save_search("sounds", {"text": "x"}, [{"a": 1}], served_by="x")
        with pytest.raises(InvalidInput):
            await open_id(services, f"s{number}:1")

    run(tmp_path, test)
