"""The order in which a picture is asked for, and what a failure makes worth trying next."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import (
    AddressRefused,
    BadRedirect,
    BadReply,
    BadStatus,
    OpsinError,
    PictureError,
    TimedOut,
    TooLarge,
    Unreachable,
)
from opsin.images.hit import Hit
from opsin.images.hotlink import (
    Next,
    Rendition,
    Rung,
    after,
    ladder,
    own_referer,
    page_referer,
    remaining,
)
from opsin.pixels.sniff import NotAPicture

HIT = Hit(
    provider="test",
    original="https://cdn.example/full.jpg",
    thumbnail="https://thumbs.example/t.jpg",
    page="https://blog.example:8443/post?id=1#top",
    renditions=("https://cdn.example/1280.jpg", "https://cdn.example/960.jpg"),
)

addresses = st.one_of(
    st.text(max_size=40),
    st.builds(
        "{}://{}{}".format,
        st.sampled_from(["http", "https", "ftp", "HTTPS"]),
        st.sampled_from(["a.example", "b.example:8080", "u:p@c.example", "[::1]", "bücher.example", "a:b:c"]),
        st.text(max_size=10),
    ),
)


def test_the_ladder_goes_from_the_original_to_the_thumbnail() -> None:
    assert [(rung.address, rung.referer, rung.rendition) for rung in ladder(HIT)] == [
        ("https://cdn.example/full.jpg", "", Rendition.ORIGINAL),
        ("https://cdn.example/full.jpg", "https://blog.example:8443/", Rendition.ORIGINAL),
        ("https://cdn.example/full.jpg", "https://cdn.example/", Rendition.ORIGINAL),
        ("https://cdn.example/1280.jpg", "", Rendition.SMALLER),
        ("https://cdn.example/960.jpg", "", Rendition.SMALLER),
        ("https://thumbs.example/t.jpg", "", Rendition.THUMBNAIL),
    ]


def test_a_thumbnail_that_is_the_original_is_no_rung_of_its_own() -> None:
    hit = Hit(provider="test", original="https://a.example/x.jpg", thumbnail="https://a.example/x.jpg")
    assert {rung.rendition for rung in ladder(hit)} == {Rendition.ORIGINAL}


@given(addresses, addresses, addresses, st.lists(addresses, max_size=8).map(tuple))
def test_no_two_rungs_ask_the_same_and_they_are_few(
    original: str, thumbnail: str, page: str, more: tuple[str, ...]
) -> None:
    hit = Hit(provider="t", original=original, thumbnail=thumbnail, page=page, renditions=more)
    rungs = ladder(hit)
    assert len({(rung.address, rung.referer) for rung in rungs}) == len(rungs) <= 8
    assert all(rung.address for rung in rungs)


@given(addresses, addresses)
def test_a_referer_is_an_origin_and_never_goes_from_https_to_http(page: str, address: str) -> None:
    referer = page_referer(page, address)
    if not referer:
        return
    split = urlsplit(referer)
    assert (split.path, split.query, split.fragment) == ("/", "", "")
    assert "@" not in split.netloc
    assert split.scheme in {"http", "https"}
    assert split.scheme == "http" or address.lower().startswith("https:")


@pytest.mark.parametrize(
    ("address", "referer"),
    [
        ("https://A.Example:8443/x?y#z", "https://a.example:8443/"),
        ("http://user:secret@a.example/x", "http://a.example/"),
        ("http://[::1]:80/x", "http://[::1]:80/"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/"),
        ("https://a.example/ü", "https://a.example/"),
        ("ftp://a.example/x", ""),
        ("/x", ""),
        ("http://[broken", ""),
        ("http://a.example:port/", ""),
        ("", ""),
    ],
)
def test_origins(address: str, referer: str) -> None:
    assert own_referer(address) == referer


@pytest.mark.parametrize(
    ("error", "then"),
    [
        *[(BadStatus("x", status=status), Next.REFERER) for status in (401, 403, 404, 405, 406, 409, 451)],
        *[(BadStatus("x", status=status), Next.ADDRESS) for status in (301, 400, 410, 500, 502)],
        *[(BadStatus("x", status=status), Next.HOST) for status in (429, 503)],
        *[(NotAPicture("x", what=what), Next.REFERER) for what in ("HTML", "nothing", "text")],
        *[(NotAPicture("x", what=what), Next.ADDRESS) for what in ("SVG", "PDF", "HEIC")],
        (BadRedirect("x"), Next.REFERER),
        (PictureError("cut short"), Next.ADDRESS),
        (AddressRefused("x"), Next.ADDRESS),
        (BadReply("x"), Next.ADDRESS),
        (TooLarge("x"), Next.ADDRESS),
        (Unreachable("x"), Next.HOST),
        (TimedOut("x"), Next.HOST),
    ],
)
def test_what_a_failure_makes_worth_trying(error: OpsinError, then: Next) -> None:
    assert after(error) is then


@pytest.mark.parametrize(
    ("page", "address", "referer"),
    [
        ("https://a.example/x", "https://b.example/y", "https://a.example/"),
        ("http://a.example/x", "https://b.example/y", "http://a.example/"),
        ("http://a.example/x", "http://b.example/y", "http://a.example/"),
        ("https://a.example/x", "http://b.example/y", ""),
        ("https://a.example/x", "HTTPS://b.example/y", "https://a.example/"),
    ],
)
def test_what_is_said_of_the_page(page: str, address: str, referer: str) -> None:
    assert page_referer(page, address) == referer


def rest(failed: dict[int, Next]) -> list[int]:
    rungs = ladder(HIT)
    left = remaining(rungs, {rungs[place]: then for place, then in failed.items()})
    return [rungs.index(rung) for rung in left]


def test_what_remains() -> None:
    assert rest({}) == [0, 1, 2, 3, 4, 5]
    assert rest({0: Next.REFERER}) == [1, 2, 3, 4, 5]
    assert rest({0: Next.ADDRESS}) == [3, 4, 5]
    assert rest({0: Next.HOST}) == [5]
    assert rest({0: Next.REFERER, 1: Next.HOST}) == [5]
    assert rest({5: Next.ADDRESS}) == [0, 1, 2, 3, 4]


@given(st.lists(st.sampled_from(Next), max_size=20))
def test_climbing_ends(verdicts: list[Next]) -> None:
    failures: dict[Rung, Next] = {}
    steps = 0
    while (rung := next(remaining(ladder(HIT), failures), None)) is not None:
        failures[rung] = verdicts[steps] if steps < len(verdicts) else Next.REFERER
        steps += 1
    assert steps <= len(ladder(HIT))
