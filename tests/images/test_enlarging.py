"""Cells whose thumbnail is too small for them get the original, and never lose the thumbnail for it."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.images.cells import Search
from opsin.images.enlarging import Enlarging
from opsin.images.filling import Candidate
from opsin.images.hit import Hit
from opsin.images.patience import Watch
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.images.thumbnails import Thumbnail, is_coarse
from opsin.pixels.decode import Picture, decode_thumbnail
from opsin.pixels.likeness import dhash
from opsin.sheet.layout import Box, fit, plan
from opsin.web.clock import Phase
from tests.images.stage import hit_at, stage
from tests.loopback.pictures import identity_at_centre, jpeg
from tests.loopback.results import Result
from tests.loopback.web import NAMES, LoopbackWeb
from tests.sheet.reader import opened

SMALL = (150, 112)


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def results(*behaviours: str, host: str = "", size: tuple[int, int] = (640, 480)) -> tuple[Result, ...]:
    return tuple(
        Result(identity, behaviour=behaviour, thumbnail_size=SMALL, host=host, size=size)
        for identity, behaviour in enumerate(behaviours)
    )


def search(
    web: LoopbackWeb, folder: Path, count: int, provider: str = "google_cse", **environ: str
) -> Search:
    folder.mkdir(exist_ok=True)

    async def run() -> Search:
        async with stage(web, folder, **web.keys("google_cse", "serper", "brave"), **environ) as services:
            return await search_images(services, Query("x", count=count, provider=provider))

    return asyncio.run(run())


def width_shown(found: Search, number: int) -> int:
    """How many columns of a cell's middle row are the picture's: the frame of the test pictures is magenta."""
    box = plan(len(found.cells)).cells[number - 1].picture
    row = opened(found.sheet).convert("RGB").crop((box.x, box.y, box.right, box.bottom))
    middle = [row.getpixel((x, row.height // 2)) for x in range(row.width)]
    magenta = [x for x, pixel in enumerate(middle) if _is_magenta(pixel)]
    return magenta[-1] - magenta[0] + 1


def _is_magenta(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return bool(min(red, blue) > 170 and green < 110)


def centre_of(found: Search, number: int, size: tuple[int, int]) -> int:
    box: Box = fit(*size, plan(len(found.cells)).cells[number - 1].picture)
    return identity_at_centre(opened(found.sheet).crop((box.x, box.y, box.right, box.bottom)))


def test_originals_fill_the_cells_of_small_thumbnails(web: LoopbackWeb, tmp_path: Path) -> None:
    web.google_cse.results = results(*["fine"] * 4)
    found = search(web, tmp_path, 4)
    for number in range(1, 5):
        assert width_shown(found, number) > 400
        assert centre_of(found, number, (525, 394)) == number - 1
    assert all("low resolution" not in cell.marks for cell in found.cells)


@pytest.mark.parametrize(
    "behaviour",
    [
        "missing",
        "html",
        "bomb",
        "padded",
        *(
            pytest.param(behaviour, marks=pytest.mark.full)
            for behaviour in ("forbidden", "truncated", "reset", "redirect-inside", "heavy", "gzip-bomb")
        ),
    ],
)
def test_a_thumbnail_stays_and_is_marked_where_the_original_fails(
    web: LoopbackWeb, tmp_path: Path, behaviour: str
) -> None:
    web.google_cse.results = results("fine", behaviour)
    found = search(web, tmp_path, 2)
    assert not any(cell.failed for cell in found.cells)
    assert [("low resolution" in cell.marks) for cell in found.cells] == [False, True]
    assert 100 < width_shown(found, 2) < 160
    assert centre_of(found, 2, SMALL) == 1


@pytest.mark.parametrize(
    "behaviour", ["hang", *(pytest.param(one, marks=pytest.mark.full) for one in ("hang-in-body", "drip"))]
)
def test_a_thumbnail_stays_where_the_original_is_slow(
    web: LoopbackWeb, tmp_path: Path, behaviour: str
) -> None:
    web.google_cse.results = results("fine", behaviour, "fine")
    found = search(web, tmp_path, 3)
    assert [cell.hit.original.split("/")[-2] for cell in found.cells] == ["0", "1", "2"]
    assert [("low resolution" in cell.marks) for cell in found.cells] == [False, True, False]


def test_only_what_time_is_left_is_waited(web: LoopbackWeb, tmp_path: Path) -> None:
    web.google_cse.results = results("hang", "hang")
    found = search(web, tmp_path, 2, OPSIN_THUMBNAIL_DEADLINE_S="1")
    assert not any(cell.failed for cell in found.cells)
    assert all("low resolution" in cell.marks for cell in found.cells)
    assert web.wait_until_idle()


def test_a_notice_in_the_place_of_the_original_is_not_shown(web: LoopbackWeb, tmp_path: Path) -> None:
    other = web.address("fine", 7, (640, 480))
    web.google_cse.results = (replace(results("fine")[0], address=other),)
    found = search(web, tmp_path, 1)
    assert centre_of(found, 1, SMALL) == 0
    assert found.cells[0].marks == ("low resolution",)


def test_an_original_beyond_its_bytes_is_not_fetched_whole(web: LoopbackWeb, tmp_path: Path) -> None:
    web.google_cse.results = results("heavy")
    found = search(web, tmp_path, 1)
    assert found.cells[0].marks == ("low resolution",)


def test_fine_thumbnails_cost_no_second_request(web: LoopbackWeb, tmp_path: Path) -> None:
    fine = tuple(Result(identity, thumbnail_size=(480, 360), size=(1600, 1200)) for identity in range(9))
    web.brave.results = web.duckduckgo.results = fine
    for provider in ("brave", "duckduckgo"):
        before = len(web.paths("/i/"))
        search(web, tmp_path / provider, 4, provider)
        asked = web.paths("/i/")[before:]
        assert len(asked) == 4
        assert all("480x360" in path for path in asked)


def test_a_thumbnail_as_large_as_its_original_costs_no_second_request(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    web.google_cse.results = results("fine", size=SMALL)
    found = search(web, tmp_path, 1)
    assert found.cells[0].marks == ()
    assert len(web.paths("/i/")) == 1


def test_medium_thumbnails_are_enough_for_many_cells_and_not_for_few(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    web.serper.results = tuple(Result(one, thumbnail_size=(225, 169)) for one in range(16))
    search(web, tmp_path / "many", 9, "serper")
    assert len(web.paths("/i/")) == 9
    web.requests.clear()
    search(web, tmp_path / "few", 4, "serper")
    assert len(web.paths("/i/")) == 8


def test_both_are_kept_for_later(web: LoopbackWeb, tmp_path: Path) -> None:
    web.google_cse.results = results("fine")
    search(web, tmp_path, 1)
    assert len(web.paths("/i/")) == 2
    search(web, tmp_path, 1)
    assert len(web.paths("/i/")) == 2


def test_nothing_is_left_open(web: LoopbackWeb, tmp_path: Path) -> None:
    web.google_cse.results = results("hang", "fine", "drip", host=NAMES[0])
    search(web, tmp_path, 3)
    assert web.wait_until_idle()


def test_no_original_is_fetched_where_hosts_are_asked_what_robots_may(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    web.google_cse.results = results("fine")
    found = search(web, tmp_path, 1, OPSIN_RESPECT_ROBOTS="1")
    assert found.cells[0].marks == ("low resolution",)
    assert len(web.paths("/i/")) == 1


def test_what_is_on_its_way_is_stopped_when_the_caller_is_cancelled() -> None:
    stopped: list[str] = []

    async def load(hit: Hit, watch: Watch) -> Thumbnail:
        watch(Phase.AWAITING)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(hit.original)
            raise
        raise AssertionError("nothing ends the wait but a cancellation")

    async def run() -> None:
        async with Enlarging(
            load, lambda *_: True, deadline=asyncio.get_running_loop().time() + 60
        ) as enlarging:
            cells = [
                Candidate(rank, hit_at(f"https://o.example/{rank}"), thumbnail=shown((150, 112), rank))
                for rank in range(2)
            ]
            await enlarging.finish(cells, (500, 500))

    async def cancel() -> None:
        task = asyncio.create_task(run())
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    asyncio.run(cancel())
    assert len(stopped) == 2


# --- what counts as too small ---


def shown(size: tuple[int, int], identity: int = 0, address: str = "https://t.example/1") -> Thumbnail:
    picture: Picture = decode_thumbnail(jpeg(identity, *size), (600, 600))
    return Thumbnail(address, b"", picture, dhash(picture.image), f"{size} {identity}")


@pytest.mark.parametrize(
    ("thumbnail", "original", "box", "coarse"),
    [
        ((150, 112), (1600, 1200), (258, 238), True),
        ((150, 112), (1600, 1200), (525, 499), True),
        ((225, 169), (1600, 1200), (345, 319), False),
        ((225, 169), (1600, 1200), (525, 499), True),
        ((330, 248), (1600, 1200), (525, 499), False),
        ((150, 112), (160, 120), (525, 499), False),  # the original is hardly larger
        ((150, 112), (0, 0), (525, 499), True),  # of unknown size
        ((150, 30), (1500, 300), (258, 238), True),
    ],
)
def test_what_is_too_small(
    thumbnail: tuple[int, int], original: tuple[int, int], box: tuple[int, int], coarse: bool
) -> None:
    hit = hit_at("https://o.example/1", width=original[0], height=original[1])
    assert is_coarse(hit, shown(thumbnail), box) is coarse
    assert not is_coarse(hit, shown(thumbnail, address=hit.original), box)


def test_only_the_same_picture_with_more_pixels_enlarges() -> None:
    small = shown((150, 112))
    assert shown((640, 480)).enlarges(small)
    assert not shown((150, 112)).enlarges(small)
    assert not shown((640, 480), identity=3).enlarges(small)
    assert not shown((640, 640)).enlarges(small)
