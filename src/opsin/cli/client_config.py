"""The lines that tell an MCP client how to start the server."""

import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from opsin.cli.program_words import full_words


def server_command(prefix: str = sys.prefix, path: str | None = None) -> list[str]:
    """The command that starts the server, by full path.

    Where opsin runs in an environment that uvx or `pipx run` keeps in a cache, the runner is named, because the cache
    may be emptied.

    Args:
        prefix: The environment that runs.
        path: Where the runner is looked for; the process's PATH when None.
    """
    parts = set(Path(prefix).parts)
    words: list[str] = []
    if {"uv", "archive-v0"} <= parts:
        words = ["uvx", "opsin"]
    elif "pipx" in parts and "venvs" not in parts:
        words = ["pipx", "run", "opsin"]
    runner = shutil.which(words[0], path=path) if words else None
    if runner is None:
        return [*full_words(), "serve"]
    return [os.path.abspath(runner), *words[1:], "serve"]  # noqa: PTH100


FORMATS = ("json", "generic", "codex", "vscode", "opencode", "zed")
"""What the configurations of clients look like. `json` is that of Claude Code and Desktop, Cursor, Gemini CLI and most
others; `generic` is the same."""

_PATHS = {
    "codex": ("mcp_servers", "opsin"),
    "vscode": ("servers", "opsin"),
    "opencode": ("mcp", "opsin"),
    "zed": ("context_servers", "opsin"),
}


def entry_path(style: str) -> tuple[str, ...]:
    """The keys under which the entry of the server stands in a configuration of that style."""
    return _PATHS.get(style, ("mcpServers", "opsin"))


def variables_key(style: str) -> str:
    """The key of the entry's variables."""
    return "environment" if style == "opencode" else "env"


def server_entry(
    style: str, environ: Mapping[str, str] | None = None, words: Sequence[str] | None = None
) -> dict[str, Any]:
    """What stands under that path: how the server is started.

    Args:
        style: One of FORMATS.
        environ: Variables that the server is to be started with.
        words: The command; the one that starts this very opsin when None.
    """
    command, *arguments = words or server_command()
    started: dict[str, Any] = {"command": command, "args": arguments}
    match style:
        case "codex":
            entry = {**started, "enabled": True}
        case "vscode":
            entry = {"type": "stdio", **started}
        case "opencode":
            entry = {"type": "local", "command": [command, *arguments], "enabled": True}
        case "zed":
            entry = {"source": "custom", **started}
        case _:
            entry = started
    return {**entry, variables_key(style): dict(environ)} if environ else entry


def client_config(style: str = "json", environ: Mapping[str, str] | None = None) -> str:
    """The configuration of a client.

    Args:
        style: One of FORMATS.
        environ: Variables that the server is to be started with.
    """
    return config_text(style, server_entry(style, environ))


def config_text(style: str, entry: Mapping[str, Any]) -> str:
    """An entry with the keys above it, as text that can be put into a configuration."""
    path = entry_path(style)
    if style == "codex":
        from opsin.cli.installing.toml_editing import table_text

        return table_text(path, entry).rstrip()
    shaped: Any = dict(entry)
    for key in reversed(path):
        shaped = {key: shaped}
    return json.dumps(shaped, indent=2)
