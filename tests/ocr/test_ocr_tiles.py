"""Tiles cover a picture, overlap, and are cut out as they stand."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from opsin.ocr.tiles import (
    LEAST_SCALE,
    OVERLAP,
    SIDE,
    SPARE,
    TELLING_LINES,
    USUAL_SCALE,
    cut,
    enough_scale,
    pixels_of,
)


def test_a_small_picture_is_one_tile() -> None:
    (tile,) = cut(800, 600)
    assert (tile.left, tile.top, tile.right, tile.bottom) == (0, 0, 800, 600)
    assert not any((tile.cut_left, tile.cut_top, tile.cut_right, tile.cut_bottom))


@given(st.integers(1, 9_000), st.integers(1, 9_000))
def test_tiles_cover_every_pixel_and_neighbours_overlap(width: int, height: int) -> None:
    tiles = cut(width, height)
    columns = sorted({(tile.left, tile.right) for tile in tiles})
    rows = sorted({(tile.top, tile.bottom) for tile in tiles})
    for spans, length in ((columns, width), (rows, height)):
        assert spans[0][0] == 0
        assert spans[-1][1] == length
        assert all(one[1] - other[0] >= OVERLAP for one, other in pairwise(spans))
        assert all(end - start <= SIDE * SPARE for start, end in spans)
    assert len(tiles) == len(columns) * len(rows)


@given(st.integers(1, 9_000), st.integers(1, 9_000))
def test_only_edges_within_the_picture_are_cuts(width: int, height: int) -> None:
    for tile in cut(width, height):
        assert tile.cut_left == (tile.left > 0)
        assert tile.cut_right == (tile.right < width)
        assert tile.cut_top == (tile.top > 0)
        assert tile.cut_bottom == (tile.bottom < height)


def test_the_pixels_of_a_part() -> None:
    rgb = bytes(range(3 * 4 * 3))
    assert pixels_of(rgb, 4, (0, 1, 4, 3)) == rgb[12:]
    assert pixels_of(rgb, 4, (1, 0, 2, 3)) == rgb[3:6] + rgb[15:18] + rgb[27:30]


def test_the_scale_follows_the_smallest_lines() -> None:
    assert enough_scale([]) == USUAL_SCALE
    assert enough_scale([100.0] * TELLING_LINES) == LEAST_SCALE
    assert enough_scale([8.0] * TELLING_LINES) == 1.0
    few_small = [18.0] * 3 + [60.0] * 12
    assert enough_scale(few_small) > enough_scale([60.0] * 15)
