import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.pixels.tiff_pages import tiff_is_cut_short
from tests.corpus.hand_tiff import LENGTH, WIDTH, hand_tiff
from tests.corpus.tiffs import rgb
from tests.pixels.pictures import quarters, saved

PAGES = saved(quarters(), "TIFF", save_all=True, append_images=[quarters(60, 40)])


@pytest.mark.parametrize("options", [{}, {"order": ">"}, {"big": True}])
def test_a_whole_one_is_whole(options: dict[str, Any]) -> None:
    assert not tiff_is_cut_short(rgb(**options))
    assert not tiff_is_cut_short(rgb(**options) + b"<script>")


def test_pages_are_whole_until_something_is_missing() -> None:
    assert not tiff_is_cut_short(PAGES)
    for missing in (16, 1_000, 7_000):
        assert tiff_is_cut_short(PAGES[:-missing])


def test_a_compressed_page_is_missed_too() -> None:
    pages = saved(
        quarters(), "TIFF", save_all=True, append_images=[quarters(60, 40)], compression="tiff_adobe_deflate"
    )
    assert not tiff_is_cut_short(pages)
    assert tiff_is_cut_short(pages[:-40])


def test_directories_in_a_loop_end() -> None:
    assert not tiff_is_cut_short(rgb(next_directory=8))
    assert not tiff_is_cut_short(hand_tiff({WIDTH: [9], LENGTH: [9]}, [], next_directory=8))


def test_a_directory_beyond_the_file_is_missing() -> None:
    assert tiff_is_cut_short(rgb(next_directory=1 << 30))
    assert tiff_is_cut_short(b"II*\0")


def test_the_first_page_is_the_decoders_business() -> None:
    assert not tiff_is_cut_short(hand_tiff({WIDTH: [9], LENGTH: [9]}, [bytes(81)])[:-5])


@pytest.mark.parametrize(("pages", "looked_at"), [(900, True), (1_200, False)])
def test_the_walk_over_pages_has_an_end(pages: int, looked_at: bool) -> None:
    places = [8 + 6 * number for number in range(1, pages)]
    data = b"II*\0" + struct.pack("<I", 8)
    data += b"".join(struct.pack("<HI", 0, following) for following in [*places, 1 << 30])
    assert tiff_is_cut_short(data) is looked_at


@pytest.mark.parametrize(("pages", "looked_at"), [(2, True), (40, False)])
def test_the_look_at_strips_has_an_end(pages: int, looked_at: bool) -> None:
    """All pages share a list of 2,000 strips; the last page has one strip beyond the file."""
    strips, lists = 2_000, 8
    first = lists + 4 * strips
    head = b"II*\0" + struct.pack("<I", first) + bytes(4 * strips)
    size = 2 + 2 * 12 + 4
    data = head
    for number in range(pages):
        last = number == pages - 1
        following = 0 if last else first + size * (number + 1)
        place = (1, 1 << 30) if last else (strips, lists)
        data += struct.pack("<H", 2)
        data += struct.pack("<HHII", 273, 4, *place) + struct.pack("<HHII", 279, 4, *place)
        data += struct.pack("<I", following)
    assert tiff_is_cut_short(data) is looked_at


@given(st.sampled_from([b"II*\0", b"MM\0*", b"II+\0\x08\0\0\0", b"MM\0+\0\x08\0\0"]), st.binary(max_size=300))
def test_any_bytes_are_judged(start: Any, data: Any) -> None:
    assert tiff_is_cut_short(start + data) in {True, False}
