"""The gallery: what the table says is what the files are, and words find what they should."""

import io
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.demo.gallery import PHOTOS, Photo, find

LEAST, MOST_BYTES = 14, 1_500_000


def test_there_are_enough_photographs_and_about_a_megabyte() -> None:
    assert len(PHOTOS) >= LEAST
    assert sum(len(photo.data) for photo in PHOTOS) <= MOST_BYTES


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.file)
def test_a_file_is_what_the_table_says(photo: Photo) -> None:
    with Image.open(io.BytesIO(photo.data)) as image:
        image.load()
        assert (image.format, *image.size) == ("JPEG", photo.width, photo.height)
        assert not image.getexif()
    assert len(photo.sha1) == 40


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.file)
def test_everything_is_free_and_says_whose_it_is(photo: Photo) -> None:
    assert photo.licence in {"cc0", "pd"}
    assert photo.author
    assert photo.title
    assert photo.page.startswith(("https://", "http://"))


def test_the_folder_and_its_list_of_sources_hold_just_the_table() -> None:
    folder = files("opsin.demo") / "photos"
    names = {entry.name for entry in folder.iterdir()}
    assert names == {photo.file for photo in PHOTOS} | {"SOURCES.md"}
    rows = (folder / "SOURCES.md").read_text(encoding="utf-8").splitlines()
    stated = {row.split("|")[1].strip(): row for row in rows if row.startswith("| ") and ".jpg" in row}
    assert set(stated) == {photo.file for photo in PHOTOS}
    for photo in PHOTOS:
        assert photo.author in stated[photo.file]
        assert ("CC0" in stated[photo.file]) == (photo.licence == "cc0")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("cat", "cat.jpg"),
        ("Coffee cup", "coffee.jpg"),
        ("space", "astronaut.jpg"),
        ("flowers", "honey-bee.jpg"),
        ("a raccoon", "raccoon.jpg"),
        ("bridge at night", "suspension-bridge.jpg"),
        ("woman portrait", "astronaut.jpg"),
    ],
)
def test_words_find_the_photograph_that_fits_best(words: str, first: str) -> None:
    assert find(words)[0].file == first


def test_space_finds_all_of_space_and_nothing_else() -> None:
    assert {photo.file for photo in find("space")} == {
        "astronaut.jpg",
        "rocket.jpg",
        "hubble-deep-field.jpg",
        "earth.jpg",
    }


@pytest.mark.parametrize("words", ["photograph", "photo", "Pictures"])
def test_photograph_finds_all_in_order(words: str) -> None:
    assert find(words) == list(PHOTOS)


def test_what_is_not_there_finds_nothing() -> None:
    assert find("zeppelin") == []
    assert find("") == []


@given(st.text(max_size=40))
def test_any_words_find_photographs_without_repeating_one(words: str) -> None:
    found = find(words)
    assert len({photo.file for photo in found}) == len(found)
