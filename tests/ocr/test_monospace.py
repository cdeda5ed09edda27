"""Whether characters are equally wide, and how rows follow each other."""

import pytest

from opsin.ocr.monospace import grid_of, on_grid, pitch_of
from tests.ocr.test_ocr_layout import CELL, piece

CODE = ("limit = will(mammal)", "import millimetre", "from wimble import warm")


def test_equally_wide_characters_have_a_grid() -> None:
    grid = grid_of([piece(text, 30, 20 + 22 * row, mono=True) for row, text in enumerate(CODE)])
    assert grid is not None
    assert grid.cell == pytest.approx(CELL)
    assert grid.left == pytest.approx(30)


def test_other_text_has_none() -> None:
    assert grid_of([piece(text, 30, 20 + 22 * row) for row, text in enumerate(CODE)]) is None
    assert grid_of([piece(text, 30, 20, mono=True) for text in CODE[:2]]) is None


def test_blanks_follow_from_the_places() -> None:
    grid = grid_of([piece(text, 30, 20 + 22 * row, mono=True) for row, text in enumerate(CODE)])
    assert grid is not None
    row = [piece("if", 30 + 4 * CELL, 90, mono=True), piece("else", 30 + 12 * CELL, 90, mono=True)]
    assert on_grid(row, grid) == "    if      else"


def test_rows_at_one_distance_have_a_pitch() -> None:
    pitch = pitch_of([100, 119, 138.5, 176, 195, 214, 252], least=9)
    assert pitch is not None
    assert pitch.step == pytest.approx(19, abs=0.1)
    assert pitch.number(157) == 3
    assert pitch.number(166) is None


def test_rows_at_any_distance_have_none() -> None:
    assert pitch_of([10, 33, 43, 62, 89, 103, 125, 163], least=9) is None
    assert pitch_of([10, 30], least=9) is None
