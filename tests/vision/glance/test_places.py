"""Where something is, by the shares that the nine parts of a picture have of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.vision.glance.places import part_of, place_words


@pytest.mark.parametrize(
    ("shares", "place"),
    [
        ((1, 0, 0, 0, 0, 0, 0, 0, 0), "top left"),
        ((1, 1, 1, 0, 0, 0, 0, 0, 0), "top"),
        ((0, 0, 0, 0, 0, 0, 1, 2, 1), "bottom"),
        ((0, 0, 1, 0, 0, 1, 0, 0, 1), "right"),
        ((0, 0, 0, 0, 1, 0, 0, 0, 0), "middle"),
        ((1, 1, 1, 1, 0, 1, 1, 1, 1), "edges"),
        ((1, 1, 1, 1, 1, 1, 1, 1, 1), ""),
    ],
)
def test_the_place_that_has_most_of_it(shares: tuple[int, ...], place: str) -> None:
    assert place_words([share / sum(shares) for share in shares]) == place


@settings(max_examples=40)
@given(st.integers(1, 400), st.integers(1, 400), st.data())
def test_every_pixel_lies_in_one_of_nine_parts(width: int, height: int, data: st.DataObject) -> None:
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    part = part_of(x, y, width, height)
    assert part in range(9)
    assert part // 3 == 3 * y // height
    assert part % 3 == 3 * x // width
