from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageEnhance

import opsin
from opsin.pixels.likeness import alike, dhash, distance

PHOTOS = sorted(Path(opsin.__file__).parent.joinpath("demo", "photos").glob("*.jpg"))


def shown(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.thumbnail((345, 320))
        return image.convert("RGB")


def again(image: Image.Image, kind: str, quality: int) -> Image.Image:
    target = BytesIO()
    image.save(target, kind, quality=quality)
    return Image.open(target).convert("RGB")


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: path.stem)
def test_copies_in_another_size_or_quality_are_alike(path: Path) -> None:
    image = shown(path)
    own = dhash(image)
    small = image.resize((image.width // 2, image.height // 2))
    for copy in (
        again(image, "JPEG", 40),
        again(small, "JPEG", 60),
        again(image, "WEBP", 50),
        ImageEnhance.Brightness(image).enhance(0.85),
        image.convert("L"),
    ):
        assert alike(own, dhash(copy))


def test_different_photographs_are_not_alike() -> None:
    hashes = [dhash(shown(path)) for path in PHOTOS]
    assert len(hashes) > 10
    assert not [pair for pair in combinations(hashes, 2) if alike(*pair)]


def logo(shape: str) -> Image.Image:
    image = Image.new("RGB", (200, 200), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    if shape == "ring":
        draw.ellipse((60, 60, 140, 140), outline=(0, 0, 0), width=12)
    elif shape == "square":
        draw.rectangle((70, 70, 130, 130), fill=(0, 0, 0))
    elif shape == "bar":
        draw.rectangle((90, 40, 110, 160), fill=(0, 0, 0))
    else:
        draw.polygon([(60, 140), (140, 140), (100, 60)], fill=(0, 0, 0))
    return image


def test_different_signs_on_the_same_plain_ground_are_not_alike() -> None:
    hashes = [dhash(logo(shape)) for shape in ("ring", "square", "bar", "triangle")]
    assert not [pair for pair in combinations(hashes, 2) if alike(*pair)]


def test_plain_pictures_are_never_alike() -> None:
    black, white = (dhash(Image.new("RGB", (50, 50), colour)) for colour in ("black", "white"))
    assert not alike(black, white)
    assert not alike(black, black)


def test_a_hash_has_128_bits_and_a_distance_counts_them() -> None:
    assert 0 < dhash(shown(PHOTOS[0])) < 1 << 128
    assert distance(0b1011, 0b0010) == 2
