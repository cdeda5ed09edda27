import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.container import is_cut_short, size_in_header, survey_gif
from opsin.pixels.decode import check_original
from opsin.pixels.sniff import Format
from tests.pixels.pictures import STILLS, animation, quarters, saved

NOISE = [Image.effect_noise((60, 40), 60 + step) for step in range(5)]


@pytest.mark.parametrize("options", [{}, {"lossless": True}, {"exif": b"Exif\0\0II*\0\x08\0\0\0\0\0"}])
def test_the_size_of_a_webp(options: dict[str, Any]) -> None:
    assert size_in_header(saved(quarters(), "WEBP", **options), Format.WEBP) == (120, 80)


def test_the_size_of_an_icon_is_that_of_its_pictures() -> None:
    assert size_in_header(saved(quarters(64, 64), "ICO", sizes=[(64, 64), (32, 32)]), Format.ICO) == (64, 64)
    assert size_in_header(
        saved(quarters(64, 64), "ICO", bitmap_format="bmp", sizes=[(48, 48)]), Format.ICO
    ) == (48, 48)


def test_frames_of_a_gif_are_counted_without_decoding() -> None:
    data = animation("GIF", NOISE)
    assert survey_gif(data).frames == 5
    assert survey_gif(data, enough=2).frames == 2
    assert survey_gif(STILLS["gif"]()).frames == 1


@pytest.mark.parametrize("name", ["png", "webp", "ico", "avif"])
def test_the_last_byte_of_a_file_is_looked_for(name: str) -> None:
    data = STILLS[name]()
    assert not is_cut_short(data, Format(name))
    assert is_cut_short(data[:-1], Format(name))


def test_the_last_page_of_a_tiff_is_looked_for() -> None:
    data = saved(quarters(), "TIFF", save_all=True, append_images=[quarters(60, 40)])
    assert not is_cut_short(data, Format.TIFF)
    assert is_cut_short(data[:-1_000], Format.TIFF)


def test_an_animation_that_ends_in_a_later_frame_is_cut_short() -> None:
    for kind in ("GIF", "WEBP"):
        data = animation(kind, NOISE)
        assert not is_cut_short(data, Format(kind.lower()))
        with pytest.raises(PictureError, match="cut short"):
            check_original(data[: len(data) * 3 // 4])


def test_a_gif_without_its_last_byte_is_whole() -> None:
    data = STILLS["gif"]()
    assert data.endswith(b";")
    assert check_original(data[:-1]).format is Format.GIF


def test_the_size_of_a_gif_holds_its_first_frames() -> None:
    data = animation("GIF", NOISE)
    assert size_in_header(data, Format.GIF) == (60, 40)
    assert survey_gif(data).places[0] == (0, 0, 60, 40)


def test_a_frame_may_be_larger_than_the_screen_of_a_gif() -> None:
    data = animation("GIF", NOISE)
    assert size_in_header(data[:6] + struct.pack("<HH", 10, 10) + data[10:], Format.GIF) == (60, 40)


@given(st.sampled_from([Format.WEBP, Format.ICO, Format.GIF, Format.PNG]), st.binary(max_size=120))
def test_any_bytes_have_a_size_or_none_or_are_refused(kind: Format, data: Any) -> None:
    try:
        size = size_in_header(data, kind)
    except ValueError:
        return
    assert size is None or min(size) >= 0


@given(st.binary(min_size=11, max_size=200))
def test_any_bytes_are_surveyed(data: Any) -> None:
    assert survey_gif(b"GIF89a" + data).frames >= 0


def test_a_gif_in_very_many_blocks_is_refused_and_one_in_some_is_not() -> None:
    plain = saved(quarters(), "GIF")
    at = 13 + (3 << ((plain[10] & 7) + 1))
    with pytest.raises(ValueError, match="too many blocks"):
        size_in_header(plain[:at] + b"!\xfe" + b"\1a" * 60_000 + b"\0" + plain[at:], Format.GIF)
    comment = plain[:at] + b"!\xfe" + b"\1a" * 20_000 + b"\0" + plain[at:]
    assert size_in_header(comment, Format.GIF) == (120, 80)
    assert survey_gif(comment).blocks > 20_000


def test_the_walk_over_a_gif_has_an_end() -> None:
    plain = saved(quarters(), "GIF")
    at = 13 + (3 << ((plain[10] & 7) + 1))
    comments = (b"!\xfe" + b"\1a" * 5_000 + b"\0") * 120
    assert 500_000 <= survey_gif(plain[:at] + comments + plain[at:]).blocks < 510_000


def test_a_box_that_leads_out_of_an_avif_is_noticed() -> None:
    data = STILLS["avif"]()
    assert not is_cut_short(data, Format.AVIF)
    assert not is_cut_short(data + b"<script>", Format.AVIF)
    assert is_cut_short(data[:-1], Format.AVIF)


def test_a_picture_that_leads_out_of_an_icon_is_noticed() -> None:
    data = STILLS["ico"]()
    assert not is_cut_short(data, Format.ICO)
    assert is_cut_short(data[:-1], Format.ICO)


def test_the_size_of_an_icon_with_a_directory_longer_than_the_file() -> None:
    assert size_in_header(b"\0\0\1\0\xff\0" + b"\xff" * 20, Format.ICO) == (1, 1)
