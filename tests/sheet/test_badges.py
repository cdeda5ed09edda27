import random

import pytest
from PIL import Image, ImageDraw

from opsin.pixels.encode import encode_jpeg
from opsin.sheet.badges import INK, badge, draw_badge, draw_plate, fill
from opsin.sheet.draw import SheetCell, draw_sheet
from opsin.sheet.layout import Box, plan
from tests.sampling import full_but_every
from tests.sheet.reader import opened, read_number

GROUNDS = ["black", "white", "noise", "stripes"]


def ground(name: str) -> Image.Image:
    if name == "noise":
        return Image.effect_noise((525, 499), 120).convert("RGB")
    if name == "stripes":
        image = Image.new("RGB", (525, 499), "black")
        for x in range(0, 525, 6):
            image.paste("white", (x, 0, x + 3, 499))
        return image
    return Image.new("RGB", (525, 499), name)


def corner(number: int, side: int) -> Image.Image:
    """The corner with the badge of a picture with so long sides: what lies further away changes nothing of it."""
    plate = badge(number, side).plate
    width, height = (min(side, -(-(length + 16) // 16) * 16) for length in (plate.right, plate.bottom))
    image = Image.new("RGB", (width, height), (200, 180, 90))
    draw_badge(ImageDraw.Draw(image), number, Box(0, 0, side, side))
    return image


@pytest.mark.parametrize("count", full_but_every(4, [*range(1, 17), 25, 36, 64]))
def test_each_number_stands_in_its_cell(count: int) -> None:
    pictures = [ground(name) for name in GROUNDS]
    sheet = draw_sheet([SheetCell(number, pictures[number % 4]) for number in range(1, count + 1)])
    image = opened(sheet.jpeg)
    assert image.size == (sheet.width, sheet.height)
    assert [read_number(image, cell.frame) for cell in sheet.layout.cells] == list(range(1, count + 1))


@pytest.mark.parametrize("canvas", full_but_every(4, [1092, 640, 1568, 1932]))
@pytest.mark.parametrize("shuffled", [0, *(pytest.param(one, marks=pytest.mark.full) for one in (1, 2))])
def test_any_number_can_be_read_on_any_canvas(canvas: int, shuffled: int) -> None:
    numbers = random.Random(shuffled).sample(range(1, 65), 16)
    sheet = draw_sheet(
        [SheetCell(number, ground(GROUNDS[number % 4])) for number in numbers],
        canvas=canvas,
        max_bytes=5_000_000,
    )
    image = opened(sheet.jpeg)
    assert [read_number(image, cell.frame) for cell in sheet.layout.cells] == numbers


@pytest.mark.parametrize("side", full_but_every(4, [123, 258, 345, 525]))
@pytest.mark.parametrize("quality", [40, 85])
def test_all_numbers_can_be_read_at_the_lowest_quality(side: int, quality: int) -> None:
    for number in range(1, 65):
        image = corner(number, side)
        jpeg = encode_jpeg(image, max_bytes=1_000_000, quality=quality)
        assert read_number(opened(jpeg), Box(0, 0, side, side)) == number


@pytest.mark.parametrize("side", [127, 258, 345, 525])
def test_all_numbers_can_be_read_on_a_sheet_that_was_made_smaller(side: int) -> None:
    for number in range(1, 65):
        image = corner(number, side)
        small = (round(image.width * 0.7), round(image.height * 0.7))
        made_smaller = opened(encode_jpeg(image, max_bytes=1_000_000)).resize(small, Image.Resampling.LANCZOS)
        # The reader looks at single pixels: it gets the size back, but nothing of what the smaller one lost.
        assert read_number(made_smaller.resize(image.size), Box(0, 0, side, side)) == number


@pytest.mark.parametrize("bars", [1, 2])
@pytest.mark.parametrize("side", [127, 258, 345, 525])
def test_bare_bars_are_no_number(side: int, bars: int) -> None:
    image = Image.new("RGB", (side, side), (200, 180, 90))
    draw = ImageDraw.Draw(image)
    shape = badge(int("1" * bars), side)
    draw_plate(draw, shape.plate)
    stems = [bar for bar in shape.bars if bar.height > 2 * bar.width]
    assert len(stems) == bars
    for stem in stems:
        fill(draw, stem, INK)
    assert read_number(opened(encode_jpeg(image, max_bytes=1_000_000)), Box(0, 0, side, side)) == -1


@pytest.mark.parametrize("side", [60, 127, 258, 345, 525, 2_000])
def test_a_one_is_as_wide_as_another_digit(side: int) -> None:
    one, eight = badge(1, side), badge(8, side)
    assert one.plate == eight.plate
    for shape in (one, eight):
        assert min(bar.x for bar in shape.bars) == min(bar.x for bar in eight.bars)
        assert max(bar.right for bar in shape.bars) == max(bar.right for bar in eight.bars)


def test_the_reader_reads_nothing_where_nothing_is() -> None:
    assert read_number(Image.new("RGB", (200, 200)), Box(0, 0, 200, 200)) == -1
    assert read_number(ground("white"), Box(0, 0, 200, 200)) == -1


@pytest.mark.parametrize("count", [4, 9, 16, 64])
def test_a_badge_hides_little(count: int) -> None:
    place = plan(count).cells[0]
    plate = badge(count, place.frame.width).plate
    assert plate.width * plate.height < 0.06 * place.picture.width * place.picture.height


def test_bars_are_on_the_plate() -> None:
    for number in range(1, 65):
        for side in (60, 127, 258, 525, 2_000):
            shape = badge(number, side)
            assert all(0 < bar.x < bar.right < shape.plate.right for bar in shape.bars)
            assert all(0 < bar.y < bar.bottom < shape.plate.bottom for bar in shape.bars)
