from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from opsin.sheet.typefaces import (
    Typeface,
    can_shape,
    font_folders,
    needs_shaping,
    packaged_typeface,
    typeface_for,
)
from tests.pixels.pictures import levels


def test_a_missing_letter_is_known() -> None:
    face = packaged_typeface()
    assert face.has("é")
    assert face.has(" ")
    assert not face.has("富")
    assert not face.has("\U0001f98a")
    assert not face.covers("a富")


def test_letters_put_together_are_the_text_as_the_font_draws_it() -> None:
    face = packaged_typeface()
    text = "1600x1200 CC BY-SA"
    font = face.at(15)
    ascent, descent = font.getmetrics()
    expected = Image.new("L", (400, ascent + descent))
    ImageDraw.Draw(expected).text((0, ascent), text, font=font, fill=255, anchor="ls")
    mask = face.mask(text, 15)
    assert abs(mask.width - font.getlength(text)) <= 3
    # The first letters stand at the same pixels; kerning may move later ones.
    first = (0, 0, 20, mask.height)
    assert levels(ImageChops.difference(mask.crop(first), expected.crop(first)))[1] < 40
    assert sum(mask.histogram()[128:]) == pytest.approx(sum(expected.histogram()[128:]), rel=0.15)


@pytest.mark.parametrize("text", ["תמונה יפה", "صورة جميلة"])
def test_right_to_left_is_laid_out_or_left_out(text: str) -> None:
    face = typeface_for(text)
    assert (face is not None) == can_shape()


@pytest.mark.skipif(not can_shape(), reason="FriBiDi is not there")
def test_arabic_letters_join() -> None:
    face = packaged_typeface()
    apart = sum(face.length(letter, 30) for letter in "جميل")
    assert face.length("جميل", 30) < apart * 0.95


def test_which_letters_need_shaping() -> None:
    assert all(map(needs_shaping, "אبऄ\u0301"))
    assert not any(map(needs_shaping, "aéЖΩ1 …"))


def test_a_typeface_without_the_letters_does_not_cover_them() -> None:
    small = Typeface(packaged_typeface()._source, ImageFont.Layout.BASIC)
    assert small.covers("abc")
    assert small.at(12) is small.at(12)


def test_the_packaged_font_is_small_and_its_licence_is_with_it() -> None:
    from importlib.resources import files

    folder = files("opsin.sheet").joinpath("fonts")
    assert len(folder.joinpath("OpsinCaptions.ttf").read_bytes()) < 200_000
    licence = folder.joinpath("LICENSE.txt").read_text(encoding="utf-8")
    assert "Bitstream Vera Fonts Copyright" in licence
    assert packaged_typeface().at(12).getname()[0] == "Opsin Captions"


@pytest.mark.parametrize("text", ["富士山", "한국어", "ภาษาไทย", "हिन्दी"])
def test_other_scripts_get_a_font_of_the_system_or_none(text: str) -> None:
    face = typeface_for(text)
    assert face is None or face.covers(text)


def test_a_font_file_is_read_from_its_path_too(tmp_path: Path) -> None:
    source = packaged_typeface()._source
    assert isinstance(source, bytes)
    path = tmp_path / "a font.ttf"
    path.write_bytes(source)
    assert Typeface(path, ImageFont.Layout.BASIC).covers("abc")


def test_a_user_without_a_home_folder_still_has_the_systems_fonts() -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    at_home = font_folders(lambda: Path("/home/somebody"))
    assert font_folders(homeless) == [one for one in at_home if Path("/home/somebody") not in one.parents]
