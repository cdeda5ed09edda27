"""The tools as callers from elsewhere get them."""

import ast
import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent

import opsin
from opsin.errors import UnknownId
from opsin.server.answers import NOT_SAVED, Answer
from opsin.server.app import build_server
from opsin.server.calls import answer_call
from opsin.server.http.instructions import REMOTE_INSTRUCTIONS
from opsin.server.http.long_ids import long_example
from opsin.server.http.metrics import Metrics
from opsin.server.http.tools import _BY_ANSWER, DISKLESS, NEED_DISK, remote_tools
from opsin.server.tools.base import Call, Tool
from opsin.server.tools.registry import TOOLS
from opsin.store.ids import parse_id
from tests.server.stub import settings

FOLDER = Path("/srv/opsin/state")
SOURCE = Path(opsin.__file__).parent


def call() -> Call:
    async def services() -> Any:
        raise AssertionError

    async def progress(_done: int, _total: int, _told: str) -> None:
        pass

    return Call(settings(), services, progress)


def one_tool(run: Any, metrics: Metrics, *, disk: bool = False) -> Tool:
    plain = replace(next(tool for tool in TOOLS if tool.name == "image_search"), run=run, parameters=())
    return remote_tools(metrics, disk=disk, folders=[FOLDER], tools=[plain])[0]


def test_of_every_tool_it_is_known_whether_it_touches_the_disk() -> None:
    known = DISKLESS | NEED_DISK | _BY_ANSWER.keys()
    assert {tool.name for tool in TOOLS} <= known, "say in opsin.server.http.tools what the new tool does"


def test_what_needs_the_disk_is_off_unless_switched_on() -> None:
    off = {tool.name: tool for tool in remote_tools(Metrics(), disk=False)}
    on = {tool.name: tool for tool in remote_tools(Metrics(), disk=True)}
    assert not NEED_DISK & off.keys()
    assert on.keys() == {tool.name for tool in TOOLS}
    assert "dir" not in {one.name for one in off["image_download"].parameters}
    assert "dir" in {one.name for one in on["image_download"].parameters}
    for name in ("image_download", "icon_download"):
        assert off[name].output_schema is None
        assert 300 <= len(off[name].description) <= 900


def test_a_tool_that_nobody_has_judged_is_off() -> None:
    new = replace(TOOLS[0], name="read_anything")
    assert remote_tools(Metrics(), disk=False, tools=[new]) == ()


def test_the_instructions_name_what_is_offered_and_nothing_else() -> None:
    offered = {tool.name for tool in remote_tools(Metrics(), disk=False)}
    assert {tool.name for tool in TOOLS if tool.name in REMOTE_INSTRUCTIONS} == offered


def test_examples_of_ids_look_as_ids_do_here() -> None:
    for tool in remote_tools(Metrics(), disk=False):
        told = " ".join((tool.description, *(one.about for one in tool.parameters)))
        assert not re.search(r"\bs[0-9]+:[0-9]|search 3", told), tool.name


def test_examples_of_ids_in_answers_look_as_ids_do_here_and_what_was_given_stays() -> None:
    async def run(_call: Call, _values: Mapping[str, Any]) -> Answer:
        parse_id("s3-x")
        return Answer(())

    async def saved(_call: Call, _values: Mapping[str, Any]) -> Answer:
        failed = [{"id": "s9:1", "error": "An id looks like s3:4 (search 3, cell 4)."}]
        return Answer(("s9:1 | Give ids such as s3:2 and s3:7.",), ("such as s3:4",), data={"failed": failed})

    refused = asyncio.run(answer_call(one_tool(run, Metrics()), {}, call()))
    assert refused.lines[0].startswith("'s3-x' is not an id. An id looks like sk7mw2qa5xvt3n:4; take")
    for disk in (False, True):
        answer = asyncio.run(answer_call(one_tool(saved, Metrics(), disk=disk), {}, call()))
        assert answer.lines == ("s9:1 | Give ids such as sk7mw2qa5xvt3n:2 and sk7mw2qa5xvt3n:7.",)
        assert answer.outside == ("such as s3:4",)
        told = [{"id": "s9:1", "error": "An id looks like sk7mw2qa5xvt3n:4."}]
        assert answer.data is not None
        assert answer.data["failed"] == told


def test_every_example_of_an_id_that_an_answer_may_hold_is_known_as_one() -> None:
    apart = {"cli", "http", "server", "tools"}
    sources = (path.read_text("utf-8") for path in SOURCE.rglob("*.py") if path.parent.name not in apart)
    texts = [
        node.value
        for source in sources
        if re.search(r"\bs[0-9]+:[0-9]", source)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    # What stands alone in its text, or begins it, is an id and no example.
    sentences = [text for text in texts if re.search(r"[a-z] \W*s[0-9]+:[0-9]", text) and "\n" not in text]
    assert len(sentences) >= 5
    for sentence in sentences:
        assert not re.search(r"\bs[0-9]+:[0-9]", long_example(sentence)), sentence


def test_the_users_own_pictures_are_offered_with_the_disk_only() -> None:
    for disk in (False, True):
        search = next(tool for tool in remote_tools(Metrics(), disk=disk) if tool.name == "image_search")
        told = " ".join((search.description, *(one.about for one in search.parameters)))
        assert ("local" in told) == disk


def test_no_answer_names_a_folder_or_says_that_a_sheet_was_not_saved() -> None:
    async def run(_call: Call, _values: Mapping[str, Any]) -> Answer:
        data = {"cells": [{"path": f"{FOLDER}/sheets/s1.jpg"}]}
        return Answer((f"In {FOLDER}/opsin.db.", NOT_SAVED), (f"title {FOLDER}",), data=data)

    answer = asyncio.run(answer_call(one_tool(run, Metrics()), {}, call()))
    assert str(FOLDER) not in " ".join(answer.lines) + str(answer.data)
    assert NOT_SAVED not in answer.lines
    assert answer.outside == (f"title {FOLDER}",)
    plain = asyncio.run(answer_call(one_tool(run, Metrics(), disk=True), {}, call()))
    assert str(FOLDER) in plain.lines[0]


def test_no_error_names_a_folder() -> None:
    async def run(_call: Call, _values: Mapping[str, Any]) -> Answer:
        raise UnknownId("No search.", hint=f"The store at {FOLDER}/opsin.db cannot be used.")

    answer = asyncio.run(answer_call(one_tool(run, Metrics()), {}, call()))
    assert answer.error
    assert str(FOLDER) not in answer.text


@pytest.mark.parametrize(
    ("raised", "outcome"),
    [(None, "ok"), (UnknownId("No."), "unknown-id"), (RuntimeError(), "fault"), ("late", "stopped")],
)
def test_calls_are_counted_once_by_what_came_of_them(raised: Any, outcome: str) -> None:
    metrics = Metrics()

    async def run(_call: Call, _values: Mapping[str, Any]) -> Answer:
        if raised == "late":
            await asyncio.Event().wait()
        if raised is not None:
            raise raised
        return Answer(("done",))

    asyncio.run(answer_call(one_tool(run, metrics), {}, call(), within_s=0.05))
    assert metrics.calls.values == {("image_search", outcome): 1}


def test_arguments_that_cannot_be_used_are_counted_too() -> None:
    metrics = Metrics()
    asyncio.run(answer_call(one_tool(None, metrics), {"bogus": 1}, call()))
    assert metrics.calls.values == {("image_search", "invalid-input"): 1}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("vision_analyze", "vision_analyze is switched off here: it works with the disk"),
        ("vision_analyse", "There is no tool 'vision_analyse'. Tools: image_search,"),
        ("image_serch", "There is no tool 'image_serch'. Did you mean image_search? Tools: image_search,"),
    ],
)
def test_a_tool_that_is_off_is_told_from_one_that_is_none(name: str, said: str) -> None:
    server = build_server(settings(), tools=remote_tools(Metrics(), disk=False))
    result = asyncio.run(server.call_tool(name, {}))
    assert isinstance(result, CallToolResult)
    assert result.is_error
    assert isinstance(result.content[0], TextContent)
    assert result.content[0].text.startswith(said)
