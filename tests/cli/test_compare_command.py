"""`opsin compare`, `--describe` and `--like` against the loopback web."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from opsin.cli import main
from tests.loopback.web import LoopbackWeb

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


@pytest.fixture
def environ(web: LoopbackWeb, tmp_path: Path, capsys: Capture) -> dict[str, str]:
    """After a search, so that s1:1 and its like name something."""
    made = web.environ(tmp_path)
    assert main(["search", "cat", "--provider", "duckduckgo", "--count", "4"], environ=made) == 0
    capsys.readouterr()
    return made


def test_two_pictures_side_by_side(environ: dict[str, str], tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "both.jpg"
    assert main(["compare", "s1:1", "s1:3", "--out", str(out)], environ=environ) == 0
    shown = capsys.readouterr().out
    assert "differs: size: 640x480 in all" in shown
    assert "opsin download s1:1" in shown
    with Image.open(out) as image:
        assert max(image.size) <= 1092


def test_one_that_fails_is_told_and_the_command_fails(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    assert (
        main(["compare", "s1:1", "s1:2", "s7:1", "--json", "--region", "0,0,0.5,0.5"], environ=environ) == 1
    )
    told = json.loads(capsys.readouterr().out)
    assert [bool(one["failed"]) for one in told["pictures"]] == [False, False, True]
    assert Path(told["picture"]).parent == tmp_path / "state" / "inspected"
    assert told["region"] == "0,0,0.5,0.5"


def test_one_id_alone_is_wrong_usage(environ: dict[str, str], capsys: Capture) -> None:
    assert main(["compare", "s1:1"], environ=environ) == 2
    assert "2 to 4" in capsys.readouterr().err


def test_more_like_one(environ: dict[str, str], capsys: Capture) -> None:
    assert main(["search", "--like", "s1:2", "--count", "3", "--json", "-q"], environ=environ) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["query"]["like"] == "s1:2"
    assert told["provider"] == "duckduckgo"
    assert any("ordered by likeness to s1:2" in note for note in told["notes"])


@pytest.mark.full
def test_what_each_cell_shows_in_words(environ: dict[str, str], capsys: Capture) -> None:
    blind = {**environ, "OPSIN_VISION_ENGINE": "ocr"}
    assert main(["search", "cat", "--count", "2", "--describe", "-q"], environ=blind) == 0
    shown = capsys.readouterr().out
    assert "| 1 | shows: " in shown
    assert main(["inspect", "s1:1", "--json", "-q"], environ={**blind, "OPSIN_AGENT_SEES": "no"}) == 0
    assert json.loads(capsys.readouterr().out)["described_by"] == "opsin"
