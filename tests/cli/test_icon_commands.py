"""`opsin icons` and `opsin icon-download`, with no network, and the Python API beside them."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

import opsin
from opsin.cli import main
from opsin.settings import load_settings

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    config = tmp_path / "config.toml"
    config.touch()
    return {
        "OPSIN_CONFIG": str(config),
        "OPSIN_STATE_DIR": str(tmp_path / "state"),
        "OPSIN_OUTPUT_DIR": str(tmp_path / "out"),
        "OPSIN_ICON_SOURCE": "embedded",
        "HOME": str(tmp_path),
    }


def test_a_search_prints_its_icons_and_writes_the_sheet(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "sheet.jpg"
    words = ["icons", "rocket", "launch", "--limit", "4", "--sets", "lucide", "--out", str(out)]
    assert main(words, environ=environ) == 0
    shown = capsys.readouterr()
    assert "4 icons for “rocket”, “launch” (policy permissive)" in shown.out
    assert "  1  s1:1  " in shown.out
    assert "lucide:rocket" in shown.out
    assert f"sheet:  {out}" in shown.out
    assert "not legal advice" in shown.out
    assert "next:   opsin icon-download s1:1" in shown.out
    assert shown.err.splitlines()[0] == "searching"
    with Image.open(io.BytesIO(out.read_bytes())) as sheet:
        assert sheet.format == "JPEG"


def test_json_has_every_field_and_is_all_that_goes_to_standard_output(
    environ: dict[str, str], capsys: Capture
) -> None:
    words = ["icons", "undo what I just did", "--limit", "3", "--json", "--quiet"]
    assert main(words, environ=environ) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    found = json.loads(shown.out)
    assert found["source"]["kind"] == "embedded"
    assert found["icons"][0]["license"]["spdx"]
    assert found["icons"][0]["download_url"].endswith("?download=1")
    assert Path(found["sheet"]).is_file()


def test_nothing_found_has_an_exit_code_of_its_own(environ: dict[str, str], capsys: Capture) -> None:
    assert main(["icons", "xyzzyqq"], environ=environ) == 3
    assert "finds nothing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["icons", "rocket", "--policy", "any"], 2, "license_policy"),
        (["icons", "rocket", "--limit", "65"], 2, "--limit"),
        (["icons", "rocket", "--sets", "lucid"], 2, "lucide"),
        (["icons", "a", "b", "c", "d", "e", "f"], 2, "at most 5"),
        (["icons", "rocket", "--out", "sheet.png"], 2, "JPEG"),
        (["icon-download", "lucide:rocket", "--format", "gif"], 2, "format"),
        (["icon-download", "lucide:rocket", "--size", "5"], 2, "size"),
        (["icon-download", "lucide:rocket", "--dir", "../elsewhere"], 1, ".."),
    ],
)
def test_errors_are_told_with_their_exit_code(
    environ: dict[str, str], capsys: Capture, words: list[str], code: int, told: str
) -> None:
    assert main(words, environ=environ) == code
    assert told in capsys.readouterr().err


def test_icons_are_saved_with_what_has_to_be_shipped(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    words = ["icon-download", "lucide:rocket", "mdi:home", "--dir", "ui", "--color", "teal", "--size", "32"]
    assert main(words, environ=environ) == 0
    shown = capsys.readouterr()
    folder = tmp_path / "out" / "ui"
    assert sorted(path.name for path in folder.iterdir()) == [
        "NOTICE.md",
        "lucide-rocket.svg",
        "lucide-rocket.svg.json",
        "mdi-home.svg",
        "mdi-home.svg.json",
    ]
    assert f"notice: {folder / 'NOTICE.md'}" in shown.out
    assert "lucide:rocket, svg, " in shown.out
    assert "recoloured in teal" in shown.out
    assert shown.err.splitlines() == ["2 of 2 icons are done"]
    assert 'height="32"' in (folder / "mdi-home.svg").read_text(encoding="utf-8")


def test_one_that_fails_leaves_the_rest_done_and_fails_the_command(
    environ: dict[str, str], capsys: Capture
) -> None:
    assert main(["icon-download", "lucide:rocket", "lucide:rockett", "--json"], environ=environ) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert Path(first["path"]).is_file()
    assert first["terms"]["spdx"] == "ISC"
    assert first["credit"]["markdown"].startswith("Icon “rocket” from Lucide")
    assert (second["path"], bool(second["error"])) == ("", True)
    assert main(["icon-download", "lucide:rocket", "rocket"], environ=environ) == 1
    shown = capsys.readouterr().out
    assert "the same file was here already" in shown
    assert "1 of 2 failed." in shown


def test_the_whole_job_from_a_program(environ: dict[str, str], tmp_path: Path) -> None:
    settings = load_settings(environ)
    icons = opsin.search_icons(["rocket", "deploy"], limit=4, settings=settings)
    assert icons.sheet.startswith(b"\xff\xd8")
    assert icons.cells[0].terms.notice_required
    saved = opsin.download_icons([icons.cells[0].id, "lucide:rocket"], format="jsx", settings=settings)
    assert [one.error for one in saved] == ["", ""]
    assert Path(saved[1].path) == tmp_path / "out" / "lucide-rocket.jsx"
    assert "export default function LucideRocket" in Path(saved[1].path).read_text(encoding="utf-8")
