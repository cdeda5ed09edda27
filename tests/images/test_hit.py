"""A hit never names its own picture in a field that is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.hit import Hit, page_of
from opsin.rights.licence import Evidence, Family, Licence

ORIGINAL = "https://cdn.example/full/a%20b.jpg?x=1"
THUMBNAIL = "https://tse.example/small.jpg"
RENDITION = "https://cdn.example/640/a.jpg"
PAGE = "https://photos.example/panda"


def hit(**values: str) -> Hit:
    return Hit("wikimedia", ORIGINAL, THUMBNAIL, renditions=(RENDITION,), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "address",
    [
        ORIGINAL,
        THUMBNAIL,
        RENDITION,
        f"{ORIGINAL}#top",
        ORIGINAL.replace("https:", "http:"),
        "https://CDN.example:443/full/a b.jpg?x=1",
    ],
)
def test_an_address_of_the_picture_is_no_page(address: str) -> None:
    assert hit(page=address).page == ""
    assert hit(creator_url=address).creator_url == ""
    licensed = Hit(
        "w", ORIGINAL, THUMBNAIL, renditions=(RENDITION,), licence=Licence(Family.OTHER, "x", url=address)
    )
    assert licensed.licence.url == ""
    assert hit(page=PAGE).page == PAGE
    assert page_of((address, PAGE), (ORIGINAL, THUMBNAIL, RENDITION)) == PAGE


def test_words_that_name_it_lose_it() -> None:
    told = hit(title=f"A panda {ORIGINAL}", attribution=f"Ada, via {THUMBNAIL}", creator=RENDITION)
    assert (told.title, told.attribution, told.creator) == ("A panda ", "", "")
    assert hit(attribution=f"Ada, via {PAGE}").attribution == f"Ada, via {PAGE}"
    assert hit(ready=f"Ada, via {THUMBNAIL}", source=f"Ada {RENDITION}").ready == ""
    assert hit(ready=f"Ada, via {PAGE}", source=f"Ada {RENDITION}").source == "Ada "


def test_the_time_at_which_a_licence_was_read() -> None:
    licence = Licence(Family.OTHER, "FAL", evidence=Evidence("License", "fal"))
    read = Hit("w", ORIGINAL, THUMBNAIL, licence=licence).read_at(1_800_000_000.0)
    assert read.licence.evidence == Evidence("License", "fal", 1_800_000_000.0)
    assert Hit.from_json(read.to_json()) == read
    unstated = hit()
    assert unstated.read_at(1.0) is unstated


def test_what_the_store_kept_is_read_the_same_way() -> None:
    assert Hit.from_json({**hit(page=PAGE).to_json(), "page": ORIGINAL}).page == ""


@given(st.text(), st.text(), st.text())
def test_any_texts_make_a_hit(original: str, thumbnail: str, page: str) -> None:
    made = Hit("w", original, thumbnail, page, title=page, attribution=page)
    assert made.page in {"", page}
    assert not made.page or made.page not in {original, thumbnail}


def test_what_an_older_version_kept_has_no_size_of_its_thumbnail() -> None:
    kept = hit().to_json()
    del kept["thumbnail_width"], kept["thumbnail_height"]
    assert Hit.from_json(kept) == hit()
    assert (hit().thumbnail_width, hit().thumbnail_height) == (0, 0)
