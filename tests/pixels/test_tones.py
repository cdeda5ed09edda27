from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.decode import decode_thumbnail
from opsin.pixels.ground import on_ground
from opsin.pixels.tones import bands, to_eight_bits
from tests.pixels.pictures import STILLS, colour_at, level_at, quarters, ramp, saved


def is_ramp(image: Image.Image) -> bool:
    return all(abs(level_at(image, (x, 3)) - x) <= 1 for x in range(256))


@pytest.mark.parametrize(
    ("mode", "kind"), [("I;16", "PNG"), ("I;16", "TIFF"), ("I;16B", "TIFF"), ("I", "TIFF"), ("F", "TIFF")]
)
def test_deep_greys_keep_their_tones(mode: str, kind: str) -> None:
    picture = decode_thumbnail(saved(ramp(mode), kind), (256, 256))
    assert is_ramp(picture.image)
    assert picture.image.mode == "RGB"
    assert not picture.facts.has_alpha


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 255, (0, 255)),
        (0, 200, (0, 200)),
        (0, 65_535, (0, 255)),
        (-500, 1_000_000, (0, 255)),
        (70_000, 70_000, (0, 0)),
    ],
)
def test_integers_without_a_stated_range(low: float, high: float, expected: Any) -> None:
    image = Image.new("I", (2, 1))
    image.putpixel((0, 0), low)
    image.putpixel((1, 0), high)
    assert to_eight_bits(image).getextrema() == expected


def test_numbers_that_are_none_make_no_picture() -> None:
    for value in (float("nan"), float("inf")):
        with pytest.raises(PictureError, match="not numbers"):
            to_eight_bits(Image.new("F", (2, 2), value))


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr"])
def test_every_mode_is_shown(mode: str) -> None:
    kind = "TIFF" if mode in {"CMYK", "YCbCr"} else "PNG"
    image = decode_thumbnail(saved(quarters().convert(mode), kind), (200, 200)).image
    assert image.mode == "RGB"
    assert level_at(image, (110, 70)) > level_at(image, (10, 10))


def see_through(mode: str) -> Image.Image:
    """Black in the left half, nothing in the right."""
    image = Image.new("LA" if mode == "LA" else "RGBA", (80, 40))
    image.paste((0, 255) if mode == "LA" else (0, 0, 0, 255), (0, 0, 40, 40))
    return image


@pytest.mark.parametrize(
    "data",
    [
        saved(see_through("RGBA"), "PNG"),
        saved(see_through("LA"), "PNG"),
        saved(see_through("RGBA"), "WEBP", lossless=True),
        saved(see_through("RGBA"), "AVIF"),
        saved(see_through("RGBA"), "TIFF"),
        saved(see_through("RGBA"), "GIF"),
        saved(see_through("RGBA").quantize(8), "PNG"),
        saved(Image.new("L", (80, 40), 255), "PNG", transparency=255),
    ],
    ids=["RGBA", "LA", "WebP", "AVIF", "TIFF", "GIF", "palette", "one colour"],
)
def test_alpha_is_kept_however_it_is_stated(data: Any) -> None:
    picture = decode_thumbnail(data, (40, 40))
    assert picture.image.mode == "RGBA"
    assert picture.facts.has_alpha
    assert colour_at(picture.image, (38, 10))[3] == 0
    assert on_ground(picture.image).mode == "RGB"


def test_alpha_that_hides_nothing_is_dropped() -> None:
    picture = decode_thumbnail(saved(quarters().convert("RGBA"), "PNG"), (40, 40))
    assert picture.image.mode == "RGB"
    assert picture.facts.mode == "RGBA"


def test_stills_stay_as_they_are() -> None:
    image = quarters()
    assert to_eight_bits(image) is image
    assert STILLS


def test_a_deep_grey_in_several_bands_has_no_seams() -> None:
    image = Image.linear_gradient("L").resize((1_024, 2_500)).convert("I").point(lambda value: value * 257)
    shown = to_eight_bits(image.convert("I;16"))
    wanted = Image.linear_gradient("L").resize((1_024, 2_500))
    assert shown.size == wanted.size
    assert shown.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("size", [(1, 1), (1, 3_000_000), (3_000_000, 1), (1_000, 1_000), (999, 2_003)])
def test_bands_are_the_whole_picture_and_nothing_twice(size: tuple[int, int]) -> None:
    found = list(bands(size))
    assert found[0][1] == 0
    assert found[-1][3] == size[1]
    assert all(left == 0 and right == size[0] for left, _, right, _ in found)
    assert all(before[3] == after[1] for before, after in pairwise(found))
