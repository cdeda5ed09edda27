"""Blanks between words follow the ink."""

import pytest

np = pytest.importorskip("numpy")

from opsin.ocr.ink import strokes_of  # noqa: E402
from opsin.ocr.spaces import respaced  # noqa: E402
from tests.ocr.plain_pictures import written  # noqa: E402


def corrected(drawn: str, recognised: str) -> str:
    line = np.asarray(written([drawn], size=22).convert("RGB"))[14:44]
    wide = line.shape[1]
    middles = iter([stroke.middle / wide for stroke in strokes_of(line)])
    places: list[float] = []
    for sign in recognised:
        places.append(places[-1] if sign == " " else next(middles))
    return "".join(sign for sign, _ in respaced(line, recognised, places))


def test_a_blank_within_a_word_goes() -> None:
    assert corrected("one man and two men", "o ne man and two m en") == "one man and two men"


def test_a_blank_that_was_dropped_comes_back() -> None:
    assert corrected("one man and two men", "one manand two men") == "one man and two men"


def test_what_is_right_stays() -> None:
    assert corrected("one man and two men", "one man and two men") == "one man and two men"
    assert corrected("one man", "one man") == "one man"
