"""The lines that tell an MCP client how to start the server."""

import json
import os
import shutil
import sys
from pathlib import Path


def server_command() -> list[str]:
    """The command that starts the server, by full path: clients start servers with a PATH of their own.

    It is the `opsin` beside the running Python where there is one, so that the very same installation is meant.
    """
    beside = shutil.which("opsin", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("opsin")
    return [os.path.abspath(found), "serve"] if found else [sys.executable, "-m", "opsin", "serve"]  # noqa: PTH100


def client_config(style: str = "json") -> str:
    """The configuration: "json" as most clients take it, "codex" as TOML for Codex."""
    command, *arguments = server_command()
    if style == "codex":
        # A JSON string is a TOML basic string as well.
        return f"[mcp_servers.opsin]\ncommand = {json.dumps(command)}\nargs = {json.dumps(arguments)}"
    return json.dumps({"mcpServers": {"opsin": {"command": command, "args": arguments}}}, indent=2)
