"""Arguments that cannot be used: told in sentences of our own, with what was meant or what is allowed."""

import argparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.cli import main
from opsin.cli.arguments import Parser, one_of, whole_number
from opsin.errors import InvalidInput


@pytest.mark.parametrize(
    ("words", "told", "hint"),
    [
        (["cache", "clear"], "'clear' is no argument of `opsin cache`.", "Did you mean --clear?"),
        (
            ["search", "x", "--width", "9"],
            "'--width' is no argument of `opsin search`.",
            "Did you mean --min-width?",
        ),
        (
            ["icons", "x", "--count", "9"],
            "'--count' is no argument of `opsin icons`.",
            "`opsin icons --help` lists the arguments.",
        ),
        (["search", "x", "--pge=2"], "'--pge=2' is no argument of `opsin search`.", "Did you mean --page?"),
        (["search", "red", "panda"], "'panda' is no argument of `opsin search`.", "Put quotes round a query"),
        (["inspect", "s1:1", "s1:2"], "'s1:2' is no argument of `opsin inspect`.", "`opsin inspect --help`"),
        (
            ["search", "x", "--count", "nine"],
            "--count is 'nine'; it must be a whole number from 1 to 16.",
            "",
        ),
        (["search", "x", "--count", "17"], "--count is 17; it must be a whole number from 1 to 16.", ""),
        (["search", "x", "--count", "-3"], "--count is -3; it must be a whole number from 1 to 16.", ""),
        (["preview", "x", "many"], "COUNT is 'many'; it must be a whole number from 1 to 16.", ""),
        (
            ["download", "s1:1", "--max-bytes", "20MB"],
            "--max-bytes is '20MB'; it must be a whole number of bytes from 1 to 104,857,600.",
            "digits",
        ),
        (["demo", "--port", "http"], "--port is 'http'; it must be a whole number from 0 to 65,535.", ""),
        (
            ["serve", "--format", "yaml"],
            "--format is 'yaml'; it must be json or generic or codex or vscode or opencode or zed.",
            "",
        ),
        (["preview"], "`opsin preview` lacks query.", "`opsin preview --help`"),
        (["search", "x", "--count"], "--count lacks its value.", ""),
        (["search", "x", "--json=yes"], "--json takes no value.", ""),
    ],
)
def test_what_cannot_be_used_is_told_with_what_can(
    words: list[str], told: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words, environ={}) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"opsin: {told}"
    assert hint in second


def test_any_other_sentence_of_argparse_is_told_too() -> None:
    with pytest.raises(InvalidInput, match="`opsin x` can't be run: something new") as caught:
        Parser(prog="opsin x").error("something new")
    assert "--help" in caught.value.hint


@given(st.text(max_size=60) | st.integers(-5, 25).map(str))
def test_any_text_is_a_number_in_the_range_or_is_refused(text: str) -> None:
    digits = text.strip().lstrip("0")
    try:
        value = whole_number("--count", 1, 16)(text)
    except InvalidInput:
        value = 0
    allowed = {str(number) for number in range(1, 17)}
    assert value in range(1, 17) if digits in allowed else value in range(17)


def test_a_choice_is_given_back_as_it_is() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--format", type=one_of("--format", "json", "codex"))
    assert parser.parse_args(["--format", "codex"]).format == "codex"
