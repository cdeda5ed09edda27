"""The capture script against the test web: what it writes, what it strips, and what differences it tells."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts.capture import (
    DIFFERENT,
    NOTHING,
    SAME,
    capture,
    differences,
    fixture_of,
    main,
    shape_of,
    stripped,
)

from opsin.images.providers.registry import web_provider_names
from opsin.settings import load_settings
from tests.loopback.keyed import KEY
from tests.loopback.results import fine_results
from tests.loopback.web import LoopbackWeb

KEYED = ("brave", "google_cse", "serper")
COLLECTIONS = ("pexels", "unsplash", "pixabay", "flickr", "europeana", "mediawiki")


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def captured(web: LoopbackWeb, folder: Path, provider: str) -> int:
    environ = web.environ(folder, **web.keys("searxng", *KEYED, *COLLECTIONS))
    return capture(load_settings(environ), provider, "red panda", folder / "it.json", resolver=web.resolve)


def test_there_is_a_fixture_for_every_provider() -> None:
    for name in web_provider_names():
        content = json.loads(fixture_of(name).read_bytes())
        assert differences(shape_of(content), shape_of(content)) == []


@pytest.mark.parametrize("name", web_provider_names())
def test_the_answer_is_written_and_compared(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    web.met.mode = "serving"
    code = captured(web, tmp_path, name)
    told = capsys.readouterr().out
    written = (tmp_path / "it.json").read_text(encoding="utf-8")
    assert json.loads(written)
    for secret in (KEY, "127.0.0.1"):
        assert secret not in written + told
    # The test web's answers have fewer fields than the fixtures, and none of a type of its own.
    assert code == (DIFFERENT if "missing " in told or "new " in told else SAME)
    assert "changed " not in told
    assert name in {"wikimedia", "mediawiki"} or "new " not in told


def test_an_answer_of_the_known_shape_is_told_as_such(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.results = (*fine_results(),) * 6  # enough for a next page
    assert captured(web, tmp_path, "duckduckgo") == SAME
    assert "The shape is the same." in capsys.readouterr().out


def test_a_changed_answer_is_told_path_by_path(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.brave.mode = "odd"
    assert captured(web, tmp_path, "brave") == DIFFERENT
    told = capsys.readouterr().out
    assert "changed .results[].properties.url (text → boolean, list, number, object)" in told


def test_a_token_is_not_written(web: LoopbackWeb, tmp_path: Path) -> None:
    captured(web, tmp_path, "duckduckgo")
    assert json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))["vqd"] == {"red panda": "TOKEN"}


@pytest.mark.parametrize("name", KEYED)
def test_a_refusal_is_told_and_not_compared(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    getattr(web, name).mode = "bad-key"
    assert captured(web, tmp_path, name) == NOTHING
    assert "does not accept the key" in capsys.readouterr().out
    assert KEY not in (tmp_path / "it.json").read_text(encoding="utf-8")


def test_a_page_is_kept_apart(web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.brave.mode = "html"
    assert captured(web, tmp_path, "brave") == NOTHING
    assert "changed page" in capsys.readouterr().out
    assert "Please wait" in (tmp_path / "it.txt").read_text(encoding="utf-8")


def test_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serper", "red panda"]) == NOTHING
    assert "serper needs OPSIN_SERPER_API_KEY" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["nobody", "red panda"])


# --- the shape ---


@pytest.mark.parametrize(
    ("known", "found", "expected"),
    [
        ({"a": 1}, {"a": 2}, []),
        ({"a": 1}, {"a": 2.5}, []),
        ({"a": 1}, {"a": "1"}, ["changed .a"]),
        ({"a": 1}, {"a": None}, []),
        ({"a": 1}, {}, ["missing .a"]),
        ({}, {"a": {"b": 1}}, ["new .a"]),
        ({"r": [{"x": 1}, {}]}, {"r": [{}]}, []),  # it was not in every row
        ({"r": [{"x": 1}, {"x": 2}]}, {"r": [{}]}, ["missing .r[].x"]),
        ({"r": [{"x": 1}]}, {"r": []}, []),  # nothing to tell by
        ({"r": [1]}, {"r": ["a"]}, ["changed .r[]"]),
        ({"r": [{"x": [1]}]}, {"r": [{"x": {"y": 1}}]}, ["changed .r[].x"]),
        ({"vqd": {"one": "t"}}, {"vqd": {"other": "u"}}, []),
    ],
)
def test_differences(known: Any, found: Any, expected: list[str]) -> None:
    told = [line.rpartition(" (")[0].split() for line in differences(shape_of(known), shape_of(found))]
    assert [" ".join(one) for one in told] == expected


def test_secrets_are_stripped_wherever_they_stand() -> None:
    content = {
        "next": "i.js?q=x&vqd=4-123456789012345678901234567890&s=100",
        "list": [f"key={KEY}", {"ip": "203.0.113.7", "six": "2001:db8:1:2:3:4:5:6", "time": "12:30:45"}],
        "vqd": {"x": "4-1234567890123"},
        "number": 7,
    }
    assert stripped(content, [KEY]) == {
        "next": "i.js?q=x&vqd=TOKEN&s=100",
        "list": ["key=SECRET", {"ip": "192.0.2.1", "six": "2001:db8::1", "time": "12:30:45"}],
        "vqd": {"x": "TOKEN"},
        "number": 7,
    }


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=12,
    )
)
def test_an_answer_has_its_own_shape(content: Any) -> None:
    assert differences(shape_of(content), shape_of(content)) == []
    assert shape_of(stripped(content, ["x"])).keys() == shape_of(content).keys()
