"""`opsin look`, `unload`, `mcp-config`, and their older flags: from words to what is printed and the exit code."""

import json
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from opsin.cli import main
from opsin.cli.client_config import FORMATS, client_config
from opsin.cli.vision_variables import vision_variables
from opsin.settings import load_settings

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Settings under which no model server answers: nothing listens on port 9."""
    (tmp_path / "config.toml").touch()
    (tmp_path / "project").mkdir()
    return {
        "OPSIN_CONFIG": str(tmp_path / "config.toml"),
        "OPSIN_STATE_DIR": str(tmp_path / "state"),
        "OPSIN_OUTPUT_DIR": str(tmp_path / "out"),
        "CLAUDE_PROJECT_DIR": str(tmp_path / "project"),
        "VISION_OLLAMA_HOST": "127.0.0.1:9",
    }


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["{outside}/secret.png"], 1, "PATH_NOT_ALLOWED"),
        (["missing.png"], 1, "FILE_NOT_FOUND"),
        (["notes.png"], 1, "UNSUPPORTED_TYPE"),
        (["  "], 1, "INVALID_PATH"),
        (["notes.png", "--mode", "colour"], 2, ""),
        (["notes.png", "--region", "all"], 2, ""),
        (["notes.png", "--page", "0"], 2, ""),
        (["s9:9"], 1, ""),
    ],
)
def test_what_cannot_be_looked_at_ends_with_its_code(
    environ: dict[str, str], tmp_path: Path, capsys: Capture, words: list[str], code: int, told: str
) -> None:
    (tmp_path / "project" / "notes.png").write_text("no picture")
    words = [word.format(outside=tmp_path) for word in words]
    assert main(["look", *words, "--json"], environ=environ) == code
    shown = capsys.readouterr()
    assert json.loads(shown.out).get("error_code", "") == told
    assert shown.err


def test_whether_a_file_outside_is_there_is_not_told(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "there.png").write_text("x")
    told = []
    for name in ("there.png", "gone!.png"):
        assert main(["look", str(tmp_path / name)], environ=environ) == 1
        told.append(capsys.readouterr().err.replace(name, ""))
    assert told[0] == told[1]
    assert "OPSIN_VISION_ALLOWED_PATHS" in told[0]


@pytest.mark.full
def test_a_look_without_a_model_server_reads_the_text(
    environ: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    from opsin.vision.smoke import number_picture

    (tmp_path / "project" / "shot.png").write_bytes(number_picture("752834"))
    assert main(["look", "shot.png", "--json"], environ=environ) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["visible_text"] == ["752834"]
    assert (report["ok"], report["engine"], report["receipt"]["left_machine"]) == (True, "ocr", False)
    assert main(["look", "shot.png", "shot.png"], environ=environ) == 0
    assert "identical" in capsys.readouterr().out


def test_unload_tells_that_nobody_answers(environ: dict[str, str], capsys: Capture) -> None:
    assert main(["unload"], environ=environ) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err
    assert main(["unload"], environ={**environ, "OPSIN_VISION_ENGINE": "ocr"}) == 0
    assert "nothing to let go of" in capsys.readouterr().out


CHANGED = {
    "VISION_MODEL": "qwen3-vl:8b",
    "VISION_TIMEOUT_MS": "60000",
    "OPSIN_VISION_MASK_SECRETS": "no",
    "OPSIN_VISION_ALLOW_REMOTE": "10.0.0.2:11434",
}
KEPT_BACK = {
    "VISION_ALLOWED_PATHS": "/home/ana/private",
    "OPSIN_VISION_OPENAI_KEY": "sk-secret",
    "CLAUDE_PROJECT_DIR": "/home/ana/project",
    "BRAVE_API_KEY": "brave-secret",
    # As it is by default.
    "VISION_MAX_BYTES": "20971520",
}


def test_the_settings_that_differ_go_along_under_the_names_that_are_known() -> None:
    assert vision_variables(load_settings({**CHANGED, **KEPT_BACK})) == CHANGED
    assert vision_variables(load_settings({})) == {}
    again = load_settings(vision_variables(load_settings(CHANGED)))
    assert again == load_settings(CHANGED)


@pytest.mark.parametrize("words", [["mcp-config"], ["--print-mcp-config"], ["serve", "--print-config"]])
@pytest.mark.parametrize("style", FORMATS)
def test_each_client_gets_its_format(
    words: list[str], style: str, environ: dict[str, str], capsys: Capture
) -> None:
    environ = {**environ, **KEPT_BACK, "VISION_MODEL": "qwen3-vl:8b"}
    assert main([*words, "--format", style], environ=environ) == 0
    shown = capsys.readouterr().out
    for kept_back in ("secret", "private", "/home/ana", "ALLOWED_PATHS"):
        assert kept_back not in shown
    parsed = tomllib.loads(shown) if style == "codex" else json.loads(shown)
    (servers,) = parsed.values()
    server = servers["opsin"]
    command = [*([server["command"]] if isinstance(server["command"], str) else server["command"])]
    command += server.get("args", [])
    assert command[-1] == "serve"
    assert Path(command[0]).is_absolute()
    variables = server.get("env") or server.get("environment")
    assert variables["VISION_MODEL"] == "qwen3-vl:8b"


def test_the_formats_are_those_of_their_clients() -> None:
    found = {
        style: tomllib.loads(client_config(style)) if style == "codex" else json.loads(client_config(style))
        for style in FORMATS
    }
    assert found["json"] == found["generic"]
    assert list(found["json"]) == ["mcpServers"]
    assert found["codex"]["mcp_servers"]["opsin"]["enabled"] is True
    assert found["vscode"]["servers"]["opsin"]["type"] == "stdio"
    assert found["opencode"]["mcp"]["opsin"]["type"] == "local"
    assert list(found["zed"]) == ["context_servers"]


def test_the_toml_holds_any_value() -> None:
    value = 'a "quoted" \\ \x7f \u00e9 \x01 \U0001f600'
    parsed = tomllib.loads(client_config("codex", {"VISION_MODEL": value}))
    assert parsed["mcp_servers"]["opsin"]["env"] == {"VISION_MODEL": value}


@pytest.mark.parametrize("words", [["mcp-config"], ["--print-mcp-config"]])
def test_an_unknown_format_is_a_usage_error(words: list[str], capsys: Capture) -> None:
    assert main([*words, "--format", "yaml"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "codex" in shown.err


def test_a_frame_is_written_nowhere(environ: dict[str, str], tmp_path: Path, capsys: Capture) -> None:
    """A look leaves the folders as they were."""
    Image.new("RGB", (8, 8)).save(tmp_path / "project" / "a.png")
    assert main(["look", "a.png", "--page", "7"], environ=environ) == 1
    assert capsys.readouterr().err
    assert not (tmp_path / "state").exists()
    assert [path.name for path in (tmp_path / "project").iterdir()] == ["a.png"]
