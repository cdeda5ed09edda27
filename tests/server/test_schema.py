"""Schemas that every model service takes, and values as clients really send them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.server.schema import choice, flag, input_schema, nearest, read_arguments, text, texts, whole

PARAMETERS = (
    text("query", "Words, such as cat.", longest=20),
    text("dir", "A folder, such as cats.", longest=10, default=""),
    choice("safe", "How safe, such as strict.", allowed=("off", "strict"), default="strict"),
    whole("count", "How many, such as 4.", low=1, high=16, default=9),
    flag("fresh", "Anew or not, such as true.", default=False),
    texts("ids", "Ids, such as s1:1.", most=3, longest=6, parted_at=", "),
)
NEEDED = {"query": "cat", "ids": ["s1:1"]}


def read(**sent: Any) -> dict[str, Any]:
    return read_arguments("image_x", PARAMETERS, {**NEEDED, **sent})


def complaint(**sent: Any) -> str:
    with pytest.raises(InvalidInput) as caught:
        read(**sent)
    return caught.value.message


def test_the_schema_is_flat() -> None:
    schema = input_schema(PARAMETERS)
    assert list(schema) == ["type", "properties", "required"]
    assert schema["type"] == "object"
    assert schema["required"] == ["query", "ids"]
    assert schema["properties"]["count"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 16,
        "description": "How many, such as 4.",
        "default": 9,
    }
    assert schema["properties"]["ids"]["items"] == {"type": "string"}
    assert "default" not in schema["properties"]["query"]


def test_what_is_left_out_or_null_has_its_default() -> None:
    values = read(count=None, safe=None)
    assert values == {
        "query": "cat",
        "dir": "",
        "safe": "strict",
        "count": 9,
        "fresh": False,
        "ids": ("s1:1",),
    }


def test_what_must_be_there_is_asked_for() -> None:
    assert "query is missing." in complaint(query=None)
    assert "ids is missing." in complaint(ids=None)


@pytest.mark.parametrize(
    ("sent", "value"), [(4, 4), ("4", 4), (" 4 ", 4), (4.0, 4), ("4.0", 4), ("", 9), (16, 16)]
)
def test_whole_numbers_in_any_clothes(sent: Any, value: int) -> None:
    assert read(count=sent)["count"] == value


@pytest.mark.parametrize("sent", [0, 17, -1, 4.5, "four", True, [4], {}, "1e400", "nan", 10**400, "9" * 5000])
def test_numbers_out_of_range_are_told(sent: Any) -> None:
    told = complaint(count=sent)
    assert "it must be a whole number from 1 to 16." in told
    assert len(told) < 300


@pytest.mark.parametrize(
    ("sent", "value"),
    [(True, True), ("true", True), ("False", False), (1, True), ("0", False), ("", False), ("YES", True)],
)
def test_flags_in_any_clothes(sent: Any, value: bool) -> None:
    assert read(fresh=sent)["fresh"] is value


@pytest.mark.parametrize(
    ("sent", "value"),
    [
        (["s1:1", "s1:2"], ("s1:1", "s1:2")),
        ('["s1:1", "s1:2"]', ("s1:1", "s1:2")),
        ("s1:1", ("s1:1",)),
        ("s1:1, s1:2", ("s1:1", "s1:2")),
        (["s1:1", ""], ("s1:1",)),
        ([4], ("4",)),
        (4, ("4",)),
    ],
)
def test_lists_in_any_clothes(sent: Any, value: tuple[str, ...]) -> None:
    assert read(ids=sent)["ids"] == value


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ([], "a list of 1 to 3 strings, not of 0"),
        ("", "not of 0"),
        (["a", "b", "c", "d"], "not of 4"),
        ([None], "a list of strings"),
        ([["a"]], "a list of strings"),
        ({"a": 1}, "a list of strings"),
        ('["a"', "a list of strings"),
        ("[" * 100_000, "a list of strings"),
        (["toolong"], "at most 6 characters"),
    ],
)
def test_lists_that_are_none_are_told(sent: Any, told: str) -> None:
    assert told in complaint(ids=sent)


@pytest.mark.parametrize(("sent", "value"), [("STRICT", "strict"), (" off ", "off"), ("", "strict")])
def test_choices_in_any_case(sent: str, value: str) -> None:
    assert read(safe=sent)["safe"] == value


def test_choices_that_are_none_are_told() -> None:
    assert "safe is 'very'; it must be one of off, strict." in complaint(safe="very")
    assert "one of off, strict" in complaint(safe=3)


def test_text_is_text() -> None:
    assert read(query=7)["query"] == "7"
    assert "it must be text." in complaint(query=["cat"])
    assert "at most 20 characters, not 21" in complaint(query="c" * 21)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Count", "count"), ("licence", "license"), ("minWidth", "min_width"), ("zzz", ""), ("x" * 10**6, "")],
)
def test_the_nearest_name(name: str, meant: str) -> None:
    assert nearest(name, ["query", "count", "license", "min_width"]) == meant


def test_everything_wrong_is_said_at_once() -> None:
    told = complaint(count=99, safe="very", querry="dog")
    assert told.startswith("image_x was not run. There is no argument 'querry'. Did you mean query?")
    assert "count is 99" in told
    assert "safe is 'very'" in told


@pytest.mark.parametrize("sent", [{}, {"sets": None}, {"sets": []}, {"sets": ""}, {"sets": "[]"}])
def test_a_list_that_needs_nothing_may_be_empty(sent: dict[str, Any]) -> None:
    sets = texts("sets", "Sets, such as lucide.", most=2, longest=9, needed=False)
    assert read_arguments("icon_x", (sets,), sent) == {"sets": ()}
    assert read_arguments("icon_x", (sets,), {"sets": "a,b"}) == {"sets": ("a", "b")}
    with pytest.raises(InvalidInput, match="a list of 0 to 2 strings, not of 3"):
        read_arguments("icon_x", (sets,), {"sets": "a,b,c"})
    schema = input_schema((sets,))
    assert schema["required"] == []
    assert schema["properties"]["sets"]["default"] == []
    assert "minItems" not in schema["properties"]["sets"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from([p.name for p in PARAMETERS]) | st.text(max_size=12), JSON, max_size=8)
)
def test_anything_sent_is_read_or_refused_in_our_words(sent: dict[str, Any]) -> None:
    told = ""
    try:
        values = read_arguments("image_x", PARAMETERS, sent)
        json.dumps(values)
        assert set(values) == {parameter.name for parameter in PARAMETERS}
    except InvalidInput as why:
        told = str(why)
    assert not told or told.startswith("image_x was not run.")
    assert "\n" not in told
