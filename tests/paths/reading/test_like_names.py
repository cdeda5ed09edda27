"""Names that are meant by names that are not quite theirs."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.paths.reading.like_names import nearest, seen_as, twin


@pytest.mark.parametrize("blank", ["\u202f", "\u00a0", "\u2009", "\u3000", " "])
def test_every_blank_is_a_blank(blank: str) -> None:
    assert seen_as(f"9.41{blank}AM.png") == "9.41 AM.png"


def test_one_twin_stands_in_and_two_do_not() -> None:
    assert twin("a b", ["x", "a\u202fb"]) == "a\u202fb"
    assert twin("é", ["e\u0301"]) == "e\u0301"
    assert twin("a b", ["a\u202fb", "a\u00a0b"]) is None
    assert twin("a b", ["a b"]) is None
    assert twin("a b", ["A B"]) is None


def test_the_nearest_names_are_shown() -> None:
    names = ["shot-1.png", "shot-2.png", "other", ".shot-3.png", "SHOT-3.png"]
    assert nearest("shot-3.png", names)[0] == "SHOT-3.png"
    assert ".shot-3.png" not in nearest("shot-3.png", names)
    assert nearest("zzzzzz", names) == ()


@given(st.text(max_size=12))
def test_normal_form_changes_nothing(name: str) -> None:
    assert seen_as(unicodedata.normalize("NFD", name)) == seen_as(name)
    assert seen_as(seen_as(name)) == seen_as(name)
