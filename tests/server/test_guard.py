"""The last guard: nothing that leaves is too large for a client, whatever a tool answers."""

import asyncio
import json
import os
import threading
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from opsin.server.answers import Answer
from opsin.server.guard import LOST_PICTURE, Bounds, Encode, bounds_for
from opsin.server.guard import guard as guard_answer
from opsin.server.wire import to_result
from opsin.text import FENCE_END, FENCE_START
from tests.server.stub import dot, noise, settings

BOUNDS = Bounds()


def guard(answer: Answer, bounds: Bounds, encode: Encode | None = None, *, within_s: float = 60.0) -> Answer:
    return asyncio.run(guard_answer(answer, bounds, encode, within_s=within_s))


def encoded(image: Image.Image, kind: str) -> bytes:
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()


def test_what_fits_is_left_as_it_is() -> None:
    answer = Answer(("1 | s1:1", "Served."), ("1 | a title",), dot(), data={"cells": [{"id": "s1:1"}]})
    assert guard(answer, BOUNDS) == answer


def test_lines_from_outside_go_before_our_own() -> None:
    answer = Answer(tuple(f"own {n}" for n in range(100)), tuple(f"outside {n}" for n in range(500)))
    guarded = guard(answer, BOUNDS)
    lines = guarded.text.split("\n")
    assert len(lines) == 200
    assert lines[:100] == list(answer.lines)
    assert lines[100].startswith("(403 further lines")
    assert lines[101] == FENCE_START
    assert lines[-1] == FENCE_END


def test_our_own_lines_are_kept_from_the_start() -> None:
    guarded = guard(Answer(tuple(f"own {n} {'x' * 100}" for n in range(1000)), ("outside",)), BOUNDS)
    assert guarded.outside == ()
    assert guarded.lines[0].startswith("own 0 ")
    assert "further lines" in guarded.lines[-1]
    assert 9_000 < len(guarded.text) <= 10_000


def test_a_long_line_and_lines_in_a_line() -> None:
    guarded = guard(Answer(("x" * 50_000, "a\nb\u202ec\ud800")), BOUNDS)
    assert guarded.lines[1:] == ("a", "bc")
    assert len(guarded.lines[0]) == 1_000


@given(
    st.lists(st.text(max_size=300), max_size=60),
    st.lists(st.text(max_size=300), max_size=60),
    st.integers(200, 3000),
    st.integers(5, 60),
)
def test_any_text_fits_and_its_fence_is_whole(
    own: list[str], outside: list[str], characters: int, lines: int
) -> None:
    guarded = guard(Answer(tuple(own), tuple(outside)), Bounds(characters=characters, lines=lines)).text
    assert len(guarded) <= characters
    assert len(guarded.split("\n")) <= lines
    # A line of our own may be anything here; in earnest it comes from code. The fence must close last.
    if FENCE_START in guarded.split("\n"):
        assert guarded.endswith("\n" + FENCE_END) or guarded == FENCE_END
    guarded.encode("utf-8")


@pytest.mark.parametrize(
    ("edge", "kind"),
    [
        (1600, "JPEG"),
        pytest.param(2500, "PNG", marks=pytest.mark.full),
        (900, "PNG"),
        pytest.param(1569, "WEBP", marks=pytest.mark.full),
    ],
)
def test_a_picture_that_is_too_large_is_made_smaller(edge: int, kind: str) -> None:
    guarded = guard(Answer(("text",), picture=noise(edge, kind)), BOUNDS)
    assert guarded.mime == "image/jpeg"
    assert len(guarded.picture) <= 500_000
    with Image.open(BytesIO(guarded.picture)) as image:
        assert image.format == "JPEG"
        assert max(image.size) <= 1568


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "AVIF"])
def test_formats_that_clients_do_not_show_are_converted(kind: str) -> None:
    guarded = guard(Answer(("text",), picture=encoded(Image.new("RGB", (64, 64), "red"), kind)), BOUNDS)
    assert guarded.mime == "image/jpeg"
    with Image.open(BytesIO(guarded.picture)) as image:
        assert image.format == "JPEG"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_the_media_type_is_that_of_the_bytes(kind: str) -> None:
    guarded = guard(Answer(("text",), picture=encoded(Image.new("RGB", (64, 64), "red"), kind)), BOUNDS)
    assert guarded.mime == f"image/{kind.lower()}"


@pytest.mark.parametrize(
    "junk", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xd8\xff\xe0 broken", b"x"]
)
def test_a_picture_that_is_none_is_left_out_and_told(junk: bytes) -> None:
    guarded = guard(Answer(("text",), ("title",), junk), BOUNDS)
    assert guarded.picture == b""
    assert guarded.lines == (LOST_PICTURE, "text")
    assert guarded.outside == ("title",)


def test_a_broken_encoder_does_not_lose_the_text() -> None:
    def broken(_data: bytes, _most: int, _edge: int) -> bytes:
        raise MemoryError

    assert guard(Answer(("text",), picture=noise(2000)), BOUNDS, broken).lines == (LOST_PICTURE, "text")


def wire_length(answer: Answer) -> int:
    return len(to_result(answer, structured="always").model_dump_json(by_alias=True))


@pytest.mark.parametrize("cells", [10, 1_000, 10_000])
def test_the_whole_result_fits(cells: int) -> None:
    data: dict[str, Any] = {"cells": [{"id": f"s1:{n}", "title": "t" * 1_000} for n in range(cells)]}
    answer = Answer(("x" * 900,) * 300, ("y" * 900,) * 300, noise(1568, "JPEG"), data=data)
    guarded = guard(answer, Bounds(picture_bytes=700_000))
    assert guarded.picture
    assert wire_length(guarded) <= 900_000


def test_data_is_shortened_before_it_is_left_out() -> None:
    data = {"saved": [{"id": f"s1:{n}", "why": "w" * 20_000} for n in range(64)]}
    guarded = guard(Answer(("text",), data=data), BOUNDS)
    assert guarded.data is not None
    assert [one["id"] for one in guarded.data["saved"]] == [f"s1:{n}" for n in range(64)]
    assert wire_length(guarded) <= 900_000


def test_data_is_clean_text() -> None:
    guarded = guard(Answer(("x",), data={"a": ["b\ud800\u202e", {"c": "d\x00e"}], "n": 1, "f": None}), BOUNDS)
    assert guarded.data == {"a": ["b", {"c": "de"}], "n": 1, "f": None}
    json.dumps(guarded.data).encode("utf-8")


def test_settings_may_let_through_more() -> None:
    assert bounds_for(settings()) == BOUNDS
    wider = bounds_for(settings(OPSIN_CANVAS="2000", OPSIN_PICTURE_MAX_BYTES="600000"))
    assert (wider.picture_edge, wider.picture_bytes) == (2000, 600_000)
    picture = encoded(Image.frombytes("RGB", (1900, 100), os.urandom(1900 * 300)), "JPEG")
    assert guard(Answer(("x",), picture=picture), wider).picture == picture


@pytest.mark.parametrize("within_s", [0.05, -1.0])
def test_a_picture_that_is_not_encoded_in_time_is_left_out_and_the_text_goes_out(within_s: float) -> None:
    go_on = threading.Event()

    def slow(picture: bytes, _most_bytes: int, _edge: int) -> bytes:
        go_on.wait(60)
        return picture

    try:
        guarded = guard(Answer(("text",), picture=noise(2000)), BOUNDS, slow, within_s=within_s)
    finally:
        go_on.set()
    assert (guarded.lines, guarded.picture) == ((LOST_PICTURE, "text"), b"")
