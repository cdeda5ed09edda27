"""server.json, the entry in the registry of MCP (schema 2025-12-11).

https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md
"""

from typing import Any

from scripts.packaging.facts import STDIO, choices_of, facts

from opsin.setting_table import Setting
from opsin.setting_values import folder

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"


def server_json() -> dict[str, Any]:
    """The whole file."""
    known = facts()
    return {
        "$schema": SCHEMA,
        "name": known.registry_name,
        "title": known.name,
        "description": known.short,
        "version": known.version,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": known.name,
                "version": known.version,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "serve"}],
                "environmentVariables": [_variable(row) for row in STDIO],
            }
        ],
    }


def _variable(row: Setting) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": row.name,
        "description": row.purpose,
        "isRequired": False,
        "isSecret": row.secret,
        "format": _format(row),
    }
    if row.default:
        told["default"] = row.default
    if choices := choices_of(row):
        told["choices"] = choices
    return told


def _format(row: Setting) -> str:
    if row.read is folder:
        return "filepath"
    if row.default and isinstance(row.read(row.default), int) and row.default.isdigit():
        return "number"
    return "string"
