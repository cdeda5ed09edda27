"""What is said of a small picture without a model tells it from others."""

from PIL import Image, ImageDraw

from opsin.ocr.lines import BarCode, Line, Read
from opsin.vision.glance.colours import colours_of, plain_name
from opsin.vision.glance.words import glance_words, text_words
from tests.server.nine_pictures import KEYWORDS, nine
from tests.vision.drawn import plain, words

NOTHING = Read(())


def line(text: str, confidence: float = 0.95) -> Line:
    return Line(text, (0, 0, 10, 10), confidence)


def test_each_of_the_nine_is_known_by_words_that_no_other_has() -> None:
    texts = {1: "SALE 50%", 4: "OPEN DAILY"}
    said = {
        place: glance_words(plain(image), Read((line(texts[place]),)) if place in texts else NOTHING)
        for place, image in enumerate(nine(), 1)
    }
    for place, wanted in KEYWORDS.items():
        matching = [one for one, text in said.items() if all(word.lower() in text.lower() for word in wanted)]
        assert matching == [place], said[place]


def test_colours_have_names_and_places() -> None:
    image = Image.new("RGB", (300, 200), "white")
    image.paste("#d01818", (0, 0, 300, 60))
    image.paste("#1840c8", (270, 170, 300, 200))
    seen = {one.name: one for one in colours_of(image).seen}
    assert seen["red"].place == "top"
    assert seen["blue"].place == "bottom right"
    assert seen["blue"].share < 0.02
    assert abs(seen["red"].share - 0.3) < 0.02
    assert not seen["white"].vivid


def test_light_and_lack_of_colour() -> None:
    assert colours_of(Image.new("RGB", (90, 90), "#101010")).light == "dark"
    assert colours_of(Image.new("RGB", (90, 90), "white")).light == "bright"
    ramp = Image.linear_gradient("L").convert("RGB")
    assert colours_of(ramp).light == "brightest at the bottom"
    assert colours_of(ramp).grey
    dot = Image.new("RGB", (90, 90), "white")
    dot.paste("red", (40, 40, 55, 55))
    assert not colours_of(dot).grey


def test_names_leave_out_shades_that_nobody_chooses_by() -> None:
    assert plain_name((250, 250, 250)) == "white"
    assert plain_name((12, 12, 12)) == "black"
    assert plain_name((30, 60, 210)) == "blue"
    assert "-" not in plain_name((150, 140, 145))


def test_the_ground_under_see_through_parts_is_passed_over() -> None:
    image = Image.new("RGB", (120, 120), (246, 246, 246))
    ImageDraw.Draw(image).ellipse((20, 20, 100, 100), fill="#147878")
    said = glance_words(plain(image, ground="light"), NOTHING)
    assert "see-through ground" in said
    assert "teal" in said
    assert "white" not in said


def test_text_is_quoted_bounded_and_only_told_where_it_is_sure() -> None:
    read = Read(
        (line("SALE"), line("blur", 0.3), line("!"), line("女女女"), line("50 %")),
        (BarCode("QR", "https://x.example", (0, 0, 1, 1)),),
    )
    assert text_words(read) == "text “SALE / 50 %”; QR “https://x.example”"
    assert len(text_words(Read((line("x" * 999),)))) < 140
    assert text_words(NOTHING) == ""


def test_shapes_kinds_and_blanks() -> None:
    assert "very wide" in glance_words(plain(Image.new("RGB", (400, 100), "red")), NOTHING)
    assert "very tall" in glance_words(plain(Image.new("RGB", (100, 400), "red")), NOTHING)
    assert "blank" in glance_words(plain(Image.new("RGB", (100, 100), "red")), NOTHING)
    page = glance_words(plain(words(400, 300)), NOTHING)
    assert "drawing, wide" in page
    assert "on white" in page


def test_the_smallest_picture_is_described() -> None:
    assert "red" in glance_words(plain(Image.new("RGB", (1, 1), "red")), NOTHING)
