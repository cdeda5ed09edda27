"""Every script that a person starts has a help; asked for it, none writes, fetches or measures anything."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STARTED = 'if __name__ == "__main__":'
BY_PROGRAMS = {"benchmarks/slow_web.py"}
SCRIPTS = sorted(
    name
    for folder in ("scripts", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if f"\n{STARTED}\n" in path.read_text(encoding="utf-8")
    and (name := path.relative_to(ROOT).as_posix()) not in BY_PROGRAMS
)


def test_every_script_reads_its_arguments_with_a_parser() -> None:
    assert len(SCRIPTS) > 10
    assert [name for name in SCRIPTS if "argparse" not in (ROOT / name).read_text(encoding="utf-8")] == []


@pytest.mark.full
@pytest.mark.parametrize(
    "module",
    [
        *(name.removesuffix(".py").removesuffix("/__main__").replace("/", ".") for name in SCRIPTS),
        "tests.web.hostile_measures",
        "tests.corpus.measure",
        "tests.cli.write_sure_settings",
        "tests.server.write_stored_answers",
        "tests.server.write_tools_list",
    ],
)
def test_help_is_printed_and_nothing_else_is_done(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
