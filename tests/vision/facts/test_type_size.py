"""What a box is does not hang on how wide text recognition draws its boxes, nor on a theme's greys."""

from dataclasses import replace

import pytest
from PIL import Image

from opsin.vision.facts.gather import gather
from opsin.vision.facts.type_size import type_unit
from opsin.vision.facts.written import after_tick, pieces
from tests.vision.facts.drawn import Page, form, plain


def widened(page: Page, by: int) -> Page:
    """The page, read with boxes that reach farther around each line."""
    page.lines = [
        replace(line, box=(line.box[0] - by, line.box[1] - by, line.box[2] + by, line.box[3] + by))
        for line in page.lines
    ]
    return page


def roles(page: Page) -> list[tuple[str, str]]:
    boxes = gather(plain(page.image), page.read)["boxes"]
    return [(box["role"], box.get("text", "")) for box in boxes if box["role"] not in {"box", "panel"}]


def test_wide_boxes_of_lines_change_no_role() -> None:
    assert roles(widened(form(), 7)) == roles(form())
    assert [role for role, _ in roles(form())].count("input") == 3


@pytest.mark.parametrize("size", [14, 28])
def test_type_is_measured_by_what_is_drawn(size: int) -> None:
    page = Page(600, 400, "#ffffff")
    for row, text in enumerate(("Name", "Password", "Sign in")):
        page.write((20, 20 + 80 * row), text, size=size)
    tight = type_unit(page.image, list(pieces(tuple(page.lines))))
    wide = type_unit(page.image, list(pieces(tuple(widened(page, size // 2).lines))))
    assert tight == pytest.approx(size / 14, rel=0.25)
    assert wide == pytest.approx(tight, rel=0.25)


def test_nothing_written_has_a_unit_too() -> None:
    assert type_unit(Image.new("RGB", (9, 9)), []) == 1.0


def theme(ground: str, field: str, border: str, ink: str) -> Page:
    page = Page(500, 300, ground)
    for row, (label, value) in enumerate((("Full name", "Ada"), ("E-mail", "ada@example"))):
        page.write((40, 30 + 90 * row), label, ink)
        page.box((40, 54 + 90 * row, 400, 92 + 90 * row), field, border)
        page.write((52, 62 + 90 * row), value, ink)
    return page


def test_fields_of_a_dark_theme_are_fields() -> None:
    told = [("input", "Ada"), ("input", "ada@example")]
    assert roles(theme("#ffffff", "#ffffff", "#9ca3af", "#111827")) == told
    assert roles(theme("#111827", "#1f2937", "#6b7280", "#f9fafb")) == told
    assert roles(theme("#111827", "#7f1d1d", "#dc2626", "#f9fafb")) == [("notice", text) for _, text in told]


def test_a_tick_that_is_read_as_a_sign_leaves_the_tick_box() -> None:
    page = Page(400, 100, "#ffffff")
    page.box((40, 40, 58, 58), "#2563eb")
    page.draw.line((44, 49, 48, 54, 55, 44), fill="#ffffff", width=2)
    page.write((70, 40), "Send me news")
    (line,) = page.lines
    page.lines = [replace(line, text="\u2713 Send me news", box=(37, *line.box[1:]))]
    page.lines[0] = replace(page.lines[0], box=(37, 36, line.box[2], 62))
    (box,) = (box for box in gather(plain(page.image), page.read)["boxes"] if box["role"] == "tick box")
    assert (box["label"], box["state"]) == ("Send me news", "ticked")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("\u2713 Send", "Send"),
        ("\u2610Send", "Send"),
        ("V Send", "Send"),
        ("Very", ""),
        ("- one", ""),
        ("\u2713", ""),
    ],
)
def test_a_sign_before_a_text(text: str, rest: str) -> None:
    assert after_tick(text) == rest
