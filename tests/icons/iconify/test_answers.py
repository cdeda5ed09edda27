import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import OpsinError
from opsin.icons.icon import Body
from opsin.icons.iconify.answers import (
    LARGEST_BODY,
    collection_answer,
    collections_answer,
    drawings_answer,
    is_id,
    search_answer,
)
from opsin.icons.iconify.trouble import BadAnswer, IconifyError, NotThere

INFO = {
    "name": "Lucide",
    "total": 1_856,
    "author": {"name": "Lucide Contributors", "url": "https://lucide.dev"},
    "license": {"title": "ISC", "spdx": "ISC", "url": "https://lucide.dev/license"},
    "height": 24,
    "category": "UI 24px",
    "palette": False,
}


def as_bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def search(**more: Any) -> bytes:
    usual = {"icons": ["lucide:rocket"], "total": 1, "limit": 64, "start": 0, "collections": {"lucide": INFO}}
    return as_bytes({**usual, **more})


def test_a_search_gives_ids_and_licences() -> None:
    answer = search_answer(search())
    assert answer.ids == ("lucide:rocket",)
    assert not answer.full
    lucide = answer.sets["lucide"]
    assert (lucide.name, lucide.spdx, lucide.licence_url) == ("Lucide", "ISC", "https://lucide.dev/license")
    assert (lucide.author, lucide.author_url) == ("Lucide Contributors", "https://lucide.dev")
    assert (lucide.total, lucide.height, lucide.category) == (1_856, 24, "UI 24px")


def test_an_answer_as_long_as_its_limit_may_not_be_all() -> None:
    ids = [f"lucide:icon-{number}" for number in range(32)]
    assert search_answer(search(icons=ids, total=32, limit=32)).full
    assert not search_answer(search(icons=ids, total=900, limit=33)).full


def test_the_order_is_kept_and_what_repeats_counts_once() -> None:
    assert search_answer(search(icons=["b:x", "a:x", "b:x"])).ids == ("b:x", "a:x")


def test_ids_are_taken_by_their_form_alone() -> None:
    odd = [
        None,
        7,
        ["a:b"],
        "a",
        "a:b:c",
        "A:b",
        "a:../b",
        "a:b c",
        "a:",
        ":b",
        "a:b\n",
        "a:" + "b" * 300,
        "good:one",
    ]
    assert search_answer(search(icons=odd)).ids == ("good:one",)


def test_a_set_that_nothing_is_said_of_is_missing() -> None:
    assert search_answer(search(collections={})).sets == {}
    assert search_answer(search(collections=[INFO])).sets == {}
    assert search_answer(search(collections={"lucide": "ISC", "other": INFO})).sets == {}


def test_facts_of_wrong_types_stay_empty() -> None:
    odd = {
        "name": 7,
        "total": "many",
        "author": [],
        "license": 3,
        "height": -1,
        "category": {},
        "palette": "yes",
    }
    lucide = search_answer(search(collections={"lucide": odd})).sets["lucide"]
    assert (lucide.name, lucide.author, lucide.spdx, lucide.licence_url) == ("lucide", "", "", "")
    assert (lucide.total, lucide.height, lucide.category, lucide.palette) == (0, 0, "", False)
    huge = search_answer(search(collections={"lucide": {**INFO, "total": 10**30}})).sets["lucide"]
    assert huge.total == 0


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (b"", "an empty answer"),
        (b"<!doctype html>", "no JSON"),
        (b"[]", "no object"),
        (b"{}", "no list"),
        (b'{"icons": {}}', "no list"),
        (b'{"icons": ["a', "no JSON"),
        (b'{"icons": [null, "a", 7]}', "without any icon's id"),
        (b"500", "the number 500 alone"),
        (b"[" * 100_000, "no JSON"),
    ],
)
def test_what_is_no_search(body: bytes, part: str) -> None:
    with pytest.raises(BadAnswer, match=part):
        search_answer(body)


@pytest.mark.parametrize("body", [b"404", b"404\n"])
def test_the_number_404_with_status_200_is_not_found(body: bytes) -> None:
    with pytest.raises(NotThere):
        collection_answer(body)
    # What every API knows is not found at what is none.
    for read in (search_answer, collections_answer):
        with pytest.raises(BadAnswer, match="the number 404 alone"):
            read(body)


def test_the_sets_stand_in_iconifys_order_with_those_that_are_hidden() -> None:
    sets = collections_answer(
        as_bytes({"mdi": INFO, "old": {**INFO, "hidden": True}, "Bad prefix": INFO, "x": 1})
    )
    assert list(sets) == ["mdi", "old"]
    assert sets["old"].hidden
    assert [one.order for one in sets.values()] == [0, 1]


def test_one_set_and_its_names() -> None:
    answer = collection_answer(
        as_bytes(
            {
                "prefix": "lucide",
                "info": INFO,
                "uncategorized": ["a", "B"],
                "categories": {"Things": ["b", 7], "More": ["b"], "Odd": "c"},
                "hidden": ["gone"],
                "aliases": {"c": "a", "d": 7},
            }
        )
    )
    assert answer.set.spdx == "ISC"
    assert answer.names == {"a", "b", "gone"}
    assert answer.hidden == {"gone"}
    assert answer.aliases == {"c": "a"}
    assert answer.categories == {"b": ("Things", "More")}


def test_a_set_without_a_name_is_none() -> None:
    with pytest.raises(BadAnswer):
        collection_answer(as_bytes({"prefix": 7}))


def drawings(names: tuple[str, ...], **more: Any) -> dict[str, Body]:
    usual = {"prefix": "lucide", "width": 24, "height": 24, "icons": {"house": {"body": "<path/>"}}}
    return drawings_answer(as_bytes({**usual, **more}), "lucide", names)


def test_drawings_and_their_aliases() -> None:
    aliases = {"home": {"parent": "house"}, "left": {"parent": "house", "hFlip": True}}
    found = drawings(("house", "home", "left", "zzz"), aliases=aliases, not_found=["zzz"])
    assert found["house"] == found["home"] == Body("<path/>", 0, 0, 24, 24)
    assert found["left"].markup.startswith('<g transform="')
    assert "zzz" not in found


def test_drawings_that_cannot_be_used_are_left_out() -> None:
    icons = {
        "a": {"body": 7},
        "b": {"body": "<path/>", "width": 0},
        "c": "<path/>",
        "d": {"body": "x" * (LARGEST_BODY + 1)},
        "e": {"body": "<path/>", "width": 10**400, "height": "24"},
    }
    found = drawings(tuple(icons), icons=icons, aliases={"f": {"parent": "f"}})
    assert found == {"e": Body("<path/>", 0, 0, 24, 24)}


def test_drawings_of_another_set_than_asked_for_are_none() -> None:
    with pytest.raises(BadAnswer):
        drawings(("house",), prefix="mdi")
    with pytest.raises(BadAnswer):
        drawings(("house",), icons=[])
    with pytest.raises(NotThere):
        drawings_answer(b"404", "lucide", ("house",))


def test_what_is_an_id() -> None:
    assert is_id("simple-icons:vuedotjs")
    assert not is_id("simple-icons:")
    assert not is_id("-a:b")
    assert not is_id(None)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["icons", "aliases", "prefix", "a", "parent", "body", "limit", "license", "info", "width"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JUNK)
def test_junk_is_read_or_refused_and_never_breaks(value: Any) -> None:
    body = as_bytes(value)
    for read in (
        search_answer,
        collections_answer,
        collection_answer,
        lambda given: drawings_answer(given, "a", ("a", "b")),
    ):
        try:
            read(body)
        except OpsinError as why:
            assert isinstance(why, IconifyError)  # noqa: PT017 - most are read


@given(st.binary(max_size=60))
def test_bytes_of_any_kind_are_read_or_refused(body: bytes) -> None:
    for read in (search_answer, collections_answer, collection_answer):
        try:
            read(body)
        except OpsinError as why:
            assert isinstance(why, IconifyError)  # noqa: PT017


def test_many_categories_of_one_icon_are_read_in_no_time() -> None:
    categories = {f"{number} {'x' * 300}": ["rocket"] for number in range(20_000)}
    answer = {"prefix": "alpha", "uncategorized": [], "categories": categories}
    found = collection_answer(json.dumps(answer).encode()).categories["rocket"]
    assert len(found) == 1_000
    assert all(len(title) <= 200 for title in found)
