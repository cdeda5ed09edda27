"""Whole agents work with opsin, and a model on the loopback address tells what of its answers reached it."""

import os
from collections.abc import Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from opsin.demo.screenshot import SIZE, WRONG, screenshot
from opsin.server.in_words import IN_WORDS
from opsin.server.instructions import INSTRUCTIONS
from opsin.server.look_answer import CAUTION
from opsin.sheet.layout import plan
from opsin.text import FENCE_END, FENCE_START
from tests.clients.agents import AGENTS, run_agent
from tests.clients.model_dialects import Brought, ToolCall
from tests.clients.stand_in_model import StandInModel
from tests.loopback.web import LoopbackWeb

pytestmark = [
    pytest.mark.clients,
    pytest.mark.skipif(os.name == "nt", reason="programs have other names there"),
]

COUNT = 9
SEARCH = {"query": "photograph", "count": COUNT, "provider": "wikimedia"}
UNKNOWN = "No search has given out s9:9. Take an id from the list under a sheet, or search again."


@pytest.mark.parametrize("agent", AGENTS)
def test_what_reaches_the_model(agent: str, web: LoopbackWeb, tmp_path: Path) -> None:
    image = tmp_path / "project" / "screenshot.png"
    image.parent.mkdir()
    image.write_bytes(screenshot())
    calls = (
        ToolCall("image_search", SEARCH),
        ToolCall("vision_analyze", {"path": str(image)}),
        ToolCall("image_search", {**SEARCH, "describe": "always"}),
        ToolCall("image_inspect", {"id": "s9:9"}),
    )
    said, model = work(agent, calls, web, tmp_path, OPSIN_PROJECT_DIR=str(image.parent))
    assert model.ended, said
    assert one_line(INSTRUCTIONS) in one_line(model.prompt)
    search, report, in_words, failed = model.brought
    check_search(search, "s1")
    check_sheet(search, tmp_path / "state" / "sheets" / "s1.jpg")
    check_report(report, image)
    check_words(in_words)
    check_failed(failed)


def test_claude_code_finds_the_tools_by_its_tool_search(web: LoopbackWeb, tmp_path: Path) -> None:
    calls = (
        ToolCall("ToolSearch", {"query": "select:mcp__opsin__image_search"}),
        ToolCall("image_search", SEARCH),
    )
    said, model = work("claude_searching", calls, web, tmp_path)
    assert model.ended, said
    check_search(model.brought[-1], "s1")
    check_sheet(model.brought[-1], tmp_path / "state" / "sheets" / "s1.jpg")


def work(
    agent: str, calls: tuple[ToolCall, ...], web: LoopbackWeb, home: Path, **more: str
) -> tuple[str, StandInModel]:
    """Let the model make these calls. Returns what the agent wrote, and the model."""
    with StandInModel(calls) as model:
        environ: Mapping[str, str] = web.environ(home, OPSIN_VISION_ENGINE="ocr", **more)
        return run_agent(agent, model.address, environ, home), model


def check_search(brought: Brought, search: str) -> None:
    """Each cell has its line, and the words of others are fenced."""
    assert not brought.error, brought.text
    own, _, outside = brought.text.partition(f"\n{FENCE_START}\n")
    assert f"{COUNT} pictures for “photograph”." in own
    lines = own.split("\n")
    for number in range(1, COUNT + 1):
        assert sum(line.startswith(f"{number} | {search}:{number} | ") for line in lines) == 1
    assert "1 | s1:1 | 1024x768 | pixnio.com | Public domain" in lines
    assert "| 1 | Raccoon among palm leaves | https://" in outside
    assert f"\n{FENCE_END}" in outside


def check_sheet(brought: Brought, saved: Path) -> None:
    """The one picture is the sheet, as it was saved; an agent may have encoded it anew."""
    (data,) = brought.pictures
    layout = plan(COUNT)
    with Image.open(BytesIO(data)) as arrived, Image.open(saved) as sheet:
        assert arrived.format in {"JPEG", "PNG", "WEBP"}
        assert arrived.size == (layout.width, layout.height)
        difference = ImageChops.difference(arrived.convert("RGB"), sheet.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 3


def check_report(brought: Brought, image: Path) -> None:
    """The report came as text, some take its data and others its lines, and nothing of the image itself."""
    assert not brought.error, brought.text
    assert brought.pictures == ()
    assert str(image) in brought.text
    assert f"{SIZE[0]}×{SIZE[1]} pixels" in brought.text
    assert CAUTION in brought.text or FENCE_START in brought.text
    if find_spec("rapidocr"):
        assert WRONG in brought.text


def check_words(brought: Brought) -> None:
    """A sheet in words has no picture."""
    assert not brought.error, brought.text
    assert brought.pictures == ()
    assert IN_WORDS in brought.text
    assert "\n| 1 | shows: " in brought.text


def check_failed(brought: Brought) -> None:
    """The error's sentence came whole; where the dialect has a flag, it is set."""
    assert UNKNOWN in brought.text
    assert brought.error in {True, None}
    assert brought.pictures == ()


def one_line(text: str) -> str:
    return " ".join(text.split())
