"""Rectangles that stand out in a picture."""

from io import BytesIO

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from opsin.vision.facts.rectangles import rectangles
from tests.vision.facts.drawn import form


def boxes(image: Image.Image, *, lossy: bool = False) -> set[tuple[int, int, int, int]]:
    return {one.box for one in rectangles(image, lossy=lossy)}


@given(
    left=st.integers(8, 120),
    top=st.integers(8, 90),
    width=st.integers(40, 180),
    height=st.integers(24, 90),
    radius=st.integers(0, 12),
    border=st.integers(0, 2),
)
@settings(max_examples=40, deadline=None)
def test_a_box_is_found_to_the_pixel_with_any_border_and_corners(
    left: int, top: int, width: int, height: int, radius: int, border: int
) -> None:
    image = Image.new("RGB", (320, 200), "#f8fafc")
    box = (left, top, left + width - 1, top + height - 1)
    outline = "#94a3b8" if border else None
    ImageDraw.Draw(image).rounded_rectangle(box, radius, fill="#ffffff", outline=outline, width=border)
    assert (left, top, left + width, top + height) in boxes(image)


def test_the_gap_between_two_boxes_is_none() -> None:
    image = Image.new("RGB", (400, 300), "#0d1117")
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((20, 20, 379, 279), 8, fill="#161b22", outline="#30363d")
    for top in (50, 120, 190):
        draw.rounded_rectangle((50, top, 349, top + 40), 6, fill="#0d1117", outline="#30363d")
    assert boxes(image) == {(20, 20, 380, 280), *((50, top, 350, top + 41) for top in (50, 120, 190))}


def test_a_bar_along_an_edge_is_found() -> None:
    image = Image.new("RGB", (400, 300), "#ffffff")
    ImageDraw.Draw(image).rectangle((0, 0, 399, 39), fill="#0f172a")
    assert (0, 0, 400, 40) in boxes(image)


def test_most_boxes_survive_jpeg() -> None:
    out = BytesIO()
    form().image.save(out, "JPEG", quality=85)
    found = boxes(Image.open(out).convert("RGB"), lossy=True)
    assert any(abs(box[0] - 400) < 4 and abs(box[1] - 234) < 4 and abs(box[3] - 275) < 4 for box in found)


@given(st.integers(1, 26), st.integers(1, 26), st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_no_picture_is_too_strange(width: int, height: int, chance: object) -> None:
    data = bytes(chance.choice((0, 0, 0, 255)) for _ in range(3 * width * height))  # type: ignore[attr-defined]
    for left, top, right, bottom in boxes(Image.frombytes("RGB", (width, height), data)):
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
