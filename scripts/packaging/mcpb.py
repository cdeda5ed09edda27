"""The manifest of an MCP bundle (version 0.4, run by uv), and the folder that is packed with it.

https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
"""

import re
import shutil
from pathlib import Path
from typing import Any

from scripts.packaging.facts import KEYS, ROOT, facts

from opsin.server.tools.registry import TOOLS
from opsin.setting_table import TABLE, Setting

CONTENT = ("pyproject.toml", "README.md", "LICENSE", "THIRD_PARTY.md", "skills", "src")
"""What a bundle holds beside its manifest: all that the package is built of."""

ICON = "icon.png"

_FOLDERS = {"OPSIN_OUTPUT_DIR": "Folder for downloads"}


def manifest() -> dict[str, Any]:
    """The whole manifest."""
    known = facts()
    asked = (*(row for row in TABLE if row.name in _FOLDERS), *KEYS)
    return {
        "manifest_version": "0.4",
        "name": known.name,
        "version": known.version,
        "description": known.short,
        "long_description": known.description,
        "author": {"name": known.author},
        "icon": ICON,
        "license": known.licence,
        "keywords": list(known.keywords),
        "server": {
            "type": "uv",
            "entry_point": "src/opsin/__main__.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--no-dev", "--project", "${__dirname}", "opsin", "serve"],
                "env": {row.name: f"${{user_config.{row.key}}}" for row in asked},
            },
        },
        "tools": [{"name": tool.name, "description": _first_sentence(tool.description)} for tool in TOOLS],
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"python": known.python_range},
        },
        "user_config": {row.key: _option(row) for row in asked},
    }


def stage(folder: Path, text: str) -> None:
    """Fill a folder with what `mcpb pack` packs.

    Args:
        folder: An empty or missing folder.
        text: The manifest's text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    shutil.copyfile(ROOT / ".claude-plugin" / ICON, folder / ICON)
    for name in CONTENT:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        else:
            shutil.copyfile(source, folder / name)


def _option(row: Setting) -> dict[str, Any]:
    told = {
        "title": _FOLDERS.get(row.name) or row.purpose.partition(";")[0].rstrip("."),
        "description": row.purpose,
    }
    if row.name in _FOLDERS:
        return {"type": "directory", **told, "required": False, "default": "${HOME}/Pictures/opsin"}
    # An empty value counts as unset; without a default, clients pass the placeholder itself.
    return {"type": "string", **told, "sensitive": True, "required": False, "default": ""}


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.])\s", text.strip(), maxsplit=1)[0]
