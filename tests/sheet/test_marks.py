import pytest
from PIL import Image, ImageChops, ImageDraw

from opsin.sheet.badges import badge
from opsin.sheet.layout import Box
from opsin.sheet.marks import Mark, draw_marks

FRAME = Box(10, 10, 258, 258)


def drawn(*marks: Mark) -> Image.Image:
    image = Image.new("RGB", (278, 278), (120, 90, 60))
    draw_marks(ImageDraw.Draw(image), marks, FRAME)
    return image


def changed(image: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(image, drawn()).getbbox()


@pytest.mark.parametrize("mark", Mark)
def test_a_mark_stands_at_the_upper_right_corner(mark: Mark) -> None:
    box = changed(drawn(mark))
    side = badge(1, FRAME.width).plate.height
    assert box == (FRAME.right - side, FRAME.y, FRAME.right, FRAME.y + side)


def test_marks_differ() -> None:
    pictures = [drawn(mark).tobytes() for mark in Mark]
    assert len(set(pictures)) == len(Mark)


def test_all_marks_stand_side_by_side_and_clear_of_the_badge() -> None:
    box = changed(drawn(*Mark))
    assert box is not None
    assert box[2] == FRAME.right
    assert box[0] > FRAME.x + badge(64, FRAME.width).plate.width


def test_no_marks_draw_nothing() -> None:
    assert changed(drawn()) is None


@pytest.mark.parametrize("side", [60, 127, 900])
def test_any_cell_size(side: int) -> None:
    image = Image.new("RGB", (side, side))
    draw_marks(ImageDraw.Draw(image), list(Mark), Box(0, 0, side, side))
    assert image.getbbox() is not None
