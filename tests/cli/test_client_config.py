import os
from pathlib import Path

import pytest

from opsin.cli.client_config import server_command
from opsin.cli.program_words import full_words


@pytest.mark.skipif(os.name == "nt", reason="programs have other names there")
@pytest.mark.parametrize(
    ("prefix", "runner", "words"),
    [
        ("/home/ana/.cache/uv/archive-v0/x1Yz", "uvx", ["opsin", "serve"]),
        ("/home/ana/.cache/pipx/8f3a", "pipx", ["run", "opsin", "serve"]),
    ],
)
def test_a_runner_is_named_instead_of_its_cache(
    tmp_path: Path, prefix: str, runner: str, words: list[str]
) -> None:
    program = tmp_path / runner
    program.write_text("#!/bin/sh\n", encoding="ascii")
    program.chmod(0o755)
    assert server_command(prefix, str(tmp_path)) == [str(program), *words]
    assert server_command(prefix, str(tmp_path / "nowhere")) == [*full_words(), "serve"]


@pytest.mark.parametrize("prefix", ["/opt/opsin", "/home/ana/.local/share/pipx/venvs/opsin", "/home/ana/uv"])
def test_an_installation_that_stays_is_named_itself(prefix: str) -> None:
    assert server_command(prefix) == [*full_words(), "serve"]
