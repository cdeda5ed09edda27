"""Whatever stands in the place of any field: nothing breaks, and no hit is without an address that can be asked."""

import copy
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.hit import Hit
from opsin.images.providers import (
    brave,
    europeana,
    flickr,
    google_cse,
    pexels,
    pixabay,
    searxng,
    serper,
    unsplash,
)
from opsin.images.providers.base import Results
from opsin.images.providers.brave_trouble import api_trouble as brave_trouble
from opsin.images.providers.google_cse_trouble import api_trouble as google_trouble
from tests.images.providers.asked import answer

Path = tuple[str | int, ...]
Parse = Callable[[bytes], Results]

PARSERS: dict[str, tuple[Parse, str]] = {
    "brave": (brave.parse_answer, "results"),
    "google_cse": (google_cse.parse_answer, "items"),
    "serper": (serper.parse_answer, "images"),
    "searxng": (searxng.parse_answer, "results"),
    "pexels": (pexels.parse_answer, "photos"),
    "unsplash": (unsplash.parse_answer, "results"),
    "pixabay": (pixabay.parse_answer, "hits"),
    "europeana": (europeana.parse_answer, "items"),
}

DAILY = ("brave", "google_cse", "serper", "searxng", "pixabay")
NAMES = [name if name in DAILY else pytest.param(name, marks=pytest.mark.full) for name in PARSERS]

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        ["//a.example/x", "http://[", "https://", "data:,x", "javascript:1", "https://a.example/\ud800"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: Path = ()) -> list[Path]:
    below = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    return [
        *([path] if path else []),
        *(place for name, one in below for place in places(one, (*path, name))),
    ]


def with_value(content: Any, path: Path, value: Any) -> Any:
    changed = copy.deepcopy(content)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return changed


def sound(hit: Hit) -> bool:
    pictures = (hit.original, hit.thumbnail, *hit.renditions)
    usable = all(urlsplit(one).scheme in {"http", "https"} and urlsplit(one).netloc for one in pictures)
    return (
        usable and min(hit.width, hit.height, hit.thumbnail_width, hit.thumbnail_height, hit.size_bytes) >= 0
    )


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_any_json_in_the_place_of_any_field_of_a_row(name: str, data: st.DataObject) -> None:
    parse, rows = PARSERS[name]
    content = json.loads(answer(f"{name}_results.json"))
    row = content[rows][0]
    path = data.draw(st.sampled_from(places(row)))
    odd = with_value(row, path, data.draw(ANYTHING))
    results = parse(json.dumps({**content, rows: [odd, row]}).encode())
    assert len(results.hits) in {1, 2}
    assert all(sound(hit) for hit in results.hits)


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_any_json_in_the_place_of_any_field_beside_the_rows(name: str, data: st.DataObject) -> None:
    parse, rows = PARSERS[name]
    content = json.loads(answer(f"{name}_results.json"))
    path = data.draw(st.sampled_from([place for place in places(content) if place[0] != rows]))
    results = parse(json.dumps(with_value(content, path, data.draw(ANYTHING))).encode())
    assert len(results.hits) == 4
    assert all("\n" not in told and len(told) < 200 for told in results.ignored)


@given(st.sampled_from([400, 401, 402, 403, 404, 422, 429, 500]), ANYTHING, ANYTHING)
def test_any_json_in_the_place_of_an_error(status: int, error: Any, inner: Any) -> None:
    for content in (error, {"error": error, "message": error}, {"error": {"code": inner, "details": [inner], "errors": inner, "message": inner, "detail": inner}}):  # fmt: skip
        body = json.dumps(content).encode()
        for trouble in (
            brave_trouble(status, body),
            google_trouble(status, body, now=1.8e9),
            serper.api_trouble(status, body),
            pexels.api_trouble(status, body),
            unsplash.api_trouble(status, body),
            pixabay.api_trouble(status, body),
            flickr.api_trouble(status, body),
            europeana.api_trouble(status, body),
        ):
            assert trouble is not None
            assert len(trouble.outside) <= 200


@pytest.mark.parametrize(
    "name", ["brave", "google_cse", "serper", "pexels", "unsplash", "pixabay", "europeana"]
)
def test_no_answer_brings_back_the_key(name: str) -> None:
    secret = "a-secret-key-0123456789"
    rows = PARSERS[name][1]
    content = json.loads(answer(f"{name}_results.json"))
    echo = json.loads(json.dumps(content[rows][0]).replace("Red panda", f"Red panda {secret}"))
    body = json.dumps({**content, rows: [echo]}).encode()
    modules = {
        "brave": brave,
        "google_cse": google_cse,
        "serper": serper,
        "pexels": pexels,
        "unsplash": unsplash,
        "pixabay": pixabay,
        "europeana": europeana,
    }
    (hit,) = modules[name].parse_answer(body, secret=secret).hits
    assert "(hidden)" in hit.title
    assert secret not in repr(hit)
