"""Where the configurations of clients lie on the three platforms."""

from pathlib import Path

import pytest

from opsin.cli.client_config import FORMATS
from opsin.cli.installing.clients import CLIENTS, Machine, client_named

HOME = Path("/home/ana")


def places(name: str, platform: str, **environ: str) -> list[str]:
    client = client_named(name)
    assert client is not None
    return [path.as_posix() for path in client.places(Machine(HOME, environ, platform))]


@pytest.mark.parametrize(
    ("name", "platform", "environ", "path"),
    [
        ("claude", "linux", {}, "/home/ana/.claude.json"),
        ("claude", "linux", {"CLAUDE_CONFIG_DIR": "/c"}, "/c/.claude.json"),
        ("claude-desktop", "linux", {}, "/home/ana/.config/Claude/claude_desktop_config.json"),
        (
            "claude-desktop",
            "darwin",
            {},
            "/home/ana/Library/Application Support/Claude/claude_desktop_config.json",
        ),
        ("claude-desktop", "win32", {"APPDATA": "/r"}, "/r/Claude/claude_desktop_config.json"),
        ("codex", "win32", {}, "/home/ana/.codex/config.toml"),
        ("codex", "linux", {"CODEX_HOME": "/x"}, "/x/config.toml"),
        ("cursor", "darwin", {}, "/home/ana/.cursor/mcp.json"),
        ("vscode", "linux", {"XDG_CONFIG_HOME": "/xdg"}, "/xdg/Code/User/mcp.json"),
        ("vscode", "darwin", {}, "/home/ana/Library/Application Support/Code/User/mcp.json"),
        ("gemini", "linux", {}, "/home/ana/.gemini/settings.json"),
        ("opencode", "linux", {}, "/home/ana/.config/opencode/opencode.json"),
        ("zed", "darwin", {"XDG_CONFIG_HOME": "/xdg"}, "/home/ana/.config/zed/settings.json"),
        ("zed", "win32", {}, "/home/ana/AppData/Roaming/Zed/settings.json"),
    ],
)
def test_places(name: str, platform: str, environ: dict[str, str], path: str) -> None:
    assert places(name, platform, **environ)[-1] == path


def test_every_client_has_a_known_form_and_a_name_of_its_own() -> None:
    assert {client.style for client in CLIENTS} <= set(FORMATS)
    assert len({client.name for client in CLIENTS}) == len(CLIENTS)


def test_a_client_is_there_by_its_settings_or_its_command(tmp_path: Path) -> None:
    machine = Machine(tmp_path, {"PATH": str(tmp_path / "bin")}, "linux")
    assert not [client.name for client in CLIENTS if client.is_there(machine)]
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".claude.json").touch()
    assert [client.name for client in CLIENTS if client.is_there(machine)] == ["claude", "codex"]
