import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.vision.parts import PART_CHARACTERS, PART_LINES, PIECE_CHARACTERS, page_of
from opsin.vision.report import TextLine


def lines_of(*texts: str) -> list[TextLine]:
    return [TextLine(text, "ocr", (0, number, 9, number + 1), 0.9) for number, text in enumerate(texts)]


def test_a_short_text_is_one_part() -> None:
    lines = lines_of("a", "b")
    assert page_of(lines, 1) == (tuple(lines), 1, 1)
    assert page_of([], 1) == ((), 1, 1)


def test_defect_of_the_older_server_a_terminal_of_forty_lines_keeps_them() -> None:
    lines = lines_of(*(f"line {number}" for number in range(40)))
    assert page_of(lines, 1) == (tuple(lines), 1, 1)


def test_many_lines_come_in_parts_that_fit_an_answer() -> None:
    lines = lines_of(*(f"line {number} of a long log, " + "x" * 60 for number in range(500)))
    first = page_of(lines, 1)
    pages = [page_of(lines, part) for part in range(1, first.parts + 1)]
    assert [line for page in pages for line in page.lines] == lines
    assert all(len(page.lines) <= PART_LINES for page in pages)
    assert all(sum(len(line.text) + 1 for line in page.lines) <= PART_CHARACTERS for page in pages)


def test_whole_for_who_asks_for_no_bound() -> None:
    lines = lines_of(*("x" * 5_000 for _ in range(300)))
    assert page_of(lines, 1, most_characters=None, most_lines=None) == (tuple(lines), 1, 1)


def test_a_part_that_is_not_there_is_told_with_how_many_there_are() -> None:
    lines = lines_of(*("x" for _ in range(250)))
    with pytest.raises(
        InvalidInput, match=r"There is no part 4: the text has 3 parts\. Ask for part=1 to part=3"
    ):
        page_of(lines, 4)
    with pytest.raises(InvalidInput, match="the text has 1 part"):
        page_of([], 2)


def test_a_long_line_is_split_at_a_blank_and_keeps_its_place() -> None:
    line = TextLine("word " * 1_000, "both", (1, 2, 3, 4), 0.7, 2)
    page = page_of([line], 1)
    assert "".join(piece.text for piece in page.lines) == line.text
    assert all(len(piece.text) <= PIECE_CHARACTERS and piece.text.endswith("word ") for piece in page.lines)
    assert {(piece.box, piece.source, piece.image) for piece in page.lines} == {((1, 2, 3, 4), "both", 2)}


@given(
    st.lists(st.text(alphabet="ab é\u4e2d", max_size=60), max_size=30),
    st.integers(2, 50),
    st.integers(1, 8),
)
def test_all_parts_joined_are_the_whole_text(texts: list[str], characters: int, most_lines: int) -> None:
    lines = lines_of(*texts)
    parts = page_of(lines, 1, most_characters=characters, most_lines=most_lines).parts
    pages = [
        page_of(lines, part, most_characters=characters, most_lines=most_lines)
        for part in range(1, parts + 1)
    ]
    joined: dict[int, str] = {}
    for page in pages:
        assert page.lines or parts == 1
        assert len(page.lines) <= most_lines
        assert sum(len(line.text) + 1 for line in page.lines) <= characters
        for line in page.lines:
            assert line.box is not None
            joined[line.box[1]] = joined.get(line.box[1], "") + line.text
    assert joined == dict(enumerate(texts))
