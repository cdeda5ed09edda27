"""The clients whose configuration opsin can write: where it lies, in which form, and how each client checks it.

Places are those of the clients' own documentation, for all projects of one user.
"""

import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """What places depend on.

    Attributes:
        home: The user's folder.
        environ: The environment.
        platform: As `sys.platform` has it.
    """

    home: Path
    environ: Mapping[str, str]
    platform: str

    @classmethod
    def this(cls, environ: Mapping[str, str]) -> "Machine":
        """This one, with the given environment."""
        named = environ.get("USERPROFILE" if sys.platform == "win32" else "HOME", "")
        return cls(Path(named) if named else Path.home(), environ, sys.platform)

    def named(self, variable: str, otherwise: Path) -> Path:
        """The folder that a variable names, where it does."""
        return Path(given) if (given := self.environ.get(variable, "").strip()) else otherwise

    @property
    def config(self) -> Path:
        """The folder of settings by the XDG rules, which several clients keep to on every platform."""
        return self.named("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def programs(self) -> Path:
        """Where programs with windows keep their settings."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.named("APPDATA", self.home / "AppData" / "Roaming")
        return self.config


@dataclass(frozen=True, slots=True)
class Client:
    """One client.

    Attributes:
        name: As `--client` takes it.
        label: As people call it.
        style: One of `opsin.cli.client_config.FORMATS`.
        places: Gives the files that it reads; the last one is made where none is there.
        program: Its command; empty where it has none.
        check: What a person types to have the client itself check the entry, or does; empty where there is nothing.
    """

    name: str
    label: str
    style: str
    places: Callable[[Machine], tuple[Path, ...]]
    program: str = ""
    check: str = ""

    def is_there(self, machine: Machine) -> bool:
        """Whether the client seems to be installed: its command is found, or its settings are."""
        if self.program and shutil.which(self.program, path=machine.environ.get("PATH")):
            return True
        return any(place.exists() or _own_folder(place, machine) for place in self.places(machine))


def _own_folder(place: Path, machine: Machine) -> bool:
    return place.parent != machine.home and place.parent.is_dir()


def _claude(machine: Machine) -> tuple[Path, ...]:
    return (machine.named("CLAUDE_CONFIG_DIR", machine.home) / ".claude.json",)


def _opencode(machine: Machine) -> tuple[Path, ...]:
    folder = machine.config / "opencode"
    return (folder / "opencode.jsonc", folder / "opencode.json")


def _zed(machine: Machine) -> tuple[Path, ...]:
    above = machine.programs / "Zed" if machine.platform == "win32" else machine.home / ".config" / "zed"
    if machine.platform == "linux":
        above = machine.config / "zed"
    return (above / "settings.json",)


CLIENTS: tuple[Client, ...] = (
    Client("claude", "Claude Code", "json", _claude, "claude", "claude mcp list"),
    Client(
        "claude-desktop",
        "Claude Desktop",
        "json",
        lambda machine: (machine.programs / "Claude" / "claude_desktop_config.json",),
    ),
    Client(
        "codex",
        "Codex",
        "codex",
        lambda machine: (machine.named("CODEX_HOME", machine.home / ".codex") / "config.toml",),
        "codex",
        "codex mcp list",
    ),
    Client(
        "cursor",
        "Cursor",
        "json",
        lambda machine: (machine.home / ".cursor" / "mcp.json",),
        "cursor",
    ),
    Client(
        "vscode",
        "VS Code",
        "vscode",
        lambda machine: (machine.programs / "Code" / "User" / "mcp.json",),
        "code",
    ),
    Client(
        "gemini",
        "Gemini CLI",
        "json",
        lambda machine: (machine.named("GEMINI_CLI_HOME", machine.home) / ".gemini" / "settings.json",),
        "gemini",
        "gemini mcp list (it starts servers in folders alone that Gemini CLI was told to trust)",
    ),
    Client("opencode", "opencode", "opencode", _opencode, "opencode", "opencode mcp list"),
    Client("zed", "Zed", "zed", _zed, "zed"),
    Client(
        "windsurf",
        "Windsurf",
        "json",
        lambda machine: (machine.home / ".codeium" / "windsurf" / "mcp_config.json",),
        "windsurf",
    ),
    Client(
        "lmstudio",
        "LM Studio",
        "json",
        lambda machine: (machine.home / ".lmstudio" / "mcp.json",),
        "lms",
    ),
)
"""Every client that is known by name. Others are served with `--file` and `--format`."""


def client_named(name: str) -> Client | None:
    """The client of that name."""
    return next((client for client in CLIENTS if client.name == name), None)
