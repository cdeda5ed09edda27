"""Every pixel of an original: upright, in sRGB, on a ground, reduced only where there are too many."""

import re
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.decode import check_original
from opsin.pixels.plain import PlainPixels, scale_of, scaled_to_fit
from opsin.pixels.region import WHOLE, Region
from opsin.pixels.whole import whole_pixels
from tests.pixels.hand_made import adam7
from tests.pixels.pictures import (
    GREEN,
    RED,
    STILLS,
    animation,
    colour_at,
    is_upright,
    level_at,
    near,
    quarters,
    ramp,
    saved,
    turned,
)
from tests.pixels.test_opening import png_that_claims

MANY = 40_000_000


def plain(data: bytes, region: Region = WHOLE, *, page: int = 1, most: int = MANY) -> PlainPixels:
    return whole_pixels(data, region=region, page=page, most_pixels=most)


def image_of(pixels: PlainPixels) -> Image.Image:
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb)


@pytest.mark.parametrize("name", STILLS)
def test_a_still_comes_as_it_is(name: str) -> None:
    data = STILLS[name]()
    found = plain(data)
    assert is_upright(image_of(found))
    assert (found.scale, found.ground, found.page, found.pages) == (1.0, "", 1, 1)
    assert found.box == (0, 0, found.width, found.height)
    assert found.facts == check_original(data)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP"])
def test_pictures_and_regions_are_upright(kind: str, orientation: int) -> None:
    data = turned(orientation, kind)
    found = plain(data)
    assert (found.width, found.height) == (120, 80)
    assert is_upright(image_of(found))
    corner = plain(data, Region(0.5, 0, 0.5, 0.5))
    assert corner.box == (60, 0, 120, 40)
    assert near(colour_at(image_of(corner), (30, 20)), GREEN)


def test_too_many_pixels_are_reduced_and_a_region_of_them_is_not() -> None:
    data = saved(quarters(1200, 800))
    found = plain(data, most=9_600)
    assert (found.width, found.height, found.scale) == (120, 80, 0.1)
    assert (found.facts.width, found.box) == (1200, (0, 0, 1200, 800))
    assert is_upright(image_of(found))
    part = plain(data, Region(0.1, 0.1, 0.05, 0.05), most=9_600)
    assert (part.width, part.height, part.scale, part.box) == (60, 40, 1.0, (120, 80, 180, 120))


@given(st.integers(1, 65_535), st.integers(1, 65_535), st.integers(1, MANY))
def test_what_is_reduced_fits(width: int, height: int, most: int) -> None:
    small = scaled_to_fit((width, height), most)
    assert small[0] * small[1] <= most
    assert 1 <= small[0] <= width
    assert 1 <= small[1] <= height
    assert 0 < scale_of(small, (0, 0, width, height)) <= 1
    assert (small == (width, height)) == (width * height <= most)


@pytest.mark.parametrize("size", [(1, 1), (65_535, 1), (1, 65_535)])
def test_thin_pictures_come_whole_and_reduced(size: tuple[int, int]) -> None:
    data = saved(Image.new("RGB", size, RED))
    found = plain(data)
    assert (found.width, found.height) == size
    assert near(colour_at(image_of(found), (0, 0)), RED)
    assert plain(data, most=100).width <= 100


@pytest.mark.parametrize(
    ("data", "ground"),
    [
        (saved(Image.new("RGBA", (40, 40), (0, 0, 0, 0))), "light"),
        ("black", "light"),
        ("white", "dark"),
        ("both", "checker"),
        (saved(quarters().convert("RGBA")), ""),
    ],
)
def test_the_ground_keeps_what_is_drawn_visible_and_is_told(data: Any, ground: str) -> None:
    if isinstance(data, str):
        picture = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
        for at, colour in enumerate({"black": [0], "white": [255], "both": [0, 255]}[data]):
            picture.paste((colour, colour, colour, 255), (5 + at * 30, 10, 20 + at * 30, 30))
        data = saved(picture)
    found = plain(data)
    assert found.ground == ground
    assert found.facts.has_alpha == bool(ground)


def test_a_palette_with_a_see_through_colour_hides_it() -> None:
    picture = Image.new("P", (40, 40), 0)
    picture.putpalette([255, 0, 255, 0, 0, 0])
    picture.paste(1, (10, 10, 30, 30))
    found = plain(saved(picture, "PNG", transparency=0))
    assert found.ground == "light"
    assert level_at(image_of(found), (2, 2)) > 240
    assert level_at(image_of(found), (20, 20)) == 0


def test_cmyk_deep_grey_and_interlacing() -> None:
    assert is_upright(image_of(plain(saved(quarters().convert("CMYK"), "JPEG", quality=95))))
    deep = image_of(plain(saved(ramp("I;16"))))
    assert (level_at(deep, (0, 0)), level_at(deep, (255, 0))) == (0, 255)
    assert abs(level_at(deep, (128, 0)) - 128) <= 1
    assert is_upright(image_of(plain(adam7(quarters()))))


def frames(count: int = 3) -> list[Image.Image]:
    """The nth is the nth of red, green and blue all over, but for a corner that keeps it from being blank."""
    made = []
    for at in range(count):
        frame = Image.new("RGB", (60, 40), [(255, 0, 0), (0, 255, 0), (0, 0, 255)][at % 3])
        frame.paste((255, 255, 255), (0, 0, 6 + at, 6))
        made.append(frame)
    return made


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "TIFF", "AVIF"])
def test_the_page_that_is_asked_for_comes(kind: str) -> None:
    options = {"save_all": True, "append_images": frames()[1:]}
    data = saved(frames()[0], kind, **options) if kind == "TIFF" else animation(kind, frames())
    for page in (1, 2, 3):
        found = plain(data, page=page)
        assert (found.page, found.pages) == (page, 3)
        pixel = colour_at(image_of(found), (50, 30))
        assert max(range(3), key=lambda channel: pixel[channel]) == page - 1
    with pytest.raises(PictureError, match=rf"The {found.facts.format.label} has no page 4; it has 3 in all"):
        plain(data, page=4)


def test_a_still_has_one_page() -> None:
    with pytest.raises(PictureError, match="The JPEG has no page 2; it has 1 in all"):
        plain(STILLS["jpeg"](), page=2)


def test_an_animation_that_begins_blank_shows_what_is_not() -> None:
    data = animation("GIF", [Image.new("RGB", (60, 40), (255, 255, 255)), *frames(2)])
    assert plain(data).page == 2


def test_pages_of_a_tiff_have_sizes_of_their_own() -> None:
    data = saved(quarters(), "TIFF", save_all=True, append_images=[quarters(200, 100)])
    found = plain(data, page=2)
    assert (found.width, found.height, found.facts.width, found.facts.height) == (200, 100, 200, 100)
    assert is_upright(image_of(found))


def second_page_claims(tags: dict[int, tuple[int, int]]) -> bytes:
    """A TIFF of two pages, in the second of which each of these tags is another, with that value."""
    data = saved(quarters(), "TIFF", save_all=True, append_images=[quarters(77, 99)])
    for tag, (other, value) in tags.items():
        places = [
            one.start() for one in re.finditer(re.escape(struct.pack("<H", tag)) + rb"[\x03\x04]\x00", data)
        ]
        assert len(places) == 2
        data = data[: places[1]] + struct.pack("<HHII", other, 4, 1, value) + data[places[1] + 12 :]
    return data


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ({256: (256, 65_000), 257: (257, 65_000)}, "65000x65000 pixels; at most"),
        ({278: (322, 60_000), 284: (323, 60_000)}, "77x99 pixels in tiles or strips of 60000x60000"),
    ],
)
def test_a_later_page_of_a_tiff_is_judged_before_it_is_decoded(
    tags: dict[int, tuple[int, int]], said: str
) -> None:
    lying = second_page_claims(tags)
    assert plain(lying).pages == 2
    with pytest.raises(PictureError, match=said):
        plain(lying, page=2)


def test_bombs_and_impostors_are_refused() -> None:
    with pytest.raises(PictureError, match="50 million"):
        plain(png_that_claims(12_000, 9_000))
    with pytest.raises(PictureError, match="is HTML"):
        plain(b"<html><body>Sign in")
    with pytest.raises(PictureError, match="empty"):
        plain(b"")
    with pytest.raises(PictureError, match="cut short"):
        plain(STILLS["png"]()[:-60])


def test_a_huge_palette_of_nothing_stays_small() -> None:
    """Three thousand pixels a side in a few kilobytes: allowed, and reduced to what is asked for."""
    data = saved(Image.new("1", (3_000, 3_000)))
    assert len(data) < 5_000
    assert plain(data, most=10_000).width == 100
