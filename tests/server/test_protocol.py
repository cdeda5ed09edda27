"""What every client gets, whatever era it speaks and however it is connected."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from io import BytesIO

from mcp import Client
from mcp_types import CallToolResult, ImageContent, TextContent
from PIL import Image

from opsin.server.instructions import INSTRUCTIONS
from opsin.server.tools.registry import TOOLS
from opsin.text import FENCE_END, FENCE_START
from tests.server.conftest import Connect
from tests.server.stub import ROOT

GOLDEN = ROOT / "tests" / "server" / "tools_list.json"


def text_of(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


async def the_list_of_tools_is_the_golden_one(client: Client) -> None:
    assert client.instructions == INSTRUCTIONS
    listed = (await client.list_tools()).model_dump(by_alias=True, exclude_none=True, mode="json")
    ours = [tool for tool in listed["tools"] if not tool["name"].startswith("stub_")]
    assert ours == json.loads(GOLDEN.read_text("utf-8")), (
        "run python -m tests.server.write_tools_list if the change is meant"
    )
    # First ours, in the order of the registry, then those of the stub.
    assert [tool["name"] for tool in listed["tools"]][: len(TOOLS)] == [tool.name for tool in TOOLS]
    if client.protocol_version == "2026-07-28":
        assert (listed["ttlMs"], listed["cacheScope"]) == (3_600_000, "public")


async def an_unknown_argument_runs_nothing(client: Client) -> None:
    result = await client.call_tool("image_search", {"query": "cat", "minWidth": 1920, "licence": "any"})
    assert result.is_error
    assert "not run" in text_of(result)
    assert "Did you mean min_width?" in text_of(result)
    assert "Did you mean license?" in text_of(result)


async def an_unknown_tool_is_answered_with_the_nearest(client: Client) -> None:
    result = await client.call_tool("image_serch", {"query": "cat"})
    assert result.is_error
    assert "Did you mean image_search?" in text_of(result)


async def values_out_of_range_are_told_in_our_words(client: Client) -> None:
    result = await client.call_tool("image_search", {"query": "cat", "count": 99, "safe": "very"})
    assert result.is_error
    assert "count is 99; it must be a whole number from 1 to 16." in text_of(result)
    assert "off, moderate, strict" in text_of(result)
    assert "pydantic" not in text_of(result).lower()
    assert (await client.call_tool("image_search", {})).is_error
    empty = await client.call_tool("image_search", {"query": "   "})
    assert empty.is_error
    assert "empty" in text_of(empty)


async def values_are_read_as_clients_send_them(client: Client) -> None:
    sent = {"ids": '["s1:1", "s1:2"]', "count": "4", "loud": "true", "name": None}
    result = await client.call_tool("stub_echo", sent)
    assert not result.is_error
    assert result.structured_content == {
        "values": {"name": "nobody", "count": 4, "loud": True, "ids": ["s1:1", "s1:2"]}
    }
    one = await client.call_tool("stub_echo", {"ids": "s1:7"})
    assert one.structured_content is not None
    assert one.structured_content["values"]["ids"] == ["s1:7"]


async def a_picture_travels_after_its_text_and_without_structured_content(client: Client) -> None:
    result = await client.call_tool("stub_picture", {})
    assert [block.type for block in result.content] == ["text", "image"]
    assert result.structured_content is None
    assert result.meta is not None
    assert result.meta["opsin/cells"] == [{"number": 1, "id": "s1:1", "title": "ab"}]
    lines = text_of(result).split("\n")
    assert lines[:2] == ["line 0", "line 1"]
    assert lines[2] == FENCE_START
    assert lines[-1] == FENCE_END
    assert sum(">>>" in line for line in lines) == 1


async def what_is_too_large_is_made_to_fit(client: Client) -> None:
    result = await client.call_tool("stub_picture", {"edge": 2000, "lines": 5000})
    assert not result.is_error
    assert len(text_of(result)) <= 10_000
    assert len(text_of(result).split("\n")) <= 200
    assert isinstance(result.content[1], ImageContent)
    picture = base64.b64decode(result.content[1].data)
    assert len(picture) <= 500_000
    with Image.open(BytesIO(picture)) as image:
        assert max(image.size) <= 1568
    assert len(result.model_dump_json(by_alias=True)) <= 900_000


async def a_fault_names_no_internals(client: Client) -> None:
    result = await client.call_tool("stub_break", {})
    assert result.is_error
    assert result.structured_content is None
    assert "fault in opsin" in text_of(result)
    for internal in ("secret", "RuntimeError", "Traceback", "/home"):
        assert internal not in text_of(result)
    known = await client.call_tool("stub_break", {"known": True})
    assert known.is_error
    assert text_of(known) == "No s9:9. Search again."


async def stray_prints_do_not_break_the_wire(client: Client) -> None:
    assert text_of(await client.call_tool("stub_print", {})) == "printed"
    assert text_of(await client.call_tool("stub_print", {})) == "printed"


async def progress_rises(client: Client) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    result = await client.call_tool("stub_count", {}, progress_callback=on_progress)
    assert text_of(result) == "counted"
    # The last step is the answer itself.
    assert told == [(0, 3, "0 of 3"), (1, 3, "1 of 3"), (1.05, 3, "1 of 3")]


Check = Callable[[Client], Awaitable[None]]

CHECKS: tuple[Check, ...] = (
    the_list_of_tools_is_the_golden_one,
    an_unknown_argument_runs_nothing,
    an_unknown_tool_is_answered_with_the_nearest,
    values_out_of_range_are_told_in_our_words,
    values_are_read_as_clients_send_them,
    a_picture_travels_after_its_text_and_without_structured_content,
    what_is_too_large_is_made_to_fit,
    a_fault_names_no_internals,
    stray_prints_do_not_break_the_wire,
    progress_rises,
)


def test_calls_are_answered_alike(connect: Connect) -> None:
    """One connection for all checks: to start a process for each would take most of the suite's time."""

    async def check() -> None:
        async with connect() as client:
            for one in CHECKS:
                try:
                    await one(client)
                except AssertionError as why:
                    why.add_note(f"in {one.__name__}")
                    raise

    asyncio.run(check())
