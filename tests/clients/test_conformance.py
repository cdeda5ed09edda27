"""The protocol's own conformance suite, over HTTP, in both eras; what it is known to fail stands in `conformance/`."""

import subprocess
from pathlib import Path

import pytest

from tests.clients.installed import HERE, installed
from tests.loopback.web import LoopbackWeb
from tests.server.http.serving import process

pytestmark = pytest.mark.clients

BASELINES = HERE / "conformance"
WITHIN_S = 110


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_every_scenario_that_needs_no_special_tool_passes(
    web: LoopbackWeb, tmp_path: Path, revision: str
) -> None:
    suite = installed("@modelcontextprotocol/conformance")
    baseline = BASELINES / f"{revision}.yml"
    with process(web.environ(tmp_path), tmp_path, fresh=True) as server:
        done = subprocess.run(
            [
                suite.node,
                str(suite.folder / "dist" / "index.js"),
                "server",
                *("--url", server.url),
                *("--requirements", revision),
                *("--expected-failures", str(baseline)),
            ],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=WITHIN_S,
        )
        assert "Traceback" not in server.log()
    assert done.returncode == 0, done.stdout[-4_000:]
