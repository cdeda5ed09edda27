"""Inspecting shows one picture whole and upright within its bounds, or a region of it in detail."""

import asyncio
import io
from collections.abc import Iterator
from hashlib import sha256
from inspect import signature
from pathlib import Path

import pytest
from PIL import Image

from opsin.errors import InvalidInput, PictureError, TimedOut, UnknownId
from opsin.images import download
from opsin.images.hit import Hit
from opsin.images.inspection import Inspection, inspect_image
from opsin.images.keys import original_key
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.store.ids import parse_id
from tests.images.stage import hit_at, put, stage
from tests.loopback import pictures
from tests.loopback.web import LoopbackWeb


@pytest.fixture(scope="module")
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def inspect(web: LoopbackWeb, folder: Path, hit: Hit, region: str = "", **environ: str) -> Inspection:
    async def work() -> Inspection:
        async with stage(web, folder, **environ) as services:
            [name] = put(services, hit)
            return await inspect_image(services, name, region)

    return asyncio.run(work())


def shown(inspection: Inspection) -> Image.Image:
    image = Image.open(io.BytesIO(inspection.picture))
    assert image.format == "JPEG"
    assert image.size == (inspection.width, inspection.height)
    return image


def test_the_picture_is_shown_whole_within_the_canvas(web: LoopbackWeb, tmp_path: Path) -> None:
    hit = hit_at(web.address("fine", 7, (2000, 1500)), title="Panda")
    got = inspect(web, tmp_path, hit)
    image = shown(got)
    assert image.size == (1092, 819)
    assert pictures.frame_is_whole(image)
    assert pictures.identity_at_centre(image) == 7
    assert (got.facts.width, got.facts.height, got.facts.format) == (2000, 1500, "jpeg")
    assert (got.id, got.query, got.hit.title, got.region) == ("s1:1", "red panda", "Panda", "")
    assert (got.degraded, got.rendition, got.why) == (False, "original", "")
    assert got.sha256 == sha256(pictures.jpeg(7, 2000, 1500)).hexdigest()


def test_a_small_picture_is_not_blown_up(web: LoopbackWeb, tmp_path: Path) -> None:
    got = inspect(web, tmp_path, hit_at(web.address("fine", 2, (320, 240))))
    assert (got.width, got.height) == (320, 240)


def test_a_region_is_shown_in_the_originals_detail(web: LoopbackWeb, tmp_path: Path) -> None:
    got = inspect(web, tmp_path, hit_at(web.address("fine", 4, (2000, 1500))), " 0.3,0.3,0.4,0.4 ")
    image = shown(got)
    assert image.size == (800, 600)
    assert pictures.identity_at_centre(image) == 4
    assert (got.facts.width, got.region) == (2000, "0.3,0.3,0.4,0.4")


def test_the_settings_bound_the_picture(web: LoopbackWeb, tmp_path: Path) -> None:
    got = inspect(
        web,
        tmp_path,
        hit_at(web.address("fine", 1, (2000, 1500))),
        OPSIN_CANVAS="1600",
        OPSIN_PICTURE_MAX_BYTES="50000",
    )
    assert len(got.picture) <= 50_000
    assert max(got.width, got.height) <= 1600
    shown(got)


def test_a_picture_that_lies_on_its_side_is_shown_upright(web: LoopbackWeb, tmp_path: Path) -> None:
    got = inspect(web, tmp_path, hit_at(web.address("rotated", 1)))
    assert (got.width, got.height, got.facts.orientation) == (640, 480, 6)
    assert pictures.frame_is_whole(shown(got))


def test_alpha_meets_a_ground_on_which_it_can_be_seen(web: LoopbackWeb, tmp_path: Path) -> None:
    got = inspect(web, tmp_path, hit_at(web.address("alpha", 10)))
    image = shown(got).convert("RGB")
    assert got.facts.has_alpha
    assert pictures.identity_at_centre(image) == 10
    corner, centre = image.getpixel((5, 5)), image.getpixel((320, 240))
    assert isinstance(corner, tuple)
    assert isinstance(centre, tuple)
    assert sum(abs(a - b) for a, b in zip(corner, centre, strict=True)) > 100


def test_sixteen_bits_of_grey_are_not_all_white(web: LoopbackWeb, tmp_path: Path) -> None:
    image = shown(inspect(web, tmp_path, hit_at(web.address("grey16", 1)))).convert("L")
    left, right = image.getpixel((10, 100)), image.getpixel((630, 100))
    assert isinstance(left, (int, float))
    assert isinstance(right, (int, float))
    assert left < 60
    assert 180 < right < 230


def test_what_stands_in_is_told(web: LoopbackWeb, tmp_path: Path) -> None:
    hit = hit_at(web.address("forbidden", 1), renditions=(web.address("fine", 1, (500, 375)),))
    got = inspect(web, tmp_path, hit)
    assert (got.degraded, got.rendition, got.width) == (True, "smaller rendition", 500)
    assert "403" in got.why


@pytest.mark.parametrize("behaviour", ["truncated", "html", "bomb", "empty", "svg"])
def test_what_is_no_picture_is_an_error_of_its_own(web: LoopbackWeb, tmp_path: Path, behaviour: str) -> None:
    with pytest.raises(PictureError):
        inspect(web, tmp_path, hit_at(web.address(behaviour, 1)))


def test_a_bad_region_is_told_before_anything_is_fetched(web: LoopbackWeb, tmp_path: Path) -> None:
    web.requests.clear()
    with pytest.raises(InvalidInput, match="region"):
        inspect(web, tmp_path, hit_at(web.address("fine", 1)), "0.5,0.5,0.6,0.6")
    assert not web.requests


@pytest.mark.parametrize("name", ["s9:9", "nonsense", ""])
def test_an_id_that_names_nothing_is_told(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            await inspect_image(services, name)

    with pytest.raises(UnknownId):
        asyncio.run(work())


def test_a_region_too_small_to_show_anything_is_refused(web: LoopbackWeb, tmp_path: Path) -> None:
    hit = hit_at(web.address("fine", 2, (320, 240)))
    with pytest.raises(InvalidInput, match="320×240"):
        inspect(web, tmp_path, hit, "0.5,0.5,0.001,0.5")
    assert inspect(web, tmp_path, hit, "0.5,0.5,0.03,0.5").width >= 8


def test_the_whole_of_a_tiny_picture_is_no_too_small_region(web: LoopbackWeb, tmp_path: Path) -> None:
    assert inspect(web, tmp_path, hit_at(web.address("fine", 2, (5, 4))), "0,0,1,1").width == 5


def test_a_file_that_was_downloaded_with_a_larger_limit_can_be_inspected(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 3)))
            fetched = await inspect_image(services, name)
            kept = services.store.get_bytes(original_key(parse_id(name)))
            assert kept is not None
            # What stands behind the end of a JPEG belongs to the file, and to no picture.
            data = kept.data + bytes(MAX_ORIGINAL_BYTES)
            services.store.put_bytes(original_key(parse_id(name)), data, kind="inspected", meta=kept.meta)
            got = await inspect_image(services, name, "0,0,0.5,0.5")
            assert (got.facts.width, got.width) == (fetched.facts.width, fetched.facts.width // 2)
            assert got.sha256 == sha256(data).hexdigest()

    asyncio.run(work())


def test_the_caller_says_how_long_the_hosts_may_take(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("hang", 1)))
            await inspect_image(services, name, seconds=0.1)

    with pytest.raises(TimedOut, match=r"0\.\d"):
        asyncio.run(work())


def test_who_does_not_say_it_waits_as_a_download_does() -> None:
    assert signature(inspect_image).parameters["seconds"].default == download.SECONDS
