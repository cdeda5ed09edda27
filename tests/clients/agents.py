"""Whole agents, each with a home folder of its own, opsin as its only MCP server, and a stand-in for its model.

What an agent asks a person for is granted beforehand, and what it would fetch by itself (updates, catalogues of models,
reports of its use) is switched off, or meets a proxy that takes no connection.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.clients.model_dialects import MODEL
from tests.clients.programs import environment

PROMPT = "Find pictures."
AT_MOST_S = 100
NOWHERE = "http://127.0.0.1:9"
"""Port 9 (discard) is served nowhere."""

SERVER = {"command": sys.executable, "args": ["-m", "opsin", "serve"]}


@dataclass(frozen=True, slots=True)
class Setting:
    """How one agent is run.

    Attributes:
        words: Its command.
        files: Its configuration, by paths below the home folder.
        environ: Further variables.
    """

    words: list[str]
    files: Mapping[str, str]
    environ: Mapping[str, str] = field(default_factory=dict)


def _claude(model: str, server: Mapping[str, str]) -> Setting:
    config = {"mcpServers": {"opsin": {**SERVER, "type": "stdio", "env": server}}}
    return Setting(
        words=[
            *("claude", "-p", PROMPT),
            *("--mcp-config", "../mcp.json", "--strict-mcp-config"),
            *("--allowedTools", "mcp__opsin"),
        ],
        files={"mcp.json": json.dumps(config)},
        environ={
            "ANTHROPIC_BASE_URL": model,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            # Else it offers a tool that loads the others.
            "ENABLE_TOOL_SEARCH": "false",
            # Else the first turn does not wait for servers.
            "MCP_CONNECTION_NONBLOCKING": "0",
            "MCP_TIMEOUT": "60000",
        },
    )


def _claude_searching(model: str, server: Mapping[str, str]) -> Setting:
    setting = _claude(model, server)
    return replace(setting, environ={**setting.environ, "ENABLE_TOOL_SEARCH": "true"})


def _codex(model: str, server: Mapping[str, str]) -> Setting:
    # JSON's strings and lists of strings are TOML's as well.
    variables = "\n".join(f"{name} = {json.dumps(value)}" for name, value in server.items())
    config = f"""\
model = "{MODEL}"
model_provider = "stand_in"
approval_policy = "never"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.stand_in]
name = "Stand-in"
base_url = "{model}/v1"
wire_api = "responses"

[mcp_servers.opsin]
command = {json.dumps(SERVER["command"])}
args = {json.dumps(SERVER["args"])}
required = true
startup_timeout_sec = 60
default_tools_approval_mode = "approve"

[mcp_servers.opsin.env]
{variables}
"""
    return Setting(
        words=["codex", "exec", "--skip-git-repo-check", "--ephemeral", PROMPT],
        files={".codex/config.toml": config},
    )


def _opencode(model: str, server: Mapping[str, str]) -> Setting:
    config = {
        "model": f"stand_in/{MODEL}",
        "small_model": f"stand_in/{MODEL}",
        "autoupdate": False,
        "share": "disabled",
        "permission": "allow",
        "provider": {
            "stand_in": {
                "npm": "@ai-sdk/anthropic",
                "name": "Stand-in",
                "options": {"baseURL": f"{model}/v1", "apiKey": "none"},
                "models": {
                    MODEL: {
                        "name": "Stand-in",
                        "attachment": True,
                        "tool_call": True,
                        "modalities": {"input": ["text", "image"], "output": ["text"]},
                        "limit": {"context": 200_000, "output": 8_000},
                    }
                },
            }
        },
        "mcp": {
            "opsin": {
                "type": "local",
                "command": [SERVER["command"], *SERVER["args"]],
                "environment": server,
                "timeout": 60_000,
            }
        },
    }
    return Setting(
        words=["opencode", "run", "--title", "Pictures", PROMPT],
        files={".config/opencode/opencode.json": json.dumps(config)},
        environ={
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
            "OPENCODE_DISABLE_SHARE": "1",
        },
    )


def _gemini(model: str, server: Mapping[str, str]) -> Setting:
    config = {
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "mcpServers": {"opsin": {**SERVER, "env": server, "trust": True, "timeout": 60_000}},
    }
    return Setting(
        words=["gemini", "--model", "gemini-2.5-pro", "--approval-mode", "yolo", "--prompt", PROMPT],
        files={".gemini/settings.json": json.dumps(config)},
        environ={"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": model},
    )


_SETTINGS: Mapping[str, Callable[[str, Mapping[str, str]], Setting]] = {
    "claude": _claude,
    "claude_searching": _claude_searching,
    "codex": _codex,
    "opencode": _opencode,
    "gemini": _gemini,
}
AGENTS = ("claude", "codex", "opencode", "gemini")


def run_agent(agent: str, model: str, server: Mapping[str, str], home: Path) -> str:
    """Let an agent work until it ends, and end what it left.

    Args:
        agent: One of `AGENTS`, or `claude_searching`: Claude Code that loads tools when it needs them.
        model: `http://host:port` of the stand-in model.
        server: Variables of opsin.
        home: An empty folder; the agent works in its folder `project`.

    Returns:
        All that it wrote, and how it ended.
    """
    setting = _SETTINGS[agent](model, server)
    environ = environment(setting.words[0], home)
    project = home / "project"
    project.mkdir(exist_ok=True)
    for name, content in setting.files.items():
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    process = subprocess.Popen(
        setting.words,
        cwd=project,
        env={**environ, **_without_network(), **setting.environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # A group of its own, so that what hangs can be ended together with what it started.
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=AT_MOST_S)
    except subprocess.TimeoutExpired:
        _end(process)
        said, _ = process.communicate()
        return f"{said}\nIt was ended after {AT_MOST_S} s."
    finally:
        _end(process)
    return f"{said}\nIt ended with {process.returncode}."


def _without_network() -> dict[str, Any]:
    names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
    return {
        **{name: NOWHERE for upper in names for name in (upper, upper.lower())},
        **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost"),
    }


def _end(process: subprocess.Popen[str]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
