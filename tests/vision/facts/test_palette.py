"""The colours of pictures."""

from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from opsin.vision.facts.colour_names import rgb_of
from opsin.vision.facts.palette import palette
from opsin.vision.facts.texture import texture
from tests.vision.facts.drawn import form


def photo(name: str) -> Image.Image:
    return Image.open(BytesIO((files("opsin.demo") / "photos" / f"{name}.jpg").read_bytes())).convert("RGB")


def test_shares_are_those_that_were_drawn() -> None:
    image = Image.new("RGB", (400, 300), "#ffffff")
    ImageDraw.Draw(image).rectangle((50, 100, 349, 199), fill="#2563eb")
    found = palette(image)
    assert [(shade.rgb, round(shade.share, 2)) for shade in found.shades] == [
        (rgb_of("#ffffff"), 0.75),
        (rgb_of("#2563eb"), 0.25),
    ]
    assert found.ground is not None
    assert found.ground.rgb == rgb_of("#ffffff")


def test_the_ground_is_what_is_at_the_edges_not_what_is_most() -> None:
    image = Image.new("RGB", (400, 300), "#0f172a")
    ImageDraw.Draw(image).rectangle((20, 20, 379, 279), fill="#ffffff")
    ground = palette(image).ground
    assert ground is not None
    assert ground.rgb == rgb_of("#0f172a")


def test_colours_that_look_alike_count_as_one() -> None:
    image = Image.new("RGB", (200, 200), (250, 250, 250))
    ImageDraw.Draw(image).rectangle((0, 100, 199, 199), fill=(251, 250, 250))
    assert len(palette(image).shades) == 1


@pytest.mark.parametrize("name", ["coffee", "cat", "cameraman"])
def test_photographs_are_told(name: str) -> None:
    image = photo(name)
    assert texture(image, palette(image)).kind == "photographic"


def test_a_screenshot_is_told_as_drawn() -> None:
    image = form().image
    made_of = texture(image, palette(image))
    assert (made_of.kind, made_of.blank, made_of.blurred) == ("drawn", False, False)


def test_a_blurred_photograph_is_told_and_a_sharp_one_is_not() -> None:
    image = photo("moving-clock")
    assert texture(image, palette(image)).blurred
    sharp = photo("coffee")
    assert not texture(sharp, palette(sharp)).blurred


def test_blank_and_nearly_blank_pictures_are_told() -> None:
    blank = Image.new("RGB", (300, 200), "#fdfdfd")
    assert texture(blank, palette(blank)).blank
    nearly = Image.new("RGB", (600, 400), "#ffffff")
    ImageDraw.Draw(nearly).rectangle((300, 200, 305, 205), fill="#000000")
    made_of = texture(nearly, palette(nearly))
    assert (made_of.blank, made_of.nearly_blank) == (False, True)


def test_the_smallest_picture_has_a_palette() -> None:
    image = Image.new("RGB", (1, 1), "#ff0000")
    found = palette(image)
    assert found.shades[0].to_json() == {"hex": "#ff0000", "name": "red", "share": 1.0}
    assert texture(image, found).blank
