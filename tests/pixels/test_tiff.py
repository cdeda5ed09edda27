import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.decode import check_original, decode_thumbnail
from opsin.pixels.tiff import survey_tiff
from tests.pixels.pictures import quarters, saved

SHORT, LONG, SIGNED_LONG8 = 3, 4, 17
Tag = tuple[int, int, int]


def tiff(tags: list[Tag], pixels: bytes = bytes(300), *, order: str = "<", big: bool = False) -> bytes:
    """A TIFF with tags of one value each; the value -1 stands for where the pixels are."""
    mark = b"II" if order == "<" else b"MM"
    start = 16 if big else 8
    head = struct.pack(order + ("HHHQ" if big else "HI"), *((43, 8, 0, 16) if big else (42, 8)))
    entry = 20 if big else 12
    behind = start + (8 if big else 2) + entry * len(tags) + (8 if big else 4)
    body = struct.pack(order + ("Q" if big else "H"), len(tags))
    for tag, kind, value in sorted(tags):
        said = behind if value == -1 else value
        form = {SHORT: "H", LONG: "I", SIGNED_LONG8: "I"}[kind]
        body += struct.pack(order + ("HHQ" if big else "HHI"), tag, kind, 1)
        body += struct.pack(order + form, said).ljust(8 if big else 4, b"\0")
    return mark + head + body + bytes(8 if big else 4) + pixels


def grey(width: int, length: int, *more: Tag, compression: int = 8) -> list[Tag]:
    return [
        (256, LONG, width),
        (257, LONG, length),
        (258, SHORT, 8),
        (259, SHORT, compression),
        (262, SHORT, 1),
        (277, SHORT, 1),
        *more,
    ]


def tiled(width: int, length: int, tile_width: int, tile_length: int, *more: Tag) -> list[Tag]:
    return grey(
        width,
        length,
        (322, LONG, tile_width),
        (323, LONG, tile_length),
        (324, LONG, -1),
        (325, LONG, 300),
        *more,
    )


FORMS = [("<", False), (">", False), ("<", True)]


@pytest.mark.parametrize(("order", "big"), FORMS)
def test_a_small_picture_with_a_huge_tile_is_refused(order: str, big: bool) -> None:
    data = tiff(tiled(16, 16, 40_000, 40_000), order=order, big=big)
    for read in (check_original, lambda data: decode_thumbnail(data, (10, 10))):
        with pytest.raises(PictureError, match="16x16 pixels in tiles or strips of 40000x40000"):
            read(data)


@pytest.mark.parametrize(("order", "big"), FORMS)
def test_a_picture_in_one_tile_of_a_usual_size_is_decoded(order: str, big: bool) -> None:
    pixels = zlib.compress(bytes([90]) * 256 * 256)
    data = tiff([*tiled(20, 10, 256, 256)[:-1], (325, LONG, len(pixels))], pixels, order=order, big=big)
    picture = decode_thumbnail(data, (100, 100))
    assert picture.image.size == (20, 10)
    assert picture.image.getpixel((5, 5)) == (90, 90, 90)


@pytest.mark.parametrize(("side", "oversized"), [(2_000, False), (2_016, True), (1_024, False)])
def test_a_tile_may_reach_to_the_next_multiple_of_sixteen(side: int, oversized: bool) -> None:
    assert survey_tiff(tiff(tiled(1_990, 1_990, side, 16))).oversized is oversized


def test_a_strip_is_no_longer_than_the_picture() -> None:
    survey = survey_tiff(tiff(grey(100, 50, (278, LONG, 2**32 - 1), (273, LONG, -1), (279, LONG, 300))))
    assert survey.tile == (100, 50)
    assert survey.tile_bytes == 100 * 50 * 4
    assert not survey.oversized
    assert not survey.overfull


def test_one_strip_with_many_samples_is_refused() -> None:
    tags = grey(5_000, 5_000, (273, LONG, -1), (279, LONG, 300))
    deep = [tag for tag in tags if tag[0] not in {258, 277}] + [(258, SHORT, 16), (277, SHORT, 6)]
    with pytest.raises(PictureError, match="more than is decoded at once"):
        decode_thumbnail(tiff(deep), (10, 10))


def test_more_strips_than_rows_are_refused() -> None:
    # Without compression the same rows would be copied again for every offset.
    plain = tiff(grey(16, 16, (278, LONG, 8), (273, LONG, -1), (279, LONG, 128), compression=1))
    at = plain.index(struct.pack("<HHI", 273, LONG, 1))
    many = struct.pack("<HHII", 273, LONG, 5_000, len(plain))
    data = plain[:at] + many + plain[at + 12 :] + struct.pack("<I", 8) * 5_000
    with pytest.raises(PictureError, match="more tiles or strips than 16x16 pixels need"):
        check_original(data)


@pytest.mark.parametrize(
    "tags",
    [
        # Pillow passes over a type that it does not know and reads the second; libtiff reads the first.
        [*tiled(16, 16, 16, 16), (322, SIGNED_LONG8, 40_000)],
        [*tiled(16, 16, 16, 16), (322, LONG, 40_000)],
        tiled(16, 16, 0, 16),
        grey(16, 16, (278, LONG, 0), (273, LONG, -1), (279, LONG, 300)),
        grey(0, 16, (273, LONG, -1), (279, LONG, 300)),
        grey(16, 16)[1:],
    ],
    ids=["two types", "two tiles", "no tile width", "no rows", "no width", "no width tag"],
)
def test_a_directory_that_can_be_read_in_two_ways_is_refused(tags: list[Tag]) -> None:
    with pytest.raises(ValueError, match="TIFF"):
        survey_tiff(tiff(tags))
    with pytest.raises(PictureError, match="damaged"):
        decode_thumbnail(tiff(tags), (10, 10))


WRITTEN = [
    (compression, mode)
    for compression in ("raw", "tiff_deflate", "tiff_lzw", "packbits")
    for mode in ("RGB", "RGBA", "L", "1", "CMYK", "P", "I;16", "F")
] + [("jpeg", "RGB"), ("jpeg", "L"), ("jpeg", "CMYK"), ("group4", "1")]


@pytest.mark.parametrize(("compression", "mode"), WRITTEN)
def test_what_pillow_writes_is_decoded(compression: str, mode: str) -> None:
    image = Image.new(mode, (120, 80), 30_000) if mode == "I;16" else quarters().convert(mode)
    assert check_original(saved(image, "TIFF", compression=compression)).width == 120


def test_strips_of_a_picture_with_several_samples_are_decoded() -> None:
    data = saved(quarters(300, 3_000), "TIFF", compression="tiff_lzw", strip_size=9_000)
    assert check_original(data).height == 3_000
    assert check_original(saved(quarters(), "TIFF", big_tiff=True)).width == 120


def test_a_big_endian_bigtiff_is_refused() -> None:
    with pytest.raises(PictureError, match="damaged"):
        check_original(tiff(tiled(16, 16, 16, 16), order=">", big=True))


@given(st.sampled_from([b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"]), st.binary(max_size=200))
def test_any_bytes_are_surveyed_or_refused(start: Any, data: Any) -> None:
    try:
        survey = survey_tiff(start + data)
    except (EOFError, ValueError):
        return
    assert min(*survey.size, *survey.tile) > 0
