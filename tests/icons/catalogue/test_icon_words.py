import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.catalogue.words import stem, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arrow-left", ["arrow", "left"]),
        ("CI_CD  pipeline", ["ci", "cd", "pipeline"]),
        ("Developer / Languages", ["developer", "languages"]),
        ("don't", ["dont"]),
        ("Straße", ["strasse"]),
        ("cafe\u0301", ["café"]),
        ("ＡＢ１", ["ab1"]),
        ("火箭 | 太空", ["火箭", "太空"]),
        ("हिन्दी", ["हिन्दी"]),
        ("שָׁלוֹם", ["שָׁלוֹם"]),
        (":)", []),
        ("", []),
    ],
)
def test_words_of_a_text(text: str, words: list[str]) -> None:
    assert tokens(text) == words


@given(st.text())
def test_words_of_words_are_themselves(text: str) -> None:
    words = tokens(text)
    assert [one for word in words for one in tokens(word)] == words
    assert all(words)
    assert not any(mark in word for word in words for mark in "\n\x1e _-")


@pytest.mark.parametrize(
    "words", [("rocket", "rockets"), ("deploy", "deploying", "deployed"), ("category", "categories")]
)
def test_forms_of_a_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@given(st.text(st.characters(), max_size=40))
def test_any_text_has_a_stem(word: str) -> None:
    assert stem(word) == stem(word)
