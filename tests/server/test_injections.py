"""Whatever strangers write, and wherever: the lines of our own stay the same, and nothing leaves the fence."""

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp_types import TextContent

from opsin.cli import search_report
from opsin.cli.console import Console
from opsin.errors import OpsinError, TooLarge
from opsin.images.cells import caption
from opsin.images.outcome import Attempt, NothingServed, Outcome
from opsin.images.providers import openverse, wikimedia
from opsin.images.query import Query
from opsin.server.answers import Answer, failure
from opsin.server.calls import answer_call
from opsin.server.guard import Bounds, guard
from opsin.server.tools import image_search
from opsin.server.tools.base import Call
from opsin.server.tools.registry import TOOLS
from opsin.server.wire import to_result
from opsin.services import Services, open_services
from opsin.settings import load_settings
from opsin.text import FENCE_START, fence, quoted
from tests.injections import ADDRESSES, INJECTIONS, unseen
from tests.sampling import full_but_every
from tests.server.everything_told import (
    RESULTS,
    Told,
    masked,
    own_data,
    own_lines,
    phases,
    sent,
    strings,
    whole_job,
)
from tests.server.hostile_web import HostileWeb, Words

TEXTS = tuple(INJECTIONS.values())
FIELDS = -(-len(TEXTS) // RESULTS)
"""How many texts each of the results carries, so that one search carries all."""
PLAIN = [Words(("A red panda",))] * RESULTS


def turned(turn: int) -> list[Words]:
    """All texts on the results of one search; with each turn, each stands in another field."""
    columns = [TEXTS[(column + turn) % FIELDS * RESULTS :][:RESULTS] for column in range(FIELDS)]
    return [Words([column[number % len(column)] for column in columns]) for number in range(RESULTS)]


def full_after(first: int, last: int) -> list[Any]:
    """Numbers up to the last; those after the first few are for the full suite."""
    return [pytest.param(one, marks=pytest.mark.full if one >= first else ()) for one in range(last)]


def assert_same_words(told: Told, folder: Path, plain: Told, plain_folder: Path) -> None:
    """What is said outside the fence must not depend on what strangers wrote."""
    for mine, theirs in zip(told.texts, plain.texts, strict=True):
        assert masked(own_lines(mine), folder) == masked(own_lines(theirs), plain_folder)
    for one, other in zip(told.results, plain.results, strict=True):
        assert own_data(one, folder) == own_data(other, plain_folder)
    for report, same in zip(told.reports(fenced=True), plain.reports(fenced=True), strict=True):
        assert masked(own_lines(report), folder) == masked(own_lines(same), plain_folder)
    assert phases(told) == phases(plain)


def assert_nothing_unseen(told: Told) -> None:
    everything = [*told.texts, *told.json, *told.progress]
    everything += [*told.reports(fenced=True), *told.reports(fenced=False)]
    everything += [
        value for result in told.results for value in strings([result.meta, result.structured_content])
    ]
    for text in everything:
        assert not unseen(text), text
        text.encode("utf-8")


@pytest.mark.parametrize("turn", full_after(1, FIELDS))
@pytest.mark.parametrize("provider", ["wikimedia", "openverse"])
def test_what_a_provider_and_a_file_say(
    tmp_path: Path, provider: str, turn: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def job() -> None:
        async with HostileWeb(PLAIN) as web:
            plain = await whole_job(web, tmp_path / "plain", provider)
            web.words = turned(turn)
            told = await whole_job(web, tmp_path / "hostile", provider)
        assert len(told.search.cells) == len(told.inspections) == RESULTS
        assert all(one.path for one in told.downloads)
        assert_same_words(told, tmp_path / "hostile", plain, tmp_path / "plain")
        assert_nothing_unseen(told)

    with caplog.at_level(logging.DEBUG, "opsin"):
        asyncio.run(job())
    assert not [one for one in caplog.messages if unseen(one)]


@pytest.mark.parametrize("batch", full_after(1, FIELDS))
def test_what_hosts_say_of_their_failures(
    tmp_path: Path, batch: int, caplog: pytest.LogCaptureFixture
) -> None:
    # A step that has no factor in common with the number of ways to fail.
    words = [Words((text,)) for text in TEXTS[batch::FIELDS]]

    async def job() -> None:
        async with HostileWeb(words) as web:
            web.refusing = True
            told = await whole_job(web, tmp_path, "wikimedia")
        assert all(cell.failed for cell in told.search.cells)
        assert not told.inspections
        assert "its host said: " in next(told.texts)
        for text in told.texts:
            assert not re.search("evil|forget|panda.*panda", "\n".join(own_lines(text)))
        for report in told.reports(fenced=True):
            assert not re.search("evil|forget", "\n".join(own_lines(report)))
        assert_nothing_unseen(told)

    with caplog.at_level(logging.DEBUG, "opsin"):
        asyncio.run(job())
    assert not [one for one in caplog.messages if unseen(one)]


@pytest.mark.parametrize("provider", ["wikimedia", pytest.param("openverse", marks=pytest.mark.full)])
def test_what_addresses_say(tmp_path: Path, provider: str) -> None:
    words = [Words(("A red panda",), page=one, address=one) for one in ADDRESSES.values()]

    async def job() -> None:
        async with HostileWeb(words) as web:
            told = await whole_job(web, tmp_path, provider)
        assert_nothing_unseen(told)
        for text in told.texts:
            own_lines(text)
        rows = [line.split(" | ") for line in own_lines(next(told.texts)) if re.match(r"\d+ \| s", line)]
        assert len(rows) == len(ADDRESSES)
        for row in rows:
            assert len(row) == 5
            assert re.fullmatch(r"[a-z0-9.-]{1,60}…?", row[3]), row[3]
        assert "xn--" in str(rows)
        for cell in told.search.cells:
            # What is drawn into the picture is read by a model too.
            assert re.fullmatch(r"640×480 · (?:\?|other licence)(?: · [a-z0-9.-]+)?", caption(cell.hit))
        for report in [*told.reports(fenced=True), *told.reports(fenced=False)]:
            assert not re.search(r"(?:javascript|data):\S", report)

    asyncio.run(job())


@pytest.mark.parametrize("name", full_but_every(5, INJECTIONS))
def test_what_providers_say_of_their_failures(name: str) -> None:
    said = INJECTIONS[name]
    failures = (
        wikimedia.api_trouble(json.dumps({"error": {"code": said, "info": said}}).encode()),
        openverse.api_trouble(400, json.dumps({"detail": said}).encode()),
        TooLarge("It is too large.", outside=quoted(said)),
        TooLarge("It is too large.", outside=said),
        NothingServed(
            "Nobody served.", attempts=(Attempt("openverse", Outcome.REFUSED, "It refused.", outside=said),)
        ),
    )
    for why in failures:
        assert why is not None
        result = to_result(failure(why))
        assert isinstance(result.content[0], TextContent)
        text = result.content[0].text
        assert len(own_lines(text)) == 1
        assert not re.search("evil|forget", own_lines(text)[0])
        assert not unseen(text)
        for terminal in (True, False):
            told = told_by_console(why, terminal=terminal)
            assert not unseen(told)
            if not terminal:
                assert not re.search("evil|forget", "\n".join(own_lines(told)))


def told_by_console(why: OpsinError, *, terminal: bool) -> str:
    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    stream = Stream()
    Console(io.StringIO(), stream).error(why)
    return stream.getvalue().removesuffix("\n")


def test_what_a_call_says_is_repeated_without_a_second_fence(tmp_path: Path) -> None:
    """A model that was led to copy a text into an argument must not read it as ours in the answer."""
    settings = load_settings({"OPSIN_CONFIG": "", "OPSIN_STATE_DIR": str(tmp_path), "HOME": str(tmp_path)})

    async def job() -> None:
        async with open_services(settings) as services:

            async def ready() -> Services:
                return services

            async def silent(*_: object) -> None:
                return None

            for said in INJECTIONS.values():
                for name, given in calls_with(said[:400]):
                    tool = next(one for one in TOOLS if one.name == name)
                    answer = await answer_call(tool, given, Call(settings, ready, silent))
                    result = await sent(services, answer)
                    assert isinstance(result.content[0], TextContent)
                    text = result.content[0].text
                    assert own_lines(text)
                    assert not unseen(text)
                    assert not [one for one in strings(result.structured_content) if unseen(one)]

    asyncio.run(job())


def calls_with(said: str) -> Iterator[tuple[str, dict[str, object]]]:
    yield "image_search", {"query": "panda", "provider": said}
    yield "image_search", {"query": "panda", "license": said}
    yield "image_search", {"query": "panda", "count": said}
    yield "image_search", {"query": "panda", said: said}
    yield "image_inspect", {"id": said}
    yield "image_download", {"ids": [said], "dir": said}
    yield "image_download", {"ids": said}


def test_a_query_is_repeated_without_a_second_fence(tmp_path: Path) -> None:
    async def job() -> None:
        async with HostileWeb(PLAIN[:1]) as web:
            told = await whole_job(web, tmp_path, "wikimedia")
            for said in INJECTIONS.values():
                search = replace(told.search, query=Query(said[:300]))
                text = image_search.answer(search).text
                assert text.count("\n") == next(told.texts).count("\n")
                assert FENCE_START not in "\n".join(own_lines(text))
                for fenced in (True, False):
                    report = "\n".join(search_report.as_lines(search, "x.jpg", fenced=fenced))
                    assert not unseen(report)
                    assert report.count("\n") == told.reports(fenced=fenced)[0].count("\n")
                    if fenced:
                        own_lines(report)

    asyncio.run(job())


@pytest.mark.parametrize(("rows", "least"), [(1, 3_000), (200, 500), (1_000, 80), (5_000, 0)])
def test_a_fence_in_the_data_is_cut_between_its_marks(rows: int, least: int) -> None:
    """Data that is too large for an answer is shortened; a fence without its end would take in what follows."""
    fenced = "\n".join(fence([f"{number} {'word ' * 6}" for number in range(500)]))
    answer = Answer(("One.",), data={"outside_text": fenced, "saved": [{"path": "x" * 9_000}] * rows})

    async def job() -> dict[str, Any]:
        return dict((await guard(answer, Bounds())).data or {})

    text = asyncio.run(job()).get("outside_text", "")
    assert text == "" or own_lines(text) == []
    assert least <= len(text) <= 4_000
