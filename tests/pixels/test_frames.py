from io import BytesIO

import pytest
from PIL import Image

from opsin.pixels.decode import check_original, decode_thumbnail
from tests.pixels.pictures import STILLS, animation, is_upright, level_at, levels, quarters, saved

KINDS = ("GIF", "PNG", "WEBP", "AVIF")


def plain(grey: int) -> Image.Image:
    return Image.new("RGB", (120, 80), (grey, grey, grey))


@pytest.mark.parametrize("kind", KINDS)
def test_an_animation_is_told_and_shown_by_its_first_frame(kind: str) -> None:
    picture = decode_thumbnail(animation(kind, [quarters(), plain(0), plain(250)]), (120, 80))
    assert picture.facts.animated
    assert is_upright(picture.image)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("blank", [1, 2, 3])
def test_blank_frames_at_the_start_are_passed_over(kind: str, blank: int) -> None:
    frames = [plain(40 * number) for number in range(blank)]
    picture = decode_thumbnail(animation(kind, [*frames, quarters()]), (120, 80))
    assert is_upright(picture.image)


@pytest.mark.parametrize("kind", KINDS)
def test_after_three_more_blank_frames_the_first_is_shown(kind: str) -> None:
    frames = [plain(60 * number) for number in range(4)]
    image = decode_thumbnail(animation(kind, [*frames, quarters()]), (120, 80)).image
    assert levels(image) == (0, 0)


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_a_frame_that_cannot_be_seen_is_blank(kind: str) -> None:
    frames = [Image.new("RGBA", (120, 80)), quarters().convert("RGBA")]
    assert is_upright(decode_thumbnail(animation(kind, frames), (120, 80)).image)


@pytest.mark.parametrize("name", STILLS)
def test_a_still_is_no_animation(name: str) -> None:
    assert not check_original(STILLS[name]()).animated


def test_pages_of_a_tiff_are_no_animation() -> None:
    target = BytesIO()
    quarters().save(target, "TIFF", save_all=True, append_images=[plain(9)])
    assert not check_original(target.getvalue()).animated


def test_a_jpeg_with_a_second_one_inside_is_no_animation() -> None:
    target = BytesIO()
    quarters().save(target, "MPO", save_all=True, append_images=[plain(9)])
    picture = decode_thumbnail(target.getvalue(), (120, 80))
    assert not picture.facts.animated
    assert is_upright(picture.image)


def test_a_missing_second_frame_leaves_the_first() -> None:
    data = animation("GIF", [plain(0), quarters()])
    second = data.rindex(b",\0\0\0\0")
    picture = decode_thumbnail(data[: second + 40], (120, 80))
    assert picture.facts.animated is False
    assert picture.image.size == (120, 80)


def test_a_single_colour_still_is_shown_as_it_is() -> None:
    assert decode_thumbnail(saved(plain(77), "PNG"), (120, 80)).image.getpixel((1, 1)) == (77, 77, 77)


def test_a_difference_between_the_bands_of_a_large_frame_shows_something() -> None:
    """Each half is of one colour, and they are looked at one after the other."""
    halves = Image.new("P", (1_000, 2_000), 0)
    halves.putpalette([10, 10, 10, 200, 200, 200, 90, 90, 90])
    halves.paste(1, (0, 1_000, 1_000, 2_000))
    other = halves.rotate(180)
    other.paste(2, (0, 0, 1_000, 500))
    image = decode_thumbnail(animation("GIF", [halves, other]), (100, 200)).image
    assert [level_at(image, (50, y)) for y in (20, 180)] == [10, 200]
