import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.filters import keep, shape_of, told
from opsin.images.hit import Hit
from opsin.images.query import Orientation, Query
from opsin.rights.licence import UNKNOWN, Licence
from opsin.rights.openverse import openverse_licence


def hit(width: int = 0, height: int = 0, licence: Licence = UNKNOWN, claim: str = "") -> Hit:
    return Hit(
        "test",
        "https://a.example/x",
        "https://a.example/t",
        width=width,
        height=height,
        licence=licence,
        claim=claim,
    )


@pytest.mark.parametrize(
    ("width", "reason"), [(800, ""), (801, ""), (799, "narrower than 800 px"), (0, "of unknown size")]
)
def test_min_width(width: int, reason: str) -> None:
    assert keep(hit(width, 500), Query.checked("x", min_width=800)) == reason


@pytest.mark.parametrize(
    ("width", "height", "shape"),
    [
        (900, 1000, "square"),
        (1100, 1000, "square"),
        (1000, 1000, "square"),
        (899, 1000, "portrait"),
        (1101, 1000, "landscape"),
        (1, 9000, "portrait"),
    ],
)
def test_square_is_a_ratio_from_09_to_11(width: int, height: int, shape: str) -> None:
    for wanted in ("square", "portrait", "landscape"):
        reason = keep(hit(width, height), Query.checked("x", orientation=wanted))
        assert reason == ("" if wanted == shape else f"not {wanted}")


@given(st.integers(1, 100_000), st.integers(1, 100_000))
def test_every_size_has_one_shape_and_turned_it_has_the_turned_one(width: int, height: int) -> None:
    turned = {"square": "square", "landscape": "portrait", "portrait": "landscape"}
    shape = shape_of(width, height)
    if shape is not Orientation.SQUARE and shape_of(height, width) is not Orientation.SQUARE:
        assert shape_of(height, width) == turned[shape]


def test_an_unknown_shape_is_left_out_where_one_is_wanted() -> None:
    assert keep(hit(800, 0), Query.checked("x", orientation="square")) == "of unknown size"
    assert keep(hit(), Query("x")) == ""


@pytest.mark.parametrize(
    ("slug", "wish", "reason"),
    [
        ("by", "commercial", ""),
        ("by-nd", "commercial", ""),
        ("by-nd", "share-alike", "whose licence does not allow changes that are shared and sold"),
        ("by-nc", "commercial", "whose licence does not allow commercial use"),
        ("", "commercial", "whose licence is not stated"),
        ("by-nc", "any", ""),
    ],
)
def test_licences(slug: str, wish: str, reason: str) -> None:
    licence = openverse_licence(slug, "4.0")
    assert keep(hit(licence=licence), Query.checked("x", licence=wish)) == reason


def test_a_claim_is_no_evidence() -> None:
    query = Query.checked("x", licence="commercial")
    assert keep(hit(claim="filter"), query) == "whose licence is not stated"
    assert keep(hit(claim="filter"), Query("x")) == ""


def test_a_licence_that_contradicts_itself_is_not_clear() -> None:
    licence = openverse_licence("by", "4.0", "https://creativecommons.org/licenses/by-nc/4.0/")
    assert (
        keep(hit(licence=licence), Query.checked("x", licence="commercial")) == "whose licence is not clear"
    )


def test_what_is_left_out_is_counted() -> None:
    reasons = ["not square", "narrower than 800 px", "not square", ""]
    assert told(reasons) == "3 left out: 2 not square, 1 narrower than 800 px"
    assert told([""]) == told([]) == ""
