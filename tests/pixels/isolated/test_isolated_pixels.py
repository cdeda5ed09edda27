"""Plain pixels from the worker: as they are made here, and of the formats that are decoded nowhere else."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from opsin.errors import PictureError
from opsin.pixels.extras import missing
from opsin.pixels.isolated.answers import facts_to_json, read_plain
from opsin.pixels.isolated.framing import BadMessage
from opsin.pixels.isolated.originals import pixels_of, show_original
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.plain import PlainPixels
from opsin.pixels.region import WHOLE, Region
from opsin.pixels.sniff import Format
from opsin.pixels.whole import whole_pixels
from tests.pixels import heics
from tests.pixels.pdfs import GREEN, TEXT, pdf
from tests.pixels.pictures import (
    STILLS,
    animation,
    is_upright,
    level_at,
    levels,
    near,
    quarters,
    saved,
    turned,
)

heif = pytest.mark.skipif(bool(missing(Format.HEIC)), reason="needs the extra heif")
pdfs = pytest.mark.skipif(bool(missing(Format.PDF)), reason="needs the extra pdf")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    running = Worker(memory=1 << 30, seconds=60)
    yield running
    running.close()


def plain(
    worker: Worker, data: bytes, region: Region = WHOLE, *, page: int = 1, most: int = 1_000_000
) -> PlainPixels:
    return asyncio.run(pixels_of(data, region=region, page=page, most_pixels=most, worker=worker))


def image_of(pixels: PlainPixels) -> Image.Image:
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb)


@pytest.mark.parametrize(
    "data",
    [
        *(make() for make in STILLS.values()),
        turned(6),
        saved(quarters().convert("RGBA").rotate(20)),
        animation("WEBP", [quarters(), quarters().rotate(180), quarters()]),
    ],
)
@pytest.mark.parametrize("region", [WHOLE, Region(0.1, 0.2, 0.5, 0.5)])
def test_the_worker_gives_what_is_made_here(worker: Worker, data: bytes, region: Region) -> None:
    for most in (1_000_000, 999):
        assert plain(worker, data, region, most=most) == whole_pixels(
            data, region=region, page=1, most_pixels=most
        )


def test_a_page_that_is_not_there_is_refused_in_our_own_words(worker: Worker) -> None:
    data = animation("GIF", [quarters(), quarters().rotate(180)])
    assert plain(worker, data, page=2).page == 2
    with pytest.raises(PictureError, match="The GIF has no page 7; it has 2 in all") as caught:
        plain(worker, data, page=7)
    assert caught.value.hint


@heif
def test_heic_is_upright_whatever_its_exif_says(worker: Worker) -> None:
    still, sideways = plain(worker, heics.STILL), plain(worker, heics.TURNED)
    assert is_upright(image_of(still))
    assert is_upright(image_of(sideways))
    assert (sideways.width, sideways.height, sideways.facts.orientation) == (128, 96, 6)
    assert still.facts.format is Format.HEIC
    assert any("taken" in note for note in sideways.facts.notes)
    assert not any("60" in note for note in sideways.facts.notes)


@heif
def test_pictures_of_a_heic_are_its_pages(worker: Worker) -> None:
    assert is_upright(image_of(plain(worker, heics.TWO)))
    second = plain(worker, heics.TWO, page=2)
    assert is_upright(image_of(second).rotate(180))
    assert (second.page, second.pages) == (2, 2)
    with pytest.raises(PictureError, match="The HEIC has no page 3; it has 2 in all"):
        plain(worker, heics.TWO, page=3)


@heif
def test_heic_with_alpha_gets_a_ground_and_a_region_its_detail(worker: Worker) -> None:
    found = plain(worker, heics.ALPHA)
    assert found.facts.has_alpha
    assert found.ground
    part = plain(worker, heics.STILL, Region(0.5, 0, 0.5, 0.5), most=768)
    assert (part.box, part.width, part.height, part.scale) == ((64, 0, 128, 48), 32, 24, 0.5)


@heif
def test_a_heic_that_lies_or_is_damaged_is_refused(worker: Worker) -> None:
    size = (128).to_bytes(4, "big") + (96).to_bytes(4, "big")
    assert heics.STILL.count(size) == 1
    bomb = heics.STILL.replace(size, (30_000).to_bytes(4, "big") * 2)
    for data in (bomb, heics.STILL[:-100], heics.STILL[:60], heics.STILL[:30] + bytes(9) + heics.STILL[39:]):
        with pytest.raises(PictureError, match="The HEIC"):
            plain(worker, data)
    assert is_upright(image_of(plain(worker, heics.STILL)))


@pdfs
def test_a_page_of_a_pdf_has_200_dots_an_inch(worker: Worker) -> None:
    data = pdf([("0 0 300 200", TEXT), ("0 0 144 72", GREEN)])
    found = plain(worker, data)
    assert (found.width, found.height, found.pages) == (833, 555, 2)
    picture = image_of(found)
    assert level_at(picture, (5, 5)) == 255
    assert picture.crop((40, 400, 500, 555)).convert("L").getextrema()[0] == 0
    assert picture.crop((0, 0, 833, 400)).convert("L").getextrema() == (255, 255)
    second = plain(worker, data, page=2)
    assert (second.width, second.height) == (400, 200)
    assert near(image_of(second).getpixel((200, 100)), (0, 204, 0))
    with pytest.raises(PictureError, match="The PDF has no page 3; it has 2 in all"):
        plain(worker, data, page=3)


@pdfs
def test_a_region_of_a_pdf_is_what_the_whole_shows_there(worker: Worker) -> None:
    data = pdf()
    whole, part = plain(worker, data), plain(worker, data, Region(0, 0.5, 0.7, 0.5))
    there = ImageChops.difference(image_of(whole).crop(part.box), image_of(part))
    assert levels(there)[1] <= 2
    small = plain(worker, data, Region(0, 0.5, 0.7, 0.5), most=10_000)
    assert small.width * small.height <= 10_000
    assert small.box == part.box


@pdfs
def test_a_pdf_is_turned_as_it_says(worker: Worker) -> None:
    found = plain(worker, pdf(page_extra="/Rotate 90"))
    assert (found.width, found.height) == (555, 833)


@pdfs
@pytest.mark.parametrize(
    "box", ["0 0 9999999 9999999", "0 0 1 9000000", "-5e9 0 5e9 10", "0 0 0 0", "9 9 1 1", "a b"]
)
def test_a_page_of_any_size_is_drawn_within_bounds(worker: Worker, box: str) -> None:
    found = plain(worker, pdf([(box, GREEN)]), most=90_000)
    assert found.width * found.height <= 90_000
    assert max(found.facts.width, found.facts.height) <= 20_000


@pdfs
def test_a_locked_or_broken_pdf_is_told(worker: Worker) -> None:
    with pytest.raises(PictureError, match="The PDF is encrypted and opens only with its password"):
        plain(worker, pdf(locked=True))
    for data in (b"%PDF-1.7 and nothing more", pdf()[:100]):
        with pytest.raises(PictureError, match="The PDF is damaged"):
            plain(worker, data)


@pytest.mark.parametrize(("data", "line"), [(heics.STILL, "opsin[heif]"), (pdf(), "opsin[pdf]")])
def test_without_its_package_a_format_says_what_to_install(data: bytes, line: str) -> None:
    never = Worker(memory=1 << 30, seconds=60, command=["/nowhere/python"])
    extras = {Format.HEIC: "heif", Format.PDF: "pdf"}

    def lacking(kind: Format) -> str:
        return f'pip install "opsin[{extras[kind]}]"'

    asked: dict[str, Any] = {"region": WHOLE, "page": 1, "most_pixels": 9_000}
    with pytest.raises(PictureError, match="package is missing") as caught:
        asyncio.run(pixels_of(data, worker=never, lacking=lacking, **asked))
    assert f'pip install "{line}"' in caught.value.hint
    # Where no process can start, nothing of this kind is decoded in the server.
    with pytest.raises(PictureError, match="process of its own"):
        asyncio.run(pixels_of(data, worker=never, lacking=lambda _: "", **asked))


def test_the_web_job_takes_neither(worker: Worker) -> None:
    for data, name in ((heics.STILL, "HEIC"), (pdf(), "PDF")):
        with pytest.raises(PictureError, match=f"The file is {name}, not a picture"):
            asyncio.run(show_original(data, region=WHOLE, max_edge=90, max_bytes=9_000, worker=worker))


DATA = saved(quarters().convert("RGBA").rotate(20))
MADE = whole_pixels(DATA, region=WHOLE, page=1, most_pixels=9_600)
TOLD: dict[str, Any] = {
    "width": MADE.width,
    "height": MADE.height,
    "ground": MADE.ground,
    "page": 1,
    "pages": 1,
    "facts": json.loads(json.dumps(facts_to_json(MADE.facts))),
}
ASKED: dict[str, Any] = {"region": WHOLE, "page": 1, "most_pixels": 9_600}


def test_an_answer_that_fits_is_believed() -> None:
    assert read_plain(TOLD, MADE.rgb, DATA, **ASKED) == MADE


@given(
    st.sampled_from(list(TOLD)),
    st.none()
    | st.booleans()
    | st.integers(-9, 200)
    | st.text(max_size=9)
    | st.floats()
    | st.lists(st.integers()),
)
def test_an_answer_that_cannot_be_so_is_not_believed(name: str, value: object) -> None:
    if value == TOLD[name]:
        return
    try:
        read = read_plain({**TOLD, name: value}, MADE.rgb, DATA, **ASKED)
    except BadMessage:
        return
    assert len(read.rgb) == read.width * read.height * 3
    assert read.ground in {"light", "dark", "checker"}
    assert 1 <= read.page <= read.pages


def test_another_page_or_fewer_pixels_are_not_believed() -> None:
    with pytest.raises(BadMessage):
        read_plain(TOLD, MADE.rgb[:-1], DATA, **ASKED)
    with pytest.raises(BadMessage):
        read_plain({**TOLD, "pages": 3}, MADE.rgb, DATA, **{**ASKED, "page": 2})
    with pytest.raises(BadMessage):
        read_plain(TOLD, MADE.rgb, DATA, **{**ASKED, "most_pixels": 5_000})
