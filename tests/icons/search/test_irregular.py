import pytest

from opsin.icons.search.irregular import base_form
from opsin.icons.search.phrase_table import PhraseTable


@pytest.mark.parametrize(
    ("form", "base"),
    [("slept", "sleep"), ("wrote", "write"), ("written", "write"), ("mice", "mouse"), ("sleep", "sleep")],
)
def test_a_form_is_of_its_word(form: str, base: str) -> None:
    assert base_form(form) == base


@pytest.mark.parametrize("word", ["left", "found", "saw", "led", "leaves", "broken", "dice", "rose"])
def test_words_of_their_own_stay(word: str) -> None:
    assert base_form(word) == word


def test_a_phrase_is_met_in_any_form() -> None:
    table = PhraseTable("sleep well, teeth: bed")
    assert [hit.phrase.text for hit in table.hits(["I", "slept", "so", "well"])] == ["sleep well"]
    assert [hit.phrase.text for hit in table.hits(["tooth"])] == ["teeth"]
