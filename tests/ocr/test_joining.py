"""Lines of overlapping tiles become the lines of the picture: none lost, none twice."""

from hypothesis import given
from hypothesis import strategies as st

from opsin.ocr.joining import Found, Quad, found_in, join
from opsin.ocr.tiles import cut


def quad(left: float, top: float, right: float, bottom: float) -> Quad:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def seen(lines: list[tuple[float, float, float, float]], width: int, height: int) -> list[Found]:
    """What a perfect eye finds of lines in the tiles of a picture."""
    found = []
    for number, tile in enumerate(cut(width, height)):
        for left, top, right, bottom in lines:
            inside = (
                max(left, tile.left) - tile.left,
                max(top, tile.top) - tile.top,
                min(right, tile.right) - tile.left,
                min(bottom, tile.bottom) - tile.top,
            )
            if inside[2] - inside[0] > 4 and inside[3] - inside[1] > 4:
                found.append(found_in(tile, number, quad(*inside)))
    return found


@given(st.integers(300, 1_600), st.integers(1_700, 9_000), st.integers(12, 40))
def test_a_tall_page_has_each_of_its_lines_once(width: int, height: int, size: int) -> None:
    lines = [
        (20.0, float(top), width - 20.0, float(top + size)) for top in range(10, height - size, size * 2)
    ]
    joined = sorted(join(seen(lines, width, height)), key=lambda one: one[0][1])
    assert [(*one[0], *one[2]) for one in joined] == lines


@given(st.integers(1_700, 8_000), st.integers(12, 40))
def test_a_line_across_several_tiles_is_one(width: int, size: int) -> None:
    lines = [(20.0, float(top), width - 20.0, float(top + size)) for top in range(10, 700, size * 2)]
    joined = sorted(join(seen(lines, width, 800)), key=lambda one: one[0][1])
    assert [(*one[0], *one[2]) for one in joined] == lines


def test_the_whole_line_is_kept_and_its_cut_part_dropped() -> None:
    whole = Found(quad(10, 100, 300, 120), 0, cut=False)
    part = Found(quad(10, 110, 300, 120), 1, cut=True)
    assert join([part, whole]) == [whole.quad]


def test_lines_of_one_tile_are_never_joined() -> None:
    near = [Found(quad(10, 100, 300, 120), 0, cut=True), Found(quad(10, 112, 300, 132), 0, cut=True)]
    assert sorted(join(near)) == [one.quad for one in near]


def test_a_letter_taller_than_the_overlap_is_put_together() -> None:
    upper, lower = (
        Found(quad(10, 1_300, 300, 1_536), 0, cut=True),
        Found(quad(10, 1_440, 300, 1_560), 1, cut=True),
    )
    assert join([upper, lower]) == [quad(10, 1_300, 300, 1_560)]
