import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.catalogue.set_file import body_of, drawn, facts, is_name
from opsin.icons.icon import Body
from tests.icons.catalogue.tiny import COLOURS, EMOJI, FILL, MOVING, PLAIN, PLAIN_INFO, STROKE

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = (
    "icons",
    "aliases",
    "a",
    "b",
    "body",
    "parent",
    "width",
    "height",
    "hidden",
    "rotate",
    "hFlip",
    "categories",
)
SHAPED = st.recursive(
    JSON,
    lambda inner: st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=20,
)


def test_icons_aliases_and_categories() -> None:
    icons = {icon.name: icon for icon in drawn(PLAIN)}
    assert list(icons) == ["cup", "cup-filled", "cup-20-filled", "arrow-left", "gone", "ring", "arrow-right"]
    assert icons["cup"].aliases == ("mug", "beaker")
    assert icons["cup"].categories == ("Drinks", "Travel")
    assert icons["arrow-right"].aliases == ("forward",)
    assert [name for name, icon in icons.items() if icon.hidden] == ["gone"]


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("cup", Body(STROKE, 0, 0, 24, 24)),
        ("beaker", Body(STROKE, 0, 0, 24, 24)),
        ("cup-20-filled", Body(FILL, 0, 0, 20, 20)),
        ("ring", Body(MOVING, -2, 1, 24, 24)),
        ("forward", Body(f'<g transform="translate(24 0) scale(-1 1)">{STROKE}</g>', 0, 0, 24, 24)),
        ("nowhere", None),
        ("round", None),
        ("other", None),
    ],
)
def test_bodies_by_name(name: str, body: Body | None) -> None:
    assert body_of(PLAIN, name) == body


def test_a_set_without_measures_has_sixteen_by_sixteen() -> None:
    assert body_of(EMOJI, "cup") == Body(COLOURS, 0, 0, 16, 16)


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ({"body": 1}, "no text"),
        ({"body": FILL, "width": 0}, "no extent"),
        ({"body": FILL, "height": -1}, "no extent"),
        ({"body": "a\x1eb"}, "control characters"),
        ({}, "nothing"),
        ("text", "another shape"),
    ],
)
def test_what_cannot_be_drawn_has_no_body(entry: object, what: str) -> None:
    assert body_of({"icons": {"a": entry}}, "a") is None, what


def test_measures_that_are_none_are_left_out() -> None:
    data = {"width": "24", "height": True, "icons": {"a": {"body": FILL, "left": float("nan"), "top": 1e300}}}
    assert body_of(data, "a") == Body(FILL, 0, 0, 16, 16)


def test_facts_of_a_set() -> None:
    known = facts("plain", PLAIN_INFO, 3, PLAIN)
    assert (known.name, known.version, known.author, known.spdx) == ("Plain", "1.2.0", "A. Drawer", "MIT")
    assert (known.total, known.order, known.height, known.category) == (6, 3, 24, "UI 24px")
    assert known.theme_suffixes == ("-filled", "-20-filled")
    assert not known.archived
    assert facts("a", {"category": "Archive / Unmaintained"}, 0).archived
    assert facts("a", {"license": "Custom", "author": "B"}, 0).licence_title == "Custom"


def test_facts_are_one_line_each() -> None:
    assert facts("a", {"name": "A\n\x1b[31m  B"}, 0).name == "A [31m B"


@pytest.mark.parametrize("name", ["a", "a-b", "0-9", "rocket-20"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", "-a", "a-", "a--b", "A", "a_b", "a:b", "../a", "a\n", "ä", None, 3, "a" * 201]
)
def test_what_is_no_name(name: object) -> None:
    assert not is_name(name)


@given(SHAPED, JSON)
def test_data_of_any_shape_is_read(data: object, info: object) -> None:
    for icon in drawn(data):
        assert is_name(icon.name)
    assert body_of(data, "a") is None or isinstance(body_of(data, "a"), Body)
    assert facts("a", info, 0, data).prefix == "a"


def test_an_alias_is_hidden_as_its_parent_is_unless_it_says_so() -> None:
    data = {
        "icons": {"old": {"body": FILL, "hidden": True}},
        "aliases": {
            "turned": {"parent": "old", "rotate": 1},
            "twice": {"parent": "turned", "hFlip": True},
            "back": {"parent": "old", "vFlip": True, "hidden": False},
        },
    }
    assert {icon.name: icon.hidden for icon in drawn(data)} == {
        "old": True,
        "turned": True,
        "twice": True,
        "back": False,
    }


def test_a_drawing_without_an_extent_is_no_icon() -> None:
    data = {"icons": {"flat": {"body": FILL, "height": 0}, "back": {"body": FILL, "width": -5}}}
    assert list(drawn(data)) == []


def test_a_set_has_so_many_themes_and_no_more() -> None:
    themes = {f"theme{number}": "" for number in range(1_000)}
    known = facts("a", {}, 0, {"prefixes": themes, "suffixes": themes})
    assert (known.theme_prefixes[:2], len(known.theme_prefixes)) == (("theme0-", "theme1-"), 64)
    assert (known.theme_suffixes[:2], len(known.theme_suffixes)) == (("-theme0", "-theme1"), 64)


def test_an_icon_has_so_many_categories_and_no_more() -> None:
    titles = {f"{number} {'x' * 300}": ["cup", "cup"] for number in range(20_000)}
    (icon,) = drawn({"icons": {"cup": {"body": FILL}}, "categories": titles})
    assert len(icon.categories) == 1_000
    assert all(len(title) <= 200 for title in icon.categories)
