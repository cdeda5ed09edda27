"""A search for icons as a whole: found, looked at, numbered, drawn, kept."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from opsin.icons.query import IconQuery
from opsin.icons.showing import KIND, search_icons
from opsin.icons.wording import NoIconsFound
from opsin.services import Services
from opsin.store.ids import CellId
from opsin.text import json_text
from tests.icons.iconify.stand import services_over
from tests.loopback.web import LoopbackWeb


def run(folder: Path, test: Callable[[LoopbackWeb, Services], Awaitable[None]], **environ: str) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder, **environ) as services:
            await test(web, services)

    asyncio.run(within())


def saved(path: str) -> bytes:
    return Path(path).read_bytes()


def test_twelve_glyphs_with_their_licences_on_a_sheet_without_network(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        told: list[str] = []

        async def say(_done: int, _total: int, sentence: str) -> None:
            told.append(sentence)

        shown = await search_icons(services, IconQuery.checked(["rocket", "launch"]), say)
        assert len({cell.icon.glyph for cell in shown.cells}) == 12
        assert [cell.number for cell in shown.cells] == list(range(1, 13))
        assert all(cell.terms.spdx and cell.terms.url and not cell.failed for cell in shown.cells)
        with Image.open(BytesIO(shown.sheet)) as sheet:
            assert sheet.format == "JPEG"
            assert max(sheet.size) <= 1092
        assert saved(shown.sheet_path) == shown.sheet
        assert json.loads(saved(shown.json_path)) == json.loads(json_text(shown.to_json()))
        assert told == ["searching", "fetching the drawings", "drawing the icons", "the sheet is drawn"]
        assert web.requests == []

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")


def test_every_cell_is_kept_with_the_drawing_that_was_seen(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked(["rocket"], sets=["lucide"], limit=2)
        shown = await search_icons(services, query)
        for cell in shown.cells:
            entry = services.store.entry(CellId(shown.number, cell.number))
            assert entry.kind == KIND
            assert entry.query["text"] == "rocket"
            assert entry.query["policy"] == "permissive"
            assert entry.data["icon"]["name"] == cell.icon.name
            assert entry.data["body"]["markup"].startswith("<")

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")


def test_the_fields_of_the_older_server_are_there(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        shown = await search_icons(
            services, IconQuery.checked(["rocket launch"], sets=["material-symbols"], limit=3)
        )
        one = next(cell.to_json() for cell in shown.cells if cell.icon.name == "rocket-launch")
        assert one["id"] == "material-symbols:rocket-launch"
        assert (one["name"], one["set"]) == ("rocket-launch", "Material Symbols")
        assert one["author"] == {"name": "Google", "url": "https://github.com/google/material-design-icons"}
        licence = one["license"]
        assert (licence["spdx"], licence["title"]) == ("Apache-2.0", "Apache 2.0")
        assert licence["url"].endswith("/LICENSE")
        assert (licence["attribution_required"], licence["copyleft"]) == (False, False)
        assert (
            one["download_url"] == "https://api.iconify.design/material-symbols/rocket-launch.svg?download=1"
        )
        assert one["preview_url"] == "https://api.iconify.design/material-symbols/rocket-launch.svg"
        assert one["matched_keywords"] == ["rocket launch"]
        assert set(one["credit"]) == {"text", "html", "markdown", "svg_comment"}

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded", OPSIN_ICONIFY_URL="")


def test_what_is_blank_or_broken_gets_no_number_and_the_next_stands_in(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["alpha"]["icons"]["rocket"] = {"body": '<path fill="none" d="M2 2h12v12H2z"/>'}
        web.iconify.sets["alpha"]["icons"]["rocket-launch"] = {"body": '<image href="/etc/passwd"/>'}
        shown = await search_icons(services, IconQuery.checked(["rocket"], limit=2))
        ids = [cell.icon.id for cell in shown.cells]
        assert not {"alpha:rocket", "alpha:rocket-launch"} & set(ids)
        assert {one.id for one in shown.left_out} >= {"alpha:rocket"}
        assert any("blank or broken: " in note and "alpha:rocket" in note for note in shown.notes)
        assert [cell.number for cell in shown.cells] == list(range(1, len(ids) + 1))
        assert shown.source.kind == "api"
        assert shown.cells[0].preview_url.startswith(web.origin)

    run(tmp_path, test, OPSIN_ICON_SOURCE="api")


def test_what_cannot_be_seen_stands_back(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked(
            "dragon", sets=["game-icons", "mdi"], policy="permissive_plus_attribution", limit=4
        )
        shown = await search_icons(services, query)
        assert 0 < len(shown.cells) < 4
        assert not any(cell.failed for cell in shown.cells)
        (told,) = (note for note in shown.notes if note.startswith("Not on the sheet"))
        assert "game-icons:" in told
        only = IconQuery.checked("dragon", sets=["game-icons"], policy="permissive_plus_attribution", limit=2)
        unseen = await search_icons(services, only)
        assert [cell.failed for cell in unseen.cells] == ["its drawing is not at hand"] * 2

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")


def test_nothing_found_says_which_word_and_what_is_near(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        with pytest.raises(NoIconsFound, match="“xyzzyqq” finds nothing") as caught:
            await search_icons(services, IconQuery.checked("xyzzyqq"))
        assert caught.value.found_nothing
        with pytest.raises(NoIconsFound, match="needs license_policy=permissive_plus_attribution") as hidden:
            await search_icons(services, IconQuery.checked("rocket", sets=["fa6-solid"]))
        assert "license_policy that allows more" in hidden.value.hint

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")


def test_one_style_for_several_things(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked(["cart", "user", "search"], same_set=True)
        shown = await search_icons(services, query)
        first = shown.found.same_set[0]
        assert [cell.icon.set.prefix for cell in shown.cells[: len(first.rows)]] == [first.prefix] * 3
        assert [cell.matched_keywords for cell in shown.cells[:3]] == [("cart",), ("user",), ("search",)]

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")
