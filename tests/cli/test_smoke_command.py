"""`opsin smoke` and the older `--smoke`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.smoke_command import as_json, as_lines
from opsin.text import FENCE_END
from opsin.vision.refused import Code
from opsin.vision.smoke import Verdict
from tests.loopback.ollama import FakeOllama, ollama_in_thread
from tests.server.tools.reports_made import REPORT

Capture = pytest.CaptureFixture[str]

FAILED = Verdict(False, "ollama gave an empty report.", "Update it.", Code.EMPTY_REPORT)


def test_the_verdict_comes_first_and_the_report_after_it() -> None:
    orange = replace(REPORT, answer="An orange square.")
    lines = as_lines(Verdict(True, "Pixels arrive."), orange, fenced=True)
    assert lines[0] == "ok    Pixels arrive."
    assert "is named" in lines[1]
    assert lines[-1] == FENCE_END
    lines = as_lines(FAILED, replace(REPORT, answer=""), fenced=False)
    assert lines[:2] == ["FAIL  EMPTY_REPORT: ollama gave an empty report.", "      Update it."]
    assert "not named" in lines[2]


def test_the_json_has_verdict_code_and_report() -> None:
    told = as_json(FAILED, REPORT)
    assert (told["ok"], told["error_code"]) == (False, "EMPTY_REPORT")
    assert told["report"]["answer"] == REPORT.answer
    assert "error_code" not in as_json(Verdict(True, "Fine."), REPORT)


def test_a_named_engine_that_does_not_answer_fails_it(tmp_path: Path, capsys: Capture) -> None:
    environ = {
        "OPSIN_STATE_DIR": str(tmp_path),
        "OPSIN_VISION_ENGINE": "openai",
        "VISION_OLLAMA_HOST": "127.0.0.1:9",
    }
    assert main(["smoke", "--json"], environ=environ) == 1
    assert json.loads(capsys.readouterr().out)["error_code"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("mode", "reply", "code", "said"),
    [
        ("serving", "zebra " * 90, "INVALID_RESPONSE", "zebra"),
        pytest.param("length", "", "INVALID_RESPONSE", "answ", marks=pytest.mark.full),
        pytest.param("not-found", "", "MODEL_NOT_FOUND", "does not have", marks=pytest.mark.full),
        pytest.param("serving", '{"answer": "A cat."}', "INVALID_RESPONSE", "A cat.", marks=pytest.mark.full),
    ],
)
def test_a_model_that_answers_nonsense_fails_it_and_nobody_answers_in_its_place(
    mode: str, reply: str, code: str, said: str, tmp_path: Path, capsys: Capture
) -> None:
    fake = FakeOllama(mode=mode)
    fake.reply = reply or fake.reply
    with ollama_in_thread(fake) as server:
        environ = {"OPSIN_STATE_DIR": str(tmp_path), "OPSIN_VISION_OLLAMA_HOST": server.place}
        assert main(["smoke", "--json"], environ=environ) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["error_code"] == code
    assert said in printed.out + printed.err


@pytest.mark.full
def test_where_no_server_is_the_embedded_engine_is_tried_and_that_is_told(
    tmp_path: Path, capsys: Capture
) -> None:
    environ = {"OPSIN_STATE_DIR": str(tmp_path), "OPSIN_VISION_OLLAMA_HOST": "127.0.0.1:9"}
    assert main(["smoke", "--json"], environ=environ) == 0
    told = json.loads(capsys.readouterr().out)
    assert "No model was tried: Ollama could not be asked" in told["told"]
    assert "ollama serve" in told["hint"]


@pytest.mark.full
@pytest.mark.parametrize("words", [["smoke", "--json"], ["--smoke", "--json"]])
def test_the_embedded_engine_sees_the_pixels(words: list[str], tmp_path: Path, capsys: Capture) -> None:
    environ = {"OPSIN_STATE_DIR": str(tmp_path), "OPSIN_VISION_ENGINE": "ocr"}
    assert main(words, environ=environ) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    assert "orange" in json.dumps(told["report"])
    assert not list(tmp_path.iterdir())
