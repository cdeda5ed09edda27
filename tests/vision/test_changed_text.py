"""Which lines of text are told as added and removed: each as often as it was, and none whose pixels are as before."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from opsin.ocr.lines import Line
from opsin.vision.changed_pixels import ChangedPixels
from opsin.vision.changed_text import changed_places, changed_text

Box = tuple[int, int, int, int]
LINES = st.lists(st.sampled_from(["a", "b", "c", "d e"]), max_size=12)
NAME, VALUE, NOTE = (10, 10, 110, 30), (10, 50, 110, 70), (10, 90, 110, 110)


def changed(*boxes: Box) -> ChangedPixels:
    """An image of 200 by 200 in which these boxes changed."""
    mask = Image.new("L", (200, 200))
    for box in boxes:
        mask.paste(255, box)
    return ChangedPixels(Image.new("RGB", (200, 200)), mask)


def lines(*read: tuple[str, Box]) -> list[Line]:
    return [Line(text, box, 0.99) for text, box in read]


@given(LINES, LINES)
def test_each_line_comes_and_goes_as_often_as_it_did(first: list[str], second: list[str]) -> None:
    removed, added = changed_places(first, second)
    assert Counter(second[place] for place in added) == Counter(second) - Counter(first)
    assert Counter(first[place] for place in removed) == Counter(first) - Counter(second)


def test_duplicates_and_moves() -> None:
    assert changed_places(["x", "OK", "y"], ["x", "OK", "OK", "y"]) == ([], [2])
    assert changed_places(["one", "two", "three"], ["three", "one", "two"]) == ([], [])
    assert changed_places(["if a:", "return"], ["if a:", "yield"]) == ([1], [1])
    assert changed_places([], ["new 1", "new 2"]) == ([], [0, 1])


def test_many_lines_are_compared_in_a_moment() -> None:
    first = ["same", "other"] * 20_000
    removed, added = changed_places(first, [*first[1:], "last"])
    assert ([first[place] for place in removed], len(added)) == (["same"], 1)


def test_the_same_pixels_read_differently_are_no_change() -> None:
    image = changed(NOTE)
    first = lines(("Name", NAME), ("*", VALUE), ("Wrong", NOTE))
    second = lines(("Narne", NAME), ("**", VALUE))
    assert changed_text(first, second, image, image) == ((), ("Wrong",))


def test_a_line_whose_pixels_changed_is_one() -> None:
    image = changed((30, 56, 36, 64))
    told = changed_text(lines(("total 38", VALUE)), lines(("total 33", VALUE)), image, image)
    assert told == (("total 33",), ("total 38",))


def test_what_only_touches_the_wide_box_of_a_line_is_not_its_own() -> None:
    image = changed((0, 66, 200, 90))
    assert changed_text(lines(("**", VALUE)), lines(("*", VALUE)), image, image) == ((), ())


def test_a_line_that_was_made_longer_is_told_from_both_sides() -> None:
    image = changed((112, 52, 160, 68))
    first, second = lines(("anna", VALUE)), lines(("anna@example", (10, 50, 165, 70)))
    assert changed_text(first, second, image, image) == (("anna@example",), ("anna",))
    assert changed_text(second, first, image, image) == (("anna",), ("anna@example",))


def test_of_two_equal_lines_the_new_one_counts() -> None:
    image = changed(NOTE)
    first = lines(("Open", NAME), ("Open", VALUE))
    second = lines(("Open", NOTE), ("Open", VALUE), ("Open", NAME))
    assert changed_text(first, second, image, image) == (("Open",), ())


def test_blanks_within_a_line_that_stays_do_not_count() -> None:
    image = changed((0, 0, 200, 200))
    assert changed_text(lines(("Sign in", NAME)), lines(("Sign  in", NAME)), image, image) == ((), ())
    assert changed_text(lines(("Sign in", NAME)), lines(("Signin", NAME)), image, image) == ((), ())


def test_moved_lines_stay_those_that_they_were() -> None:
    before, after = changed((0, 0, 200, 40)), changed((0, 160, 200, 200))
    first = lines(("top", NAME), ("va1ue", VALUE))
    second = lines(("value", (10, 10, 110, 30)), ("bottom", (10, 170, 110, 190)))
    assert changed_text(first, second, before, after, (0, -40)) == (("bottom",), ("top",))


@pytest.mark.parametrize(
    ("moved", "told"), [("l1 = I1", ((), ())), ("l1 = II", (("Il = Il",), ("l1 = I1",)))]
)
def test_a_row_that_moved_and_is_read_differently_there_is_no_change(
    moved: str, told: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    """A reader takes one sign for another after the row was put elsewhere; what is drawn tells them apart."""
    shots = [Image.new("RGB", (200, 200), "white") for _ in range(2)]
    ImageDraw.Draw(shots[0]).text((12, 54), "l1 = I1", "black", font_size=14)
    ImageDraw.Draw(shots[1]).text((12, 124), moved, "black", font_size=14)
    mask = Image.new("L", (200, 200), 255)
    before, after = (ChangedPixels(shot, mask) for shot in shots)
    first, second = lines(("l1 = I1", (8, 50, 80, 74))), lines(("Il = Il", (9, 118, 82, 145)))
    assert changed_text(first, second, before, after) == told
