"""Reading order, rows and blanks, from where pieces stand."""

import math

from hypothesis import given
from hypothesis import strategies as st

from opsin.ocr.columns import regions
from opsin.ocr.layout import Looked, arranged, rows_of
from opsin.ocr.lines import Line
from opsin.ocr.piece import Piece

CELL, HIGH = 8.0, 18


def piece(
    text: str, left: float, top: float, *, cell: float = CELL, high: float = HIGH, mono: bool = False
) -> Piece:
    """A piece whose characters are equally wide, or as wide as in a usual font."""
    widths = [
        cell if mono else cell * (0.5 if letter in "ijltf.,:;'|!I " else 1.4 if letter in "mwMW" else 1)
        for letter in text
    ]
    total = sum(widths)
    places = tuple((sum(widths[:number]) + widths[number] / 2) / total for number in range(len(text)))
    quad = ((left, top), (left + total, top), (left + total, top + high), (left, top + high))
    return Piece(text, quad, 0.9, places)


def texts(lines: list[Line]) -> list[str]:
    return [line.text for line in lines]


def test_code_keeps_its_lines_and_its_indentation() -> None:
    code = [
        "def walk(limit: int) -> bool:",
        "    while limit > 0:",
        "        limit = limit - 1 if limit else 0",
        "    return True or limit",
    ]
    pieces = [
        piece(line.lstrip(), 30 + CELL * (len(line) - len(line.lstrip())), 20 + 22 * row, mono=True)
        for row, line in enumerate(code)
    ]
    assert texts(arranged(pieces[::-1])) == code


def test_a_number_beside_a_line_of_code_stands_in_its_line() -> None:
    code = ["import millimetre", "from wimble import warm", "limit = will(mammal)"]
    pieces = [piece(line, 30 + 4 * CELL, 20 + 22 * row, mono=True) for row, line in enumerate(code)]
    numbers = [piece(str(row + 1), 30, 20 + 22 * row, mono=True) for row in range(3)]
    assert texts(arranged([*pieces, *numbers])) == [f"{row + 1}   {line}" for row, line in enumerate(code)]


def test_near_words_are_one_line_and_far_ones_are_not() -> None:
    first = piece("Create", 20, 10)
    second = piece("account", first.box[2] + 6, 10)
    far = piece("Cancel", second.box[2] + 200, 11)
    assert texts(arranged([far, second, first])) == ["Create account", "Cancel"]


def test_a_table_is_read_row_by_row() -> None:
    cells = [
        piece(f"cell {row}{column}", 20 + 200 * column, 20 + 30 * row)
        for row in range(6)
        for column in range(4)
    ]
    assert texts(arranged(cells[::-1])) == [f"cell {row}{column}" for row in range(6) for column in range(4)]


def test_columns_of_prose_are_read_one_after_the_other() -> None:
    prose = "the quick brown fox jumps over the lazy dog"
    left = [piece(f"left {row} {prose}", 20, 60 + 26 * row) for row in range(8)]
    right = [piece(f"right {row} {prose}", 520, 60 + 26 * row) for row in range(8)]
    head = piece(
        "A heading over both of the columns, as wide as they are together on this page of a paper", 20, 10
    )
    foot = piece("page 14", 20, 700)
    expected = [head, *left, *right, foot]
    assert texts(arranged([foot, *right, *left[::-1], head])) == [one.text for one in expected]


def test_a_navigation_beside_text_is_read_first() -> None:
    entries = [piece(f"entry {row}", 20, 60 + 34 * row) for row in range(8)]
    lines = [piece(f"line {row} of a text that goes on for a while", 300, 60 + 26 * row) for row in range(10)]
    assert texts(arranged([*lines, *entries])) == [one.text for one in (*entries, *lines)]


def test_a_chat_is_read_in_its_order() -> None:
    said = [
        piece(f"message {number} of a talk", 20 if number % 2 else 420, 20 + 40 * number)
        for number in range(12)
    ]
    assert texts(arranged(said[::-1])) == [one.text for one in said]


def test_a_picture_that_leans_is_read_in_rows() -> None:
    angle = math.radians(6)

    def lean(flat: Piece) -> Piece:
        turned = [
            (x * math.cos(angle) - y * math.sin(angle) + 200, x * math.sin(angle) + y * math.cos(angle))
            for x, y in flat.quad
        ]
        return Piece(flat.text, (turned[0], turned[1], turned[2], turned[3]), flat.confidence, flat.places)

    flat = [
        piece(f"row {row} part {part} of it", 20 + 260 * part, 20 + 30 * row)
        for row in range(5)
        for part in range(3)
    ]
    lines = arranged([lean(one) for one in flat[::-1]])
    assert texts(lines) == [one.text for one in flat]
    assert lines[0].box == lean(flat[0]).box


def test_rows_that_ink_tells_of_take_the_place_of_guesses() -> None:
    code = [
        piece(text, 30, 20 + 22 * row, mono=True)
        for row, text in enumerate(("limit = will(mammal)", "import millimetre", "from wimble import warm"))
    ]
    more = Line("|", (30, 86, 38, 104), 0.6)
    lines = arranged(code, lambda _grid, rows: Looked(("one", None, "three"), (more,), 2 / len(rows)))
    assert texts(lines) == ["one", "import millimetre", "three", "|"]
    assert (
        texts(arranged(code, lambda _grid, _rows: Looked((None, None, None), (), 0.0)))[1]
        == "import millimetre"
    )


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900), st.integers(1, 30)), max_size=40))
def test_no_piece_is_lost_or_doubled(places: list[tuple[int, int, int]]) -> None:
    pieces = [piece("x" * length, left, top) for left, top, length in places]
    assert sorted(map(id, (one for region in regions(pieces) for one in region))) == sorted(map(id, pieces))
    assert sorted(map(id, (one for row in rows_of(pieces) for one in row))) == sorted(map(id, pieces))
    assert sum(len(line.text.replace(" ", "")) for line in arranged(pieces)) == sum(
        length for _, _, length in places
    )


def test_few_words_that_happen_to_be_equally_wide_are_no_code() -> None:
    form = [
        piece("Ada Lovelace", 54, 100, mono=True),
        piece("ada@lovelace.till", 54, 190, mono=True),
        piece("United Kingdom", 54, 290, mono=True),
        piece("Saved", 72, 351, mono=True),
        piece("Cancel", 220, 351, mono=True),
    ]
    wanted = ["Ada Lovelace", "ada@lovelace.till", "United Kingdom", "Saved", "Cancel"]
    assert texts(arranged(form, lambda _grid, _rows: None)) == wanted
