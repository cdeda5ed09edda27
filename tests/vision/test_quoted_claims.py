import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.quoted_claims import claims, unfound


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A button “Save as” in blue.", ["Save as"]),
        ('It says "Wrong password."', ["Wrong password"]),
        ("The tab `main.py` and 'Run' are open; it's the user's.", ["main.py", "Run"]),
        ("Auf „Weiter“ klicken, «Retour», 「保存」", ["Weiter", "Retour", "保存"]),
        ("no quotes, 5' and 6\" tall", []),
        ("the “…” and “a” and “x[?]y” are nothing", []),
    ],
)
def test_what_stands_in_quotation_marks_is_a_claim(text: str, found: list[str]) -> None:
    assert list(claims(text)) == found


def test_only_what_is_not_there_is_told_and_each_once() -> None:
    known = ["Save as", "Wrong password. Try again", "D0wnload the report"]
    said = [
        "“Save”, “save AS”, “wrong  password” and “Download the report” are there.",
        "“Delete” and “Delete” are not.",
    ]
    assert unfound(said, known, "") == ["Delete"]


def test_what_the_question_says_may_be_repeated() -> None:
    assert unfound(["There is no “Submit” button."], [], 'Is there a "submit" button?') == []
    assert unfound(["There is a “Send” button."], [], "") == ["Send"]


def test_words_that_go_over_two_lines_are_found() -> None:
    assert unfound(["It says “connection refused by host”."], ["connection refused", "by host"], "") == []


@given(st.text(max_size=100))
def test_no_text_raises(text: str) -> None:
    assert all(claim.strip() for claim in claims(text))
    unfound([text], [text], text)
