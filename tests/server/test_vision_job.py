"""`vision_analyze` over the protocol, as `opsin serve` does it, with no model server present."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from opsin.server.app import build_server
from opsin.settings import load_settings
from opsin.text import FENCE_END, FENCE_START
from opsin.vision.smoke import number_picture
from tests.server.stub import ROOT


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "config.toml").touch()
    (tmp_path / "project").mkdir()
    return {
        "OPSIN_CONFIG": str(tmp_path / "config.toml"),
        "OPSIN_STATE_DIR": str(tmp_path / "state"),
        "OPSIN_OUTPUT_DIR": str(tmp_path / "out"),
        "CLAUDE_PROJECT_DIR": str(tmp_path / "project"),
        "VISION_OLLAMA_HOST": "127.0.0.1:9",
    }


def text_of(result: CallToolResult) -> str:
    assert [block.type for block in result.content] == ["text"]
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


def test_a_refused_path_keeps_its_code_and_tells_nothing_of_the_file(
    environ: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "there.png").write_text("secret words")

    async def job() -> list[tuple[str, Any]]:
        told = []
        async with Client(build_server(load_settings(environ))) as client:
            for name in ("there.png", "gone!.png"):
                result = await client.call_tool("vision_analyze", {"path": str(tmp_path / name)})
                assert result.is_error
                assert result.structured_content is not None
                data = result.structured_content
                assert data["error_code"] == "PATH_NOT_ALLOWED"
                assert data["source_path"] == str(tmp_path / name)
                told.append((text_of(result).replace(name, ""), str(data).replace(name, "")))
        return told

    there, gone = asyncio.run(job())
    assert there == gone
    assert "OPSIN_VISION_ALLOWED_PATHS" in there[0]


@pytest.mark.full
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_useful_answer_over_stdio_without_a_model(
    environ: dict[str, str], tmp_path: Path, mode: Any
) -> None:
    (tmp_path / "project" / "shot.png").write_bytes(number_picture("752834"))
    process = StdioServerParameters(
        command=sys.executable, args=["-m", "opsin", "serve"], cwd=ROOT, env={**os.environ, **environ}
    )

    async def job() -> CallToolResult:
        told: list[str] = []

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            assert total
            told.append(f"{progress} {message}")

        async with Client(process, mode=mode) as client:
            result = await client.call_tool(
                "vision_analyze", {"path": "shot.png", "mode": "ocr"}, progress_callback=on_progress
            )
        assert told
        return result

    result = asyncio.run(job())
    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["visible_text"] == ["752834"]
    assert result.structured_content["engine"] == "ocr"
    assert result.structured_content["receipt"]["left_machine"] is False
    own, _, seen = text_of(result).partition(FENCE_START)
    assert "left_machine: false" in own
    assert "752834" not in own
    assert "| - 752834" in seen
    assert seen.endswith(FENCE_END)
