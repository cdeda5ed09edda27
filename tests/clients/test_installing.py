"""What `opsin install` writes, checked by each client's own command, with a home folder of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.programs import environment, run

pytestmark = [pytest.mark.clients, pytest.mark.skipif(os.name == "nt", reason="homes are others there")]

LISTED = {
    "claude": r"opsin: .*/opsin serve.*Connected",
    "codex": r"opsin .*/opsin +serve +.*enabled",
    "opencode": r"opsin .*connected",
    # In a folder that nobody has trusted yet, Gemini CLI starts no server.
    "gemini": r"opsin: .*/opsin serve .*(Connected|Disabled)",
}
OTHERS = {
    "claude": (".claude.json", '{\n  "theme": "dark",\n  "mcpServers": {}\n}\n'),
    "codex": (".codex/config.toml", '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "true"\n'),
    "opencode": (".config/opencode/opencode.jsonc", '{\n  // mine\n  "autoupdate": false,\n}\n'),
    "gemini": (
        ".gemini/settings.json",
        '{\n  // mine\n  "security": {"folderTrust": {"enabled": false}}\n}\n',
    ),
}


def opsin(words: list[str], environ: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-m", "opsin", *words], env=environ, check=True, timeout=60)


def listed(client: str, environ: dict[str, str], folder: Path) -> str:
    done = run([client, "mcp", "list"], environ, folder)
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)


@pytest.mark.parametrize("client", LISTED)
@pytest.mark.parametrize("fresh", [True, False])
def test_the_client_itself_lists_the_server(client: str, fresh: bool, tmp_path: Path) -> None:
    environ = environment(client, tmp_path)
    (tmp_path / "project").mkdir()
    name, content = OTHERS[client]
    file = tmp_path / name
    if not fresh:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    opsin(["install", "--client", client, "--yes"], environ)
    told = listed(client, environ, tmp_path / "project")
    assert re.search(LISTED[client], told), told
    if not fresh and client != "claude":
        # Claude Code writes this file itself.
        lines = iter(file.read_text("utf-8").splitlines())
        assert all(line in lines for line in content.replace("false}}\n", "false}},\n").splitlines())
    opsin(["install", "--client", client, "--uninstall", "--yes"], environ)
    assert "opsin" not in listed(client, environ, tmp_path / "project")
