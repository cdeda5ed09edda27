"""From words to commands: help, versions, older flags, errors and their exit codes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.program import COMMANDS, exit_code, load
from opsin.errors import InvalidInput, SettingError, TimedOut
from opsin.images.outcome import Attempt, NothingServed, Outcome


def test_every_command_has_a_module_help_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        assert load(name).name == name
        assert main([name, "--help"]) == 0
        shown = capsys.readouterr().out
        assert f"example:\n  opsin {name}" in shown
        assert "exit codes:" in shown


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


def test_help_of_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "search"]) == 0
    assert "usage: opsin search" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("opsin 0.")


def test_an_unknown_command_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serach", "x"]) == 2
    assert "Did you mean `opsin search`?" in capsys.readouterr().err
    assert main(["xyzzy"]) == 2
    assert "opsin --help" in capsys.readouterr().err


def test_an_unknown_argument_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "x", "--nonsense"]) == 2
    assert "--nonsense" in capsys.readouterr().err


def test_the_configuration_of_a_client_starts_this_very_opsin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--print-mcp-config"]) == 0
    server = json.loads(capsys.readouterr().out)["mcpServers"]["opsin"]
    assert server["args"][-1] == "serve"
    assert Path(server["command"]).is_absolute()
    assert main(["--print-mcp-config", "--format", "codex"]) == 0
    assert capsys.readouterr().out.startswith("[mcp_servers.opsin]\ncommand = ")


def test_exit_codes_tell_failures_apart() -> None:
    empty = (Attempt("a", Outcome.EMPTY),)
    blocked = (Attempt("a", Outcome.EMPTY), Attempt("b", Outcome.BLOCKED))
    assert exit_code(NothingServed("", attempts=empty)) == 3
    assert exit_code(NothingServed("", attempts=blocked)) == 1
    assert exit_code(InvalidInput("")) == 2
    assert exit_code(SettingError("")) == 2
    assert exit_code(TimedOut("")) == 1


def test_an_unexpected_error_is_told_in_one_clean_line(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(Mapping[str, str]):
        """An environment that cannot be read, and says so in words that steer a terminal."""

        def __getitem__(self, key: str) -> str:
            raise RuntimeError("obey\x9b2J\x1b[31m\u202e\nnow")

        def __iter__(self) -> Iterator[str]:
            return iter(())

        def __len__(self) -> int:
            return 0

    assert main(["settings"], environ=Broken()) == 1
    assert capsys.readouterr().err.splitlines()[0] == "opsin: unexpected error: RuntimeError: obey2J[31m now"


def test_a_bad_setting_stops_a_command_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings"], environ={"OPSIN_CANVAS": "large", "HOME": str(tmp_path)}) == 2
    told = capsys.readouterr().err
    assert "OPSIN_CANVAS" in told
    assert "'large'" in told


def test_an_error_is_data_too_where_json_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = {"OPSIN_STATE_DIR": str(tmp_path / "state"), "OPSIN_CONFIG": str(tmp_path / "config.toml")}
    (tmp_path / "config.toml").touch()
    assert main(["inspect", "s9:1", "--json"], environ=environ) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["code"] == "unknown-id"
    assert told["hint"]
    assert "s9:1" in told["error"]


def test_only_the_named_commands_module_is_imported() -> None:
    code = (
        "import sys; from opsin.cli import main; main(['--version']); "
        "sys.exit(sorted(name for name in sys.modules if name.startswith('opsin.') and name not in "
        "{'opsin.cli', 'opsin.cli.program', 'opsin.cli.command', 'opsin.cli.console', 'opsin.cli.exits', "
        "'opsin.errors'}) or sorted({'PIL', 'httpx2', 'mcp', 'sqlite3', 'asyncio'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="a pipe closes in another way there")
def test_a_closed_pipe_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "opsin", "--help"],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_python_dash_m_is_the_same_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "opsin", "--version"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=tmp_path,
    )
    assert done.stdout.startswith("opsin 0.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("words", [["--help"], ["settings", "--json"], ["nonsense", "--json"]])
def test_a_full_disk_below_standard_output_is_told(words: list[str]) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [sys.executable, "-m", "opsin", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "Standard output cannot be written: No space left on device." in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
