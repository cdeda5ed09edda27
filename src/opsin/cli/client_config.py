"""The lines that tell an MCP client how to start the server."""

import json
from collections.abc import Mapping

from opsin.cli.program_words import full_words


def server_command() -> list[str]:
    """The command that starts the server, by full path."""
    return [*full_words(), "serve"]


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
