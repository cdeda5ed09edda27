"""What the reading process answers is believed only as far as it can be true."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.ocr.answers import codes_told, lines_told, quads_told, rows_told
from opsin.pixels.isolated.framing import BadMessage

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


def body(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_good_answers() -> None:
    assert quads_told({}, body([[0, 0, 9, 0, 9, 5, 0, 5]]), width=10, height=10) == [
        ((0, 0), (9, 0), (9, 5), (0, 5))
    ]
    (said,) = lines_told({}, body([["ab", 0.5, [0.25, 0.75]]]), count=1)
    assert (said.text, said.confidence, said.places) == ("ab", 0.5, (0.25, 0.75))
    (code,) = codes_told({}, body([["QR Code", "https://example.org", [-3, 0, 12, 8]]]), width=10, height=10)
    assert (code.kind, code.text, code.box) == ("QR Code", "https://example.org", (0, 0, 10, 8))
    assert rows_told({}, body(["  a", None]), count=2) == ["  a", None]


@pytest.mark.parametrize(
    "value",
    [
        [[0, 0, 9, 0, 9, 5, 0]],
        [[0, 0, 99, 0, 9, 5, 0, 5]],
        [[0, 0, -1, 0, 9, 5, 0, 5]],
        [[True, 0, 9, 0, 9, 5, 0, 5]],
        ["corners"],
        {},
        7,
    ],
)
def test_corners_that_cannot_be(value: Any) -> None:
    with pytest.raises(BadMessage):
        quads_told({}, body(value), width=10, height=10)


@pytest.mark.parametrize(
    "value",
    [[], [["ab", 0.5, [0.5]]], [["ab", 2, [0, 1]]], [["ab", 0.5]], [[3, 0.5, [0.5]]], [["a", 0.5, [7]]]],
)
def test_lines_that_cannot_be(value: Any) -> None:
    with pytest.raises(BadMessage):
        lines_told({}, body(value), count=1)


def test_what_cannot_be_seen_goes_and_places_with_it() -> None:
    (said,) = lines_told({}, body([["a\u202eb", 0.5, [0.1, 0.5, 0.9]]]), count=1)
    assert said.text == "ab"
    assert said.places == ()


def test_a_refusal_is_no_answer() -> None:
    with pytest.raises(BadMessage):
        lines_told({"refused": "memory"}, b"[]", count=0)


@given(ANYTHING)
def test_any_json_is_an_answer_or_a_bad_message(value: Any) -> None:
    for told in (
        lambda: quads_told({}, body(value), width=9, height=9),
        lambda: lines_told({}, body(value), count=1),
        lambda: codes_told({}, body(value), width=9, height=9),
        lambda: rows_told({}, body(value), count=1),
    ):
        with suppress(BadMessage):
            told()


@given(st.binary(max_size=40))
def test_any_bytes_are_an_answer_or_a_bad_message(data: bytes) -> None:
    with suppress(BadMessage):
        lines_told({}, data, count=1)
