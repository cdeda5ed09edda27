"""`opsin install`: what is asked, written, printed and refused."""

import argparse
import io
import json
import os
import tomllib
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.carried_variables import carried_variables
from opsin.cli.install_command import COMMAND, confirmed
from opsin.settings import load_settings

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "config.toml").write_text("canvas = 900\n")
    return {
        "HOME": str(tmp_path),
        "USERPROFILE": str(tmp_path),
        "PATH": "",
        "OPSIN_CONFIG": str(tmp_path / "config.toml"),
        "VISION_MODEL": "qwen3-vl:8b",
        "BRAVE_API_KEY": "hush-hush",
    }


def test_it_writes_full_paths_and_settings_but_no_key(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    assert main(["install", "--client", "codex", "--yes"], environ=environ) == 0
    shown = capsys.readouterr()
    assert "codex mcp list" in shown.out
    assert "OPSIN_BRAVE_API_KEY" in shown.err
    server = tomllib.loads((tmp_path / ".codex" / "config.toml").read_text("utf-8"))["mcp_servers"]["opsin"]
    assert Path(server["command"]).is_absolute()
    assert server["env"] == {"OPSIN_CONFIG": environ["OPSIN_CONFIG"], "OPSIN_VISION_MODEL": "qwen3-vl:8b"}
    assert main(["install", "--client", "codex", "--yes", "--with-keys"], environ=environ) == 0
    server = tomllib.loads((tmp_path / ".codex" / "config.toml").read_text("utf-8"))["mcp_servers"]["opsin"]
    assert server["env"]["OPSIN_BRAVE_API_KEY"] == "hush-hush"
    assert "hush-hush" not in "".join(capsys.readouterr())


def test_without_a_yes_nothing_is_changed(environ: dict[str, str], tmp_path: Path, capsys: Capture) -> None:
    assert main(["install", "--client", "cursor", "--with-keys"], environ=environ) == 2
    shown = capsys.readouterr().err
    assert "--yes" in shown
    assert '"OPSIN_BRAVE_API_KEY": "(hidden)"' in shown
    assert not (tmp_path / ".cursor").exists()


@pytest.mark.parametrize(
    ("typed", "agreed"), [("y\n", True), ("Yes\n", True), ("\n", False), ("no\n", False), ("", False)]
)
def test_only_a_yes_is_one(typed: str, agreed: bool) -> None:
    asking = io.StringIO()
    assert confirmed(io.StringIO(typed), asking) is agreed
    assert asking.getvalue() == "Write this? [y/N] "


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("typed", "written"), [(b"y\n", True), (b"n\n", False)])
def test_at_a_terminal_it_asks(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: bytes, written: bool
) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, encoding="utf-8") as terminal:
        os.write(ours, typed)
        monkeypatch.setattr("sys.stdin", terminal)
        assert main(["install", "--client", "cursor"], environ=environ) == 0
    os.close(ours)
    assert (tmp_path / ".cursor" / "mcp.json").exists() is written


def test_print_and_uninstall(environ: dict[str, str], tmp_path: Path, capsys: Capture) -> None:
    words = ["install", "--client", "vscode"]
    assert main([*words, "--print"], environ=environ) == 0
    printed = json.loads(capsys.readouterr().out)
    assert not list(tmp_path.rglob("mcp.json"))
    assert main([*words, "-y"], environ=environ) == 0
    (file,) = tmp_path.rglob("mcp.json")
    assert json.loads(file.read_text("utf-8")) == printed
    assert main([*words, "-y"], environ=environ) == 0
    assert "already" in capsys.readouterr().out
    assert main([*words, "--uninstall", "--print"], environ=environ) == 0
    assert main([*words, "--uninstall", "-y"], environ=environ) == 0
    assert not file.exists()
    assert "the file is gone" in capsys.readouterr().out
    assert main([*words, "--uninstall"], environ=environ) == 0
    assert "does not stand in" in capsys.readouterr().out


def test_what_cannot_be_changed_safely_is_printed_to_be_put_in_by_hand(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{ broken")
    assert main(["install", "--file", str(file), "--format", "zed", "-y"], environ=environ) == 1
    shown = capsys.readouterr()
    assert "opsin" in json.loads(shown.out)["context_servers"]
    assert "left as it is" in shown.err
    assert file.read_text() == "{ broken"
    assert main(["install", "--file", str(file), "--uninstall"], environ=environ) == 1


def test_an_inline_table_is_changed_in_place_and_comes_back(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text('[mcp_servers]\nopsin = {command="uvx"}\n')
    assert main(["install", "--client", "codex", "-y"], environ=environ) == 0
    assert Path(tomllib.loads(file.read_text("utf-8"))["mcp_servers"]["opsin"]["command"]).is_absolute()
    assert f"before opsin came: {file}.before-opsin.bak" in capsys.readouterr().out


def test_what_can_be_put_in_by_hand_alone_is_told_for_the_form_that_is_there(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('mcp_servers = { z = { command = "z" } }\n')
    assert main(["install", "--file", str(file), "-y"], environ={}) == 1
    shown = capsys.readouterr()
    assert shown.out.startswith("opsin = { command = ")
    assert "between the braces of line 1" in shown.err


def test_what_starts_opsin_too_or_is_misspelt_is_noted(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    others = {"eyes": {"command": "uvx", "args": ["opsin", "serve"]}, "z": {"command": "z"}, "y": 1}
    file.write_text(json.dumps({"mcpServers": others, "mcp_servers": {}}))
    assert main(["install", "--client", "cursor", "-y"], environ=environ) == 0
    noted = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Note: ")]
    assert [line.split()[1] for line in noted] == ["mcp_servers", "eyes"]


def test_without_a_client_those_that_are_there_are_listed(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    assert main(["install"], environ=environ) == 0
    assert "No client" in capsys.readouterr().out
    (tmp_path / ".gemini").mkdir()
    assert main(["install"], environ=environ) == 0
    assert "install --client gemini" in capsys.readouterr().out


def test_an_unknown_client_is_told() -> None:
    assert main(["install", "--client", "emacs"], environ={}) == 2
    assert isinstance(COMMAND.parse(["--client", "zed"]), argparse.Namespace)


def test_what_is_carried_can_be_read_back(tmp_path: Path) -> None:
    environ = {
        "OPSIN_OUTPUT_DIR": "pictures",
        "OPSIN_VISION_ALLOWED_PATHS": f"a{os.pathsep}/b",
        "OPSIN_SHEET_TITLES": "1",
        "OPSIN_ALLOW_HOSTS": "b.example:80,a.example:80",
        "OPSIN_BRAVE_URL": "https://mirror.example/api",
        "OPSIN_PROXY": "http://proxy.example:3128",
        "OPSIN_PROJECT_DIR": "/p",
        "OPSIN_HTTP_DISK": "yes",
        "OPSIN_CANVAS": "1092",
        "LOG_LEVEL": "INFO",
    }
    settings = load_settings(environ, tmp_path / "none.toml")
    carried = carried_variables(settings, environ, with_keys=False, folder_now=tmp_path)
    assert carried.left_out == ("OPSIN_PROXY",)
    assert carried.variables == {
        "OPSIN_OUTPUT_DIR": str(tmp_path / "pictures"),
        "OPSIN_VISION_ALLOWED_PATHS": f"{tmp_path / 'a'}{os.pathsep}{Path('/b')}",
        "OPSIN_SHEET_TITLES": "yes",
        "OPSIN_ALLOW_HOSTS": "a.example:80,b.example:80",
        "OPSIN_BRAVE_URL": "https://mirror.example/api",
        "OPSIN_LOG_LEVEL": "INFO",
    }
    load_settings(carried.variables, tmp_path / "none.toml")
