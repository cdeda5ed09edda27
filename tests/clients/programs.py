"""The commands of clients, run with a home folder of their own."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.clients.installed import installed

PACKAGES = {
    "claude": "@anthropic-ai/claude-code",
    "codex": "@openai/codex",
    "opencode": "opencode-ai",
    "gemini": "@google/gemini-cli",
    "mcpb": "@anthropic-ai/mcpb",
}
SECONDS = 110


def environment(command: str, home: Path) -> dict[str, str]:
    """The variables for a client's command, or a skip of the test where it is not installed, or not wholly."""
    package = installed(PACKAGES[command])
    path = os.pathsep.join(
        [str(package.modules / ".bin"), str(Path(package.node).parent), os.environ["PATH"]]
    )
    environ = {"HOME": str(home), "PATH": path, "NO_COLOR": "1"}
    if run([command, "--version"], environ, home).returncode:
        pytest.skip(
            f"{PACKAGES[command]} does not start; its install script has to be run (npm approve-scripts)"
        )
    return environ


def run(words: list[str], environ: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that nobody types to."""
    return subprocess.run(
        words,
        check=False,
        env=environ,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )
