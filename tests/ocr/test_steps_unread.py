"""Lines that were found and say next to nothing."""

from opsin.ocr.joining import Quad
from opsin.ocr.steps import says_too_little


def line(length: float, high: float = 20) -> Quad:
    return (0.0, 0.0), (length, 0.0), (length, high), (0.0, high)


def test_a_long_line_of_few_characters_was_not_read() -> None:
    assert says_too_little(line(350), "   12.0.2024.")
    assert says_too_little(line(300), "")
    assert says_too_little(line(400), "      ,   .")


def test_a_line_of_latin_or_chinese_was() -> None:
    assert not says_too_little(line(350), "The ferry to the islands leaves at nine.")
    assert not says_too_little(line(160), "\u7cfb\u7edf\u8bbe\u7f6e\u7cfb\u7edf\u8bbe\u7f6e")


def test_a_sign_alone_is_not_missed() -> None:
    assert not says_too_little(line(40), "")
