import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import PictureError
from opsin.pixels.limits import ORIGINAL_LIMITS, THUMBNAIL_LIMITS, PixelLimits
from opsin.pixels.opening import open_picture
from opsin.pixels.scans import has_more_scans
from tests.pixels.pictures import quarters, saved

PROGRESSIVE = saved(quarters(), "JPEG", progressive=True)
END = b"\xff\xd9"


def with_scans(count: int, width: int, height: int, *, progressive: bool = True) -> bytes:
    """A JPEG that says to have that many pixels, and has bytes for them; its last scan is repeated."""
    data = saved(quarters(), "JPEG", progressive=progressive)
    end = data.rindex(END)
    scan = data[data.rindex(b"\xff\xda") : end]
    data = data[:end] + scan * (count - data.count(b"\xff\xda")) + END
    frame = data.index(b"\xff\xc2" if progressive else b"\xff\xc0")
    return (
        data[: frame + 5]
        + struct.pack(">HH", height, width)
        + data[frame + 9 :]
        + bytes(width * height // 512)
    )


@pytest.mark.parametrize(
    ("scans", "side", "limits", "allowed"),
    [
        (95, 9_900, ORIGINAL_LIMITS, False),
        (13, 10_000, ORIGINAL_LIMITS, False),
        (12, 10_000, ORIGINAL_LIMITS, True),
        (20, 7_000, ORIGINAL_LIMITS, True),
        (95, 3_000, ORIGINAL_LIMITS, True),
        (95, 5_000, THUMBNAIL_LIMITS, False),
        (12, 5_000, THUMBNAIL_LIMITS, True),
        (100, 500, THUMBNAIL_LIMITS, True),
        (101, 500, THUMBNAIL_LIMITS, False),
    ],
)
@pytest.mark.parametrize("progressive", [True, False])
def test_scans_are_limited_by_the_pixels(
    scans: int, side: int, limits: PixelLimits, allowed: bool, progressive: bool
) -> None:
    data = with_scans(scans, side, side, progressive=progressive)
    if allowed:
        assert open_picture(data, limits)[0].size == (side, side)
    else:
        with pytest.raises(PictureError, match=rf"{side}x{side} pixels in more than \d+ scans"):
            open_picture(data, limits)


def test_scans_are_counted() -> None:
    there = PROGRESSIVE.count(b"\xff\xda")
    assert has_more_scans(PROGRESSIVE, there - 1)
    assert not has_more_scans(PROGRESSIVE, there)


def test_what_looks_like_scans_inside_and_behind_does_not_count() -> None:
    inside = b"\xff\xe5" + struct.pack(">H", 402) + b"\xff\xda" * 200
    data = PROGRESSIVE[:2] + inside + PROGRESSIVE[2:] + b"\xff\xda" * 500
    assert not has_more_scans(data, PROGRESSIVE.count(b"\xff\xda"))


def test_restarts_and_fill_bytes_do_not_hide_scans() -> None:
    scan = b"\xff\xff\xda\0\x02\x12\xff\0\x34\xff\xd0\x56"
    assert has_more_scans(b"\xff\xd8" + scan * 9 + END, 8)
    assert not has_more_scans(b"\xff\xd8" + scan * 9 + END, 9)


def test_segments_without_end_are_not_counted_for_ever() -> None:
    assert has_more_scans(b"\xff\xd8" + b"\xff\xe0\0\x02" * 30_000 + b"\xff\xda" * 9, 8)


@given(st.binary(max_size=300), st.integers(0, 5))
def test_any_bytes_are_counted(data: Any, most: int) -> None:
    assert not has_more_scans(data, most) or data.count(b"\xff\xda") > most
