"""The lines that tell an MCP client how to start the server."""

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

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


def client_config(style: str = "json", environ: Mapping[str, str] | None = None) -> str:
    """The configuration of a client.

    Args:
        style: One of FORMATS.
        environ: Variables that the server is to be started with.
    """
    command, *arguments = server_command()
    env = {"env": dict(environ)} if environ else {}
    server = {"command": command, "args": arguments, **env}
    match style:
        case "codex":
            return _codex(command, arguments, environ or {})
        case "vscode":
            shaped: dict[str, object] = {"servers": {"opsin": {"type": "stdio", **server}}}
        case "opencode":
            local = {"type": "local", "command": [command, *arguments], "enabled": True}
            environment = {"environment": dict(environ)} if environ else {}
            shaped = {"mcp": {"opsin": {**local, **environment}}}
        case "zed":
            shaped = {"context_servers": {"opsin": {"source": "custom", **server}}}
        case _:
            shaped = {"mcpServers": {"opsin": server}}
    return json.dumps(shaped, indent=2)


def _codex(command: str, arguments: list[str], environ: Mapping[str, str]) -> str:
    # A JSON string is a TOML basic string as well, but for surrogate pairs and a bare DEL.
    def quoted(value: object) -> str:
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    lines = [
        "[mcp_servers.opsin]",
        f"command = {quoted(command)}",
        f"args = {quoted(arguments)}",
        "enabled = true",
    ]
    if environ:
        lines += ["[mcp_servers.opsin.env]", *(f"{key} = {quoted(environ[key])}" for key in environ)]
    return "\n".join(lines)
