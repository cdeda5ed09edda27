"""`opsin search` and `preview` against the loopback web: the real providers, the real way out."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from opsin.cli import main
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def test_a_search_prints_its_cells_and_writes_the_sheet(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.jpg"
    words = ["search", "photograph", "--count", "4", "--out", str(out), "--provider", "wikimedia"]
    assert main(words, environ=web.environ(tmp_path)) == 0
    shown = capsys.readouterr()
    assert "4 pictures for 'photograph', from wikimedia" in shown.out
    assert "  1  s1:1  1024×768  Public domain  pixnio.com" in shown.out
    assert f"sheet:  {out}" in shown.out
    assert "opsin inspect s1:1" in shown.out
    assert shown.err.splitlines() == ["asking wikimedia", "4 of 4 pictures are here", "drawing the sheet"]
    assert "next:   opsin search photograph --count 4 --provider wikimedia --page 2" in shown.out
    with Image.open(io.BytesIO(out.read_bytes())) as sheet:
        assert sheet.format == "JPEG"
        assert max(sheet.size) <= 1092


def test_json_is_all_that_goes_to_standard_output_and_tells_no_picture_address(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["search", "cat", "--json", "--quiet", "--provider", "wikimedia"]
    assert main(words, environ=web.environ(tmp_path)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    found = json.loads(shown.out)
    assert (found["provider"], found["cells"][0]["id"], found["cells"][0]["spdx"]) == (
        "wikimedia",
        "s1:1",
        "CC0-1.0",
    )
    assert found["cells"][0]["title"] == "Chelsea the cat"
    assert Path(found["sheet"]).is_file()
    assert "/originals/" not in shown.out


def test_nothing_found_has_an_exit_code_of_its_own(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "zeppelin", "--provider", "wikimedia"], environ=web.environ(tmp_path)) == 3
    assert "No pictures found for 'zeppelin'" in capsys.readouterr().err


def test_a_block_is_a_failure_and_is_called_a_block(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.mode = "blocked"
    assert main(["search", "cat", "--provider", "duckduckgo"], environ=web.environ(tmp_path)) == 1
    assert "blocked" in capsys.readouterr().err


def test_the_chain_falls_over_and_tells_both(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.mode = "empty"
    assert main(["search", "cat"], environ=web.environ(tmp_path)) == 0
    shown = capsys.readouterr().out
    assert "from wikimedia" in shown
    assert "asked:  duckduckgo: empty" in shown
    assert "asked:  wikimedia: served" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["--count", "17"],
        ["--count", "many"],
        ["--license", "free"],
        ["--provider", "nobody"],
        ["--page", "0"],
    ],
)
def test_a_value_that_cannot_be_used_is_a_usage_error_and_asks_nobody(
    web: LoopbackWeb, tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "cat", *words], environ=web.environ(tmp_path)) == 2
    assert words[0].lstrip("-") in capsys.readouterr().err
    assert web.requests == []


def test_a_target_that_cannot_be_written_is_told_before_the_search(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "missing" / "sheet.jpg"
    assert main(["search", "cat", "--out", str(out)], environ=web.environ(tmp_path)) == 2
    assert "is not there" in capsys.readouterr().err
    assert web.requests == []


def test_words_from_outside_are_cleaned(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.results = [Result(1, title="\x1b[2J\u202eevil\x07 title\nwith lines")]
    assert main(["search", "cat"], environ=web.environ(tmp_path)) == 0
    shown = capsys.readouterr().out
    assert "[2Jevil title with lines" in shown
    assert not {"\x1b", "\u202e", "\x07"} & set(shown)


def test_failed_cells_keep_their_number_and_say_why(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.results = [
        Result(0),
        Result(1, behaviour="missing", thumbnail="missing"),
        Result(2, behaviour="html", thumbnail="html"),
    ]
    assert main(["search", "cat", "--count", "3"], environ=web.environ(tmp_path)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["failed:" in line for line in lines if line.startswith("  ")] == [False, True, True]


def test_where_every_cell_failed_the_sheet_is_saved_and_the_command_fails(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.results = [Result(number, behaviour="missing", thumbnail="missing") for number in (1, 2)]
    out = tmp_path / "sheet.jpg"
    words = ["search", "cat", "--count", "2", "--out", str(out)]
    assert main(words, environ=web.environ(tmp_path)) == 1
    shown = capsys.readouterr()
    assert "2 results for 'cat', from duckduckgo: no picture could be loaded" in shown.out
    assert "opsin: no picture could be loaded" in shown.err
    assert out.is_file()
    assert main([*words, "--json"], environ=web.environ(tmp_path)) == 1
    assert len(json.loads(capsys.readouterr().out)["cells"]) == 2


def test_one_picture_is_one_and_the_last_page_names_no_next(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.results = [Result(0)]
    words = ["search", "cat", "--count", "1", "--provider", "duckduckgo"]
    assert main(words, environ=web.environ(tmp_path)) == 0
    shown = capsys.readouterr()
    assert "1 picture for 'cat'" in shown.out
    assert "1 of 1 picture is here" in shown.err
    assert "--page" not in shown.out


def test_a_name_that_is_no_jpegs_is_refused_before_the_search(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["search", "cat", "--out"], ["preview", "cat", "2"]):
        assert main([*words, str(tmp_path / "notajpeg.png")], environ=web.environ(tmp_path)) == 2
        assert "notajpeg.png ends in .png" in capsys.readouterr().err
    assert web.requests == []
    assert not (tmp_path / "notajpeg.png").exists()


def test_preview_is_the_short_form(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "preview.jpg"
    assert main(["preview", "cat", "2", str(out)], environ=web.environ(tmp_path)) == 0
    assert "2 pictures for 'cat'" in capsys.readouterr().out
    assert out.is_file()
