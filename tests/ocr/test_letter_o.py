"""Zeros that are the letter O, and zeros that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.ocr.layout import arranged
from opsin.ocr.letter_o import with_letter_o
from opsin.ocr.piece import Piece


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("CROSSR0AD C0NTROL", "CROSSROAD CONTROL"),
        ("L00P0 on (G0TO)", "LOOP0 on (GOTO)"),
        ("    F0O: N0T-F0UND,", "    FOO: NOT-FOUND,"),
    ],
)
def test_a_zero_between_capitals_is_a_letter(read: str, meant: str) -> None:
    assert with_letter_o(read) == meant


@pytest.mark.parametrize(
    "line",
    ["0x00FF A0B0C FF0A", "ETH0 TTY0 GPU0 100 000", "B0O7-4OX9", "KEY-A0K1-ZZ0Z", "10.0.0.1 H20 C02 P0P3", "a0b X0y", "0K",
     "iZ0Zq", "=== 0 ===", ""]
)  # fmt: skip
def test_what_may_be_a_number_stays(line: str) -> None:
    assert with_letter_o(line) == line


@given(st.text(alphabet="AOX0F1a -.", max_size=30))
def test_only_zeros_change(line: str) -> None:
    assert with_letter_o(line).replace("O", "0") == line.replace("O", "0")


def test_lines_are_read_so() -> None:
    piece = Piece("ERR0R", ((0, 0), (60, 0), (60, 20), (0, 20)), 0.9)
    assert [line.text for line in arranged([piece])] == ["ERROR"]
