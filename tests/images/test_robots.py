"""robots.txt and X-Robots-Tag within the whole job: what is fetched, what stands in, and what is said of it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from opsin.demo.http_server import Response
from opsin.images.download import Download, download_images
from opsin.images.fetched import Fetched
from opsin.images.fetching import fetch_picture
from opsin.images.hit import Hit
from opsin.images.hotlink import Next, Rendition, after
from opsin.images.inspection import inspect_image
from opsin.images.keys import thumbnail_key
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.services import Services
from opsin.web.robots import RobotsForbid
from tests.images.stage import Result, hit_at, put, stage
from tests.loopback import pictures
from tests.loopback.web import LoopbackWeb

FORBIDS = Response(b"User-agent: *\nDisallow: /i/fine/1/\n", content_type="text/plain")
FORBIDS_ALL = Response(b"User-agent: *\nDisallow: /\n", content_type="text/plain")


@pytest.fixture(scope="module")
def running() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as web:
        yield web


@pytest.fixture
def web(running: LoopbackWeb) -> LoopbackWeb:
    running.robots.clear()
    running.requests.clear()
    return running


def on_stage(
    web: LoopbackWeb, folder: Path, work: Callable[[Services], Awaitable[Result]], *, respect: bool = True
) -> Result:
    async def run() -> Result:
        async with stage(web, folder, OPSIN_RESPECT_ROBOTS="1" if respect else "0") as services:
            return await work(services)

    return asyncio.run(run())


def fetch(
    web: LoopbackWeb, folder: Path, hit: Hit, kept: dict[str, bytes] | None = None, *, respect: bool = True
) -> Fetched:
    async def work(services: Services) -> Fetched:
        for address, data in (kept or {}).items():
            services.store.put_bytes(thumbnail_key(address), data, kind="thumbnail")
        return await fetch_picture(services, hit, max_bytes=10**7, seconds=20, may_raise_limit=True)

    return on_stage(web, folder, work, respect=respect)


def download(web: LoopbackWeb, folder: Path, *hits: Hit, respect: bool = True) -> list[Download]:
    return on_stage(
        web, folder, lambda services: download_images(services, put(services, *hits)), respect=respect
    )


def asked(web: LoopbackWeb) -> list[str]:
    return [f"{seen.host} {seen.path}" for seen in web.requests]


def test_nobody_is_asked_unless_the_user_has_opted_in(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = FORBIDS_ALL
    hit = hit_at(web.address("fine", 1, host="host1.test"))
    assert not fetch(web, tmp_path, hit, respect=False).degraded
    assert web.paths("/robots.txt") == []


def test_the_older_name_of_the_setting_works(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> bool:
        async with stage(web, tmp_path, IMAGE_MCP_RESPECT_ROBOTS="1") as services:
            return services.robots is not None

    assert asyncio.run(run())


def test_a_host_that_allows_it_is_asked_first(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = FORBIDS
    got = fetch(web, tmp_path, hit_at(web.address("fine", 2, host="host1.test")))
    assert (got.degraded, got.why) == (False, "")
    assert asked(web) == ["host1.test /robots.txt", "host1.test /i/fine/2/640x480.jpg"]


def test_another_address_of_the_host_may_be_allowed(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = FORBIDS
    allowed = web.address("fine", 2, (500, 375), host="host1.test")
    hit = hit_at(web.address("fine", 1, host="host1.test"), renditions=(allowed,), page="http://host3.test/")
    got = fetch(web, tmp_path, hit)
    assert (got.rendition, got.url) == (Rendition.SMALLER, allowed)
    assert got.why == "The robots.txt of host1.test does not allow it."
    assert asked(web) == ["host1.test /robots.txt", "host1.test /i/fine/2/500x375.jpg"]


def test_a_rendition_on_another_host_stands_in(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = FORBIDS_ALL
    forbidden = web.address("fine", 1, (500, 375), host="host1.test")
    other = web.address("fine", 1, (330, 247), host="host2.test")
    hit = hit_at(web.address("fine", 1, host="host1.test"), renditions=(forbidden, other))
    got = fetch(web, tmp_path, hit)
    assert (got.url, got.degraded) == (other, True)
    assert [path for path in asked(web) if path.startswith("host1.test")] == ["host1.test /robots.txt"]


def test_the_thumbnail_that_the_search_kept_stands_in(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = web.robots["host2.test"] = FORBIDS_ALL
    thumbnail = web.address("fine", 1, (240, 180), host="host2.test")
    hit = hit_at(web.address("fine", 1, host="host1.test"), thumbnail=thumbnail)
    got = fetch(web, tmp_path, hit, {thumbnail: pictures.jpeg(1, 240, 180)})
    assert (got.rendition, got.degraded) == (Rendition.THUMBNAIL, True)
    assert "robots.txt of host1.test" in got.why
    assert asked(web) == ["host1.test /robots.txt"]


def test_nothing_left_is_an_error_of_its_own(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = FORBIDS_ALL
    with pytest.raises(RobotsForbid, match=r"robots\.txt of host1\.test does not allow it\. Nothing that"):
        fetch(web, tmp_path, hit_at(web.address("fine", 1, host="host1.test")))


def test_another_referer_changes_no_rule() -> None:
    assert after(RobotsForbid("The robots.txt of x.example does not allow it.")) is Next.ADDRESS


async def hang(_writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3600)


@pytest.mark.parametrize(
    ("rules", "forbidden"),
    [
        (FORBIDS, True),
        (Response(FORBIDS.body + b"#" * 10_000_000), True),
        (Response(b"User-agent: *\nAllow: /\n"), False),
        (Response(b"", status=404), False),
        (Response(FORBIDS.body, status=500), False),
        (Response(b"<html>\nUser-agent: *\nDisallow: /\n</html>", content_type="text/html"), False),
        (None, False),
    ],
    ids=["forbids", "forbids in 10 MB", "allows", "missing", "error", "HTML", "none"],
)
def test_a_whole_download(
    web: LoopbackWeb, tmp_path: Path, rules: Response | None, *, forbidden: bool
) -> None:
    if rules is not None:
        web.robots["host1.test"] = rules
    thumbnail = web.address("fine", 1, (240, 180), host="host2.test")
    hits = [hit_at(web.address("fine", 1, host="host1.test"), thumbnail=thumbnail)] * 2
    saved = download(web, tmp_path, *hits, hit_at(web.address("fine", 3, host="host2.test")))
    assert [one.degraded for one in saved] == [forbidden, forbidden, False]
    assert all(one.path for one in saved)
    assert ["robots.txt of host1.test" in one.why for one in saved] == [forbidden, forbidden, False]
    assert [path for path in asked(web) if "robots" in path].count("host1.test /robots.txt") == 1


@pytest.mark.full
def test_a_whole_download_from_a_host_whose_rules_hang(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = Response(write=hang, silent=True)
    [saved] = download(web, tmp_path, hit_at(web.address("fine", 1, host="host1.test")))
    assert (bool(saved.path), saved.degraded) == (True, False)


def test_a_search_and_its_thumbnails_ask_no_robots_and_an_inspection_does(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    for host in ("127.0.0.1", *(f"host{number}.test" for number in range(1, 13))):
        web.robots[host] = FORBIDS_ALL

    async def work(services: Services) -> tuple[int, bool, str]:
        found = await search_images(services, Query.checked("red panda", count=2))
        before = len(web.paths("/robots.txt"))
        shown = await inspect_image(services, str(found.cells[0].id))
        return before, shown.degraded, shown.why

    before, degraded, why = on_stage(web, tmp_path, work)
    assert before == 0
    assert degraded
    assert "robots.txt" in why


def test_a_redirect_is_asked_where_it_leads(web: LoopbackWeb, tmp_path: Path) -> None:
    web.robots["host1.test"] = Response(b"User-agent: *\nDisallow: /i/fine/\n")
    with pytest.raises(RobotsForbid):
        fetch(web, tmp_path, hit_at(web.address("redirect", 1, host="host1.test")))
    assert web.paths("/i/fine/") == []


def test_a_host_that_wants_no_ai_is_told_and_obeyed_only_on_request(web: LoopbackWeb, tmp_path: Path) -> None:
    hit = hit_at(web.address("noai", 1, host="host1.test"))
    [saved] = download(web, tmp_path, hit, respect=False)
    note = "host1.test asks that it not be used for AI (X-Robots-Tag: noai, noimageai)."
    assert (saved.degraded, saved.why) == (False, note)
    sidecar = json.loads(Path(f"{saved.path}.json").read_text("utf-8"))
    assert sidecar["x_robots_tag"] == "noindex, NoAI, noimageai"
    assert sidecar["why"] == note
    with pytest.raises(RobotsForbid, match="not be used for AI"):
        fetch(web, tmp_path, hit)


def test_an_inspection_tells_it_too(web: LoopbackWeb, tmp_path: Path) -> None:
    hit = hit_at(web.address("noai", 1, host="host1.test"))

    async def work(services: Services) -> str:
        [id_] = put(services, hit)
        return (await inspect_image(services, id_)).why

    assert "asks that it not be used for AI" in on_stage(web, tmp_path, work, respect=False)
