"""The user's own pictures from search to sheet, to a closer look and to a download, with nothing asked of the web."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from opsin.errors import AddressRefused, InvalidInput, OpsinError
from opsin.images.cells import Search
from opsin.images.download import Download, download_images
from opsin.images.hit import Hit
from opsin.images.inspection import inspect_image
from opsin.images.local_files import is_local
from opsin.images.outcome import NothingServed, Outcome
from opsin.images.providers.registry import ALL, chain_for
from opsin.images.query import LicenceFilter, Query, Safe
from opsin.images.search import search_images
from opsin.images.thumbnails import load_thumbnail
from opsin.local.indexing import everything, index_of
from opsin.server.tools.image_search import answer
from opsin.services import Services
from opsin.settings import load_settings
from tests.images.stage import hit_at, put, stage
from tests.local.own_pictures import NOW, jpeg
from tests.local.own_pictures import put as put_file
from tests.local.test_local_reading import TOLD
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


@asynccontextmanager
async def at_home(web: LoopbackWeb, folder: Path, **environ: str) -> AsyncIterator[Services]:
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    given = {"OPSIN_LOCAL_DIRS": str(pictures), "OPSIN_LOCAL_OCR": "no", **environ}
    async with stage(web, folder, **given) as services:
        # A search waits no longer than a second for what is new, and this machine may be busy.
        index = index_of(services.settings)
        await everything(index, services.settings, owner="test", text=services.settings.local_ocr)
        yield services


def ask(words: str = "panda", **more: object) -> Query:
    return Query(words, provider="local", **more)  # type: ignore[arg-type]


def test_from_search_to_download(web: LoopbackWeb, tmp_path: Path) -> None:
    mine = put_file(tmp_path, "pictures/trees/panda one.jpg", jpeg((200, 30, 30), (900, 600)))
    address = mine.resolve().as_uri()
    put_file(tmp_path, "pictures/panda two.jpg", jpeg((30, 30, 200), (300, 500)), changed=NOW - 5)

    async def work() -> tuple[Search, bytes, Download]:
        async with at_home(web, tmp_path) as services:
            found = await search_images(services, ask("red panda"))
            shown = await inspect_image(services, str(found.cells[0].id))
            [saved] = await download_images(services, [str(found.cells[0].id)])
            return found, shown.picture, saved

    found, picture, saved = asyncio.run(work())
    first, second = found.cells
    assert (first.hit.title, first.host, first.failed, first.hit.width) == (
        "panda one.jpg",
        "this machine",
        "",
        900,
    )
    assert second.hit.title == "panda two.jpg"
    assert picture.startswith(b"\xff\xd8")
    assert Path(saved.path).read_bytes() == mine.read_bytes()
    sidecar = json.loads(Path(saved.sidecar).read_bytes())
    assert (sidecar["provider"], sidecar["status"], sidecar["original_url"]) == ("local", 0, address)
    assert web.requests == []
    told = answer(found)
    path = str(mine.resolve())
    assert not any(path in line for line in told.lines)
    assert any(path in line for line in told.outside)


def test_what_merely_looks_alike_is_not_folded_and_pages_go_on(web: LoopbackWeb, tmp_path: Path) -> None:
    for number in range(5):
        image = Image.new("RGB", (640, 400), "white")
        ImageDraw.Draw(image).rectangle((20, 20, 26 + 2 * number, 30), fill=(200, 0, 0))
        (tmp_path / "pictures").mkdir(exist_ok=True)
        image.save(tmp_path / "pictures" / f"window {number}.png")
        os.utime(tmp_path / "pictures" / f"window {number}.png", (NOW - number, NOW - number))
    copy = (tmp_path / "pictures" / "window 0.png").read_bytes()
    put_file(tmp_path, "pictures/window copy.png", copy, changed=NOW - 9)

    async def work() -> list[Search]:
        async with at_home(web, tmp_path) as services:
            return [await search_images(services, ask("window", count=3, page=page)) for page in (1, 2)]

    first, second = asyncio.run(work())
    shown = [cell.hit.title for found in (first, second) for cell in found.cells]
    assert shown[:5] == [f"window {number}.png" for number in range(5)]
    assert first.more
    assert not second.more


def test_it_is_asked_by_its_name_alone(web: LoopbackWeb, tmp_path: Path) -> None:
    settings = load_settings(web.environ(tmp_path, OPSIN_LOCAL_DIRS=str(tmp_path)))
    for query in (Query("x"), Query("x", provider=ALL), Query("x", licence=LicenceFilter.COMMERCIAL)):
        assert "local" not in {provider.name for provider in chain_for(query, settings)}
    assert [provider.name for provider in chain_for(ask(), settings)] == ["local"]
    with pytest.raises(InvalidInput, match="OPSIN_LOCAL_DIRS"):
        chain_for(ask(), load_settings(web.environ(tmp_path)))


def test_no_word_of_a_picture_of_this_machine_goes_to_the_web(web: LoopbackWeb, tmp_path: Path) -> None:
    put_file(tmp_path, "pictures/secret divorce papers.jpg", jpeg((200, 30, 30), (300, 200)))
    put_file(tmp_path, "pictures/IMG_1234.jpg", jpeg((30, 30, 200), (300, 200)))
    web.wikimedia_results = [Result(one, title=f"Picture {one}") for one in range(3)]

    async def work() -> None:
        async with at_home(web, tmp_path) as services:
            # Of one the title could be searched for, of the other only the words that found it.
            titled = str((await search_images(services, ask("secret"))).cells[0].id)
            untitled = str((await search_images(services, ask("img"))).cells[0].id)
            for liked, provider in product((titled, untitled), ("wikimedia", ALL)):
                with pytest.raises(InvalidInput, match="of this machine") as why:
                    await search_images(services, Query.checked("", like=liked, provider=provider))
                assert "words of your own" in why.value.hint
            gone = replace(services, settings=replace(services.settings, local_dirs=""))
            with pytest.raises(InvalidInput, match="not configured any more"):
                await search_images(gone, Query.checked("", like=titled))
            assert web.requests == []
            found = await search_images(services, Query.checked("lake", like=titled, provider="wikimedia"))
            assert found.provider == "wikimedia"
            sent = " ".join(f"{seen.path} {seen.parameters} {seen.headers}" for seen in web.requests)
            assert "lake" in sent
            assert not any(word in sent for word in ("secret", "divorce", "papers"))

    asyncio.run(work())


def test_what_changed_or_went_since_is_told_and_what_was_seen_stays(web: LoopbackWeb, tmp_path: Path) -> None:
    names = ("panda a.jpg", "panda b.jpg", "panda c.jpg")
    paths = [
        put_file(
            tmp_path,
            f"pictures/{name}",
            jpeg((200 - 60 * at, 30 + 70 * at, 40), (90 + at, 60)),
            changed=NOW - at,
        )
        for at, name in enumerate(names)
    ]

    async def work() -> None:
        async with at_home(web, tmp_path) as services:
            found = await search_images(services, ask())
            assert [cell.hit.title for cell in found.cells] == list(names)
            ids = [str(cell.id) for cell in found.cells]
            seen = await inspect_image(services, ids[0])
            put_file(tmp_path, "pictures/panda b.jpg", jpeg((10, 10, 10), (200, 100)), changed=NOW + 9)
            paths[0].unlink()
            paths[2].unlink()
            again = await inspect_image(services, ids[0])
            assert again.sha256 == seen.sha256
            changed = await inspect_image(services, ids[1])
            assert "changed after the search" in changed.why
            gone = await inspect_image(services, ids[2])
            assert gone.degraded
            assert "not there any more" in gone.why

    asyncio.run(work())


def test_a_licence_comes_from_a_sidecar_and_passes_the_filter(web: LoopbackWeb, tmp_path: Path) -> None:
    data = jpeg((1, 200, 3))
    put_file(tmp_path, "pictures/panda.jpg", data)
    put_file(
        tmp_path, "pictures/panda.jpg.json", json.dumps({**TOLD, "sha256": sha256(data).hexdigest()}).encode()
    )
    put_file(tmp_path, "pictures/other panda.jpg", jpeg((1, 2, 200)))

    async def work() -> Search:
        async with at_home(web, tmp_path) as services:
            return await search_images(services, ask(licence=LicenceFilter.COMMERCIAL))

    [cell] = asyncio.run(work()).cells
    assert (cell.hit.licence.label, cell.hit.title, cell.hit.page) == (
        "CC BY 4.0", "Red panda", "https://commons.example/panda",
    )  # fmt: skip


def test_a_search_in_vain_says_how_far_the_index_is(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with at_home(web, tmp_path) as services:
            with pytest.raises(NothingServed, match="no pictures in the folders") as empty:
                await search_images(services, ask())
            assert empty.value.attempts[0].outcome is Outcome.EMPTY
            with pytest.raises(NothingServed, match="safe=strict"):
                await search_images(services, ask(safe=Safe.STRICT))

    asyncio.run(work())


def test_an_address_of_a_file_from_anybody_else_opens_nothing(web: LoopbackWeb, tmp_path: Path) -> None:
    mine = put_file(tmp_path, "pictures/private.jpg", jpeg())
    foreign = hit_at(mine.resolve().as_uri(), provider="searxng")
    assert not is_local(foreign)

    async def work() -> None:
        async with at_home(web, tmp_path) as services:
            with pytest.raises(AddressRefused):
                await load_thumbnail(services, foreign, (90, 90), seconds=5)
            [name] = put(services, foreign)
            with pytest.raises(OpsinError):
                await inspect_image(services, name)

    asyncio.run(work())


def test_a_file_outside_the_folders_of_now_is_not_read(web: LoopbackWeb, tmp_path: Path) -> None:
    outside = put_file(tmp_path, "elsewhere/private.jpg", jpeg())
    hit = Hit(provider="local", original=outside.resolve().as_uri(), thumbnail="", path=str(outside))

    async def work() -> None:
        async with at_home(web, tmp_path) as services:
            [name] = put(services, hit)
            with pytest.raises(OpsinError, match="not in one of the folders"):
                await inspect_image(services, name)

    asyncio.run(work())


@pytest.mark.full
def test_text_that_was_read_in_a_picture_finds_it(web: LoopbackWeb, tmp_path: Path) -> None:
    pytest.importorskip("rapidocr")
    from PIL import ImageFont

    (tmp_path / "pictures").mkdir()
    for number, (text, colour) in enumerate(
        (("Error: connection refused", (200, 0, 0)), ("All is well", (0, 120, 0)))
    ):
        image = Image.new("RGB", (1280, 800), "white")
        ImageDraw.Draw(image).text((120, 320), text, fill=colour, font=ImageFont.load_default(40))
        image.save(tmp_path / "pictures" / f"Screenshot {number}.png")
        os.utime(tmp_path / "pictures" / f"Screenshot {number}.png", (NOW + number, NOW + number))

    async def work() -> Search:
        async with at_home(web, tmp_path, OPSIN_LOCAL_OCR="yes") as services:
            assert index_of(services.settings).status().texts == 2
            return await search_images(services, ask("the screenshot with the red error"))

    found = asyncio.run(work())
    assert [cell.hit.title for cell in found.cells] == ["Screenshot 0.png"]


@pytest.mark.full
def test_a_thousand_pictures_are_indexed_asked_and_indexed_again() -> None:
    from benchmarks.local_index import run

    assert any("queries: p50" in line for line in run(1_000))
