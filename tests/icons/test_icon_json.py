from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.icon import Body
from opsin.icons.icon_json import body_from, body_json, icon_from, icon_json, terms_from, terms_json
from opsin.icons.licences.terms import terms_of
from opsin.text import json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("icon_id", ["lucide:rocket", "mdi:home", "simple-icons:vuedotjs", "noto:rocket"])
def test_what_is_written_is_read_back(icon_id: str) -> None:
    import json

    icon = open_embedded().icon(icon_id)
    assert icon is not None
    assert icon_from(json.loads(json_text(icon_json(icon)))) == icon
    terms = terms_of(icon)
    assert terms_from(json.loads(json_text(terms_json(terms)))) == terms
    body = Body("<path d='M0 0'/>", 1, 2.5, 24, 24)
    assert body_from(json.loads(json_text(body_json(body)))) == body


@given(VALUES)
def test_any_other_value_is_nothing(value: object) -> None:
    assert body_from(value) is None
    assert icon_from(value) is None
    assert terms_from(value) is None


def test_values_of_wrong_types_are_passed_over() -> None:
    icon = open_embedded().icon("lucide:rocket")
    assert icon is not None
    told: dict[str, Any] = icon_json(icon)
    told["aliases"], told["set"]["total"], told["style"], told["more"] = [1], "many", "wild", {}
    read = icon_from(told)
    assert read is not None
    assert (read.aliases, read.set.total, read.style.value) == ((), 0, "none")
    assert icon_from({**told, "name": "../etc"}) is None
    assert icon_from({**told, "set": {**told["set"], "prefix": "A B"}}) is None


def test_terms_believe_no_address_and_no_expression() -> None:
    icon = open_embedded().icon("lucide:rocket")
    assert icon is not None
    terms = replace(terms_of(icon), url="javascript:alert(1)", spdx="NOT A LICENCE ((")
    read = terms_from(terms_json(terms))
    assert read is not None
    assert (read.url, read.spdx) == ("", "")
    assert terms_from({**terms_json(terms), "copyleft": "no"}) is None
    assert terms_from({**terms_json(terms), "share_alike": "all"}) is None


def test_what_is_kept_of_an_icon_is_bounded() -> None:
    names = tuple(f"name-{number}" for number in range(10_000))
    icon = open_embedded().icon("lucide:rocket")
    assert icon is not None
    kept = icon_json(replace(icon, aliases=names, categories=names))
    assert (len(kept["aliases"]), len(kept["categories"])) == (100, 20)
