from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.icons.licences.policy import Policy
from opsin.icons.query import IconQuery, StyleFilter, Wish, check_sets


def test_what_is_given_is_cleaned_and_kept() -> None:
    query = IconQuery.checked(
        [" fast\u200b  deployment ", "Rocket", "rocket", ""],
        limit=3,
        policy="ALL",
        sets=["Lucide", "mdi:"],
        style="stroke",
        palette="no",
        animated="yes",
    )
    assert query.keywords == ("fast deployment", "Rocket")
    assert query.policy is Policy.ALL
    assert query.sets == ("lucide", "mdi")
    assert (query.style, query.palette, query.animated) == (StyleFilter.STROKE, Wish.NO, Wish.YES)
    assert query.to_json()["limit"] == 3


def test_a_text_is_one_keyword() -> None:
    assert IconQuery.checked("fast deployment").keywords == ("fast deployment",)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"keywords": []}, "No keyword"),
        ({"keywords": ["\u200b", " "]}, "No keyword"),
        ({"keywords": list("abcdef")}, "6 keywords"),
        ({"keywords": ["x" * 101]}, "101 characters"),
        ({"keywords": ["a"], "limit": 0}, "limit is 0"),
        ({"keywords": ["a"], "limit": 65}, "limit is 65"),
        ({"keywords": ["a"], "limit": True}, "limit is True"),
        ({"keywords": ["a"], "policy": "free"}, "license_policy is 'free'"),
        ({"keywords": ["a"], "style": "bold"}, "style is 'bold'"),
        ({"keywords": ["a"], "palette": "maybe"}, "palette is 'maybe'"),
        ({"keywords": ["a"], "sets": ["../x"]}, "no prefix of an icon set"),
        ({"keywords": ["a"], "sets": [f"s{number}" for number in range(33)]}, "33 sets"),
    ],
)
def test_what_cannot_be_used_is_named(values: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        IconQuery.checked(**values)
    assert words in refused.value.message
    assert refused.value.hint


def test_an_unknown_set_is_told_with_the_nearest() -> None:
    known = ["lucide", "lucide-lab", "mdi", "tabler"]
    check_sets(["mdi"], known)
    with pytest.raises(InvalidInput) as refused:
        check_sets(["lucid"], known)
    assert refused.value.hint == "Did you mean lucide or lucide-lab?"
    with pytest.raises(InvalidInput) as refused:
        check_sets(["qqqqqqqqq"], known)
    assert "all of them" in refused.value.hint
    with pytest.raises(InvalidInput) as refused:
        check_sets(["nope"], ["noto", "mdi"])
    assert "all of them" in refused.value.hint


@given(
    st.lists(st.text(max_size=120), max_size=7),
    st.lists(st.text(max_size=20), max_size=3),
    st.text(max_size=12),
)
def test_anything_gives_a_query_or_invalid_input(keywords: list[str], sets: list[str], style: str) -> None:
    try:
        query = IconQuery.checked(keywords, sets=sets, style=style)
    except InvalidInput:
        return
    assert 1 <= len(query.keywords) <= 5
    assert all(one == one.strip() and 0 < len(one) <= 100 for one in query.keywords)
