import struct
import warnings
import zlib
from typing import Any

import pytest
from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.container import size_in_header
from opsin.pixels.decode import check_original, decode_original, decode_thumbnail
from opsin.pixels.limits import ORIGINAL_LIMITS, THUMBNAIL_LIMITS
from opsin.pixels.opening import open_picture, quiet
from opsin.pixels.sniff import Format, sniff
from tests.pixels.pictures import STILLS, quarters, saved


def png_that_claims(width: int, height: int, depth: int = 1) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(100)))
        + chunk(b"IEND", b"")
    )


def png_with_two_headers(first: int, second: int) -> bytes:
    """Decoders believe the second."""
    small, large = png_that_claims(first, first), png_that_claims(second, second)
    return small[:33] + large[8:]


def as_icon(inner: bytes) -> bytes:
    return b"\0\0\1\0\1\0" + struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, len(inner), 22) + inner


def gif_with_a_large_later_frame(width: int, height: int) -> bytes:
    """A frame of 16x16 pixels and then a large one that is to be cleared: decoders take memory to clear it."""
    frames = (
        b"!\xf9\4\x08\0\0\0\0,\0\0\0\0" + struct.pack("<HHB", *size, 0) + b"\2\2\x44\1\0"
        for size in ((16, 16), (width, height))
    )
    return b"GIF89a" + struct.pack("<HHBBB", 16, 16, 0, 0, 0) + b"".join(frames) + b";"


def gif_that_claims(width: int, height: int) -> bytes:
    return (
        b"GIF89a"
        + struct.pack("<HHBBB", width, height, 0, 0, 0)
        + b",\0\0\0\0"
        + struct.pack("<HHB", width, height, 0)
        + b"\2\0;"
    )


def webp_that_claims(width: int, height: int) -> bytes:
    body = (
        b"WEBPVP8X"
        + struct.pack("<I", 10)
        + b"\0\0\0\0"
        + (width - 1).to_bytes(3, "little")
        + (height - 1).to_bytes(3, "little")
    )
    return b"RIFF" + struct.pack("<I", len(body) + 100) + body + bytes(100)


def jpeg_that_claims(width: int, height: int) -> bytes:
    data = saved(quarters(16, 16), "JPEG")
    at = data.index(b"\xff\xc0")
    padding = bytes(width * height // 256)
    return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :] + padding


def ico_that_claims(width: int, height: int) -> bytes:
    return as_icon(png_that_claims(width, height))


@pytest.mark.parametrize(
    "data",
    [
        png_that_claims(60_000, 60_000),
        png_that_claims(9_000, 9_000),
        png_that_claims(30_000, 10),
        gif_that_claims(9_000, 9_000),
        gif_that_claims(65_535, 65_535),
        webp_that_claims(16_383, 16_383),
        webp_that_claims(13_000, 13_000),
        jpeg_that_claims(9_000, 9_000),
        ico_that_claims(9_000, 9_000),
        ico_that_claims(2_000, 2_000),
        gif_with_a_large_later_frame(12_000, 12_000),
    ],
    ids=lambda data: f"{data[:12]!r}-{len(data)}",
)
def test_a_small_file_that_asks_for_many_pixels_is_refused_before_decoding(data: Any) -> None:
    with pytest.raises(PictureError, match="pixels; at most"):
        decode_thumbnail(data, (100, 100))


@pytest.mark.parametrize(
    ("data", "allowed"),
    [
        (png_that_claims(7_000, 7_000), True),
        (png_that_claims(7_100, 7_100), False),
        (jpeg_that_claims(10_000, 10_000), True),
        (jpeg_that_claims(10_000, 10_001), False),
        (jpeg_that_claims(60_000, 1_000), True),
        (webp_that_claims(8_000, 8_000), False),
    ],
)
def test_originals_have_limits_of_their_own(data: Any, allowed: bool) -> None:
    if allowed:
        open_picture(data, ORIGINAL_LIMITS)
    else:
        with pytest.raises(PictureError, match="pixels; at most"):
            open_picture(data, ORIGINAL_LIMITS)


def test_pillows_own_limit_is_neither_needed_nor_changed() -> None:
    before = Image.MAX_IMAGE_PIXELS
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # More pixels than Pillow warns about, fewer than opsin's limit for JPEG.
        image, _ = open_picture(jpeg_that_claims(10_000, 9_500), ORIGINAL_LIMITS)
        assert image.size == (10_000, 9_500)
    assert before == Image.MAX_IMAGE_PIXELS


def test_warning_filters_are_as_before() -> None:
    before = list(warnings.filters)
    with quiet():
        warnings.warn("nobody hears this", stacklevel=1)
    assert warnings.filters == before


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"<html><body>Sign in", "The file is HTML, not a picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "The file is SVG, not a picture"),
        (b"%PDF-1.4", "The file is PDF, not a picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "The file is HEIC, not a picture"),
        (b"\xff\xd8\xff", "The JPEG is"),
        (b"\x89PNG\r\n\x1a\n", "The PNG is"),
    ],
)
def test_a_refusal_says_what_it_is(data: Any, sentence: str) -> None:
    for read in (
        check_original,
        lambda data: decode_thumbnail(data, (9, 9)),
        lambda data: decode_original(data, max_edge=9),
    ):
        with pytest.raises(PictureError) as caught:
            read(data)
        assert sentence in caught.value.message
        assert caught.value.hint


@pytest.mark.parametrize("name", STILLS)
def test_a_file_that_is_cut_short_is_refused(name: str) -> None:
    data = STILLS[name]()
    for keep in (0.3, 0.6, 0.9):
        with pytest.raises(PictureError):
            check_original(data[: int(len(data) * keep)])


@pytest.mark.parametrize("missing", [66, 200])
def test_a_few_missing_bytes_are_noticed(missing: int) -> None:
    noise = Image.effect_noise((200, 200), 80).convert("RGB")
    for kind in ("JPEG", "PNG", "GIF", "WEBP"):
        data = saved(noise, kind)
        with pytest.raises(PictureError):
            check_original(data[:-missing])
        with pytest.raises(PictureError):
            decode_thumbnail(data[:-missing], (50, 50))


@pytest.mark.parametrize(
    "tail", [b"<script>alert(1)</script>", b"PK\x03\x04" + bytes(500), saved(quarters(), "JPEG")]
)
@pytest.mark.parametrize("name", ["jpeg", "png", "gif", "webp"])
def test_what_stands_behind_a_picture_does_no_harm(name: str, tail: bytes) -> None:
    assert check_original(STILLS[name]() + tail).format is Format(name)


def test_a_script_that_begins_like_a_gif_is_refused() -> None:
    with pytest.raises(PictureError):
        decode_thumbnail(b"GIF89a=1/*" + bytes(20) + b"*/;alert(1)", (100, 100))


def test_a_jpeg_with_a_thousand_scans_is_refused() -> None:
    data = saved(quarters(), "JPEG", progressive=True)
    end = data.rindex(b"\xff\xd9")
    scan = data[data.rindex(b"\xff\xda") : end]
    with pytest.raises(PictureError, match="scans"):
        decode_thumbnail(data[:end] + scan * 1_000 + b"\xff\xd9", (10, 10))
    assert decode_thumbnail(data, (10, 10)).image.size == (10, 7)


def test_a_text_bomb_is_refused() -> None:
    bomb = zlib.compress(bytes(70_000_000), 9)
    body = b"Comment\0\0" + bomb
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    plain = saved(quarters(), "PNG")
    with pytest.raises(PictureError):
        decode_thumbnail(plain[:33] + chunk + plain[33:], (10, 10))


@pytest.mark.parametrize("wrap", [as_icon, bytes])
@pytest.mark.parametrize("data", [png_with_two_headers(16, 16), png_with_two_headers(16, 13_000)])
def test_a_png_with_two_headers_is_refused_before_decoding(data: Any, wrap: Any) -> None:
    with pytest.raises(ValueError, match="two headers"):
        size_in_header(wrap(data), sniff(wrap(data)) or Format.PNG)
    with pytest.raises(PictureError, match="damaged"):
        open_picture(wrap(data), ORIGINAL_LIMITS)


@pytest.mark.parametrize("wrap", [as_icon, bytes])
def test_a_png_begins_with_its_header(wrap: Any) -> None:
    plain = png_that_claims(16, 16)
    text = struct.pack(">I", 1) + b"tEXta" + struct.pack(">I", zlib.crc32(b"tEXta"))
    with pytest.raises(PictureError, match="damaged"):
        open_picture(wrap(plain[:8] + text + plain[8:]), ORIGINAL_LIMITS)
    with pytest.raises(PictureError, match="damaged"):
        open_picture(wrap(plain[:33] + text * 2_000 + plain[33:]), ORIGINAL_LIMITS)


def test_thumbnails_may_be_as_large_as_said() -> None:
    assert THUMBNAIL_LIMITS.jpeg == THUMBNAIL_LIMITS.other == 25_000_000
