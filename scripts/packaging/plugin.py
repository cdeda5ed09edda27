"""The plugin of Claude Code: its manifest, and the marketplace of one that lets people add it from the repository.

https://code.claude.com/docs/en/plugins-reference
"""

from typing import Any

from scripts.packaging.facts import facts


def plugin() -> dict[str, Any]:
    """.claude-plugin/plugin.json. The server is run from the plugin's own files; the skill is found in `skills/`."""
    known = facts()
    return {
        "name": known.name,
        "version": known.version,
        "description": known.description,
        "author": {"name": known.author},
        "license": known.licence,
        "keywords": list(known.keywords),
        "mcpServers": {
            known.name: {"command": "uvx", "args": ["--from", "${CLAUDE_PLUGIN_ROOT}", known.name, "serve"]}
        },
    }


def marketplace() -> dict[str, Any]:
    """.claude-plugin/marketplace.json."""
    known = facts()
    return {
        "name": known.name,
        "owner": {"name": known.author},
        "metadata": {"description": known.short},
        "plugins": [{"name": known.name, "source": "./", "description": known.description}],
    }
