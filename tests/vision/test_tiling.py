from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.tiling import LEGIBLE, MOST_TILES, OVERLAP, cut

SIDES = st.one_of(st.integers(1, 65_535), st.integers(1, 4_000))


@given(SIDES, SIDES, st.integers(200, 4_096), st.integers(1, 20))
def test_tiles_cover_everything_overlap_and_keep_the_budget(
    width: int, height: int, edge: int, most: int
) -> None:
    found = cut(width, height, max_edge=edge, legible=True, most=most)
    assert 1 <= len(found.pictures) <= most
    assert found.overview.box == (0, 0, width, height)
    for tile in found.pictures:
        left, top, right, bottom = tile.box
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        assert 1 <= tile.width <= edge
        assert 1 <= tile.height <= edge
    if not found.tiles:
        return
    columns = sorted({(tile.box[0], tile.box[2]) for tile in found.tiles})
    rows = sorted({(tile.box[1], tile.box[3]) for tile in found.tiles})
    assert len(found.tiles) == len(columns) * len(rows)
    for parts, length in ((columns, width), (rows, height)):
        assert parts[0][0] == 0
        assert parts[-1][1] == length
        for first, second in pairwise(parts):
            assert (first[1] - second[0]) * found.scale >= OVERLAP - 1e-6
    assert found.overview.width / width < found.scale or found.overview.height / height < found.scale


@given(SIDES, SIDES, st.integers(200, 4_096))
def test_nothing_is_cut_that_stays_legible_whole(width: int, height: int, edge: int) -> None:
    found = cut(width, height, max_edge=edge, legible=True)
    assert bool(found.tiles) == (edge / max(width, height) < LEGIBLE)
    assert not cut(width, height, max_edge=edge, legible=False).tiles


@pytest.mark.parametrize(
    ("size", "tiles", "scale"),
    [
        ((1_000, 700), 0, 1.0),
        ((1_800, 1_000), 0, 1_280 / 1_800),
        ((1_920, 1_080), 2, 1.0),
        ((1_170, 8_000), 7, 1.0),
        ((1_280, 8_000), 7, 1.0),
        ((2_560, 1_440), 6, 1.0),
        ((3_840, 2_160), 8, 1.0),
    ],
)
def test_screens_and_pages_are_cut_at_full_size(size: tuple[int, int], tiles: int, scale: float) -> None:
    found = cut(*size, max_edge=1_280, legible=True)
    assert (len(found.tiles), found.scale) == (tiles, scale)


def test_where_full_size_takes_too_many_the_least_reduction_is_taken_and_told() -> None:
    found = cut(6_000, 4_000, max_edge=1_280, legible=True)
    assert len(found.pictures) <= MOST_TILES
    assert 0.6 < found.scale < 0.65
    thin = cut(65_535, 1, max_edge=1_280, legible=True)
    assert (len(thin.tiles), {tile.height for tile in thin.tiles}) == (MOST_TILES - 1, {1})
