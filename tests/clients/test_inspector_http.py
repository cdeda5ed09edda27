"""The MCP Inspector's command line over HTTP: its lint, and files that come with an answer, in both eras."""

import base64
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.clients.installed import installed
from tests.clients.test_inspector import PROGRAM
from tests.loopback.web import LoopbackWeb
from tests.server.http.serving import process

pytestmark = pytest.mark.clients


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_its_lint_finds_nothing_and_files_arrive(web: LoopbackWeb, tmp_path: Path, era: str) -> None:
    inspector = installed("@modelcontextprotocol/inspector")
    with process(web.environ(tmp_path), tmp_path, fresh=True) as server:
        program = [
            inspector.node,
            str(inspector.folder / PROGRAM),
            *("--cli", server.url, "--transport", "http"),
        ]

        def run(*arguments: str) -> dict[str, Any]:
            done = subprocess.run(
                [*program, "--protocol-era", era, "--format", "json", *arguments],
                cwd=tmp_path,
                # It keeps its own files below the home folder.
                env={**os.environ, "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)},
                capture_output=True,
                encoding="utf-8",
                check=False,
                timeout=60,
            )
            assert done.returncode == 0, done.stderr
            answer: dict[str, Any] = json.loads(done.stdout)
            return answer

        assert "schemaFindings" not in run("--method", "tools/list", "--strict")
        asked = json.dumps({"ids": ["lucide:rocket"], "format": "png"})
        result = run("--method", "tools/call", "--tool-name", "icon_download", "--tool-args-json", asked)[
            "result"
        ]
    text, picture, notice = result["content"]
    assert text["text"].startswith("1 of 1 handed over.")
    assert base64.b64decode(picture["resource"]["blob"]).startswith(b"\x89PNG")
    assert notice["resource"]["text"].startswith("# Notices")
    assert "structuredContent" not in result
