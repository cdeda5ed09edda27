"""A picture on its side: boxes as it came, and when to try."""

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.ocr import turning
from opsin.ocr.joining import Quad


def quad(left: float, top: float, right: float, bottom: float) -> Quad:
    return (left, top), (right, top), (right, bottom), (left, bottom)


@given(
    st.sampled_from(turning.TURNS),
    st.integers(20, 60),
    st.integers(20, 60),
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(10, 19), st.integers(10, 19)),
)
def test_a_box_of_the_turned_picture_is_where_it_was(
    turn: int, width: int, height: int, box: tuple[int, int, int, int]
) -> None:
    came = Image.new("L", (width, height))
    turned = Image.new("L", turning.turned_size(width, height, turn))
    turned.paste(255, box)
    came.paste(turned.rotate(turn, expand=True))
    assert came.getbbox() == turning.as_it_came(box, turn, width, height)


def test_which_turns_are_tried() -> None:
    level, upright = quad(0, 0, 200, 20), quad(0, 0, 20, 200)
    assert turning.turns_to_try([level, level, upright]) == (0, 180)
    assert turning.turns_to_try([upright, upright, level]) == (90, 270)


def test_a_turn_must_be_clearly_better() -> None:
    assert turning.best_turn({0: 0.6, 180: 0.65}) == 0
    assert turning.best_turn({0: 0.3, 180: 0.95}) == 180
    assert turning.best_turn({90: 0.9, 270: 0.4}) == 90
    assert turning.best_turn({90: 0.05, 270: 0.02}) == 0


def test_a_turn_that_is_guessed_is_none() -> None:
    assert turning.best_turn({0: 0.3, 180: 0.51}) == 0
