"""What `opsin doctor` says of the ways in which DuckDuckGo can be asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.doctor_recipes import check_impersonation
from opsin.cli.findings import Level
from opsin.images.providers.duckduckgo import DuckDuckGo
from opsin.images.providers.duckduckgo_protocol import IMPERSONATED, RECIPES
from opsin.settings import load_settings
from opsin.web.curl_transfer import is_installed
from tests.loopback.web import LoopbackWeb

needs_curl = pytest.mark.skipif(not is_installed(), reason="the extra `impersonate` is not installed")


@pytest.fixture(scope="module")
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def online(
    web: LoopbackWeb, folder: Path, capsys: pytest.CaptureFixture[str], mode: str, **environ: str
) -> list[str]:
    """What is said of DuckDuckGo in one of its moods."""
    web.duckduckgo.mode = mode
    web.requests.clear()
    main(["doctor", "--online"], environ=web.environ(folder, **environ))
    lines = capsys.readouterr().out.splitlines()
    return [line.replace(f". {DuckDuckGo.standing}", "") for line in lines if line[6:17] == "duckduckgo "]


def test_the_plain_ways_are_tried_one_after_the_other(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = online(web, tmp_path, capsys, "picky", OPSIN_IMPERSONATE="never")
    assert said[0].startswith("FAIL  duckduckgo     blocked")
    assert said[1].startswith("warn  duckduckgo …   with the headers “plain”: blocked")
    assert said[2].startswith("ok    duckduckgo …   with the headers “fetch”: served, ")
    assert said[3].startswith("warn  duckduckgo …   with the headers “language”: blocked")
    assert "not tried: OPSIN_IMPERSONATE is never" in said[4]
    assert said[5] == "warn  duckduckgo …   best: with the headers “fetch”"


def test_nothing_works(web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = online(web, tmp_path, capsys, "blocked", OPSIN_IMPERSONATE="never")
    assert len([line for line in said if ": blocked" in line]) == len(RECIPES)
    assert said[-1].endswith("no way of asking it is served")


@needs_curl
def test_a_browsers_way_is_told_and_that_it_is_used(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = online(web, tmp_path, capsys, "browsers-only")
    assert said[0].startswith("ok    duckduckgo     answers")
    for recipe in RECIPES:
        assert any(f"“{recipe.name}”: blocked" in line for line in said)
    assert any("asked as chrome: served" in line for line in said)
    assert said[-1].endswith("best: asked as chrome, which is used by itself once the usual way is blocked")


@needs_curl
def test_all_work_and_the_usual_way_is_the_best(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = online(web, tmp_path, capsys, "serving")
    assert len([line for line in said if ": served, " in line]) == len(RECIPES) + len(IMPERSONATED)
    assert said[-1].endswith("best: with the headers “plain”, the usual way")


def test_a_server_that_says_how_long_to_wait_is_left_alone(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.retry_after = "60"
    said = online(web, tmp_path, capsys, "rate-limited")
    web.duckduckgo.retry_after = ""
    assert [line for line in said if "headers" in line or "asked as" in line] == said[1:2]


def test_ways_are_tried_no_faster_than_searches(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = online(web, tmp_path, capsys, "serving", OPSIN_SEARCH_INTERVAL_MS="3600000")
    assert "not tried" in said[1]
    assert "headers “plain”" in said[1]
    assert len(web.paths("/duckduckgo/i.js")) == 1


def test_what_there_is_is_told_without_a_network(tmp_path: Path) -> None:
    def said(**environ: str) -> str:
        found = check_impersonation(load_settings(environ, tmp_path / "none.toml"))
        assert found.level is Level.OK
        return found.told

    assert "OPSIN_IMPERSONATE is never" in said(OPSIN_IMPERSONATE="never")
    assert "proxy" in said(OPSIN_PROXY="http://proxy.example:3128")
    assert ("curl_cffi" if is_installed() else "not installed") in said()
