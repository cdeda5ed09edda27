import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.pixels.region import WHOLE, Region, parse_region


def test_four_fractions() -> None:
    assert parse_region(" 0.5, 0,0.5,.5 ") == Region(0.5, 0, 0.5, 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "0,0,1",
        "0,0,1,1,1",
        "a,b,c,d",
        "0,0,0,1",
        "-0.1,0,1,1",
        "0.6,0,0.5,1",
        "nan,0,1,1",
        "0,0,inf,1",
        "0;0;1;1",
    ],
)
def test_what_is_no_region_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidInput, match="region is"):
        parse_region(text)


def test_the_whole() -> None:
    assert WHOLE.box(7, 5) == (0, 0, 7, 5)


def test_thirds_meet_without_a_gap() -> None:
    boxes = [Region(part / 3, 0, 1 / 3, 1).box(100, 1) for part in range(3)]
    assert [box[0] for box in boxes] == [0, 33, 66]
    assert [box[2] for box in boxes] == [34, 67, 100]


@given(
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(1e-9, 1),
    st.floats(1e-9, 1),
    st.integers(1, 9000),
    st.integers(1, 9000),
)
def test_a_region_is_never_empty_and_never_outside(
    x: float, y: float, w: float, h: float, width: int, height: int
) -> None:
    left, upper, right, lower = Region(x, y, min(w, 1 - x) or 1e-12, min(h, 1 - y) or 1e-12).box(
        width, height
    )
    assert 0 <= left < right <= width
    assert 0 <= upper < lower <= height
