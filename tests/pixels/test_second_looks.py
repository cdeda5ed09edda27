"""Limits behind the first ones: what a header does not say, and what a decoder does not notice by itself."""

from io import BytesIO

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from opsin.errors import PictureError
from opsin.pixels.colour import to_srgb
from opsin.pixels.decode import check_original
from opsin.pixels.frames import load_meaningful
from opsin.pixels.limits import MAX_PROFILE_BYTES, PixelLimits
from opsin.pixels.sniff import Format
from tests.pixels.pictures import animation, quarters
from tests.pixels.test_colour import wide_profile


def test_a_later_frame_is_judged_before_it_is_decoded() -> None:
    data = animation("GIF", [Image.new("RGB", (120, 80)), quarters()])
    few = PixelLimits(jpeg=1_000, other=1_000, side=1_000)
    with GifImageFile(BytesIO(data)) as image, pytest.raises(PictureError, match="120x80"):
        load_meaningful(image, Format.GIF, few, animated=True)


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
def test_an_animation_that_is_cut_after_its_first_frame_is_told(kind: str) -> None:
    frames = [Image.effect_noise((120, 80), 80 + 20 * number).convert("RGB") for number in range(4)]
    data = animation(kind, frames)
    check_original(data)
    with pytest.raises(PictureError, match="cut short"):
        check_original(data[: len(data) * 3 // 4])


def test_a_profile_larger_than_any_real_one_is_passed_over() -> None:
    image = Image.new("RGB", (4, 4), (250, 10, 10))
    assert to_srgb(image, wide_profile() + bytes(100)) is not image
    assert to_srgb(image, wide_profile() + bytes(MAX_PROFILE_BYTES)) is image
