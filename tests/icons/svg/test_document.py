"""A file out of a drawing: its size, its colour, and ids of its own."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.icons.icon import Body
from opsin.icons.svg.colours import NAMES, checked_colour
from opsin.icons.svg.document import document
from opsin.icons.svg.sanitise import sanitise
from tests.icons.svg.hostile import GOOD, boxed

LINKED = sanitise(
    boxed(
        '<defs><linearGradient id="g"><stop stop-color="currentColor"/></linearGradient><mask id="m"/></defs>'
        '<g mask="url(#m)"><path id="p" fill="url(#g) currentcolor" d="M0 0h9v9z"/><use href="#p"/>'
        '<path stroke="url(#gone)" d="M0 0h9"><animate id="a" attributeName="fill" begin="0;z.end" dur="1s" '
        'values="red;currentColor"/><set attributeName="opacity" begin="a.end+1s" to="1"/></path></g>'
    )
)


def test_a_file_is_minimal() -> None:
    assert document(sanitise(GOOD)) == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
        '<path fill="currentColor" d="M4 4h16v16H4z"/></svg>'
    )


@pytest.mark.parametrize(
    ("body", "size", "frame"),
    [
        (Body("", 0, 0, 24, 24), 48, ("48", "48", "0 0 24 24")),
        (Body("", -1.5, 2, 30, 20), None, ("30", "20", "-1.5 2 30 20")),
        (Body("", 0, 0, 30, 20), 10, ("15", "10", "0 0 30 20")),
        (Body("", 0, 0, 15.99999, 16), None, ("16", "16", "0 0 16 16")),
        (Body("", 0, 0, 10_000, 5_000), None, ("4096", "2048", "0 0 10000 5000")),
    ],
)
def test_width_height_and_view_box_are_always_there(
    body: Body, size: int | None, frame: tuple[str, str, str]
) -> None:
    root = ET.fromstring(document(sanitise(body), size=size))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == frame


@pytest.mark.parametrize("size", [0, -5, 4097])
def test_a_size_that_no_file_has_is_told(size: int) -> None:
    with pytest.raises(InvalidInput, match="4096 pixels"):
        document(sanitise(GOOD), size=size)


def test_a_colour_stands_wherever_the_current_one_stood() -> None:
    text = document(LINKED, color="Teal")
    assert "currentcolor" not in text.lower()
    assert text.count("teal") == 3


def test_without_a_colour_the_current_one_stays() -> None:
    assert document(LINKED).lower().count("currentcolor") == 3


def test_ids_are_the_files_own_and_all_that_refers_to_them_follows() -> None:
    one, same, other = document(LINKED, ids="a:b"), document(LINKED, ids="a:b"), document(LINKED, ids="a:c")
    assert one == same

    def ids(text: str) -> set[str]:
        return set(re.findall(r' id="([^"]+)"', text))

    def wanted(text: str) -> set[str]:
        return {found for pair in re.findall(r"#(\w+)|(\w+)\.end", text) for found in pair if found}

    assert len(ids(one)) == 4
    assert not (ids(one) | wanted(one)) & (ids(other) | wanted(other))
    assert ids(one) < wanted(one)
    assert all(re.fullmatch(r"i[0-9a-f]{10}[a-z]+", name) for name in wanted(one))


def test_a_reference_to_nothing_cannot_meet_an_id_of_the_page() -> None:
    assert "gone" not in document(LINKED)
    assert "z.end" not in document(LINKED)


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("red", "red"),
        (" RebeccaPurple ", "rebeccapurple"),
        ("#ABC", "#abc"),
        ("#12345678", "#12345678"),
        ("rgb(1, 2,3)", "rgb(1,2,3)"),
        ("rgba(1,2,3,50%)", "rgba(1,2,3,50%)"),
        ("rgb(1 2 3 / 50%)", "rgb(1 2 3 / 50%)"),
        ("hsl(120deg, 50%, 50%)", "hsl(120deg,50%,50%)"),
        ("CURRENTCOLOR", "currentColor"),
    ],
)
def test_colours_of_css_are_taken(text: str, colour: str) -> None:
    assert checked_colour(text) == colour


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#12",
        "#12345",
        "url(#a)",
        "rgb(1,2)",
        "rgb(1,2,3,4,5)",
        "var(--a)",
        'red" onload="x',
        "red;",
        "none",
        "rgb(a)",
    ],
)
def test_other_texts_are_no_colours(text: str) -> None:
    with pytest.raises(InvalidInput, match="colour"):
        checked_colour(text)


@given(st.text(max_size=90))
def test_no_text_gets_through_as_a_colour(text: str) -> None:
    try:
        colour = checked_colour(text)
    except InvalidInput:
        return
    assert re.fullmatch(r"#[0-9a-f]{3,8}|[a-zA-Z]+|(rgb|hsl)a?\([0-9.%,/ deg]+\)", colour)


def test_the_named_colours_are_those_of_css() -> None:
    assert len(NAMES) == 148
    from PIL import ImageColor

    assert set(ImageColor.colormap) <= NAMES


def test_a_wide_icon_is_told_what_height_it_may_have() -> None:
    wide = sanitise(Body('<path d="M0 0h9v9z"/>', 0, 0, 100, 10))
    with pytest.raises(InvalidInput) as caught:
        document(wide, size=1_024)
    assert caught.value.hint == "Give a height from 1 to 409 pixels."
    assert document(wide, size=409)
