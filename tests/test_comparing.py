"""Pictures are compared at one size; what differs is said, and one that fails costs no other."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PIL import Image

from opsin.comparing import NothingToCompare, compare_images
from opsin.errors import BadStatus, InvalidInput
from opsin.icons.query import IconQuery
from opsin.icons.showing import search_icons
from opsin.images.compared import Comparison
from opsin.images.inspection import inspect_image
from opsin.rights.creative_commons import from_url
from opsin.rights.licence import Evidence
from opsin.services import Services
from tests.icons.iconify.stand import services_over
from tests.images.stage import hit_at, put
from tests.loopback.pictures import identity_at_centre
from tests.loopback.web import LoopbackWeb

LICENCE = from_url("https://creativecommons.org/licenses/by-sa/4.0/", Evidence("licence", "by-sa"))
assert LICENCE is not None


def run(folder: Path, test: Callable[[LoopbackWeb, Services], Awaitable[None]]) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder, OPSIN_ICON_SOURCE="embedded") as services:
            await test(web, services)

    asyncio.run(within())


def differs(comparison: Comparison, name: str) -> str:
    return next(one for one in comparison.differences if one.startswith(f"{name}: "))


def test_the_same_picture_in_two_sizes(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = put(
            services,
            hit_at(web.address("fine", 3, (900, 675)), page="https://one.example/a"),
            hit_at(web.address("fine", 3, (160, 120)), page="https://two.example/b"),
        )
        comparison = await compare_images(services, ids)
        large, small = comparison.pictures
        assert large.shown == small.shown
        assert large.scale < 1 < small.scale
        assert differs(comparison, "size") == "size: 1 900x675, 2 160x120 (3% of the pixels of 1)"
        assert differs(comparison, "format") == "format: JPEG in all"
        assert differs(comparison, "licence") == "licence: unknown in all"
        assert differs(comparison, "host") == "host: 1 one.example, 2 two.example"
        assert any("1 and 2 show the same picture" in one for one in comparison.differences)
        assert any(one.startswith("1 shows ") and "sharper" in one for one in comparison.differences)
        # The files are those that inspecting shows and downloading saves.
        asked = len(web.requests)
        assert (await inspect_image(services, ids[0])).sha256 == large.sha256
        assert len(web.requests) == asked

    run(tmp_path, test)


def test_different_pictures_and_one_that_fails(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = put(
            services,
            hit_at(web.address("fine", 1)),
            hit_at(web.address("missing", 2)),
            hit_at(web.address("alpha", 3, (300, 300))),
        )
        told: list[str] = []

        async def progress(_done: int, _total: int, what: str) -> None:
            told.append(what)

        comparison = await compare_images(services, [*ids, "s99:1"], progress=progress)
        assert [bool(one.failed) for one in comparison.pictures] == [False, True, False, True]
        assert [one.number for one in comparison.seen] == [1, 3]
        assert "404" in comparison.pictures[1].failed
        assert differs(comparison, "format") == "format: 1 JPEG, 3 PNG"
        assert differs(comparison, "width by height") == "width by height: 1 1.33, 3 1.00"
        assert any(one.startswith("different pictures: 1 and 3 (") for one in comparison.differences)
        assert told[-1] == "4 of 4 pictures are here"
        # What helps is told of each that failed.
        assert any(note.startswith("s99:1: ") for note in comparison.notes)

    run(tmp_path, test)


def test_the_same_region_of_each(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = put(services, hit_at(web.address("fine", 4)), hit_at(web.address("fine", 9, (320, 240))))
        comparison = await compare_images(services, ids, "0.4,0.4,0.2,0.2")
        assert [one.box for one in comparison.pictures] == [(256, 192, 384, 288), (128, 96, 192, 144)]
        shown = [Image.open(io.BytesIO(one.picture)) for one in comparison.pictures]
        assert [identity_at_centre(image) for image in shown] == [4, 9]
        assert comparison.region == "0.4,0.4,0.2,0.2"

    run(tmp_path, test)


@pytest.mark.full
def test_icons_beside_a_picture(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        shown = await search_icons(services, IconQuery.checked("home", limit=1))
        [name] = put(services, hit_at(web.address("fine", 1), licence=LICENCE))
        comparison = await compare_images(services, [str(shown.cells[0].id), name])
        assert comparison.pictures[0].icon == shown.cells[0].icon.id
        assert comparison.pictures[0].hit is None
        assert differs(comparison, "licence").endswith("2 CC BY-SA 4.0")

    run(tmp_path, test)


@pytest.mark.parametrize("ids", [["s1:1"], ["s1:1", " s1:1 "], [f"s1:{n}" for n in range(1, 6)], []])
def test_too_few_and_too_many(tmp_path: Path, ids: list[str]) -> None:
    async def test(_web: LoopbackWeb, services: Services) -> None:
        with pytest.raises(InvalidInput, match="2 to 4"):
            await compare_images(services, ids)

    run(tmp_path, test)


def test_where_nothing_can_be_had_the_first_error_is_told(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = put(services, hit_at(web.address("missing", 1)), hit_at(web.address("gone", 2)))
        with pytest.raises(BadStatus, match="404"):
            await compare_images(services, ids)

    run(tmp_path, test)


def test_one_alone_is_no_comparison(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        [here] = put(services, hit_at(web.address("fine", 1)))
        with pytest.raises(NothingToCompare, match="Nothing could be compared") as why:
            await compare_images(services, [here, "s99:1"])
        assert f"only {here} is here" in why.value.message
        assert "s99:1" in why.value.message
        assert "search again" in why.value.hint

    run(tmp_path, test)


def test_a_region_in_which_there_is_nothing_to_see(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = put(services, hit_at(web.address("fine", 1)), hit_at(web.address("fine", 2)))
        with pytest.raises(InvalidInput, match="below 8×8"):
            await compare_images(services, ids, "0,0,0.000001,0.000001")

    run(tmp_path, test)
