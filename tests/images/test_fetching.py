"""Pictures from hosts that refuse, stall, lie and break: what comes instead, and what is said of it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.demo.http_server import HttpServer, Request, Response
from opsin.errors import BadStatus, OpsinError, PictureError, TooLarge, Unreachable
from opsin.images.fetched import Fetched
from opsin.images.fetching import fetch_picture
from opsin.images.hit import Hit
from opsin.images.hotlink import Rendition
from opsin.images.keys import thumbnail_key
from tests.images.stage import hit_at, stage
from tests.loopback import pictures
from tests.loopback.web import LoopbackWeb

MEBIBYTE = 2**20


@pytest.fixture(scope="module")
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def fetch(
    web: LoopbackWeb,
    folder: Path,
    hit: Hit,
    *,
    kept: dict[str, bytes] | None = None,
    max_bytes: int = 20 * MEBIBYTE,
    seconds: float = 20,
    may_raise_limit: bool = True,
) -> Fetched:
    async def work() -> Fetched:
        async with stage(web, folder) as services:
            for address, data in (kept or {}).items():
                services.store.put_bytes(thumbnail_key(address), data, kind="thumbnail")
            return await fetch_picture(
                services, hit, max_bytes=max_bytes, seconds=seconds, may_raise_limit=may_raise_limit
            )

    web.requests.clear()
    return asyncio.run(work())


def referers(web: LoopbackWeb) -> list[str]:
    return [seen.headers.get("referer", "") for seen in web.requests]


def test_an_original_that_is_served_comes_as_it_is(web: LoopbackWeb, tmp_path: Path) -> None:
    got = fetch(web, tmp_path, hit_at(web.address("fine", 3)))
    assert got.data == pictures.jpeg(3)
    assert (got.rendition, got.degraded, got.why, got.status) == (Rendition.ORIGINAL, False, "", 200)
    assert (got.facts.width, got.facts.height) == (640, 480)
    assert got.content_type == "image/jpeg"
    assert referers(web) == [""]


def test_a_host_that_wants_its_page_gets_the_pages_origin(web: LoopbackWeb, tmp_path: Path) -> None:
    page = f"http://host1.test:{web.port}/page/1?secret=1"
    got = fetch(web, tmp_path, hit_at(web.address("referer", 1, host="host2.test"), page=page))
    assert not got.degraded
    assert got.why == ""
    assert referers(web) == ["", f"http://host1.test:{web.port}/"]


def test_a_host_that_wants_its_own_origin_gets_it(web: LoopbackWeb, tmp_path: Path) -> None:
    hit = hit_at(web.address("referer", 1), page="http://elsewhere.example/page")
    assert not fetch(web, tmp_path, hit).degraded
    assert referers(web) == ["", "http://elsewhere.example/", f"{web.origin}/"]


def test_a_page_on_https_is_not_told_to_a_host_on_http(web: LoopbackWeb, tmp_path: Path) -> None:
    fetch(web, tmp_path, hit_at(web.address("referer", 1), page="https://elsewhere.example/page"))
    assert referers(web) == ["", f"{web.origin}/"]


@pytest.mark.parametrize(
    "behaviour", ["forbidden", "html", "redirect-html", "missing", "empty", "redirect-loop"]
)
def test_a_refusal_gives_the_largest_rendition(web: LoopbackWeb, tmp_path: Path, behaviour: str) -> None:
    hit = hit_at(
        web.address(behaviour, 1),
        thumbnail=web.address("fine", 1, (240, 180)),
        renditions=(web.address("fine", 1, (500, 375)), web.address("fine", 1, (330, 247))),
    )
    got = fetch(web, tmp_path, hit)
    assert (got.rendition, got.degraded, got.facts.width) == (Rendition.SMALLER, True, 500)
    assert "127.0.0.1" in got.why
    assert "http://" not in got.why
    assert got.url == hit.renditions[0]


@pytest.mark.parametrize(
    "behaviour",
    [
        "forbidden",
        "gone",
        "error",
        "busy",
        "truncated",
        "bomb",
        "svg-as-png",
        "reset",
        "short",
        "redirect-inside",
    ],
)
def test_what_fails_everywhere_gives_the_thumbnail(web: LoopbackWeb, tmp_path: Path, behaviour: str) -> None:
    hit = hit_at(
        web.address(behaviour, 1, host="host1.test"),
        thumbnail=web.address("fine", 1, (240, 180), host="host2.test"),
        renditions=(web.address(behaviour, 1, (500, 375), host="host1.test"),),
    )
    got = fetch(web, tmp_path, hit)
    assert (got.rendition, got.facts.width) == (Rendition.THUMBNAIL, 240)
    assert got.why


def test_bytes_that_the_search_kept_are_not_fetched_again(web: LoopbackWeb, tmp_path: Path) -> None:
    thumbnail = web.address("gone", 1, (240, 180), host="host2.test")
    kept = pictures.jpeg(1, 240, 180)
    got = fetch(web, tmp_path, hit_at(web.address("gone", 1), thumbnail=thumbnail), kept={thumbnail: kept})
    assert (got.rendition, got.data) == (Rendition.THUMBNAIL, kept)
    assert len(web.requests) == 1


def test_an_original_that_the_search_kept_stands_in_undegraded(web: LoopbackWeb, tmp_path: Path) -> None:
    original = web.address("forbidden", 1)
    got = fetch(web, tmp_path, hit_at(original), kept={original: pictures.jpeg(1)})
    assert (got.rendition, got.degraded, got.data) == (Rendition.ORIGINAL, False, pictures.jpeg(1))


def test_kept_bytes_that_are_damaged_are_passed_over(web: LoopbackWeb, tmp_path: Path) -> None:
    thumbnail = web.address("fine", 1, (240, 180))
    hit = hit_at(web.address("gone", 1), thumbnail=thumbnail)
    got = fetch(web, tmp_path, hit, kept={thumbnail: pictures.truncated(1)})
    assert got.data == pictures.jpeg(1, 240, 180)


@pytest.mark.parametrize("behaviour", ["busy", "unavailable"])
def test_a_host_that_is_busy_is_not_asked_again(web: LoopbackWeb, tmp_path: Path, behaviour: str) -> None:
    hit = hit_at(
        web.address(behaviour, 1, host="host1.test"),
        page=f"http://host3.test:{web.port}/page/1",
        renditions=(web.address("fine", 1, host="host1.test"), web.address("fine", 2, host="host2.test")),
    )
    got = fetch(web, tmp_path, hit)
    assert got.rendition is Rendition.SMALLER
    assert [seen.host for seen in web.requests] == ["host1.test", "host2.test"]


def test_a_page_sent_as_a_picture_is_a_refusal(web: LoopbackWeb, tmp_path: Path) -> None:
    with pytest.raises(
        PictureError, match=r"127\.0\.0\.1 sent HTML instead of a picture.*could be had either"
    ):
        fetch(web, tmp_path, hit_at(web.address("html", 1)))


async def page_without_an_end(_: Request) -> Response:
    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(b"<!DOCTYPE html><html>" + b" " * 100_000)
        await writer.drain()
        await asyncio.sleep(3600)

    return Response(content_type="image/jpeg", headers={"Content-Length": "999999"}, write=write)


def test_what_is_no_picture_is_stopped_at_its_head(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with HttpServer(page_without_an_end) as server:
            address = server.address.removeprefix("http://")
            async with stage(web, tmp_path, OPSIN_ALLOW_HOSTS=address) as services:
                hit = hit_at(f"http://{address}/x.jpg")
                await fetch_picture(services, hit, max_bytes=10**6, seconds=30, may_raise_limit=True)

    with pytest.raises(PictureError, match="sent HTML"):
        asyncio.run(work())


def test_time_that_runs_out_leaves_what_is_kept(web: LoopbackWeb, tmp_path: Path) -> None:
    thumbnail = web.address("hang", 1, (240, 180), host="host2.test")
    hit = hit_at(web.address("hang", 1, host="host1.test"), thumbnail=thumbnail)
    got = fetch(web, tmp_path, hit, kept={thumbnail: pictures.jpeg(1, 240, 180)}, seconds=0.3)
    assert got.rendition is Rendition.THUMBNAIL
    assert "host1.test" in got.why


def test_a_dead_host_is_told_as_one(web: LoopbackWeb, tmp_path: Path) -> None:
    with pytest.raises(Unreachable) as caught:
        fetch(web, tmp_path, hit_at("http://nowhere.example/x.jpg"))
    assert caught.value.hint


def test_a_refusal_with_nothing_else_keeps_its_status(web: LoopbackWeb, tmp_path: Path) -> None:
    with pytest.raises(BadStatus, match="refused the original with HTTP status 403") as caught:
        fetch(web, tmp_path, hit_at(web.address("forbidden", 1)))
    assert caught.value.status == 403


@pytest.mark.parametrize("behaviour", ["fine", "heavy", "gzip-bomb"])
def test_too_many_bytes_are_an_error_where_more_may_be_asked_for(
    web: LoopbackWeb, tmp_path: Path, behaviour: str
) -> None:
    hit = hit_at(web.address(behaviour, 1), thumbnail=web.address("fine", 1, (60, 45)))
    with pytest.raises(TooLarge, match=r"more than 5,000 bytes.*larger max_bytes"):
        fetch(web, tmp_path, hit, max_bytes=5_000)


def test_too_many_bytes_give_a_rendition_where_no_more_may_be_asked_for(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    hit = hit_at(web.address("fine", 1), thumbnail=web.address("fine", 1, (60, 45)))
    got = fetch(web, tmp_path, hit, max_bytes=5_000, may_raise_limit=False)
    assert got.rendition is Rendition.THUMBNAIL
    assert got.why


def test_redirects_are_remembered(web: LoopbackWeb, tmp_path: Path) -> None:
    address = web.address("redirect", 1)
    got = fetch(web, tmp_path, hit_at(address))
    assert (got.url, got.redirects, got.final_url) == (address, (address,), web.address("fine", 1))


@pytest.mark.parametrize(
    "address", ["", "x", "ftp://a.example/x.jpg", "http://169.254.169.254/x.jpg", "http://[broken"]
)
def test_addresses_that_cannot_be_asked_are_told(web: LoopbackWeb, tmp_path: Path, address: str) -> None:
    with pytest.raises(OpsinError):
        fetch(web, tmp_path, hit_at(address))
    assert not web.requests


def test_the_kinds_of_pictures_come_through(web: LoopbackWeb, tmp_path: Path) -> None:
    for behaviour, name in [
        ("octets", "jpeg"),
        ("grey16", "png"),
        ("alpha", "png"),
        ("animated", "gif"),
        ("cmyk", "jpeg"),
    ]:
        assert fetch(web, tmp_path, hit_at(web.address(behaviour, 2))).facts.format == name
    rotated = fetch(web, tmp_path, hit_at(web.address("rotated", 2)))
    assert (rotated.facts.width, rotated.facts.height, rotated.facts.orientation) == (640, 480, 6)
