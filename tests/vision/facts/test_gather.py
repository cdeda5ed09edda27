"""The facts of whole pictures, and the sentences that say them."""

import json
import time
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from opsin.demo.gallery import PHOTOS, Photo
from opsin.ocr.lines import BarCode, Line, Read
from opsin.pixels.sniff import Format
from opsin.vision.facts.gather import gather
from opsin.vision.facts.placing import placed_read
from opsin.vision.facts.sentences import sentences
from tests.vision.facts.drawn import Page, dialog, form, form_facts, plain

NOTHING = Read(())


def of_role(facts: dict[str, object], role: str) -> list[dict[str, object]]:
    return [box for box in facts["boxes"] if box["role"] == role]  # type: ignore[attr-defined]


def test_a_form_is_taken_apart() -> None:
    facts = form_facts()
    inputs = of_role(facts, "input")
    assert [(one["label"], one.get("text", ""), one.get("empty", False)) for one in inputs] == [
        ("Full name", "Ada Lovelace", False),
        ("Email", "ada@example", False),
        ("Password", "", True),
    ]
    assert inputs[1]["border"] == {"hex": "#dc2626", "name": "red", "hue": "red"}
    assert inputs[1]["box"] == [400, 334, 801, 375]
    assert [(one["text"], one["fill"]["name"]) for one in of_role(facts, "button")] == [  # type: ignore[index]
        ("Cancel", "white"),
        ("Save", "blue"),
    ]
    assert [(one["label"], one["state"]) for one in of_role(facts, "tick box")] == [
        ("Send me news", "not ticked")
    ]
    assert [one["text"] for one in of_role(facts, "bar")] == ["Acme Console"]
    assert (facts["kind"], facts["theme"]) == ("drawn", "light")


def test_a_line_that_runs_through_two_buttons_is_taken_apart() -> None:
    page = form()
    save = page.lines.pop()
    cancel = page.lines.pop()
    gap = " " * 24
    page.lines.append(Line(f"{cancel.text}{gap}{save.text}", cancel.box[:2] + save.box[2:], 0.9))
    facts = gather(plain(page.image), page.read)
    assert [one["text"] for one in of_role(facts, "button")] == ["Cancel", "Save"]


def test_a_window_with_buttons_that_decide_is_a_dialog() -> None:
    page = dialog()
    facts = gather(plain(page.image), page.read)
    assert [one["text"] for one in of_role(facts, "dialog")] == ["Do you want to save changes to Untitled?"]
    assert [one["text"] for one in of_role(facts, "button")] == ["Save", "Don't Save", "Cancel"]


def test_a_ticked_box_is_told() -> None:
    page = Page(400, 200, "#ffffff")
    page.box((40, 40, 57, 57), "#2563eb", None, 3)
    page.draw.line((44, 49, 48, 53, 54, 44), fill="#ffffff", width=2)
    page.write((66, 40), "Remember me")
    facts = gather(plain(page.image), page.read)
    assert [(one["label"], one["state"]) for one in of_role(facts, "tick box")] == [("Remember me", "ticked")]


def test_cells_of_a_table_are_no_buttons() -> None:
    page = Page(900, 300, "#ffffff")
    for row in range(3):
        for column in range(3):
            left, top = 60 + 240 * column, 60 + 50 * row
            page.draw.rectangle((left, top, left + 240, top + 50), outline="#999999", fill="#ffffff")
            page.write((left + 120, top + 25), f"Cell {row}{column}", anchor="mm")
    facts = gather(plain(page.image), page.read)
    assert not of_role(facts, "button")
    assert not of_role(facts, "input")


def test_a_symbol_in_a_field_is_told_and_a_doubtful_letter_is_no_text_of_it() -> None:
    page = Page(700, 200, "#ffffff")
    page.write((50, 40), "Plan", size=14)
    page.box((50, 64, 360, 102), "#ffffff", "#9ca3af", 6)
    page.write((62, 74), "Professional")
    page.draw.polygon([(336, 80), (348, 80), (342, 88)], fill="#111111")
    page.lines.append(Line("4", (332, 74, 352, 94), 0.25))
    (field,) = of_role(gather(plain(page.image), page.read), "input")
    assert (field["text"], field["symbol_at_right"]) == ("Professional", True)


def test_text_of_low_contrast_and_red_text_are_told() -> None:
    facts = form_facts()
    told = {line["text"]: line for line in facts["text"]["standing_out"]}
    assert told["Send me news"]["low_contrast"]
    assert told["Send me news"]["contrast"] == pytest.approx(2.56, abs=0.1)
    assert told["Please enter a valid email address"]["hues"] == ["red"]
    assert "low_contrast" not in told["Please enter a valid email address"]
    assert "Create account" not in told


def test_boxes_are_in_pixels_of_the_whole_picture() -> None:
    page = form()
    part = page.image.crop((300, 100, 900, 700))
    pixels = replace(plain(page.image), width=600, height=600, rgb=part.tobytes(), box=(300, 100, 900, 700))
    moved = Read(
        tuple(
            replace(line, box=(line.box[0] - 300, line.box[1] - 100, line.box[2] - 300, line.box[3] - 100))
            for line in page.lines[1:]
        )
    )
    facts = gather(pixels, moved)
    assert of_role(facts, "input")[1]["box"] == [400, 334, 801, 375]
    assert facts["region"] == [300, 100, 900, 700]
    assert [line.box for line in placed_read(moved, pixels).lines] == [line.box for line in page.lines[1:]]


def test_a_reduced_picture_gives_places_in_the_original() -> None:
    image = Image.new("RGB", (100, 50), "#ffffff")
    pixels = replace(plain(image), scale=0.5, box=(0, 0, 200, 100))
    read = Read((Line("a", (10, 10, 20, 20), 0.9),), (BarCode("QRCode", "x", (1, 2, 3, 4)),))
    assert placed_read(read, pixels).lines[0].box == (20, 20, 40, 40)
    assert gather(pixels, read)["codes"] == [{"kind": "QRCode", "text": "x", "box": [2, 4, 6, 8]}]


def test_the_ground_under_see_through_parts_is_not_a_colour_of_the_picture() -> None:
    image = Image.new("RGB", (200, 100), (246, 246, 246))
    image.paste((124, 58, 237), (20, 20, 80, 80))
    facts = gather(plain(image, has_alpha=True, ground="light"), NOTHING)
    assert [shade["hex"] for shade in facts["palette"]] == ["#7c3aed"]
    assert "theme" not in facts
    assert "background" not in facts
    assert any("see-through" in sentence for sentence in sentences(facts))


def test_facts_are_json_and_the_sentences_say_them() -> None:
    facts = json.loads(json.dumps(form_facts()))
    said = sentences(facts)
    assert said[0] == "PNG, 1200×800 pixels, 12 kB."
    assert any('"ada@example" labelled "Email" at 400,334 (401×41), red border' in one for one in said)
    assert any(one.startswith("Text of low contrast") and "Send me news" in one for one in said)
    assert all(one.strip() == one and one for one in said)


def test_pages_frames_and_codes_are_said() -> None:
    image = Image.new("RGB", (100, 100), "#ffffff")
    pixels = plain(image, Format.TIFF, page=2, pages=5)
    facts = gather(pixels, Read((), (BarCode("QRCode", "https://example.com/\u202e", (1, 2, 31, 32)),)))
    said = sentences(facts)
    assert said[0].endswith("; page 2 of 5.")
    assert 'QRCode at 1,2 (30×30): "https://example.com/"' in said
    assert "Blank: all of it is white #ffffff." in said


def test_what_is_invisible_in_a_text_is_taken_out() -> None:
    page = Page(400, 200, "#ffffff")
    page.box((40, 40, 200, 90), "#2563eb", None)
    page.write((120, 65), "Save", "#ffffff", anchor="mm")
    page.lines[0] = replace(page.lines[0], text="Sa\u200bve\u202e")
    facts = gather(plain(page.image), page.read)
    assert of_role(facts, "button")[0]["text"] == "Save"


def test_no_line_outside_the_picture_does_harm() -> None:
    image = Image.new("RGB", (60, 40), "#ffffff")
    read = Read(
        tuple(
            Line("x", box, 0.5)
            for box in ((-5, -5, 3, 3), (50, 30, 90, 80), (10, 10, 10, 10), (70, 70, 80, 80))
        )
    )
    assert gather(plain(image), read)["text"]["lines"] == 4


def test_a_large_screenshot_takes_a_fraction_of_a_second() -> None:
    page = form()
    large = page.image.resize((1920, 1280), Image.Resampling.NEAREST)
    before = time.process_time()
    gather(plain(large), NOTHING)
    assert time.process_time() - before < 3.0


def test_a_photograph_of_bricks_has_no_boxes() -> None:
    has_no_boxes(next(photo for photo in PHOTOS if photo.file == "brick-wall.jpg"))


@pytest.mark.full
@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.file)
def test_photographs_have_no_boxes(photo: Photo) -> None:
    has_no_boxes(photo)


def has_no_boxes(photo: Photo) -> None:
    image = Image.open(BytesIO(photo.data)).convert("RGB")
    facts = gather(plain(image, Format.JPEG), NOTHING)
    assert facts.get("boxes", []) == []
    assert facts.get("kind", "") in {"photographic", ""}
