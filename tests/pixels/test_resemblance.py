"""Of several pictures, a copy that was cut or brightened resembles its original most."""

from importlib.resources import files

import pytest
from PIL import Image, ImageEnhance

from opsin.pixels.resemblance import resemblance, signature

NAMES = ("astronaut", "cat", "coffee", "earth", "honey-bee", "raccoon", "rocket", "retina", "stairs")


@pytest.fixture(scope="module")
def photos() -> dict[str, Image.Image]:
    folder = files("opsin.demo") / "photos"
    with_size = {}
    for name in NAMES:
        with (folder / f"{name}.jpg").open("rb") as file:
            with_size[name] = Image.open(file).convert("RGB").resize((240, 180))
    return with_size


def test_copies_are_nearest_to_their_originals(photos: dict[str, Image.Image]) -> None:
    known = {name: signature(image) for name, image in photos.items()}
    for name, image in photos.items():
        copies = (
            image.crop((30, 20, 220, 165)),
            ImageEnhance.Brightness(image).enhance(1.25),
            image.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
            image.resize((48, 36)),
        )
        for copy in copies:
            seen = signature(copy)
            assert max(known, key=lambda one: resemblance(seen, known[one])) == name


def test_it_is_one_for_the_same_small_for_others_and_the_same_both_ways(
    photos: dict[str, Image.Image],
) -> None:
    cat, earth = signature(photos["cat"]), signature(photos["earth"])
    assert resemblance(cat, cat) == pytest.approx(1)
    assert 0 <= resemblance(cat, earth) < 0.5
    assert resemblance(cat, earth) == resemblance(earth, cat)
