"""The web of the tests does what it says: otherwise a test that uses it proves nothing."""

import asyncio
import http.client
import io
import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from PIL import Image, ImageOps

from tests.loopback import pictures
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb


@pytest.fixture(scope="module")
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def fetch(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port or 0, timeout=30)
    try:
        connection.request("GET", f"{parts.path}?{parts.query}", headers={"Host": parts.netloc, **headers})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("identity", range(len(pictures.PALETTE)))
def test_a_picture_proves_who_it_is_and_that_it_is_whole(web: LoopbackWeb, identity: int) -> None:
    image = opened(fetch(web.address("fine", identity, (480, 360)))[2])
    assert pictures.identity_at_centre(image) == identity
    assert pictures.frame_is_whole(image)
    small = image.resize((240, 180), Image.Resampling.LANCZOS)
    assert pictures.identity_at_centre(small) == identity
    assert pictures.frame_is_whole(small)
    cropped = image.crop((20, 0, 480, 360))
    assert not pictures.frame_is_whole(cropped)


@pytest.mark.full
def test_hard_pictures_are_what_their_names_say(web: LoopbackWeb) -> None:
    assert opened(fetch(web.address("grey16"))[2]).mode.startswith("I;16")
    assert opened(fetch(web.address("alpha"))[2]).mode == "RGBA"
    assert opened(fetch(web.address("cmyk"))[2]).mode == "CMYK"
    assert getattr(opened(fetch(web.address("animated", size=(64, 48)))[2]), "n_frames", 1) == 3
    lying = opened(fetch(web.address("rotated", 3, (400, 200)))[2])
    assert lying.size == (200, 400)
    upright = ImageOps.exif_transpose(lying)
    assert upright.size == (400, 200)
    assert pictures.frame_is_whole(upright)
    bomb = fetch(web.address("bomb"))[2]
    assert len(bomb) < 1_000_000
    assert bomb[16:24] == (30_000).to_bytes(4) * 2


def test_a_truncated_picture_has_a_right_head_and_too_few_pixels(web: LoopbackWeb) -> None:
    data = fetch(web.address("truncated"))[2]
    assert Image.open(io.BytesIO(data)).size == (640, 480)
    with pytest.raises(OSError, match="truncated"):
        opened(data)


@pytest.mark.parametrize(
    ("behaviour", "status"), [("missing", 404), ("forbidden", 403), ("error", 500), ("redirect-inside", 302)]
)
def test_statuses(web: LoopbackWeb, behaviour: str, status: int) -> None:
    assert fetch(web.address(behaviour))[0] == status


def test_html_comes_as_a_jpeg(web: LoopbackWeb) -> None:
    status, headers, body = fetch(web.address("html"))
    assert (status, headers["content-type"]) == (200, "image/jpeg")
    assert body.startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("behaviour", "referer", "status"),
    [
        ("referer", "", 403),
        ("referer", "http://elsewhere.example/", 403),
        ("referer", "own", 200),
        ("no-foreign-referer", "", 200),
        ("no-foreign-referer", "http://elsewhere.example/", 403),
        ("no-foreign-referer", "own", 200),
    ],
)
def test_referers_are_judged(web: LoopbackWeb, behaviour: str, referer: str, status: int) -> None:
    headers = {"Referer": web.origin + "/page/1" if referer == "own" else referer} if referer else {}
    assert fetch(web.address(behaviour), **headers)[0] == status


@pytest.mark.parametrize("behaviour", ["reset", "short"])
def test_a_body_breaks_off(web: LoopbackWeb, behaviour: str) -> None:
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        fetch(web.address(behaviour))


@pytest.mark.parametrize("behaviour", ["hang", "hang-in-body", "drip", "heavy"])
def test_a_client_that_gives_up_leaves_no_connection_behind(web: LoopbackWeb, behaviour: str) -> None:
    async def run() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", web.port)
        before = len(web.requests)
        target = urlsplit(web.address(behaviour, 1, (1600, 1200))).path
        writer.write(f"GET {target} HTTP/1.1\r\nHost: x:1\r\n\r\n".encode())
        for _ in range(3000):
            if len(web.requests) > before:
                break
            await asyncio.sleep(0.01)
        assert web.open_connections == 1
        writer.close()

    assert web.wait_until_idle()
    asyncio.run(run())
    assert web.wait_until_idle()


def test_duckduckgo_wants_its_token(web: LoopbackWeb) -> None:
    base = f"{web.origin}/duckduckgo"
    page = fetch(f"{base}/?q=red%20panda")[2].decode()
    token = page.split('vqd="')[1].split('"')[0]
    found = json.loads(fetch(f"{base}/i.js?q=red%20panda&o=json&vqd={token}")[2])
    assert len(found["results"]) == 20
    assert set(found["results"][0]) == {"height", "width", "image", "thumbnail", "title", "url", "source"}
    assert b"anomalyDetectionBlock" in fetch(f"{base}/i.js?q=red%20panda&o=json&vqd=4-123")[2]


@pytest.mark.parametrize(
    ("mode", "status", "content"),
    [
        ("blocked", 200, b"anomalyDetectionBlock"),
        ("empty", 200, b'"results": []'),
        ("rate-limited", 429, b""),
        ("html", 200, b"<html>"),
    ],
)
def test_duckduckgo_has_its_moods(mode: str, status: int, content: bytes) -> None:
    with LoopbackWeb() as web:
        web.duckduckgo.mode = mode
        base = f"{web.origin}/duckduckgo"
        token = fetch(f"{base}/?q=x")[2].decode().split('vqd="')[1].split('"')[0]
        answer = fetch(f"{base}/i.js?q=x&vqd={token}")
        assert answer[0] == status
        assert content in answer[2]


def test_openverse_keeps_its_limits(web: LoopbackWeb) -> None:
    base = f"{web.origin}/openverse/v1/images/"
    assert fetch(f"{base}?q=x&page_size=21")[0] == 401
    assert fetch(f"{base}?page_size=20")[0] == 400
    found = json.loads(fetch(f"{base}?q=x&page_size=8&page=3")[2])
    assert (found["page_count"], len(found["results"])) == (3, 4)


def test_wikimedia_serves_the_gallery_or_results() -> None:
    api = "/w/api.php?action=query&generator=search&gsrsearch=cat&gsrlimit=3&formatversion=2&iiurlwidth=330"
    with LoopbackWeb() as web:
        (page,) = json.loads(fetch(web.origin + api)[2])["query"]["pages"]
        assert page["title"] == "File:Chelsea the cat.jpg"
        assert opened(fetch(page["imageinfo"][0]["thumburl"])[2]).size[0] == 330
        web.wikimedia_results = [Result(4, behaviour="missing")]
        (page,) = json.loads(fetch(web.origin + api)[2])["query"]["pages"]
        assert fetch(page["imageinfo"][0]["url"])[0] == 404
        web.wikimedia_mode = "empty"
        assert "query" not in json.loads(fetch(web.origin + api)[2])
        assert web.paths("/w/") == ["/w/api.php"] * 3


def test_names_resolve_to_the_loopback_address_and_others_do_not(web: LoopbackWeb) -> None:
    assert asyncio.run(web.resolve("host3.test", web.port)) == ["127.0.0.1"]
    assert f"host3.test:{web.port}" in web.allow
    with pytest.raises(OSError, match=r"elsewhere\.example"):
        asyncio.run(web.resolve("elsewhere.example", 80))
