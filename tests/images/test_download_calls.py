"""A provider that wants to be told of downloads is told of each once, of nothing else, and a failure loses no file."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from opsin.images.download import download_images
from opsin.images.inspection import inspect_image
from opsin.images.query import Query
from opsin.images.saving import Download
from opsin.images.search import search_images
from opsin.services import Services
from tests.images.stage import stage
from tests.loopback.keyed import KEY
from tests.loopback.web import LoopbackWeb

_Value = TypeVar("_Value")


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def searched(
    web: LoopbackWeb, folder: Path, work: Callable[[Services], Awaitable[_Value]], *, again: bool = False
) -> _Value:
    """Search for three of Unsplash's photos (s1:1 to s1:3), unless that was done, then do the work."""

    async def run() -> _Value:
        async with stage(web, folder, **web.keys("unsplash")) as services:
            if not again:
                await search_images(services, Query("red panda", count=3, provider="unsplash"))
            return await work(services)

    return asyncio.run(run())


def test_looking_is_no_download_and_a_download_is_told_once(web: LoopbackWeb, tmp_path: Path) -> None:
    async def look(services: Services) -> list[tuple[str, str]]:
        await inspect_image(services, "s1:2")
        return list(web.unsplash.downloads)

    assert searched(web, tmp_path, look) == []

    async def save(services: Services) -> list[Download]:
        first = await download_images(services, ["s1:2", "s1:3"])
        again = await download_images(services, ["s1:2"])
        other = await download_images(services, ["s1:2"], dir="elsewhere")
        return [*first, *again, *other]

    saved = searched(web, tmp_path, save, again=True)
    assert all(one.path and not one.why for one in saved)
    assert sorted(web.unsplash.downloads) == [("photo-1", "view1"), ("photo-2", "view2")]
    seen = [one for one in web.requests if one.path.endswith("/download")]
    assert {one.headers["authorization"] for one in seen} == {f"Client-ID {KEY}"}
    told = json.loads(Path(saved[0].sidecar).read_text(encoding="utf-8"))
    assert told["terms"]["hotlinking"] == "required"
    assert told["attribution"]["md"].count("utm_source=opsin") == 2


def test_what_could_not_be_told_loses_no_file_and_is_told_by_the_same_call(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    async def save(services: Services) -> Download:
        (one,) = await download_images(services, ["s1:1"])
        return one

    web.unsplash.download_status = 500
    first = searched(web, tmp_path, save)
    assert Path(first.path).is_file()
    assert "unsplash could not be told of the download" in first.why
    web.unsplash.download_status = 200
    second = searched(web, tmp_path, save, again=True)
    assert (second.path, second.why) == (first.path, "")
    assert web.unsplash.downloads == [("photo-0", "view0")]


def test_a_key_that_is_gone_is_noted_and_told_of_once_it_is_back(web: LoopbackWeb, tmp_path: Path) -> None:
    async def nothing(services: Services) -> None:
        del services

    searched(web, tmp_path, nothing)

    async def save() -> Download:
        async with stage(web, tmp_path) as services:
            (one,) = await download_images(services, ["s1:1"])
            return one

    one = asyncio.run(save())
    assert one.path
    assert "not configured any more" in one.why
    assert web.unsplash.downloads == []

    async def save_again(services: Services) -> list[Download]:
        return await download_images(services, ["s1:1"])

    (again,) = searched(web, tmp_path, save_again, again=True)
    assert (again.path, again.why) == (one.path, "")
    assert web.unsplash.downloads == [("photo-0", "view0")]


def test_others_are_not_told(web: LoopbackWeb, tmp_path: Path) -> None:
    async def save() -> list[Download]:
        async with stage(web, tmp_path, **web.keys("pexels")) as services:
            await search_images(services, Query("red panda", count=2, provider="pexels"))
            return await download_images(services, ["s1:1"])

    (one,) = asyncio.run(save())
    assert (bool(one.path), one.why) == (True, "")
    assert "pexels.com/license" in one.attribution
    assert web.paths("/unsplash") == []
