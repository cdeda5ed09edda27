"""Where Node and the clients are. Both are installed apart; a test that needs them is skipped where they are not."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent

# Read once at import: the tests' own environment no longer has what opsin might take for a setting.
_NODE = os.environ.get("OPSIN_NODE", "") or "node"
_MODULES = Path(os.environ.get("OPSIN_NODE_MODULES", "") or HERE / "node_modules")

_HOW = "tests/clients/README.md says how to install it"


@dataclass(frozen=True, slots=True)
class Installed:
    """One npm package that is there, with a Node that is new enough for it.

    Attributes:
        node: The program.
        modules: The folder node_modules that holds the package.
        folder: The package itself.
    """

    node: str
    modules: Path
    folder: Path


def installed(package: str) -> Installed:
    """Find a package, or skip the test that asks."""
    node = shutil.which(_NODE)
    if node is None:
        pytest.skip(f"needs Node, and there is no program {_NODE!r}; {_HOW}")
    folder = _MODULES / package
    manifest = folder / "package.json"
    if not manifest.is_file():
        pytest.skip(f"needs {package}, which is not in {_MODULES}; {_HOW}")
    least = _numbers(json.loads(manifest.read_text("utf-8")).get("engines", {}).get("node", ""))
    if _version(node) < least:
        wanted = ".".join(map(str, least))
        pytest.skip(f"{package} needs Node {wanted} or newer, and {_NODE!r} is older; {_HOW}")
    return Installed(node, _MODULES.resolve(), folder)


@cache
def _version(node: str) -> tuple[int, ...]:
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=60)
    return _numbers(done.stdout)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))
