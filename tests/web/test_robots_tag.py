"""X-Robots-Tag: which of its rules are for opsin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.web.reply import read_headers
from opsin.web.robots_tag import asks_no_ai, rules_for


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ([], ""),
        (["noindex, nofollow"], ""),
        (["noai"], "noai"),
        (["NoAI , NOIMAGEAI"], "noai, noimageai"),
        (["noindex,noimageai"], "noimageai"),
        (["noindex", "noai"], "noai"),
        (["otherbot: noai"], ""),
        (["otherbot: noindex, noai"], ""),
        (["otherbot: noindex", "noai"], "noai"),
        (["noai, otherbot: noindex"], "noai"),
        (["opsin: noai"], "noai"),
        (["Opsin:noai, noindex"], "noai"),
        (["otherbot: noindex, opsin: noimageai"], "noimageai"),
        (["*: noai"], "noai"),
        (["unavailable_after: 25 Jun 2030 15:00:00 PST, noai"], "noai"),
        (["max-image-preview: large, max-snippet:-1, noai"], "noai"),
        (["noairplanes, nonoai, noai-train"], ""),
        (["", ",", ":", ",:,"], ""),
    ],
)
def test_what_is_asked(fields: list[str], asked: str) -> None:
    assert asks_no_ai(fields, "opsin") == asked


def test_the_other_rules_are_there_too() -> None:
    assert rules_for(["noindex, NoImageIndex", "x: none"], "opsin") == {"noindex", "noimageindex"}


def test_fields_of_an_answer_stay_apart() -> None:
    headers, _ = read_headers([(b"X-Robots-Tag", b"otherbot: noindex"), (b"x-robots-tag", b"noai")])
    assert asks_no_ai(headers["x-robots-tag"].split("\n"), "opsin") == "noai"


@given(st.lists(st.text(max_size=40), max_size=5))
def test_nothing_raises(fields: list[str]) -> None:
    rules_for(fields, "opsin")
