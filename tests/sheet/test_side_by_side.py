"""A few pictures side by side: as large as they fit, all of them to one box."""

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from opsin.sheet.side_by_side import arrange, draw_side_by_side, fit_enlarged
from tests.sheet.reader import opened, read_number

SIDES = st.integers(1, 5000)
SIZES = st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=4)


@settings(max_examples=40)
@given(SIZES, st.integers(546, 2576))
def test_all_of_it_fits_the_canvas_and_nothing_overlaps(sizes: list[tuple[int, int]], canvas: int) -> None:
    layout = arrange(sizes, canvas=canvas)
    assert max(layout.width, layout.height) <= canvas
    frames = [cell.frame for cell in layout.cells]
    assert len(frames) == len(sizes)
    for place, one in enumerate(frames):
        assert one.x >= 0
        assert one.right <= layout.width
        assert one.bottom <= layout.height
        for other in frames[place + 1 :]:
            assert (
                one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
            )
    for size, cell in zip(sizes, layout.cells, strict=True):
        box = fit_enlarged(*size, cell.picture)
        assert box.width <= cell.picture.width
        assert box.height <= cell.picture.height


def test_wide_pictures_stand_above_each_other_and_tall_ones_beside() -> None:
    assert arrange([(1600, 500), (1600, 500)]).columns == 1
    assert arrange([(500, 900), (500, 900)]).columns == 2
    assert arrange([(300, 900)] * 4).columns == 4
    assert arrange([(800, 800)] * 4).columns == 2


def test_pictures_of_one_shape_are_seen_at_one_size_whatever_size_they_have() -> None:
    pictures = [
        (1, Image.new("RGB", (80, 60), "red"), "80×60"),
        (2, Image.new("RGB", (800, 600), "blue"), "800×600"),
    ]
    drawn = draw_side_by_side(pictures, max_bytes=500_000)
    assert drawn.shown[0] == drawn.shown[1]
    assert drawn.shown[0][0] > 500
    sheet = opened(drawn.jpeg)
    assert sheet.size == (drawn.width, drawn.height)
    layout = arrange([image.size for _, image, _ in pictures])
    assert [read_number(sheet, cell.frame) for cell in layout.cells] == [1, 2]
    centres = [
        sheet.getpixel((cell.picture.x + cell.picture.width // 2, cell.picture.y + cell.picture.height // 2))
        for cell in layout.cells
    ]
    assert centres[0][0] > 200 > centres[0][2]  # type: ignore[index]
    assert centres[1][2] > 200 > centres[1][0]  # type: ignore[index]


def test_the_bytes_are_kept_to() -> None:
    noise = Image.effect_noise((700, 700), 90).convert("RGB")
    drawn = draw_side_by_side([(1, noise, ""), (2, noise, "")], max_bytes=60_000)
    assert len(drawn.jpeg) <= 60_000
