"""How a person types this very opsin: by its name where PATH leads to it, else by its path."""

import shlex
import sys
from pathlib import Path

import pytest

from opsin.cli.client_config import client_config
from opsin.cli.program_words import full_words, quoted_words, typed


def test_off_the_path_the_program_is_named_by_its_path(tmp_path: Path) -> None:
    line = typed(["demo"], path=str(tmp_path))
    assert line == quoted_words([*full_words(), "demo"])
    assert Path(full_words()[0]).is_absolute()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_on_the_path_its_name_is_enough_and_another_opsin_is_not_taken_for_it(tmp_path: Path) -> None:
    program = full_words()
    if len(program) > 1:
        pytest.skip("there is no opsin beside this Python")
    (tmp_path / "same").mkdir()
    (tmp_path / "same" / "opsin").symlink_to(program[0])
    assert typed(["search", "red panda"], path=str(tmp_path / "same")) == "opsin search 'red panda'"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "opsin").write_text("#!/bin/sh\n")
    (tmp_path / "other" / "opsin").chmod(0o755)
    assert typed(path=str(tmp_path / "other")) == shlex.join(program)


def test_a_clients_configuration_takes_variables_along() -> None:
    assert '"env": {\n        "A": "b"' in client_config(environ={"A": "b"})
    assert client_config("codex", {"A": "b"}).endswith('[mcp_servers.opsin.env]\nA = "b"')
    assert "env" not in client_config("codex").replace(full_words()[0], "")
