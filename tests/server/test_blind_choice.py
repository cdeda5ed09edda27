"""An agent that cannot see picks the right cell out of nine by what is said of them, and by nothing else."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent

from opsin.ocr.reading import available
from opsin.server.app import build_server
from opsin.settings import load_settings
from opsin.text import FENCE_START
from opsin.vision.glance.telling import OPSIN
from tests.loopback.ollama import ollama_in_thread
from tests.server.nine_pictures import KEYWORDS, SENTENCES, NineWeb, SeeingOllama, choose


@pytest.fixture
def web() -> Iterator[NineWeb]:
    with NineWeb() as server:
        server.fill()
        yield server


def search(environ: dict[str, str], *calls: dict[str, Any]) -> list[CallToolResult]:
    async def job() -> list[CallToolResult]:
        async with Client(build_server(load_settings(environ))) as client:
            given = {"query": "a picture", "provider": "wikimedia"}
            return [await client.call_tool("image_search", {**given, **call}) for call in calls]

    return asyncio.run(job())


def text_of(result: CallToolResult) -> str:
    assert not result.is_error
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


def test_with_a_model_of_this_machine_and_no_image_byte_in_the_answer(web: NineWeb, tmp_path: Path) -> None:
    fake = SeeingOllama()
    with ollama_in_thread(fake) as model:
        environ = web.environ(tmp_path, OPSIN_VISION_OLLAMA_HOST=f"127.0.0.1:{model.port}")
        words, again, never = search(
            environ, {"describe": "always"}, {"describe": "always"}, {"describe": "never"}
        )
    text = text_of(words)
    assert [choose(text, (sentence,)) for sentence in SENTENCES] == list(range(1, 10))
    assert [block.type for block in words.content] == ["text"]
    assert words.structured_content is None
    assert "/9j/" not in json.dumps(words.model_dump(mode="json"))
    own, _, outside = text.partition(FENCE_START)
    assert not any(sentence in own for sentence in SENTENCES)
    assert all(sentence in outside for sentence in SENTENCES)
    assert "Note: described by qwen3-vl:4b (9)" in own
    assert words.meta is not None
    cells = words.meta["opsin/cells"]
    assert [cell["description"] for cell in cells] == list(SENTENCES)
    assert {cell["described_by"] for cell in cells} == {"qwen3-vl:4b"}
    # What was said is kept: the same call again asks nobody.
    assert fake.looked == 9
    assert text_of(again).partition(FENCE_START)[2].splitlines()[1:10] == outside.splitlines()[1:10]
    # Beside the picture nothing is said of the cells, and all else is the same in all nine.
    assert [block.type for block in never.content] == ["text", "image"]
    assert [choose(text_of(never), (sentence,)) for sentence in SENTENCES] == [None] * 9


@pytest.mark.full
@pytest.mark.skipif(bool(available()), reason="text recognition is not installed")
def test_without_any_model(web: NineWeb, tmp_path: Path) -> None:
    environ = web.environ(tmp_path, OPSIN_VISION_ENGINE="ocr", OPSIN_AGENT_SEES="no")
    words, never = search(environ, {}, {"describe": "never"})
    text = text_of(words)
    assert {place: choose(text, wanted) for place, wanted in KEYWORDS.items()} == {
        place: place for place in KEYWORDS
    }
    assert [block.type for block in words.content] == ["text"]
    assert words.meta is not None
    assert {cell["described_by"] for cell in words.meta["opsin/cells"]} == {OPSIN}
    assert [choose(text_of(never), wanted) for wanted in KEYWORDS.values()] == [None] * 9
    assert [block.type for block in never.content] == ["text", "image"]
