from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.catalogue.columns import Lines, column, column_above, column_bytes, lines_bytes

LINE = st.text(st.characters(codec="utf-8", exclude_characters="\n"))


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_numbers_come_back(values: list[int]) -> None:
    assert list(column(column_bytes(values, 4))) == values


@pytest.mark.parametrize("width", [1, 2, 4])
def test_each_width_holds_its_largest_number(width: int) -> None:
    values = [0, 1, 256**width - 1]
    stored = column_bytes(values, width)
    assert list(column(stored)) == values
    assert len(stored) == 1 + 3 * width
    with pytest.raises(OverflowError):
        column_bytes([256**width], width)


@pytest.mark.parametrize("data", [b"", b"\x03abc", b"\x04abc", b"\x02a"])
def test_other_bytes_are_no_column(data: bytes) -> None:
    with pytest.raises(ValueError, match="no column"):
        column(data)


@pytest.mark.parametrize("highest", [255, 256, 65_535])
def test_two_columns_are_put_together(highest: int) -> None:
    low, high = array("B", [0, 7, 255]), array("H", [highest, 1, 0])
    assert list(column_above(low, high)) == [256 * highest, 256 + 7, 255]


@given(st.lists(LINE, min_size=1))
def test_lines_come_back_one_by_one(lines: list[str]) -> None:
    read = Lines(lines_bytes(lines), len(lines))
    assert len(read) == len(lines)
    assert [read[number] for number in range(len(lines))] == lines
    assert list(read) == lines
    assert read[-1] == lines[-1]
    assert read[: len(lines)] == lines


@given(st.sets(LINE, min_size=1), LINE)
def test_sorted_lines_are_found(lines: set[str], other: str) -> None:
    ordered = sorted(lines)
    read = Lines(lines_bytes(ordered), len(ordered))
    assert [read.find(line) for line in ordered] == list(range(len(ordered)))
    assert (read.find(other) >= 0) == (other in lines)


@pytest.mark.parametrize("count", [31, 32, 33, 64, 100])
def test_lines_of_several_blocks_are_found(count: int) -> None:
    ordered = [f"{number:03}" for number in range(count)]
    read = Lines(lines_bytes(ordered), count)
    assert [read.find(line) for line in ordered] == list(range(count))
    assert all(read.find(other) == -1 for other in ("", "0", "0315", "031\n032", "zzz"))


def test_no_lines_and_a_wrong_count() -> None:
    assert len(Lines(b"", 0)) == 0
    assert Lines(b"", 0).find("a") == -1
    assert list(Lines(b"", 0)) == []
    with pytest.raises(IndexError):
        Lines(b"a\nb", 2)[2]
    with pytest.raises(IndexError):
        Lines(b"a\nb", 2)[-3]
    with pytest.raises(ValueError, match="number of lines"):
        Lines(b"a\nb", 3)
    with pytest.raises(ValueError, match="number of lines"):
        Lines(b"a", 0)


def test_a_text_that_is_no_unicode_is_not_found() -> None:
    assert Lines(b"a\nb", 2).find("\ud800") == -1
