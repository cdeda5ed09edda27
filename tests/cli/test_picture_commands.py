"""`opsin inspect` and `opsin download` against the loopback web."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image

from opsin.cli import main
from tests.loopback.pictures import frame_is_whole, identity_at_centre
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def searched(web: LoopbackWeb, folder: Path, capsys: Capture, *words: str) -> dict[str, str]:
    """Search once, so that s1:1 and its like name something; returns the environment."""
    environ = web.environ(folder)
    assert main(["search", *(words or ("cat", "--provider", "duckduckgo"))], environ=environ) == 0
    capsys.readouterr()
    return environ


def test_inspect_prints_the_facts_and_writes_the_picture(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = searched(web, tmp_path, capsys)
    out = tmp_path / "look.jpg"
    assert main(["inspect", "s1:4", "--out", str(out)], environ=environ) == 0
    shown = capsys.readouterr().out
    assert "640×480 JPEG" in shown
    assert "opsin download s1:4" in shown
    with Image.open(out) as image:
        assert image.size == (640, 480)
        assert identity_at_centre(image) == 3
        assert frame_is_whole(image)


def test_inspect_without_a_target_keeps_the_picture_beside_the_store(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = searched(web, tmp_path, capsys)
    assert main(["inspect", "s1:2", "--json"], environ=environ) == 0
    found = json.loads(capsys.readouterr().out)
    assert Path(found["picture"]) == tmp_path / "state" / "inspected" / "s1-2.jpg"
    assert (found["width"], found["height"], found["degraded"]) == (640, 480, False)


def test_a_region_does_not_take_the_place_of_the_whole(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = searched(web, tmp_path, capsys)
    for words in ([], ["--region", "0.25,0.25,0.5,0.5"], ["--region", "0,0,0.5,0.5"]):
        assert main(["inspect", "s1:2", *words], environ=environ) == 0
    assert {path.name for path in (tmp_path / "state" / "inspected").iterdir()} == {
        "s1-2.jpg",
        "s1-2-0.25-0.25-0.5-0.5.jpg",
        "s1-2-0-0-0.5-0.5.jpg",
    }


def test_a_picture_that_cannot_be_kept_beside_the_store_is_told_with_what_to_do(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = searched(web, tmp_path, capsys)
    (tmp_path / "state" / "inspected").write_text("in the way")
    assert main(["inspect", "s1:2"], environ=environ) == 1
    told = capsys.readouterr().err
    assert "can't be saved" in told
    assert "--out" in told
    assert "unexpected" not in told


def test_a_region_shows_its_part(web: LoopbackWeb, tmp_path: Path, capsys: Capture) -> None:
    environ = searched(web, tmp_path, capsys)
    out = tmp_path / "part.jpg"
    words = ["inspect", "s1:1", "--region", "0.25,0.25,0.5,0.5", "--out", str(out)]
    assert main(words, environ=environ) == 0
    with Image.open(out) as image:
        assert image.size == (320, 240)
        assert identity_at_centre(image) == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["inspect", "s9:9"], 1, "s9:9"),
        (["inspect", "4"], 2, "'4' is not an id"),
        (
            ["inspect", "lucide:rocket"],
            2,
            "`opsin icon-download lucide:rocket` saves it; `opsin icons` shows",
        ),
        (["download", "four"], 2, "'four' is not an id"),
        (["compare", "s1:1", "s1:2", "four"], 1, "3 of 3 pictures are here"),
        (["icon-download", "four"], 2, "'four' is no id of an icon"),
        (["icon-download", "s1:1"], 1, ""),
        (["inspect", "s1:1", "--region", "all"], 2, "region"),
        (["download", "s1:1", "--max-bytes", "0"], 2, "--max-bytes"),
        (["download", "s1:1", "--dir", "../elsewhere"], 1, ".."),
    ],
)
def test_errors_are_told_with_their_exit_code(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture, words: list[str], code: int, told: str
) -> None:
    environ = searched(web, tmp_path, capsys)
    assert main(words, environ=environ) == code
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["inspect", "4"],
        ["inspect", "s1:1", "--region", "all"],
        ["download", "s1:1", "--dir", "../elsewhere"],
        ["download", "four", "five"],
        ["download", *["s1:1"] * 65],
    ],
)
def test_nothing_is_said_to_be_fetched_where_the_arguments_cannot_be_used(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture, words: list[str]
) -> None:
    assert main(words, environ=web.environ(tmp_path)) != 0
    assert "fetching" not in capsys.readouterr().err
    assert web.requests == []


def test_a_download_tells_its_last_count(web: LoopbackWeb, tmp_path: Path, capsys: Capture) -> None:
    environ = searched(web, tmp_path, capsys)
    assert main(["download", "s1:1", "s1:2", "s1:3"], environ=environ) == 0
    assert capsys.readouterr().err.splitlines() == ["fetching", "3 of 3 pictures are done"]
    assert main(["download", "s1:1"], environ=environ) == 0
    assert capsys.readouterr().err.splitlines() == ["fetching", "1 of 1 picture is done"]


def test_download_saves_the_very_file_with_its_sidecar(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = searched(web, tmp_path, capsys, "photograph", "--provider", "wikimedia")
    words = ["download", "s1:1", "s1:6", "--dir", "picks", "--prefix", "hero"]
    assert main(words, environ=environ) == 0
    shown = capsys.readouterr().out
    folder = tmp_path / "out" / "picks"
    assert sorted(path.name for path in folder.iterdir()) == [
        "CREDITS.md",
        "hero-chelsea-the-cat.jpg",
        "hero-chelsea-the-cat.jpg.json",
        "hero-raccoon-among-palm-leaves.jpg",
        "hero-raccoon-among-palm-leaves.jpg.json",
    ]
    assert "Stefan van der Walt" in shown
    assert f"credits: {folder / 'CREDITS.md'}" in shown
    data = (folder / "hero-chelsea-the-cat.jpg").read_bytes()
    sidecar = json.loads((folder / "hero-chelsea-the-cat.jpg.json").read_text(encoding="utf-8"))
    assert sidecar["sha256"] == sha256(data).hexdigest()
    with Image.open(io.BytesIO(data)) as image:
        assert image.size == (451, 300)


def test_one_that_fails_leaves_the_rest_done_and_fails_the_command(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = searched(web, tmp_path, capsys)
    assert main(["download", "s1:1", "s8:1", "--json"], environ=environ) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert Path(first["path"]).is_file()
    assert (second["path"], bool(second["error"])) == ("", True)
    assert main(["download", "s1:1", "s8:1"], environ=environ) == 1
    shown = capsys.readouterr().out
    assert "the same file was here already" in shown
    assert "1 of 2 failed" in shown


def test_what_stands_in_for_an_original_is_said(web: LoopbackWeb, tmp_path: Path, capsys: Capture) -> None:
    web.duckduckgo.results = [Result(5, behaviour="missing")]
    environ = searched(web, tmp_path, capsys)
    assert main(["download", "s1:1"], environ=environ) == 0
    assert "thumbnail: it stands in for the original" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_ends_a_search_and_frees_its_connection(web: LoopbackWeb, tmp_path: Path) -> None:
    web.wikimedia_mode = "hang"
    words = ["search", "cat", "--provider", "wikimedia"]
    with subprocess.Popen(
        [sys.executable, "-m", "opsin", *words],
        env={**os.environ, **web.environ(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert web.wait_for_requests(1)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in told
    assert web.wait_until_idle()
