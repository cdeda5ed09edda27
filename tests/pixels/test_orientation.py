from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.pixels.decode import decode_original, decode_thumbnail
from opsin.pixels.orientation import read_orientation, stored_box, swapped, upright
from opsin.pixels.region import Region
from tests.pixels.pictures import BLUE, GREEN, exif, is_upright, near, quarters, saved, turned


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_picture_comes_upright(kind: str, orientation: int) -> None:
    picture = decode_thumbnail(turned(orientation, kind), (100, 100))
    assert is_upright(picture.image)
    assert (picture.facts.width, picture.facts.height) == (120, 80)
    assert picture.facts.orientation == orientation
    assert picture.image.size == (100, 67)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_region_is_one_of_the_upright_picture(orientation: int) -> None:
    data = turned(orientation, "PNG")
    upper_right = decode_original(data, max_edge=500, region=Region(0.5, 0, 0.5, 0.5)).image
    lower_left = decode_original(data, max_edge=500, region=Region(0, 0.5, 0.5, 0.5)).image
    assert upper_right.size == lower_left.size == (60, 40)
    assert near(upper_right.getpixel((1, 1)), GREEN)
    assert near(upper_right.getpixel((58, 38)), GREEN)
    assert near(lower_left.getpixel((1, 38)), BLUE)


@given(st.integers(1, 8), st.data())
def test_a_box_of_the_upright_picture_is_found_in_the_stored_one(orientation: int, data: Any) -> None:
    width, height = data.draw(st.integers(2, 12)), data.draw(st.integers(2, 12))
    stored = Image.frombytes("L", (width, height), bytes(range(width * height)))
    shown = upright(stored, orientation)
    left, upper = data.draw(st.integers(0, shown.width - 1)), data.draw(st.integers(0, shown.height - 1))
    right, lower = (
        data.draw(st.integers(left + 1, shown.width)),
        data.draw(st.integers(upper + 1, shown.height)),
    )
    assert shown.size == swapped(stored.size, orientation)
    box = stored_box((left, upper, right, lower), shown.size, orientation)
    assert (
        upright(stored.crop(box), orientation).tobytes() == shown.crop((left, upper, right, lower)).tobytes()
    )


@pytest.mark.parametrize("value", [0, 9, 65_535, "6"])
def test_a_senseless_orientation_is_none(value: Any) -> None:
    image = Image.new("RGB", (4, 4))
    image.info["exif"] = b"there is some"
    image._exif = Image.Exif()
    image._exif._loaded = True
    image._exif[0x0112] = value
    assert read_orientation(image) == 1


def test_damaged_metadata_is_no_reason_to_refuse() -> None:
    block = exif(Orientation=6, Artist="someone").tobytes()
    for cut in range(7, len(block), 3):
        data = saved(quarters(), "JPEG", exif=block[:cut])
        assert decode_thumbnail(data, (60, 60)).image.mode == "RGB"
