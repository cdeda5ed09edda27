from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import PictureError
from opsin.pixels.decode import check_original, decode_thumbnail
from opsin.pixels.segments import MAX_BETWEEN, MAX_SEGMENTS, JpegSurvey, survey_jpeg
from tests.corpus.hand_jpeg import Component, hand_jpeg, segment
from tests.corpus.jpegs import claiming
from tests.pixels.pictures import quarters, saved

WHOLE = saved(quarters(), "JPEG")
BASELINE, PROGRESSIVE, ARITHMETIC = 0xC0, 0xC2, 0xC9


def with_front(front: bytes) -> bytes:
    return WHOLE[:2] + front + WHOLE[2:]


def test_the_frame_is_told() -> None:
    assert survey_jpeg(WHOLE) == JpegSurvey(BASELINE, crowded=False)
    assert survey_jpeg(saved(quarters(), "JPEG", progressive=True)).frame == PROGRESSIVE


def test_a_frame_inside_a_segment_does_not_count() -> None:
    preview = segment(0xE1, saved(quarters(), "JPEG", progressive=True))
    assert survey_jpeg(with_front(preview)).frame == BASELINE


@pytest.mark.parametrize(
    ("front", "crowded"),
    [
        (segment(0xE2, b"") * (MAX_SEGMENTS - 20), False),
        (segment(0xE2, b"") * MAX_SEGMENTS, True),
        (segment(0xE1, bytes(60_000)) * 100, False),
        (b"\xff" * 1_000, False),
        (b"\xff" * (MAX_BETWEEN + 1), True),
        (segment(0xE2, b"") + bytes(MAX_BETWEEN + 1), True),
        (b"\xff\xd0" * MAX_BETWEEN, True),
    ],
    ids=["segments", "too-many", "long", "fill", "too-much-fill", "zeros", "restarts"],
)
def test_a_crowd_before_the_pixels_is_refused(front: bytes, crowded: bool) -> None:
    data = with_front(front)
    assert survey_jpeg(data).crowded is crowded
    if crowded:
        with pytest.raises(PictureError, match="more segments"):
            decode_thumbnail(data, (10, 10))
    else:
        assert check_original(data).width == 120


def test_a_few_bytes_hold_few_pixels() -> None:
    plain = JpegSurvey(BASELINE, crowded=False)
    assert plain.has_bytes_for((800, 800), 1_250)
    assert not plain.has_bytes_for((800, 800), 1_249)
    assert JpegSurvey(ARITHMETIC, crowded=False).has_bytes_for((800, 800), 10)
    with pytest.raises(PictureError, match="too few bytes"):
        check_original(claiming(WHOLE, 5_000, 5_000))


@pytest.mark.parametrize("side", [8, 64, 2_048])
def test_the_smallest_file_that_there_is_has_bytes_enough(side: int) -> None:
    data = hand_jpeg((side, side), [Component(1, 1, lambda x, y: 128)])
    assert check_original(data).width == side
    assert survey_jpeg(data).has_bytes_for((side, side), len(data) - len(data) // 2)


@given(st.binary(max_size=300))
def test_any_bytes_are_surveyed(data: Any) -> None:
    for front in (b"\xff\xd8", WHOLE[:30], WHOLE[: WHOLE.index(b"\xff\xda")]):
        assert survey_jpeg(front + data).frame in {0, *range(0xC0, 0xD0)}
