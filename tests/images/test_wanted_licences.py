"""What a licence filter leaves out is counted, with the reason, wherever the answer is read."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.cli import search_report
from opsin.images.cells import Search
from opsin.images.outcome import NothingServed
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.server.answers import failure
from opsin.server.tools.image_search import answer
from tests.images.stage import stage
from tests.loopback.results import fine_results
from tests.loopback.web import LoopbackWeb

LICENCES = ("by", "by-nc", "unstated", "by-nd", "by-nc-nd", "cc0", "pdm", "by-sa")


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        running.wikimedia_results = tuple(
            replace(one, licence=LICENCES[one.identity % len(LICENCES)]) for one in fine_results(16)
        )
        yield running


def search(web: LoopbackWeb, folder: Path, wish: str, provider: str) -> Search:
    query = Query.checked("anything", count=16, licence=wish, provider=provider)

    async def run() -> Search:
        async with stage(web, folder) as services:
            return await search_images(services, query)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "names", "told"),
    [
        (
            "commercial",
            {"CC BY 4.0", "CC BY-ND 4.0", "CC0", "CC0 1.0", "Public domain", "CC BY-SA 4.0"},
            ("6 left out: 4 whose licence does not allow commercial use, 2 whose licence is not stated"),
        ),
        (
            "share-alike",
            {"CC BY 4.0", "CC0", "CC0 1.0", "Public domain", "CC BY-SA 4.0"},
            (
                "8 left out: 6 whose licence does not allow changes that are shared and sold, "
                "2 whose licence is not stated"
            ),
        ),
    ],
)
def test_every_result_is_checked_and_what_is_left_out_is_told(
    web: LoopbackWeb, tmp_path: Path, wish: str, names: set[str], told: str
) -> None:
    found = search(web, tmp_path, wish, "wikimedia")
    assert {cell.hit.licence.name for cell in found.cells} <= names
    assert told in found.notes
    assert f"Note: {told}" in answer(found).text
    assert f"note:   {told}" in search_report.as_lines(found, "")


def test_each_licence_says_when_it_was_read(web: LoopbackWeb, tmp_path: Path) -> None:
    found = search(web, tmp_path, "any", "wikimedia")
    stated = [cell.hit.licence.evidence for cell in found.cells if cell.hit.licence.evidence is not None]
    assert len(stated) == 14
    assert len({one.time for one in stated}) == 1
    assert stated[0].time > 1_700_000_000


@pytest.mark.parametrize("wish", ["commercial", "share-alike"])
def test_who_states_no_licence_serves_nothing_and_the_answer_says_what_to_do(
    web: LoopbackWeb, tmp_path: Path, wish: str
) -> None:
    web.duckduckgo.results = [
        replace(one, size=(640, 480 + turn)) for turn in range(6) for one in fine_results(20)
    ]
    with pytest.raises(NothingServed) as caught:
        search(web, tmp_path, wish, "duckduckgo")
    assert "duckduckgo: empty (100 left out: 100 whose licence is not stated)" in caught.value.message
    assert caught.value.hint == (
        f"duckduckgo states no licences, so none of its pictures passes license={wish}. "
        "Leave provider out to ask those that do (openverse, wikimedia), or use license=any."
    )
    told = failure(caught.value).text
    assert "100 whose licence is not stated" in told
    assert "duckduckgo states no licences" in told
    assert len(web.paths(f"{web.duckduckgo.prefix}/i.js")) == 1, "no further page could bring anything"
