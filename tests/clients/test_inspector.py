"""The MCP Inspector's command line does the whole job: a process and a server of its own for each step."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from opsin.server.tools.registry import TOOLS
from tests.clients import arrived
from tests.clients.installed import Installed, installed
from tests.loopback.web import LoopbackWeb

pytestmark = pytest.mark.clients

PROGRAM = Path("clients", "launcher", "build", "index.js")
TOOL_ERROR = 5
"""The Inspector's exit code for a result that is an error."""


@dataclass(frozen=True, slots=True)
class Inspector:
    """Runs the Inspector, each time with the same settings of the server."""

    installed: Installed
    environ: dict[str, str]
    folder: Path

    def run(self, *arguments: str, code: int = 0) -> dict[str, Any]:
        """Run one method and return what it printed."""
        settings = [part for name, value in self.environ.items() for part in ("-e", f"{name}={value}")]
        program = [self.installed.node, str(self.installed.folder / PROGRAM), "--cli"]
        server = [sys.executable, "-m", "opsin", "serve", *settings]
        done = subprocess.run(
            [*program, *server, "--format", "json", *arguments],
            cwd=self.folder,
            # It keeps its own files below the home folder.
            env={**os.environ, "HOME": str(self.folder), "USERPROFILE": str(self.folder)},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        assert done.returncode == code, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    def call(self, tool: str, arguments: arrived.Json, era: str, code: int = 0) -> arrived.Json:
        """Call a tool and return its result."""
        given = ["--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
        answer = self.run("--method", "tools/call", *given, "--protocol-era", era, code=code)
        result: arrived.Json = answer["result"]
        return result


@pytest.fixture
def inspector(web: LoopbackWeb, tmp_path: Path) -> Inspector:
    web.duckduckgo.results = [result for result, _ in arrived.PROMPT]
    return Inspector(installed("@modelcontextprotocol/inspector"), web.environ(tmp_path), tmp_path)


def test_its_lint_finds_nothing_in_the_schemas(inspector: Inspector) -> None:
    answer = inspector.run("--method", "tools/list", "--strict")
    assert "schemaFindings" not in answer
    names = [tool["name"] for tool in answer["result"]["tools"]]
    assert names == [tool.name for tool in TOOLS]


def test_search_inspect_download(inspector: Inspector, web: LoopbackWeb, tmp_path: Path) -> None:
    search = inspector.call("image_search", {"query": arrived.QUERY, "count": 8}, "legacy")
    arrived.check_search(search, arrived.PROMPT)
    region = inspector.call("image_inspect", {"id": "s1:1", "region": arrived.REGION}, "modern")
    download = inspector.call("image_download", {"ids": arrived.PICKS, "dir": "picks"}, "modern")
    arrived.check_download(download, tmp_path / "out" / "picks", arrived.check_region(region))
    assert web.wait_until_idle()


def test_an_unknown_argument_is_an_error(inspector: Inspector) -> None:
    wrong = {"query": "cat", "minWidth": 1920}
    arrived.check_unknown_argument(inspector.call("image_search", wrong, "legacy", code=TOOL_ERROR))
