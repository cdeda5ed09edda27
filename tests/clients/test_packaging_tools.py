"""The bundle and the plugin, checked by the tools of those who publish them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.programs import environment, run

pytestmark = [
    pytest.mark.clients,
    pytest.mark.skipif(os.name == "nt", reason="programs have other names there"),
]

ROOT = Path(__file__).parents[2]


def told(words: list[str], home: Path) -> str:
    done = run(words, environment(words[0], home), ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_mcpb_takes_the_manifest_and_packs_the_bundle(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    words = [sys.executable, "-m", "scripts.write_packaging", "--bundle", str(bundle)]
    subprocess.run(words, cwd=ROOT, check=True)
    told(["mcpb", "validate", str(bundle / "manifest.json")], tmp_path)
    told(["mcpb", "pack", str(bundle), str(tmp_path / "opsin.mcpb")], tmp_path)
    assert (tmp_path / "opsin.mcpb").stat().st_size > 1_000_000


@pytest.mark.parametrize("what", [".", ".claude-plugin/plugin.json"])
def test_claude_code_takes_the_plugin_with_its_skill(what: str, tmp_path: Path) -> None:
    said = told(["claude", "plugin", "validate", what], tmp_path)
    assert "Validation passed" in said
    assert "skills: opsin:opsin" in said
    assert "mcpServers: opsin stdio" in said
    assert "warning" not in said
