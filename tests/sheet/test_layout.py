from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.sheet.layout import Box, fit, plan

COUNTS = st.integers(1, 64)
CANVASES = st.integers(320, 4096)


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x
        and inner.y >= outer.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def apart(first: Box, second: Box) -> bool:
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y
        or second.bottom <= first.y
    )


@given(COUNTS, CANVASES, st.booleans())
def test_all_is_inside_the_canvas_and_nothing_overlaps(count: int, canvas: int, titles: bool) -> None:
    layout = plan(count, canvas=canvas, titles=titles)
    whole = Box(0, 0, layout.width, layout.height)
    assert layout.width <= canvas
    assert layout.height <= canvas
    assert len(layout.cells) == count
    for cell in layout.cells:
        assert inside(cell.frame, whole)
        assert inside(cell.picture, cell.frame)
        assert inside(cell.caption, cell.frame)
        assert apart(cell.picture, cell.caption)
        assert min(cell.picture.width, cell.picture.height, cell.caption.height) > 0
    assert all(apart(one.frame, other.frame) for one, other in combinations(layout.cells, 2))


@given(COUNTS, CANVASES)
def test_numbers_run_from_left_to_right_and_from_top_to_bottom(count: int, canvas: int) -> None:
    layout = plan(count, canvas=canvas)
    for one, other in pairwise(layout.cells):
        assert (one.frame.y, one.frame.x) < (other.frame.y, other.frame.x)
    for index, cell in enumerate(layout.cells):
        assert cell.frame.x == layout.cells[index % layout.columns].frame.x


@given(COUNTS, CANVASES)
def test_margins_are_even(count: int, canvas: int) -> None:
    layout = plan(count, canvas=canvas)
    side = layout.cells[0].frame.width
    gap = layout.cells[0].frame.x
    assert layout.cells[0].frame.y == gap
    assert layout.width == layout.columns * (side + gap) + gap
    assert layout.height == layout.rows * (side + gap) + gap
    assert all(cell.frame.width == cell.frame.height == side for cell in layout.cells)


@pytest.mark.parametrize(
    ("count", "columns", "rows"),
    [
        (1, 2, 1),
        (2, 2, 1),
        (3, 2, 2),
        (4, 2, 2),
        (5, 3, 2),
        (6, 3, 2),
        (7, 3, 3),
        (9, 3, 3),
        (10, 4, 3),
        (13, 4, 4),
        (16, 4, 4),
        (17, 5, 4),
        (25, 5, 5),
        (26, 6, 5),
        (36, 6, 6),
        (37, 8, 5),
        (64, 8, 8),
    ],
)
def test_grids(count: int, columns: int, rows: int) -> None:
    layout = plan(count)
    assert (layout.columns, layout.rows) == (columns, rows)


@pytest.mark.parametrize(("count", "side"), [(4, 525), (9, 345), (16, 258), (64, 127)])
def test_cells_of_the_usual_canvas_use_it_up(count: int, side: int) -> None:
    layout = plan(count)
    assert layout.cells[0].frame.width == side
    assert 1092 - layout.width < layout.columns


@pytest.mark.parametrize("count", [0, -1, 65])
def test_no_sheet_has_so_many_cells(count: int) -> None:
    with pytest.raises(InvalidInput, match=f"not {count}"):
        plan(count)


@pytest.mark.parametrize("canvas", [0, 319, 4097])
def test_no_canvas_is_so_large(canvas: int) -> None:
    with pytest.raises(InvalidInput, match=f"canvas is {canvas}"):
        plan(4, canvas=canvas)


SIDES = st.integers(1, 30_000)


@given(SIDES, SIDES, st.integers(0, 500), st.integers(0, 500), st.integers(1, 1_000), st.integers(1, 1_000))
def test_fitting_shows_all_keeps_the_shape_and_never_enlarges(
    width: int, height: int, x: int, y: int, across: int, down: int
) -> None:
    box = Box(x, y, across, down)
    place = fit(width, height, box)
    assert inside(place, box)
    assert place.width <= width
    assert place.height <= height
    scale = min(1, across / width, down / height)
    assert abs(place.width - max(1, width * scale)) <= 0.5
    assert abs(place.height - max(1, height * scale)) <= 0.5
    assert abs((place.x - box.x) - (box.right - place.right)) <= 1
    assert abs((place.y - box.y) - (box.bottom - place.bottom)) <= 1


@given(SIDES, SIDES)
def test_what_is_smaller_than_its_box_stays_as_it_is(width: int, height: int) -> None:
    place = fit(width, height, Box(0, 0, 30_000, 30_000))
    assert (place.width, place.height) == (width, height)
