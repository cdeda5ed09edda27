from io import BytesIO
from typing import Literal

import pytest
from PIL import Image, ImageCms

from opsin.pixels.colour import describe_profile, to_srgb
from opsin.pixels.decode import decode_thumbnail
from tests.pixels.pictures import colour_at, near, saved


def profile(kind: Literal["LAB", "XYZ", "sRGB"]) -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(kind)).tobytes()


def wide_profile() -> bytes:
    """sRGB's own profile with the red and the green primary exchanged, so that a change of colours can be seen."""
    data = bytearray(profile("sRGB"))
    count = int.from_bytes(data[128:132], "big")
    places = {bytes(data[132 + 12 * n : 136 + 12 * n]): 132 + 12 * n for n in range(count)}
    red, green = places[b"rXYZ"], places[b"gXYZ"]
    data[red + 4 : red + 12], data[green + 4 : green + 12] = (
        data[green + 4 : green + 12],
        data[red + 4 : red + 12],
    )
    text = bytes(data)
    for old, new in (
        ("sRGB", "wide"),
        ("sRGB".encode("utf-16-be").decode("latin-1"), "wide".encode("utf-16-be").decode("latin-1")),
    ):
        text = text.replace(old.encode("latin-1"), new.encode("latin-1"))
    return text


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "TIFF"])
def test_a_profile_is_applied(kind: str) -> None:
    data = saved(Image.new("RGB", (40, 40), (250, 10, 10)), kind, icc_profile=wide_profile())
    picture = decode_thumbnail(data, (20, 20))
    assert near(picture.image.getpixel((10, 10)), (10, 250, 10), 12)
    assert "wide" in picture.facts.profile


def test_alpha_comes_through_a_change_of_colours() -> None:
    image = Image.new("RGBA", (40, 40), (250, 10, 10, 255))
    image.paste((0, 0, 0, 0), (20, 0, 40, 40))
    shown = decode_thumbnail(saved(image, "PNG", icc_profile=wide_profile()), (40, 40)).image
    assert near(shown.getpixel((5, 5)), (10, 250, 10, 255), 12)
    assert colour_at(shown, (35, 5))[3] == 0


def test_srgb_is_left_alone() -> None:
    image = Image.new("RGB", (4, 4), (250, 10, 10))
    assert to_srgb(image, profile("sRGB")) is image
    assert to_srgb(image, None) is image


@pytest.mark.parametrize(
    "broken", [b"", b"no profile", profile("sRGB")[:200], b"\0" * 5_000_000, profile("LAB")]
)
def test_a_profile_that_cannot_be_used_is_passed_over(broken: bytes) -> None:
    data = saved(Image.new("RGB", (20, 20), (250, 10, 10)), "JPEG", quality=95, icc_profile=broken)
    assert near(decode_thumbnail(data, (20, 20)).image.getpixel((3, 3)), (250, 10, 10), 8)


def test_a_profile_of_another_kind_than_the_pixels_is_passed_over() -> None:
    grey = saved(Image.new("L", (20, 20), 100), "JPEG", icc_profile=wide_profile())
    assert near(decode_thumbnail(grey, (20, 20)).image.getpixel((3, 3)), (100, 100, 100), 3)


def test_cmyk_without_a_profile() -> None:
    image = Image.new("CMYK", (20, 20), (0, 255, 255, 0))
    shown = decode_thumbnail(saved(image, "JPEG", quality=95), (20, 20)).image
    assert near(shown.getpixel((3, 3)), (255, 0, 0), 12)


def test_descriptions() -> None:
    assert "sRGB" in describe_profile(profile("sRGB"))
    assert describe_profile(b"nonsense") == describe_profile(None) == ""


def test_what_is_written_later_has_no_old_profile() -> None:
    data = saved(Image.new("RGB", (20, 20), (250, 10, 10)), "JPEG", icc_profile=wide_profile())
    again = saved(decode_thumbnail(data, (20, 20)).image, "JPEG")
    with Image.open(BytesIO(again)) as image:
        assert "icc_profile" not in image.info
