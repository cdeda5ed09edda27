"""`opsin doctor --vision` and the older `--doctor`: what is checked, and the JSON that programs read."""

import json
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.doctor_vision import Vision, as_json, findings_of
from opsin.cli.findings import Level, worst
from opsin.paths.reading.roots import Roots
from opsin.settings import load_settings
from opsin.vision.engines.base import Finding, Health

Capture = pytest.CaptureFixture[str]

WELL = Health(
    True,
    True,
    (Finding("server", True, "It answers."), Finding("privacy", True, "It is this machine.")),
    {"host": "other", "digest": "abc"},
)
BLIND = Health(True, True, (Finding("vision", False, "It takes no pictures.", "Pull another."),))
GONE = Health(False, False, (Finding("server", False, "Nobody answers.", "Start it."),))
NOT_THERE = Health(True, False, ())


def found(health: Health | None, name: str = "ollama", lacking: str = "", **environ: str) -> Vision:
    settings = load_settings(environ)
    findings = tuple(findings_of(settings, name, health, lacking, ROOTS))
    return Vision(name, "http://127.0.0.1:11434", "qwen3-vl:4b", health, findings)


ROOTS = Roots(("one", "two"), (), (), "", None, "Pictures is left out.")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("health", "ok", "reachable", "installed"),
    [
        (WELL, True, True, True),
        (BLIND, False, True, True),
        (GONE, False, False, False),
        (NOT_THERE, False, True, False),
    ],
)
def test_the_json_is_the_contracts(health: Health, ok: bool, reachable: bool, installed: bool) -> None:
    told = as_json(found(health))
    assert list(told)[:1] == ["ok"]
    assert told["ok"] is ok
    assert (told["host"], told["model"]) == ("http://127.0.0.1:11434", "qwen3-vl:4b")
    assert told["checks"] == {"ollama_reachable": reachable, "model_installed": installed}
    json.dumps(told)


def test_details_hide_nothing_of_the_contract() -> None:
    assert as_json(found(WELL))["details"] == {"digest": "abc"}


def test_a_value_that_is_not_used_is_a_line_of_its_own() -> None:
    lines = [one for one in found(GONE, OLLAMA_HOST="127.1").findings if one.what == "settings"]
    assert [one.level for one in lines] == [Level.WARN]
    assert "OLLAMA_HOST is '127.1'" in lines[0].told
    assert "http://127.0.0.1:11434 is used" in lines[0].hint


def test_every_failing_line_says_what_to_do() -> None:
    for health in (BLIND, GONE, NOT_THERE):
        failing = [one for one in found(health).findings if one.level is Level.FAIL]
        assert failing
        assert all(one.hint for one in failing)


def test_without_text_recognition_the_embedded_engine_fails_and_a_model_does_not() -> None:
    line = 'Text recognition is not installed: pip install "opsin[ocr]"'
    assert found(WELL, lacking=line).ok
    alone = found(None, "ocr", lacking=line)
    assert not alone.ok
    assert any("opsin[ocr]" in one.told for one in alone.findings)
    assert found(None, "ocr").ok


def test_folders_are_counted_and_not_named_and_another_machine_is_warned_of() -> None:
    findings = found(WELL, OPSIN_VISION_ALLOW_REMOTE="10.0.0.2:11434").findings
    told = [one.told for one in findings if one.what == "folders"]
    assert told == ["images of 2 folders may be read", "Pictures is left out."]
    (remote,) = (one for one in findings if one.what == "this machine")
    assert remote.level is Level.WARN
    assert "10.0.0.2:11434" in remote.told
    assert worst(list(found(WELL).findings)) is Level.WARN, "the folder that is left out"


@pytest.mark.parametrize("words", [["doctor", "--vision", "--json"], ["--doctor"]])
def test_without_a_server_it_fails_and_prints_the_json(
    words: list[str], tmp_path: Path, capsys: Capture
) -> None:
    environ = {"OPSIN_STATE_DIR": str(tmp_path), "VISION_OLLAMA_HOST": "127.0.0.1:9"}
    assert main(words, environ=environ) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["host"].endswith("127.0.0.1:9")
    assert told["model"] == "qwen3-vl:4b"
    assert told["checks"] == {"ollama_reachable": False, "model_installed": False}
    assert not list(tmp_path.iterdir())


def test_it_is_printed_for_people(tmp_path: Path, capsys: Capture) -> None:
    environ = {"OPSIN_STATE_DIR": str(tmp_path), "VISION_OLLAMA_HOST": "127.0.0.1:9"}
    assert main(["doctor", "--vision"], environ=environ) == 1
    shown = capsys.readouterr().out
    assert "FAIL  server" in shown
    assert "All is well" not in shown


def test_an_engine_that_lacks_its_setting_is_told(tmp_path: Path, capsys: Capture) -> None:
    environ = {"OPSIN_STATE_DIR": str(tmp_path), "OPSIN_VISION_ENGINE": "openai"}
    assert main(["doctor", "--vision"], environ=environ) == 1
    assert "OPSIN_VISION_OPENAI_URL" in capsys.readouterr().out
