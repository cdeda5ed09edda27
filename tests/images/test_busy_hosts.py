"""A host of pictures that says when to ask again is not asked before that, for thumbnails and originals alike."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.demo.http_server import Request, Response
from opsin.images.download import download_images
from opsin.images.query import Query
from opsin.images.search import search_images
from tests.images.stage import hit_at, put, stage
from tests.loopback.results import fine_results
from tests.loopback.web import NAMES, LoopbackWeb

BUSY = NAMES[0]


class BusyWeb(LoopbackWeb):
    """One of its hosts is busy for a minute."""

    async def _answer(self, request: Request) -> Response:
        answer = await super()._answer(request)
        if request.headers.get("host", "").startswith(f"{BUSY}:"):
            return replace(answer, status=429, headers={"Retry-After": "60"})
        return answer


@pytest.fixture
def web() -> Iterator[BusyWeb]:
    with BusyWeb() as server:
        yield server


def asked(web: LoopbackWeb) -> int:
    return sum(seen.host == BUSY for seen in web.requests)


def test_a_sheet_goes_round_the_busy_host(web: BusyWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = [replace(one, host=BUSY if one.identity < 3 else "") for one in fine_results()]

    async def run() -> None:
        async with stage(web, tmp_path, OPSIN_CONNECTIONS_PER_HOST="1") as services:
            first = await search_images(services, Query("one", count=6))
            assert not any(cell.failed for cell in first.cells)
            # What was on its way already is not called back.
            before = asked(web)
            assert 1 <= before <= 3
            second = await search_images(services, Query("two", count=6))
            assert asked(web) == before
            assert [cell.hit.original for cell in second.cells] == [cell.hit.original for cell in first.cells]

    asyncio.run(run())


def test_a_download_does_not_ask_it_again(web: BusyWeb, tmp_path: Path) -> None:
    async def run() -> None:
        async with stage(web, tmp_path) as services:
            ids = put(services, *(hit_at(web.address("fine", one, host=BUSY)) for one in range(2)))
            first, second = [(await download_images(services, [one]))[0] for one in ids]
            assert "429" in first.error
            assert "asked to be left alone" in second.error
            assert asked(web) == 1

    asyncio.run(run())
