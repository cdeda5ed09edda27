"""Single signs that are icons, and single signs that are text."""

import pytest

from opsin.ocr.layout import arranged
from opsin.ocr.lines import Line, Read
from opsin.ocr.piece import Piece
from opsin.ocr.strays import doubted, is_stray
from opsin.vision.engines.ocr import embedded_report
from opsin.vision.request import Look
from tests.vision.facts.drawn import form_facts


def piece(text: str, left: float, sure: float, top: float = 10) -> Piece:
    right = left + 10 * len(text)
    return Piece(text, ((left, top), (right, top), (right, top + 20), (left, top + 20)), sure, ())


def texts(*pieces: Piece) -> list[str]:
    return [line.text for line in arranged(pieces)]


@pytest.mark.parametrize(
    ("text", "sure", "stray"),
    [
        ("a", 0.78, True),
        ("O", 0.38, True),
        ("a", 0.9, False),
        ("7", 0.6, False),
        ("7", 0.4, True),
        ("}", 0.3, False),
        ("|", 0.3, False),
        ("ab", 0.3, False),
        ("", 0.0, False),
    ],
)
def test_one_letter_that_is_not_sure_may_be_an_icon(text: str, sure: float, stray: bool) -> None:
    assert is_stray(text, sure) is stray


def test_an_icon_beside_a_text_is_no_part_of_it() -> None:
    assert texts(piece("a", 10, 0.7), piece("Search mail", 30, 1.0), piece("O", 150, 0.4)) == [
        "a",
        "Search mail",
        "O",
    ]
    assert texts(piece("A", 10, 0.95), piece("plan", 30, 1.0)) == ["A plan"]
    assert texts(piece("plan", 10, 1.0), piece("B", 60, 0.7), piece("today", 80, 1.0)) == ["plan B today"]
    assert texts(piece("X", 10, 0.9), piece("a", 30, 0.7), piece("L", 50, 0.95)) == ["X", "a", "L"]
    assert texts(piece("Total", 10, 1.0), piece("5", 70, 0.7)) == ["Total 5"]


def test_a_chinese_sign_by_itself_among_latin_text_is_doubted() -> None:
    sign, text, other = (
        piece("\u5341", 10, 1.0),
        piece("New folder", 30, 1.0),
        piece("\u65b0\u5efa", 10, 1.0, 60),
    )
    assert [one.confidence for one in doubted([sign, text])] == [0.4, 1.0]
    assert [one.confidence for one in doubted([sign, text, other])] == [1.0, 1.0, 1.0]
    assert doubted([sign])[0].confidence == 1.0
    assert texts(sign, text) == ["\u5341", "New folder"]


def test_the_report_leaves_icons_out_of_the_text_and_tells_them_as_doubtful() -> None:
    lines = (
        Line("a", (10, 10, 30, 30), 0.7),
        Line("Search mail", (40, 10, 150, 30), 0.99),
        Line("B", (10, 60, 20, 80), 0.95),
    )
    report = embedded_report(Look.checked("a.png"), "/a.png", [form_facts()], [Read(lines, engine="x")])
    assert report.visible_text == ("Search mail", "B")
    assert 'Left out of its text, because they may be icons: "a".' in report.uncertainties
