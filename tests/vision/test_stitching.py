from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.stitching import stitched

PAGE = [f"Chapter {number}: the {word} of it" for number, word in enumerate("abcdefghijklmnopqrstuvwxyz")]


def test_lines_of_an_overlap_stand_once() -> None:
    assert stitched([PAGE[:12], PAGE[9:20], PAGE[18:]]) == PAGE


def test_tiles_that_do_not_overlap_are_joined() -> None:
    assert stitched([PAGE[:5], PAGE[5:]]) == PAGE
    assert stitched([]) == []
    assert stitched([[], PAGE, []]) == PAGE


def test_lines_cut_in_half_at_the_edges_give_way_to_whole_ones() -> None:
    upper = [*PAGE[:12], "Chapter 12: the m oi"]
    lower = ["napter 9: the j of it", *PAGE[10:20]]
    assert stitched([upper, lower]) == PAGE[:20]


def test_equal_lines_prove_no_overlap() -> None:
    zeros = ["0"] * 10
    assert stitched([zeros, zeros]) == zeros * 2
    rows = ["no data"] * 10
    assert len(stitched([rows, rows])) == 20


def test_lines_that_differ_in_a_number_are_not_taken_for_one() -> None:
    log = [f"2026-11-30 12:00:{second:02} INFO connection accepted" for second in range(40)]
    assert stitched([log[:20], log[20:]]) == log
    assert stitched([log[:20], log[17:]]) == log
    upper = ["alpha one", "beta two", "gamma three", "in total 100000 bytes were read"]
    lower = [*upper[:3], "in total 700000 bytes were read"]
    assert stitched([upper, lower]) == upper + lower


@given(st.lists(st.text(alphabet="abcde 01", min_size=1, max_size=12), max_size=20), st.integers(0, 20))
def test_no_line_is_lost(lines: list[str], cut: int) -> None:
    joined = stitched([lines[:cut], lines[cut:]])
    assert set(joined) == set(lines)
