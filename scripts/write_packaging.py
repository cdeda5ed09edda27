"""Write what packages opsin for others: run it with `make packaging`.

All of it comes from pyproject.toml and the table of settings. `--bundle FOLDER` fills a folder for `mcpb pack` instead.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from scripts.packaging.container import dockerfile, dockerignore
from scripts.packaging.facts import ROOT
from scripts.packaging.mcpb import manifest, stage
from scripts.packaging.plugin import marketplace, plugin
from scripts.packaging.server_json import server_json

MANIFEST = "packaging/mcpb/manifest.json"


def written() -> dict[str, str]:
    """Every file, by its path from the project's folder, with its text."""
    return {
        "server.json": _json(server_json()),
        MANIFEST: _json(manifest()),
        ".claude-plugin/plugin.json": _json(plugin()),
        ".claude-plugin/marketplace.json": _json(marketplace()),
        "Dockerfile": dockerfile(),
        ".dockerignore": dockerignore(),
    }


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--bundle", type=Path, metavar="FOLDER", help="fill this folder for `mcpb pack` instead"
    )
    arguments = parser.parse_args()
    if arguments.bundle is not None:
        stage(arguments.bundle, written()[MANIFEST])
        return
    for name, text in written().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
