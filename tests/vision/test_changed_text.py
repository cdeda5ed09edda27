from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.changed_text import changed_text

LINES = st.lists(st.sampled_from(["a", "b", "c", "d  e", " d e ", "", "  "]), max_size=12)


def folded(lines: list[str]) -> Counter[str]:
    return Counter(" ".join(line.split()) for line in lines if line.strip())


@given(LINES, LINES)
def test_each_line_comes_and_goes_as_often_as_it_did(first: list[str], second: list[str]) -> None:
    added, removed = changed_text(first, second)
    assert Counter(added) == folded(second) - folded(first)
    assert Counter(removed) == folded(first) - folded(second)


def test_duplicates_moves_and_blanks() -> None:
    assert changed_text(["x", "OK", "y"], ["x", "OK", "OK", "y"]) == (("OK",), ())
    assert changed_text(["one", "two", "three"], ["three", "one", "two"]) == ((), ())
    assert changed_text(["  if a:", "return"], ["if  a:", "yield"]) == (("yield",), ("return",))
    assert changed_text([], ["new 1", "new 2"]) == (("new 1", "new 2"), ())


def test_many_lines_are_compared_in_a_moment() -> None:
    first = ["same", "other"] * 20_000
    added, removed = changed_text(first, [*first[1:], "last"])
    assert (added, removed) == (("last",), ("same",))
