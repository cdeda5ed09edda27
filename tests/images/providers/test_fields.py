from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.providers.fields import address, is_video_still, json_object, mapping, mime, number, text

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        (5, 5),
        ("640", 640),
        (640.0, 640),
        (-1, 0),
        ("-1", 0),
        (True, 0),
        (None, 0),
        ("６４０", 0),
        (1.5, 0),
        (2**60, 0),
    ],
)
def test_numbers(value: object, whole: int) -> None:
    assert number(value) == whole


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("https://a.example/x y", ""),
        ("https://a.example/x%20y", "https://a.example/x%20y"),
        ("//a.example/x", "https://a.example/x"),
        ("HTTP://a.example", "HTTP://a.example"),
        ("https://ü.example/ö", "https://ü.example/ö"),
        ("data:image/png;base64,AA", ""),
        ("javascript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("https://", ""),
        ("https:///path", ""),
        ("http://[::1/x", ""),
        ("http://[zz]/x", ""),
        ("http://[2606:4700::1]/x", "http://[2606:4700::1]/x"),
        ("https://a.example/\r\nX: y", ""),
        ("https://a.example/" + "x" * 5000, ""),
        (None, ""),
        (["https://a.example"], ""),
    ],
)
def test_addresses(value: object, found: str) -> None:
    assert address(value) == found


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'"x"', b"{", b"\xff\xfe", b"[" * 100_000, b"DDG.deep.is506=1;"]
)
def test_what_is_no_json_object_is_nothing(body: bytes) -> None:
    assert json_object(body) is None


@given(st.text(alphabet="[]:@/?#%.a1", max_size=20))
def test_address_that_is_given_can_be_taken_apart(rest: str) -> None:
    urlsplit(found := address(f"http://{rest}"))
    assert found in {"", f"http://{rest}".strip()}


@given(ANYTHING)
def test_every_reader_takes_anything(value: object) -> None:
    assert number(value) >= 0
    assert isinstance(text(value), str)
    assert address(value) == "" or "//" in address(value)
    assert isinstance(mapping(value), dict)


def test_a_number_of_thousands_of_digits_spoils_nothing_around_it() -> None:
    digits = b"9" * 5_000
    body = (
        b'{"rows": [{"width": ' + digits + b', "height": 480}, {"width": 640, "height": -' + digits + b"}]}"
    )
    answer = json_object(body)
    assert answer is not None
    sizes = [(number(row["width"]), number(row["height"])) for row in answer["rows"]]
    assert sizes == [(0, 480), (640, 0)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("image/jpeg", "image/jpeg"),
        ("IMAGE/PNG", "image/png"),
        ("jpeg", "image/jpeg"),
        ("jpg", "image/jpeg"),
        ("image/", ""),
        ("image/x\nfoo", ""),
        ("text/html", ""),
        ("", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_types_of_pictures(given: object, expected: str) -> None:
    assert mime(given) == expected


@pytest.mark.parametrize(
    ("original", "still"),
    [
        ("https://i.ytimg.com/vi/x/hq.jpg", True),
        ("https://img.youtube.com/vi/x/0.jpg", True),
        ("https://notytimg.com/x.jpg", False),
        ("https://a.example/ytimg.com", False),
    ],
)
def test_stills_of_videos(original: str, still: bool) -> None:
    assert is_video_still(original) is still
