import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.images.query import MAX_QUERY_CHARACTERS, LicenceFilter, Orientation, Query, Safe


def test_defaults_are_those_of_the_contract() -> None:
    query = Query.checked("red panda")
    assert (query.count, query.page, query.safe, query.licence) == (9, 1, Safe.MODERATE, LicenceFilter.ANY)
    assert (query.min_width, query.orientation, query.provider) == (0, Orientation.ANY, "auto")


def test_blanks_are_folded_and_names_take_any_case() -> None:
    query = Query.checked(
        "  red \n panda ", safe="STRICT", licence="Share-Alike", orientation="square", provider=" Openverse "
    )
    assert query.text == "red panda"
    assert query.safe is Safe.STRICT
    assert query.licence is LicenceFilter.SHARE_ALIKE
    assert query.provider == "openverse"


def test_empty_value_is_the_default_and_never_a_looser_one() -> None:
    query = Query.checked("red panda", safe="", licence=" ", orientation="", provider="")
    assert query == Query("red panda")
    assert query.safe is Safe.MODERATE


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"count": 0}, "count is 0"),
        ({"count": 17}, "1 to 16"),
        ({"page": 0}, "page is 0"),
        ({"count": 9.0}, "count is 9.0"),
        ({"min_width": "800"}, "min_width is 800"),
        ({"min_width": -1}, "min_width is -1"),
        ({"safe": "very"}, "off, moderate, strict"),
        ({"licence": "by"}, "license is 'by'"),
        ({"orientation": "round"}, "landscape"),
        ({"text": " \t "}, "empty"),
        ({"text": "\x00\u200b\u2066"}, "empty"),
        ({"text": "a" * (MAX_QUERY_CHARACTERS + 1)}, str(MAX_QUERY_CHARACTERS)),
    ],
)
def test_value_out_of_range_is_named_with_what_is_allowed(values: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Query.checked(**{"text": "red panda", **values})  # type: ignore[arg-type]
    assert told in caught.value.message
    assert caught.value.hint


@given(st.text(), st.integers(), st.text(max_size=12))
def test_no_value_does_anything_but_pass_or_be_refused(words: str, count: int, safe: str) -> None:
    try:
        query = Query.checked(words, count=count, safe=safe)
    except InvalidInput:
        return
    assert query.text.strip()
    assert 1 <= query.count <= 16
