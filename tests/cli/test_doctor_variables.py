"""Variables that look like settings and are none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.doctor_variables import check_variables
from opsin.cli.findings import Level
from opsin.setting_table import TABLE


def test_a_mistyped_variable_is_warned_of_with_the_nearest_name() -> None:
    canvas, foo, older = check_variables({"OPSIN_FOO": "1", "OPSIN_CANVS": "800", "opsin_region": "de-de"})
    assert (canvas.level, canvas.what) == (Level.WARN, "settings")
    assert canvas.told.startswith("OPSIN_CANVS is set")
    assert canvas.hint == "Did you mean OPSIN_CANVAS?"
    assert (foo.told.split()[0], foo.hint) == ("OPSIN_FOO", "`opsin settings` lists every setting.")
    assert older.hint == "Did you mean OPSIN_REGION?"


def test_every_command_tells_of_it_once_and_apart_from_its_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = {"OPSIN_CANVASS": "800", "OPSIN_STATE_DIR": str(tmp_path), "HOME": str(tmp_path)}
    for words in (["settings", "--json"], ["cache"], ["mcp-config"]):
        assert main(words, environ=environ) == 0
        shown = capsys.readouterr()
        assert shown.err.count("OPSIN_CANVASS is set, and there is no such setting") == 1
        assert "Did you mean OPSIN_CANVAS?" in shown.err
        assert "CANVASS" not in shown.out


@pytest.mark.full
def test_the_server_logs_it_and_its_answers_stay_clean(tmp_path: Path) -> None:
    environ = {**os.environ, "OPSIN_CANVASS": "800", "OPSIN_STATE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "opsin", "serve"]
    asked = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
    done = subprocess.run(
        command, input=asked, env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr.count("WARNING opsin.cli.serve_command: OPSIN_CANVASS is set") == 1
    assert "CANVASS" not in done.stdout


def test_an_older_name_can_be_mistyped_too() -> None:
    (finding,) = check_variables({"IMAGE_MCP_OUTPUT_DIRS": "x"})
    assert finding.hint == "Did you mean IMAGE_MCP_OUTPUT_DIR?"


def test_known_names_and_those_of_the_tests_are_let_be() -> None:
    names = [name for row in TABLE for name in (row.name, *row.older)]
    names += ["OPSIN_CONFIG", "OPSIN_CAPTURED_ANSWERS", "OPSIN_NODE", "OPSIN_NODE_MODULES", "OPSIN_BENCH_X"]
    assert check_variables(dict.fromkeys([*names, "PATH", "CANVAS"], "x")) == []


def test_an_empty_variable_counts_as_unset() -> None:
    assert check_variables({"OPSIN_FOO": " "}) == []


def test_a_name_steers_no_terminal() -> None:
    (finding,) = check_variables({"OPSIN_\x1b[2J": "1"})
    assert "\x1b" not in finding.told
