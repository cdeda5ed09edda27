import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import PictureError
from opsin.pixels.decode import check_original, decode_thumbnail
from opsin.pixels.limits import MAX_PNG_CHUNKS, MAX_PNG_CHUNKS_BEFORE_PIXELS
from opsin.pixels.png import SIGNATURE, png_is_cut_short, png_size
from tests.corpus.hand_png import chunk
from tests.pixels.pictures import animation, quarters, saved

WHOLE = saved(quarters())


def test_the_size_is_that_of_the_header() -> None:
    assert png_size(WHOLE, 0) == (120, 80)
    assert png_size(b"in front" + WHOLE, 8) == (120, 80)


@pytest.mark.parametrize("missing", [1, 4, 5, 12, 13, 40])
def test_whatever_is_missing_at_the_end_is_noticed(missing: int) -> None:
    assert png_is_cut_short(WHOLE[:-missing])
    with pytest.raises(PictureError):
        check_original(WHOLE[:-missing])


def test_a_whole_one_is_whole_whatever_stands_behind() -> None:
    assert not png_is_cut_short(WHOLE)
    assert not png_is_cut_short(WHOLE + b"<script>")
    assert not png_is_cut_short(animation("PNG", [quarters(), quarters().rotate(180)]))


def test_an_end_that_is_longer_than_the_file_is_none() -> None:
    assert png_is_cut_short(WHOLE[:-12] + struct.pack(">I", 500) + WHOLE[-8:])


@pytest.mark.parametrize("name", [b"IDAT", b"tEXt"])
def test_chunks_are_limited_behind_the_pixels_too(name: bytes) -> None:
    data = WHOLE[:-12] + chunk(name, b"") * MAX_PNG_CHUNKS + WHOLE[-12:]
    with pytest.raises(ValueError, match="too many chunks"):
        png_size(data, 0)
    with pytest.raises(PictureError, match="damaged"):
        decode_thumbnail(data, (10, 10))
    fewer = WHOLE[:-12] + chunk(name, b"") * 1_000 + WHOLE[-12:]
    assert png_size(fewer, 0) == (120, 80)


def test_no_chunk_stands_before_the_header() -> None:
    with pytest.raises(ValueError, match="begin with its header"):
        png_size(SIGNATURE + chunk(b"tEXt", b"") + WHOLE[8:], 0)


def test_fewer_chunks_are_allowed_before_the_pixels() -> None:
    header = len(SIGNATURE) + 25
    for more, refused in ((MAX_PNG_CHUNKS_BEFORE_PIXELS, True), (MAX_PNG_CHUNKS_BEFORE_PIXELS // 2, False)):
        data = WHOLE[:header] + chunk(b"tEXt", b"") * more + WHOLE[header:]
        if refused:
            with pytest.raises(ValueError, match="too many chunks"):
                png_size(data, 0)
        else:
            assert png_size(data, 0) == (120, 80)


@given(st.binary(max_size=200))
def test_any_bytes_have_a_size_or_are_refused(data: Any) -> None:
    for bytes_ in (data, SIGNATURE + data, WHOLE[:40] + data):
        png_is_cut_short(bytes_)
        try:
            width, height = png_size(bytes_, 0)
        except ValueError:
            continue
        assert width >= 0
        assert height >= 0
