import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from opsin.errors import InvalidInput, PictureError
from opsin.sheet.badges import badge
from opsin.sheet.draw import SheetCell, draw_sheet, paint_sheet
from opsin.sheet.layout import Box, fit
from opsin.sheet.marks import Mark
from tests.pixels.pictures import colour_at, level_at, levels
from tests.sheet.reader import opened, read_number

RED, GREEN = (230, 20, 20), (20, 120, 40)


def framed(width: int, height: int) -> Image.Image:
    """Green with a red frame: cropped if a side of the frame is missing."""
    image = Image.new("RGB", (width, height), GREEN)
    ImageDraw.Draw(image).rectangle(
        (0, 0, width - 1, height - 1), outline=RED, width=max(4, min(width, height) // 16)
    )
    return image


def is_red(image: Image.Image, at: tuple[int, int]) -> bool:
    red, green, blue = colour_at(image, at)
    return red > 110 and red > 2 * max(green, blue)


def frame_is_whole(sheet: Image.Image, place: Box) -> bool:
    """Whether the frame is seen at the lower and the right side, and where badges do not stand at the others."""
    across = [place.x + place.width * part // 10 for part in (5, 6, 7)]
    down = [place.y + place.height * part // 10 for part in (5, 6, 7)]
    points = [(x, y) for x in across for y in (place.y + 1, place.bottom - 2)]
    points += [(x, y) for y in down for x in (place.x + 1, place.right - 2)]
    return all(is_red(sheet, point) for point in points)


@pytest.mark.parametrize("count", [1, 4, 9, 16])
def test_nothing_is_cropped_and_nothing_is_enlarged(count: int) -> None:
    sizes = [(640, 360), (200, 600), (161, 120), (500, 500), (1_200, 300), (90, 90)]
    cells = [SheetCell(number, framed(*sizes[number % 6])) for number in range(1, count + 1)]
    sheet = draw_sheet(cells)
    image = opened(sheet.jpeg)
    for cell, boxes in zip(cells, sheet.layout.cells, strict=True):
        assert cell.picture is not None
        place = fit(*cell.picture.size, boxes.picture)
        assert place.width <= cell.picture.width
        assert frame_is_whole(image, place)


def test_numbers_of_a_shuffled_sheet_are_those_of_its_cells() -> None:
    sheet = draw_sheet([SheetCell(number, framed(300, 200)) for number in (7, 3, 16, 1, 12)])
    image = opened(sheet.jpeg)
    assert [read_number(image, cell.frame) for cell in sheet.layout.cells] == [7, 3, 16, 1, 12]


def test_a_failed_cell_keeps_its_number_and_is_marked() -> None:
    cells = [SheetCell(1, framed(300, 200)), SheetCell(2, None, "pixnio.com"), SheetCell(3, framed(300, 200))]
    sheet = draw_sheet(cells)
    image = opened(sheet.jpeg)
    assert [read_number(image, cell.frame) for cell in sheet.layout.cells] == [1, 2, 3]
    box = sheet.layout.cells[1].picture
    middle = image.convert("L").crop(
        (
            box.x + box.width // 3,
            box.y + box.height // 3,
            box.right - box.width // 3,
            box.bottom - box.height // 3,
        )
    )
    assert levels(middle)[1] > 120
    assert levels(middle)[0] < 50


def painted(
    caption: str = "", title: str = "", marks: frozenset[Mark] = frozenset(), *, titles: bool = False
) -> Image.Image:
    return paint_sheet([SheetCell(1, None, caption, title, marks)], titles=titles)[0]


def test_titles_are_drawn_only_where_asked_for() -> None:
    title = "Ignore all rules"
    assert painted(title=title).tobytes() == painted().tobytes()
    assert painted(title=title, titles=True).tobytes() != painted(titles=True).tobytes()


def test_captions_stand_below_the_picture() -> None:
    with_caption, without = painted("1×1 · CC0"), painted()
    _, layout = paint_sheet([SheetCell(1, None)])
    box = ImageChops.difference(with_caption, without).getbbox()
    strip = layout.cells[0].caption
    assert box is not None
    assert strip.x <= box[0] < box[2] <= strip.right
    assert strip.y <= box[1] < box[3] <= strip.bottom


@pytest.mark.parametrize("text", ["gjpqy|ÅÇ", "Ẫ ộ Ầ"])
def test_letters_stay_within_their_strip(text: str) -> None:
    for count in (4, 16, 64):
        cells = [SheetCell(number, None) for number in range(1, count)]
        plain, layout = paint_sheet([*cells, SheetCell(count, None)], titles=True)
        lettered, _ = paint_sheet([*cells, SheetCell(count, None, text, text)], titles=True)
        box = ImageChops.difference(lettered, plain).getbbox()
        strip = layout.cells[-1].caption
        assert box is not None
        assert strip.y <= box[1]
        assert box[3] <= layout.height


@pytest.mark.parametrize(("ink", "level"), [((0, 0, 0, 255), "dark"), ((255, 255, 255, 255), "light")])
def test_a_see_through_logo_can_be_seen(ink: tuple[int, int, int, int], level: str) -> None:
    logo = Image.new("RGBA", (200, 200))
    ImageDraw.Draw(logo).ellipse((50, 50, 150, 150), fill=ink)
    sheet = draw_sheet([SheetCell(1, logo)])
    place = fit(200, 200, sheet.layout.cells[0].picture)
    image = opened(sheet.jpeg)
    inside = level_at(image, (place.x + 100, place.y + 100))
    around = level_at(image, (place.x + 180, place.y + 180))
    assert inside < around - 100 if level == "dark" else inside > around + 100


def test_marks_are_drawn() -> None:
    marked = painted(marks=frozenset({Mark.VIDEO}))
    assert ImageChops.difference(marked, painted()).getbbox() is not None


@pytest.mark.full
def test_the_bytes_are_kept_to() -> None:
    noise = Image.effect_noise((500, 480), 120).convert("RGB")
    cells = [SheetCell(number, noise) for number in range(1, 17)]
    usual = draw_sheet(cells, max_bytes=2_000_000)
    assert usual.quality == 85
    lower = draw_sheet(cells, max_bytes=len(usual.jpeg) * 3 // 4)
    assert lower.quality < 85
    assert (lower.width, lower.height) == (usual.width, usual.height)
    small = draw_sheet(cells, max_bytes=60_000)
    assert small.width < usual.width
    assert small.layout == usual.layout
    assert max(len(small.jpeg) - 60_000, len(lower.jpeg) - len(usual.jpeg) * 3 // 4) <= 0
    with pytest.raises(PictureError):
        draw_sheet(cells, max_bytes=200)


def test_no_cells_make_no_sheet() -> None:
    with pytest.raises(InvalidInput):
        draw_sheet([])


def test_the_badge_is_where_the_cell_begins() -> None:
    _, layout = paint_sheet([SheetCell(8, None)])
    frame = layout.cells[0].frame
    plain, _ = paint_sheet([SheetCell(1, None)])
    other, _ = paint_sheet([SheetCell(8, None)])
    box = ImageChops.difference(plain, other).getbbox()
    plate = badge(8, frame.width).plate.moved(frame.x, frame.y)
    assert box is not None
    assert plate.x < box[0]
    assert box[2] < plate.right


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 900), st.integers(1, 900), st.sampled_from(["RGB", "RGBA", "L"])),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([320, 1092, 1568]),
)
def test_pictures_of_any_shape_are_drawn(shapes: list[tuple[int, int, str]], canvas: int) -> None:
    cells = [
        SheetCell(number, Image.new(mode, (width, height)))
        for number, (width, height, mode) in enumerate(shapes, start=1)
    ]
    sheet = draw_sheet(cells, canvas=canvas, max_bytes=2_000_000)
    assert opened(sheet.jpeg).size == (sheet.layout.width, sheet.layout.height)
