"""Characters in cells by their ink: blanks, repeats and strokes that recognition leaves out."""

from typing import Any

import pytest

np = pytest.importorskip("numpy")

from opsin.ocr.cells import Row, fill_cells  # noqa: E402

CELL, PITCH = 10, 20

SHAPES = {
    "|": [(4, 1, 6, 19)],
    "-": [(1, 9, 9, 11)],
    "_": [(0, 17, 10, 18)],
    "=": [(1, 7, 9, 8), (1, 12, 9, 13)],
    "^": [(4, 3, 6, 4), (3, 4, 4, 5), (6, 4, 7, 5), (2, 5, 3, 6), (7, 5, 8, 6)],
    "L": [(1, 3, 3, 17), (1, 15, 8, 17)],
    "T": [(1, 3, 9, 5), (4, 3, 6, 17)],
    "O": [(1, 5, 9, 7), (1, 14, 9, 16), (1, 5, 3, 16), (7, 5, 9, 16)],
    ".": [(4, 15, 6, 17)],
}
"""Boxes of ink in a cell of 10 x 20."""


def drawn(lines: list[str], *, ink: int = 20, ground: int = 240) -> Any:
    picture = np.full((PITCH * len(lines), CELL * max(map(len, lines)) + 20, 3), ground, np.uint8)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            for left, top, right, bottom in SHAPES.get(character, ()):
                x, y = CELL * column, PITCH * row
                picture[y + top : y + bottom, x + left : x + right] = ink
    return picture


def said(lines: list[str], *, shift: float = 0.0) -> list[Row]:
    """What recognition would say of the lines: every character where it stands."""
    return [
        (
            PITCH * row + PITCH / 2,
            [
                (character, CELL * (column + 0.5) + shift)
                for column, character in enumerate(line)
                if character != " "
            ],
        )
        for row, line in enumerate(lines)
    ]


def nothing(_line: Any) -> str:
    return ""


@pytest.mark.parametrize("shift", [-4.0, 0.0, 4.0])
def test_blanks_are_counted_by_the_ink(shift: float) -> None:
    lines = ["LOT", "    LO   TOO", "  T.L"]
    picture, rows = drawn(lines), said(lines, shift=shift)
    assert fill_cells(picture, 0.0, CELL, PITCH, rows, nothing) == lines


def test_light_on_dark_is_the_same() -> None:
    lines = ["LOT", "    LO   TOO"]
    picture = drawn(lines, ink=230, ground=10)
    assert fill_cells(picture, 0.0, CELL, PITCH, said(lines), nothing) == lines


def test_repeats_that_were_dropped_are_filled_in() -> None:
    lines = ["LOOOOOT", "LO"]
    assert fill_cells(drawn(lines), 0.0, CELL, PITCH, said(["LO    T", "LO"]), nothing) == lines


@pytest.mark.parametrize("stroke", ["|", "-", "_", "=", "^"])
def test_plain_strokes_are_known_by_their_form(stroke: str) -> None:
    lines = [f"LOT {stroke * 5} TOL", f"  {stroke}"]
    rows = said(["LOT       TOL", ""])
    assert fill_cells(drawn(lines), 0.0, CELL, PITCH, rows, nothing) == lines


def test_what_is_still_unknown_is_read_once_and_then_known() -> None:
    lines = ["LOT T. LO", "LO..T"]
    asked = []

    def read(line: Any) -> str:
        asked.append(line.shape)
        return "."

    rows = said(["LOT T  LO", "LO  T"])
    assert fill_cells(drawn(lines), 0.0, CELL, PITCH, rows, read) == lines
    assert 1 <= len(asked) <= 2


def test_a_row_that_does_not_fit_is_left_alone() -> None:
    lines = ["LOT", "LO"]
    rows = [*said(lines[:1]), (PITCH * 1.5, [("LO"[number % 2], 90.0 + number) for number in range(12)])]
    assert fill_cells(drawn(["LOT        ", "LO"]), 0.0, CELL, PITCH, rows, nothing) == ["LOT", None]
