"""What is told of boxes that changed: nothing where their pixels are as before, however they are judged."""

from typing import Any

import pytest

from opsin.vision.difference import compare
from opsin.vision.embedded.changed_boxes import changed_layout
from tests.vision.facts.drawn import Page, plain

EMAIL, PASSWORD, SIGN_IN = (40, 60, 301, 97), (40, 130, 301, 167), (40, 200, 141, 237)
Box = dict[str, Any]
INPUT: Box = {"role": "input", "box": list(EMAIL), "text": "anna@example", "label": "E-mail"}
SECRET: Box = {"role": "input", "box": list(PASSWORD), "empty": True, "label": "Password"}
BUTTON: Box = {
    "role": "button",
    "box": list(SIGN_IN),
    "text": "Sign in",
    "fill": {"hex": "#0a58ca", "name": "blue"},
}


def page(
    *,
    error: str = "",
    email: str = "anna@example",
    fill: str = "#0a58ca",
    password: bool = True,
    button: int = 200,
) -> Page:
    drawn = Page(400, 300, "#ffffff")
    drawn.write((40, 38), "E-mail")
    drawn.box((40, 60, 300, 96), "#ffffff", "#999999")
    drawn.write((52, 68), email)
    if password:
        drawn.box((40, 130, 300, 166), "#ffffff", "#999999")
    drawn.write((40, 172), error, "#dc2626")
    drawn.box((40, button, 140, button + 36), fill)
    drawn.write((64, button + 8), "Sign in", "#ffffff")
    return drawn


def told(first: Page, second: Page, before: list[Box], after: list[Box], **facts: Any) -> tuple[str, ...]:
    pixels = [plain(one.image) for one in (first, second)]
    found = compare(pixels[0], pixels[1])
    return changed_layout(found, [{"boxes": before} | facts, {"boxes": after} | facts], pixels)


@pytest.mark.parametrize(
    "after",
    [
        [],
        [BUTTON],
        [{"role": "box", "box": list(EMAIL)}, BUTTON],
        [INPUT | {"role": "button", "text": "anna@exarnple", "border": {"hex": "#999999", "name": "grey"}}],
        [INPUT, SECRET, BUTTON | {"text": "Slgn in", "fill": {"hex": "#111111", "name": "black"}}],
    ],
)
def test_boxes_judged_differently_in_the_same_pixels_are_no_change(after: list[Box]) -> None:
    """A line of text elsewhere changed, and with it what was judged of everything else."""
    before = [INPUT, SECRET, BUTTON]
    assert told(page(error="The password is wrong."), page(), before, after) == ()
    assert told(page(), page(error="The password is wrong."), after, before) == ()


def test_a_box_that_is_gone_or_new_is_told() -> None:
    gone = told(page(), page(password=False), [INPUT, SECRET, BUTTON], [INPUT, BUTTON])
    assert gone == ('Gone: input "Password" at 40,130 (261×37).',)
    new = told(page(password=False), page(), [INPUT, BUTTON], [INPUT, SECRET, BUTTON])
    assert new == ('New: input "Password" at 40,130 (261×37).',)


def test_a_text_and_a_colour_that_changed_are_told_and_nothing_else() -> None:
    edited = INPUT | {"text": "anna@example.org", "border": {"hex": "#000000", "name": "black"}}
    grey = BUTTON | {"fill": {"hex": "#9ca3af", "name": "grey"}}
    sentences = told(
        page(),
        page(email="anna@example.org", fill="#9ca3af"),
        [INPUT, SECRET, BUTTON],
        [edited, SECRET, grey],
    )
    assert sentences == (
        'The input at 40,60 (261×37): text "anna@example" became "anna@example.org".',
        "The button at 40,200 (101×37): fill blue #0a58ca became grey #9ca3af.",
    )


def test_a_text_that_was_not_read_is_not_told_as_deleted() -> None:
    unread = {key: value for key, value in INPUT.items() if key != "text"}
    assert told(page(), page(email="anna@examp1e"), [INPUT], [unread]) == ()
    assert told(page(), page(email=""), [INPUT], [unread | {"empty": True}]) == (
        'The input at 40,60 (261×37): text "anna@example" became "".',
    )


def test_what_is_still_drawn_in_another_theme_is_not_gone() -> None:
    dark = page()
    dark.image = dark.image.point([255 - value for value in range(256)] * 3)
    assert told(page(), dark, [INPUT, SECRET, BUTTON], []) == ()
    assert told(dark, page(), [], [INPUT, SECRET, BUTTON]) == ()


def test_a_box_that_stands_elsewhere_has_moved() -> None:
    lower = BUTTON | {"box": [40, 250, 141, 287]}
    assert told(page(), page(button=250), [INPUT, BUTTON], [INPUT, lower]) == (
        'Moved: button "Sign in" from 40,200 (101×37) to 40,250 (101×37).',
    )


def test_many_boxes_that_changed_alike_are_one_sentence() -> None:
    def rows(fill: str, name: str) -> tuple[Page, list[Box]]:
        drawn, boxes = Page(400, 400, "#ffffff"), []
        for row in range(5):
            drawn.box((20, 20 + 60 * row, 100, 50 + 60 * row), fill)
            at = [20, 20 + 60 * row, 101, 51 + 60 * row]
            boxes.append({"role": "button", "box": at, "text": "Open", "fill": {"hex": fill, "name": name}})
        return drawn, boxes

    first, second = rows("#e5e7eb", "light grey"), rows("#374151", "dark blue-grey")
    assert told(first[0], second[0], first[1], second[1]) == (
        "5 buttons, at 20,20 (81×31) and elsewhere: fill light grey #e5e7eb became dark blue-grey #374151.",
    )


def test_pictures_kept_with_loss_say_nothing_of_boxes() -> None:
    assert told(page(), page(password=False), [SECRET], [], boxes_approximate=True) == ()


def test_a_theme_that_changed_is_told() -> None:
    pixels = [plain(one.image) for one in (page(), page(fill="#000000"))]
    found = compare(pixels[0], pixels[1])
    assert changed_layout(found, [{"theme": "light"}, {"theme": "dark"}], pixels) == (
        "The light theme became a dark one.",
    )
