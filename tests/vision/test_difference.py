"""What changed between two images: where, how much, what scrolled, and nothing that only a codec made."""

import json
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from opsin.ocr.lines import Line
from opsin.pixels.sniff import Format
from opsin.vision.difference import Difference, compare
from tests.vision.drawn import edited, plain, words

PAGE = words(400, 300)
LONG = words(400, 900)


def diff(first: Image.Image, second: Image.Image, kind: Format = Format.PNG) -> Difference:
    return compare(plain(first, kind), plain(second, kind))


def coded(image: Image.Image, kind: str, quality: int) -> Image.Image:
    target = BytesIO()
    image.save(target, kind, quality=quality)
    return Image.open(target).convert("RGB")


def test_the_same_pixels_are_identical() -> None:
    found = diff(PAGE, PAGE.copy())
    assert found.identical
    assert found.to_json()["summary"] == "The two images are identical, pixel by pixel."
    assert not found.boxes


def test_changed_regions_are_found_to_the_pixel() -> None:
    boxes = [(20, 30, 70, 52), (250, 30, 251, 31), (300, 200, 400, 300)]
    found = diff(PAGE, edited(PAGE, boxes))
    assert found.boxes == tuple(boxes)
    assert found.share == pytest.approx((50 * 22 + 1 + 100 * 100) / (400 * 300), rel=1e-6)
    assert found.to_json()["regions"][1] == {"number": 2, "box": [250, 30, 251, 31]}
    assert not found.identical


@given(
    st.lists(
        st.tuples(st.integers(0, 90), st.integers(0, 70), st.integers(1, 20), st.integers(1, 20)),
        min_size=1,
        max_size=6,
    )
)
@settings(max_examples=12)
def test_every_changed_pixel_lies_in_a_region_and_no_region_is_empty(
    places: list[tuple[int, int, int, int]],
) -> None:
    first = Image.new("RGB", (100, 80))
    changed = Image.new("L", first.size)
    for x, y, width, height in places:
        changed.paste(255, (x, y, x + width, y + height))
    second = first.copy()
    second.paste((0, 90, 0), mask=changed)
    found = diff(first, second)
    rest = changed.copy()
    for box in found.boxes:
        assert changed.crop(box).getbbox() == (0, 0, box[2] - box[0], box[3] - box[1])
        rest.paste(0, box)
    assert rest.getbbox() is None


def test_words_of_a_line_are_one_region() -> None:
    second = PAGE.copy()
    ImageDraw.Draw(second).text((40, 140), "a line of several words", (200, 0, 0))
    assert len(diff(PAGE, second).boxes) == 1


@pytest.mark.parametrize(
    ("kind", "quality"), [("JPEG", 60), pytest.param("JPEG", 90, marks=pytest.mark.full), ("WEBP", 70)]
)
def test_what_a_codec_makes_is_no_change_and_what_is_one_is_found(kind: str, quality: int) -> None:
    first = coded(PAGE, kind, quality)
    found = compare(plain(PAGE), plain(first, Format(kind.lower())))
    assert not found.boxes
    assert not found.identical
    assert found.share == 0
    assert found.to_json()["only_noise"]
    assert "noise of coding" in found.sentence()
    box = (200, 100, 260, 130)
    (only,) = diff(first, coded(edited(PAGE, [box]), kind, quality), Format.JPEG).boxes
    assert all(abs(have - want) <= 4 for have, want in zip(only, box, strict=True))


def test_a_changed_digit_is_found_after_coding() -> None:
    texts = []
    for text in ("total 38", "total 33"):
        picture = PAGE.copy()
        picture.paste((250, 250, 252), (200, 100, 300, 130))
        ImageDraw.Draw(picture).text((204, 104), text, (0, 0, 0), font_size=16)
        texts.append(coded(picture, "JPEG", 85))
    (only,) = diff(texts[0], texts[1], Format.JPEG).boxes
    assert 240 <= only[0] < only[2] <= 275


@pytest.mark.parametrize(
    ("moved", "kind"),
    [
        (-60, Format.PNG),
        (190, Format.PNG),
        (45, Format.JPEG),
        *(
            pytest.param(moved, kind, marks=pytest.mark.full)
            for moved in (-200, -7, 3, 120)
            for kind in (Format.PNG, Format.JPEG)
        ),
    ],
)
def test_a_page_that_was_scrolled_shows_only_what_is_new(moved: int, kind: Format) -> None:
    """A bar above and a menu at the left stand still meanwhile."""
    shots = []
    for top in (300, 300 - moved):
        shot = LONG.crop((0, top, 400, top + 300))
        shot.paste((20, 60, 120), (0, 0, 400, 20))
        shot.paste((30, 40, 60), (0, 20, 60, 300))
        shots.append(coded(shot, "JPEG", 90) if kind is Format.JPEG else shot)
    found = diff(shots[0], shots[1], kind)
    assert found.scroll == (0, moved)
    new = (20, 20 + moved) if moved > 0 else (300 + moved, 300)
    assert all(new[0] - 2 <= box[1] < box[3] <= new[1] + 2 for box in found.boxes)
    assert f"moved {abs(moved)} pixels {'down' if moved > 0 else 'up'}" in found.sentence()


def test_a_page_that_was_scrolled_sideways() -> None:
    wide = words(700, 200)
    found = diff(wide.crop((0, 0, 500, 200)), wide.crop((83, 0, 583, 200)))
    assert found.scroll == (-83, 0)
    assert all(box[0] >= 417 for box in found.boxes)


def test_another_page_is_no_scroll() -> None:
    found = diff(PAGE, words(400, 300, seed=5))
    assert found.scroll == (0, 0)
    assert found.share > 0.05


def test_a_row_that_is_gone_is_no_scroll_sideways() -> None:
    """Frames of the same width as the shift, and hardly anything where old and new would lie on each other."""
    shots = []
    for rows in (3, 2):
        shot = Image.new("RGB", (1_100, 600), "white")
        draw = ImageDraw.Draw(shot)
        for row in range(rows):
            draw.text((60, 130 + 90 * row), f"Field number {row}", "black", font_size=14)
            draw.rectangle((60, 154 + 90 * row, 520, 190 + 90 * row), outline="#9ca3af")
            draw.text((72, 163 + 90 * row), f"what stands in it {row}", "black", font_size=15)
        draw.rectangle((60, 140 + 90 * rows, 200, 180 + 90 * rows), fill="#2563eb")
        shots.append(shot)
    assert diff(shots[0], shots[1]).scroll == (0, 0)


def test_of_scrolled_content_each_side_has_its_own_changed_pixels() -> None:
    shots = [LONG.crop((0, top, 400, top + 300)) for top in (300, 360)]
    old, new = diff(shots[0], shots[1]).changed
    assert old.share((0, 0, 400, 60)) > 0
    assert old.share((0, 62, 400, 300)) == 0
    assert new.share((0, 240, 400, 300)) > 0
    assert new.share((0, 0, 400, 238)) == 0


def test_images_of_different_sizes_lie_on_each_other_from_the_upper_left() -> None:
    second = edited(PAGE, [(50, 50, 90, 70)]).crop((0, 0, 340, 380))
    found = diff(PAGE, second)
    assert found.boxes == ((340, 0, 400, 300), (50, 50, 90, 70), (0, 300, 340, 380))
    assert found.share == pytest.approx((60 * 300 + 40 * 20 + 340 * 80) / (400 * 300 + 340 * 80), rel=1e-6)
    assert "400x300 and 340x380" in found.sentence()


def test_what_was_put_in_above_moves_the_rest() -> None:
    taller = Image.new("RGB", (400, 340), (230, 240, 200))
    taller.paste(PAGE, (0, 40))
    found = diff(PAGE, taller)
    assert found.scroll == (0, 40)
    assert all(box[3] <= 40 for box in found.boxes)


@pytest.mark.parametrize("sizes", [((1, 1), (1, 1)), ((3_000, 1), (1, 3_000)), ((1, 1), (50, 50))])
def test_pictures_of_any_shape_are_compared(sizes: tuple[tuple[int, int], tuple[int, int]]) -> None:
    found = diff(Image.new("RGB", sizes[0]), Image.new("RGB", sizes[1], (255, 0, 0)))
    assert found.boxes
    assert 0 < found.share <= 1


def test_many_regions_are_counted_and_the_largest_kept() -> None:
    first = Image.new("RGB", (1_000, 400))
    boxes = [(x, y, x + 5 + (x == 0), y + 5) for y in range(0, 400, 40) for x in range(0, 1_000, 100)]
    found = diff(first, edited(first, boxes))
    assert (len(found.boxes), found.more) == (40, 60)
    assert all((0, y, 6, y + 5) in found.boxes for y in range(0, 400, 40))
    assert "in 100 regions" in found.sentence()


def test_boxes_are_of_the_whole_second_image() -> None:
    first, second = PAGE, edited(PAGE, [(100, 50, 140, 80)])
    found = compare(
        plain(first, scale=0.5, box=(800, 600, 1_600, 1_200)),
        plain(second, scale=0.5, box=(800, 600, 1_600, 1_200)),
    )
    (box,) = found.boxes
    assert all(abs(have - want) <= 4 for have, want in zip(box, (1_000, 700, 1_080, 760), strict=True))


def test_the_answer_is_bounded_whatever_was_read() -> None:
    lines = [Line(f"line {at} " + "x" * 900, (0, 0, 9, 9), 0.9) for at in range(500)]
    found = compare(plain(PAGE), plain(edited(PAGE, [(0, 0, 9, 9)])), [], lines).to_json()
    assert len(found["text_added"]) == 100
    assert found["text_lines_left_out"] == 400
    assert len(json.dumps(found)) < 50_000


@pytest.mark.full
def test_a_pair_of_full_screens_takes_a_moment() -> None:
    import time

    first, second = words(1_920, 1_080), words(1_920, 1_080, seed=9)
    began = time.process_time()
    diff(first, second)
    assert time.process_time() - began < 5
