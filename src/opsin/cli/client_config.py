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


def client_config(style: str = "json", environ: Mapping[str, str] | None = None) -> str:
    """The configuration: "json" as most clients take it, "codex" as TOML for Codex.

    Args:
        style: "json" or "codex".
        environ: Variables that the server is to be started with.
    """
    command, *arguments = server_command()
    if style == "codex":
        # A JSON string is a TOML basic string as well.
        lines = [
            "[mcp_servers.opsin]",
            f"command = {json.dumps(command)}",
            f"args = {json.dumps(arguments)}",
        ]
        if environ:
            lines += ["[mcp_servers.opsin.env]", *(f"{key} = {json.dumps(environ[key])}" for key in environ)]
        return "\n".join(lines)
    server = {"command": command, "args": arguments, **({"env": dict(environ)} if environ else {})}
    return json.dumps({"mcpServers": {"opsin": server}}, indent=2)
