"""The cheap filters for thumbnails stay so close to plain Lanczos that no eye can tell."""

import pytest

from benchmarks.sheet import AIM_DECIBELS, make_thumbnails, ours, paint, plain, psnr


@pytest.mark.parametrize("count", [4, *(pytest.param(count, marks=pytest.mark.full) for count in (9, 16))])
def test_sheet_is_within_the_aim_of_plain_lanczos(count: int) -> None:
    thumbnails = make_thumbnails(count)
    assert psnr(paint(thumbnails, ours), paint(thumbnails, plain)) >= AIM_DECIBELS
