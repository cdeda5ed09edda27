import pytest
from PIL import Image, ImageDraw

from opsin.pixels.ground import on_ground
from tests.pixels.pictures import level_at


def logo(*colours: tuple[int, int, int]) -> Image.Image:
    """A ring in each colour, side by side, on nothing."""
    image = Image.new("RGBA", (100 * len(colours), 100))
    for place, colour in enumerate(colours):
        ImageDraw.Draw(image).ellipse(
            (100 * place + 15, 15, 100 * place + 85, 85), outline=(*colour, 255), width=14
        )
    return image


@pytest.mark.parametrize(
    "colours",
    [[(0, 0, 0)], [(255, 255, 255)], [(0, 0, 0), (255, 255, 255)], [(255, 240, 60)], [(20, 20, 120)]],
)
def test_what_is_shown_stands_out_from_its_ground(colours: list[tuple[int, int, int]]) -> None:
    shown = on_ground(logo(*colours))
    for place in range(len(colours)):
        ring = level_at(shown, (100 * place + 50, 20))
        around = [level_at(shown, (100 * place + 50, y)) for y in (5, 50)]
        assert all(abs(ring - ground) >= 56 for ground in around)


def test_black_gets_a_light_ground_and_white_a_dark_one() -> None:
    assert on_ground(logo((0, 0, 0))).getpixel((2, 2)) == (246, 246, 246)
    assert on_ground(logo((255, 255, 255))).getpixel((2, 2)) == (38, 38, 38)


def test_black_and_white_together_get_a_checker() -> None:
    shown = on_ground(logo((0, 0, 0), (255, 255, 255)))
    assert shown.getpixel((2, 2)) != shown.getpixel((14, 2))


def test_only_the_rim_counts() -> None:
    figure = Image.new("RGBA", (100, 100))
    draw = ImageDraw.Draw(figure)
    draw.ellipse((10, 10, 90, 90), fill=(30, 60, 30, 255))
    draw.ellipse((30, 30, 70, 70), fill=(255, 255, 255, 255))
    assert on_ground(figure).getpixel((2, 2)) == (246, 246, 246)


def test_content_that_touches_the_edges() -> None:
    letter = Image.new("RGBA", (60, 60), (255, 255, 255, 255))
    letter.paste((0, 0, 0, 0), (20, 20, 40, 40))
    assert on_ground(letter).getpixel((30, 30)) == (38, 38, 38)


def test_half_transparent_pixels_are_mixed() -> None:
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 255))
    image.paste((0, 0, 0, 64), (10, 0, 20, 20))
    assert 150 < level_at(on_ground(image), (15, 5)) < 220


def test_a_picture_of_nothing_has_a_plain_ground() -> None:
    assert on_ground(Image.new("RGBA", (20, 20))).getextrema() == ((246, 246),) * 3


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK", "P", "LA", "PA", "RGBA"])
def test_always_rgb(mode: str) -> None:
    assert (
        on_ground(
            Image.new("RGB", (5, 5), (9, 90, 9)).convert("P" if mode == "PA" else mode).convert(mode)
        ).mode
        == "RGB"
    )


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (13, 12)])
def test_any_size(size: tuple[int, int]) -> None:
    assert on_ground(Image.new("RGBA", size, (128, 128, 128, 200))).size == size
