import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from opsin.errors import PictureError
from opsin.pixels.decode import check_original, decode_original, decode_thumbnail, fit_within
from opsin.pixels.region import Region
from opsin.pixels.sniff import Format
from tests.pixels.pictures import RED, STILLS, colour_at, is_upright, levels, near, quarters, saved
from tests.sampling import full_but_every


@pytest.mark.parametrize("name", STILLS)
def test_every_format_is_decoded(name: str) -> None:
    data = STILLS[name]()
    picture = decode_thumbnail(data, (60, 60))
    assert picture.image.mode == "RGB"
    assert is_upright(picture.image)
    assert picture.facts.format is Format(name)
    assert picture.facts.size_bytes == len(data)
    assert not picture.facts.animated
    assert not picture.facts.has_alpha
    assert check_original(data).width == 120


@pytest.mark.parametrize("name", STILLS)
def test_nothing_is_enlarged(name: str) -> None:
    picture = decode_thumbnail(STILLS[name](), (4_000, 4_000))
    assert picture.image.size == (picture.facts.width, picture.facts.height)


@pytest.mark.parametrize("name", STILLS)
def test_the_picture_carries_nothing_of_the_file_along(name: str) -> None:
    for box in ((60, 60), (500, 500)):
        image = decode_thumbnail(STILLS[name](), box).image
        assert type(image) is Image.Image
        assert image.info == {}


@given(st.integers(1, 30_000), st.integers(1, 30_000), st.integers(1, 600), st.integers(1, 600))
def test_fitting_keeps_the_shape_and_never_enlarges(
    width: int, height: int, most_wide: int, most_high: int
) -> None:
    across, down = fit_within((width, height), (most_wide, most_high))
    assert 1 <= across <= min(width, most_wide)
    assert 1 <= down <= min(height, most_high)
    scale = min(1, most_wide / width, most_high / height)
    assert abs(across - max(1, width * scale)) <= 0.5
    assert abs(down - max(1, height * scale)) <= 0.5


def frame_of(image: Image.Image) -> list[tuple[int, ...]]:
    right, lower = image.width - 1, image.height - 1
    return [
        colour_at(image, at)
        for at in ((0, lower // 2), (right, lower // 2), (right // 2, 0), (right // 2, lower))
    ]


@pytest.mark.parametrize("size", [(640, 360), (360, 640), (333, 333), (1_600, 90)])
def test_nothing_is_cropped(size: tuple[int, int]) -> None:
    image = Image.new("RGB", size, (90, 90, 90))
    ImageDraw.Draw(image).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=RED, width=12)
    for kind in ("JPEG", "PNG"):
        shown = decode_thumbnail(saved(image, kind), (258, 238)).image
        assert all(near(pixel, RED, 70) for pixel in frame_of(shown))


def test_a_large_jpeg_is_decoded_reduced() -> None:
    data = saved(quarters(4_000, 3_000), "JPEG", quality=60)
    picture = decode_original(data, max_edge=400)
    assert picture.image.size == (400, 300)
    assert (picture.facts.width, picture.facts.height) == (4_000, 3_000)
    assert is_upright(picture.image)


def pinstripes(width: int, height: int) -> Image.Image:
    """Lines one pixel wide, which any reduction turns to grey."""
    stripe = Image.frombytes("L", (2, 1), b"\0\xff")
    tile = Image.new("L", (width, height))
    for x in range(0, width, 2):
        tile.paste(stripe.resize((2, height)), (x, 0))
    return tile


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_a_region_has_the_detail_of_the_original(kind: str, mode: str) -> None:
    image = pinstripes(1_600, 1_200).convert(mode)
    data = saved(image, kind, **({"quality": 95, "subsampling": 0} if kind == "JPEG" else {}))
    closer = decode_original(data, max_edge=400, region=Region(0.5, 0.5, 0.25, 0.25)).image
    assert closer.size == (400, 300)
    low, high = levels(closer)
    assert low < 60
    assert high > 200
    whole = decode_original(data, max_edge=400).image.convert("L").crop((20, 20, 380, 280))
    assert levels(whole)[1] - levels(whole)[0] < 60


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("region", [Region(0.5, 0, 0.5, 0.5), Region(0.1, 0.2, 0.7, 0.6), Region(0, 0, 1, 1)])
@pytest.mark.parametrize("max_edge", full_but_every(3, [50, 150, 300, 600, 5_000]))
def test_a_region_is_what_a_crop_of_the_whole_would_be(kind: str, region: Region, max_edge: int) -> None:
    data = saved(quarters(1_200, 800), kind)
    part = decode_original(data, max_edge=max_edge, region=region).image
    box = region.box(1_200, 800)
    assert part.size == fit_within((box[2] - box[0], box[3] - box[1]), (max_edge, max_edge))
    expected = quarters(1_200, 800).crop(box).resize(part.size)
    for x in (part.width // 5, part.width - part.width // 5):
        for y in (part.height // 5, part.height - part.height // 5):
            assert near(part.getpixel((x, y)), colour_at(expected, (x, y)))


@pytest.mark.parametrize("name", STILLS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_damaged_files_give_a_picture_or_a_picture_error(name: str, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(STILLS[name]())
    for _ in range(chance.randint(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    for read in (
        lambda: decode_thumbnail(bytes(data), (50, 50)),
        lambda: decode_original(bytes(data), max_edge=50, region=Region(0.2, 0.2, 0.5, 0.5)),
        lambda: check_original(bytes(data)),
    ):
        said = refusal(read)
        assert said == "" or said.startswith("The ")


def refusal(read: Callable[[], object]) -> str:
    """What a PictureError says; nothing where the file is read. Any other error is the test's."""
    try:
        read()
    except PictureError as error:
        return error.message
    return ""
