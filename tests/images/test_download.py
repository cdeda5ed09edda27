"""Downloading saves what was seen, under safe names, with where it comes from; one failure fails nothing else."""

import asyncio
import gc
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import anyio
import pytest

from opsin.errors import InvalidInput, PathRefused
from opsin.images.download import Download, download_images
from opsin.images.fetched import Fetched
from opsin.images.hit import Hit
from opsin.images.hotlink import Rendition
from opsin.images.inspection import inspect_image
from opsin.images.keys import download_key, original_key, thumbnail_key
from opsin.images.saving import file_stem
from opsin.pixels.facts import Facts
from opsin.pixels.sniff import Format
from opsin.rights.creative_commons import cc_zero
from opsin.rights.licence import UNKNOWN, Evidence
from opsin.store.ids import parse_id
from tests.images.stage import hit_at, put, stage
from tests.loopback import pictures
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def download(web: LoopbackWeb, folder: Path, hits: list[Hit], **options: Any) -> list[Download]:
    """Save the hits as a search, and download all of them."""

    async def work() -> list[Download]:
        async with stage(web, folder) as services:
            return await download_images(services, put(services, *hits), **options)

    return asyncio.run(work())


def again(web: LoopbackWeb, folder: Path, ids: list[str], **options: Any) -> list[Download]:
    """Download ids in a new process's place: with services of their own."""

    async def work() -> list[Download]:
        async with stage(web, folder) as services:
            return await download_images(services, ids, **options)

    return asyncio.run(work())


def names(folder: Path) -> list[str]:
    """All files but the page of credits, which every folder with a picture has."""
    files = [file for file in (folder / "out").rglob("*") if file.is_file()]
    return sorted(str(file.relative_to(folder / "out")) for file in files if file.name != "CREDITS.md")


def test_files_and_sidecars_are_saved(web: LoopbackWeb, tmp_path: Path) -> None:
    hits = [
        hit_at(web.address("fine", 1), title="Red panda", page="https://a.example/page"),
        hit_at(web.address("alpha", 2), title="レッサーパンダ.jpg"),
    ]
    first, second = download(web, tmp_path, hits)
    assert names(tmp_path) == [
        "red-panda.jpg",
        "red-panda.jpg.json",
        "レッサーパンダ.png",
        "レッサーパンダ.png.json",
    ]
    assert Path(first.path).read_bytes() == pictures.jpeg(1)
    assert (first.id, first.error, first.width, first.height, first.already) == ("s1:1", "", 640, 480, False)
    assert first.sha256 == sha256(pictures.jpeg(1)).hexdigest()
    assert (second.format, second.licence) == ("png", "unknown")
    told = json.loads(Path(first.sidecar).read_text(encoding="utf-8"))
    assert (told["source_page"], told["query"]["text"], told["rank"]) == (
        "https://a.example/page",
        "red panda",
        1,
    )


@pytest.mark.parametrize(
    ("title", "prefix", "stem"),
    [
        ("Red panda", "", "red-panda"),
        ("Red panda.JPEG", "Hero", "hero-red-panda"),
        ("Grace M.Hopper, 2.5 m.tif", "hero", "hero-grace-m-hopper-2.5-m"),
        ("", "", "s3-4"),
        ("???", "hero", "hero-s3-4"),
        ("con", "", "_con"),
        ("../../etc/passwd", "../x", "x-etc-passwd"),
        ("Panda", " / ", "panda"),
    ],
)
def test_names(title: str, prefix: str, stem: str) -> None:
    assert file_stem(hit_at("https://a.example/x", title=title), "s3:4", prefix) == stem


def test_one_failure_fails_nothing_else(web: LoopbackWeb, tmp_path: Path) -> None:
    behaviours = ["fine", "html", "truncated", "reset", "bomb", "forbidden"]
    hits = [hit_at(web.address(behaviour, 3), title=behaviour) for behaviour in behaviours]

    async def work() -> list[Download]:
        async with stage(web, tmp_path) as services:
            ids = put(services, *hits)
            return await download_images(services, ["nonsense", *ids, "s7:7", ids[0]])

    got = asyncio.run(work())
    assert [one.id for one in got] == ["nonsense", *(f"s1:{cell}" for cell in range(1, 7)), "s7:7"]
    assert [bool(one.error) for one in got] == [True, False, *[True] * 6]
    assert "sent HTML" in got[2].error
    assert names(tmp_path) == ["fine.jpg", "fine.jpg.json"]
    assert not any("http://" in one.error for one in got)


def test_the_file_inspected_is_the_file_saved(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            hit = hit_at(web.address("gone", 1), renditions=(web.address("fine", 1, (500, 375)),), title="x")
            ids = put(services, hit_at(web.address("fine", 1), title="x"), hit)
            seen = [await inspect_image(services, one) for one in ids]
            count = len(web.requests)
            saved = await download_images(services, ids)
            assert [one.sha256 for one in saved] == [one.sha256 for one in seen]
            assert [one.degraded for one in saved] == [False, True]
            assert saved[1].rendition == "smaller rendition"
            assert "410" in saved[1].why
            assert len(web.requests) == count
            await download_images(services, ids[:1], fresh=True)
            assert len(web.requests) == count + 1

    asyncio.run(work())


def test_the_same_bytes_are_stored_once_and_said_so(web: LoopbackWeb, tmp_path: Path) -> None:
    hits = [hit_at(web.address("fine", 1), title=title) for title in ("one", "two")]
    got = download(web, tmp_path, hits)
    assert sorted(one.already for one in got) == [False, True]
    assert got[0].path == got[1].path
    assert len(names(tmp_path)) == 2


def test_the_same_bytes_under_another_licence_are_told_and_the_sidecar_stays(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    licences = (UNKNOWN, cc_zero("1.0", Evidence("f", "v")), cc_zero("1.0", Evidence("f", "w")))
    hits = [hit_at(web.address("fine", 1), title="one", licence=licence) for licence in licences]
    (first,) = download(web, tmp_path, hits[:1])
    before = Path(first.sidecar).read_bytes()
    (again,) = download(web, tmp_path, hits[1:2])
    assert (again.already, again.licence) == (True, "CC0 1.0")
    assert again.why == "The sidecar there is of an earlier download and states another licence: unknown."
    assert Path(again.sidecar).read_bytes() == before
    one, two = download(web, tmp_path, hits[1:], dir="both")
    assert (one.why, two.why) == ("", "")
    for theirs in ("mine", "[]", '{"licence": 5}', '{"licence": {"family": []}}', "[" * 9_000):
        Path(again.sidecar).write_text(theirs)
        (once_more,) = download(web, tmp_path, hits[1:2])
        assert (once_more.already, once_more.why) == (True, "")


def test_the_same_call_again_goes_on_and_stores_nothing_twice(web: LoopbackWeb, tmp_path: Path) -> None:
    download(web, tmp_path, [hit_at(web.address("fine", one), title="panda") for one in (1, 2)])
    before, count = names(tmp_path), len(web.requests)
    got = again(web, tmp_path, ["s1:1", "s1:2"], prefix="other")
    assert [one.already for one in got] == [True, True]
    assert (names(tmp_path), len(web.requests)) == (before, count)
    Path(got[0].path).unlink()
    Path(got[1].sidecar).unlink()
    got = again(web, tmp_path, ["s1:1", "s1:2"], prefix="new")
    assert [one.already for one in got] == [False, True]
    assert Path(got[0].path).name == "new-panda.jpg"
    assert Path(got[1].sidecar).is_file()
    assert len(web.requests) == count


def test_another_folder_gets_a_file_of_its_own(web: LoopbackWeb, tmp_path: Path) -> None:
    download(web, tmp_path, [hit_at(web.address("fine", 1), title="panda")])
    [got] = again(web, tmp_path, ["s1:1"], dir="photos/pandas")
    assert not got.already
    assert str(Path("photos", "pandas", "panda.jpg")) in names(tmp_path)
    assert len(web.requests) == 1


def test_nothing_of_the_users_is_overwritten(web: LoopbackWeb, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "Panda.JPG").write_bytes(b"the user's")
    (tmp_path / "out" / "panda-2.jpg.json").write_text("the user's")
    [got] = download(web, tmp_path, [hit_at(web.address("fine", 1), title="panda")])
    assert Path(got.path).name == "panda-3.jpg"
    assert (tmp_path / "out" / "Panda.JPG").read_bytes() == b"the user's"
    assert (tmp_path / "out" / "panda-2.jpg.json").read_text() == "the user's"


def test_a_file_beyond_max_bytes_is_told_with_its_size(web: LoopbackWeb, tmp_path: Path) -> None:
    hits = [hit_at(web.address("fine", 1)), hit_at(web.address("fine", 1, (64, 48)), title="small")]
    first, second = download(web, tmp_path, hits, max_bytes=5_000)
    assert "more than 5,000 bytes" in first.error
    assert not second.error
    [kept] = again(web, tmp_path, ["s1:2"], max_bytes=100)
    assert f"{second.size_bytes:,} bytes" in kept.error
    [whole] = again(web, tmp_path, ["s1:1"])
    assert not whole.error


@pytest.mark.parametrize("max_bytes", [0, -1, 104_857_601, True, 1.5, 9.0])
def test_a_max_bytes_out_of_range_is_refused(web: LoopbackWeb, tmp_path: Path, max_bytes: Any) -> None:
    with pytest.raises(InvalidInput, match="max_bytes"):
        again(web, tmp_path, ["s1:1"], max_bytes=max_bytes)


@pytest.mark.parametrize("ids", [[], [f"s1:{cell}" for cell in range(1, 66)]])
def test_too_few_and_too_many_ids_are_refused(web: LoopbackWeb, tmp_path: Path, ids: list[str]) -> None:
    with pytest.raises(InvalidInput, match="ids"):
        again(web, tmp_path, ids)


@pytest.mark.parametrize("folder", ["/tmp", "..", "a/../..", "C:\\x"])
def test_a_folder_that_leads_out_is_refused_before_anything_is_fetched(
    web: LoopbackWeb, tmp_path: Path, folder: str
) -> None:
    with pytest.raises(PathRefused):
        download(web, tmp_path, [hit_at(web.address("fine", 1))], dir=folder)
    assert not web.requests
    assert not (tmp_path / "out").exists()


def test_a_deadline_tells_what_is_done_and_the_next_call_goes_on(web: LoopbackWeb, tmp_path: Path) -> None:
    thumbnail = web.address("fine", 2, (60, 45))
    hits = [
        hit_at(web.address("fine", 1), title="done"),
        hit_at(web.address("drip", 2), title="slow", thumbnail=thumbnail),
    ]
    download(web, tmp_path, hits[:1])
    first, second = download(web, tmp_path, hits, deadline_s=1.0)
    assert (first.error, first.pending) == ("", False)
    assert (second.path, second.pending) == ("", True)
    assert "Call again" in second.error
    assert web.wait_until_idle()
    assert names(tmp_path) == ["done.jpg", "done.jpg.json"]

    async def next_call() -> list[Download]:
        async with stage(web, tmp_path) as services:
            kept = pictures.jpeg(2, 60, 45)
            services.store.put_bytes(thumbnail_key(thumbnail), kept, kind="thumbnail")
            return await download_images(services, ["s2:1", "s2:2"], deadline_s=3.0)

    first, second = asyncio.run(next_call())
    assert first.already
    assert (second.error, second.rendition, second.pending) == ("", "thumbnail", False)
    assert second.degraded


def test_a_deadline_is_kept_though_another_program_holds_the_store(web: LoopbackWeb, tmp_path: Path) -> None:
    """What is noted for the next call may take as long as the store waits for its file: nobody waits for that."""

    async def work() -> tuple[list[Download], float]:
        clock = asyncio.get_running_loop().time
        async with stage(web, tmp_path) as services:
            ids = put(services, *(hit_at(web.address("hang", one)) for one in range(4)))
            with closing(sqlite3.connect(tmp_path / "state" / "opsin.db", isolation_level=None)) as other:
                # A writer holds up who writes, and nobody who reads.
                other.execute("BEGIN IMMEDIATE")
                begun = clock()
                done = await download_images(services, ids, deadline_s=1.0)
                took = clock() - begun
                other.execute("ROLLBACK")
        return done, took

    done, took = asyncio.run(work())
    assert [one.pending for one in done] == [True] * 4
    assert took < 5


def test_a_call_that_is_cancelled_stops_and_frees_its_sockets(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            ids = put(services, *(hit_at(web.address("hang", one)) for one in range(6)))
            task = asyncio.create_task(download_images(services, ids))
            while not web.requests:  # noqa: ASYNC110 - the server is in another thread
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(work())
    assert web.wait_until_idle()
    assert names(tmp_path) == []


def test_steps_are_told(web: LoopbackWeb, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []

    async def on_step(done: int, total: int, sentence: str) -> None:
        assert sentence
        steps.append((done, total))

    download(web, tmp_path, [hit_at(web.address("fine", one)) for one in range(3)], on_step=on_step)
    assert steps == [(1, 3), (2, 3), (3, 3)]


def test_many_at_once_get_names_of_their_own(web: LoopbackWeb, tmp_path: Path) -> None:
    got = download(
        web, tmp_path, [hit_at(web.address("fine", one, (64, 48)), title="panda") for one in range(16)]
    )
    assert not any(one.error for one in got)
    assert len({one.path for one in got}) == 16
    for place, one in enumerate(got):
        assert Path(one.path).read_bytes() == pictures.jpeg(place, 64, 48)
        assert json.loads(Path(one.sidecar).read_text())["sha256"] == one.sha256


def test_a_fresh_download_that_brings_more_is_saved_beside_the_old(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 1), title="panda"))
            facts = Facts(Format.JPEG, 60, 45, len(pictures.jpeg(1, 60, 45)), "RGB")
            poor = Fetched(
                pictures.jpeg(1, 60, 45), facts, "x", "x", rendition=Rendition.THUMBNAIL, why="refused"
            )
            services.store.put_bytes(
                original_key(parse_id(name)), poor.data, kind="inspected", meta=poor.meta()
            )
            [first] = await download_images(services, [name])
            assert (first.degraded, first.why, Path(first.path).name) == (True, "refused", "panda.jpg")
            [other] = await download_images(services, [name], dir="other", fresh=True)
            assert (other.degraded, other.why) == (False, "")
            [later] = await download_images(services, [name])
            assert (later.degraded, Path(later.path).name) == (False, "panda-2.jpg")
            [last] = await download_images(services, [name])
            assert (last.already, last.path) == (True, later.path)

    asyncio.run(work())
    assert (tmp_path / "out" / "panda.jpg").read_bytes() == pictures.jpeg(1, 60, 45)


def test_a_download_that_a_scope_cancels_again_and_again_leaves_no_connection_open(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            ids = put(services, *(hit_at(web.address("hang-in-body", number)) for number in range(3)))
            with anyio.CancelScope() as scope:

                async def cancel() -> None:
                    assert await asyncio.to_thread(web.wait_for_requests, 2)
                    scope.cancel()

                cancelling = asyncio.ensure_future(cancel())
                await download_images(services, ids)
            await cancelling
            # The services are still open: nothing but the cancellation closes these.
            assert await asyncio.to_thread(web.wait_until_idle)

    gc.disable()
    try:
        asyncio.run(work())
    finally:
        gc.enable()


def test_a_folder_in_the_place_of_the_sidecar_moves_the_picture_on(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> list[Download]:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 3), title="Panda"))
            (tmp_path / "out" / "panda.jpg.json").mkdir(parents=True)
            return await download_images(services, [name])

    [saved] = asyncio.run(work())
    assert saved.error == ""
    assert Path(saved.path).name == "panda-2.jpg"
    assert Path(saved.sidecar).is_file()


def test_the_folder_has_a_page_that_credits_its_pictures(web: LoopbackWeb, tmp_path: Path) -> None:
    hits = [hit_at(web.address("fine", one), title=f"Panda {one}") for one in range(3)]
    first, second, third = download(web, tmp_path, hits, dir="pandas")
    page = tmp_path / "out" / "pandas" / "CREDITS.md"
    assert {first.credits, second.credits, third.credits} == {str(page)}
    assert first.credits_note == ""
    assert page.read_text(encoding="utf-8").count("\n- [panda-") == 3
    Path(first.path).unlink()
    download(web, tmp_path, [hit_at(web.address("fine", 4), title="Badger")], dir="pandas")
    told = page.read_text(encoding="utf-8")
    assert [told.count(f"]({name}.jpg)") for name in ("panda-0", "panda-1", "panda-2", "badger")] == [
        0,
        1,
        1,
        1,
    ]


def test_a_page_that_cannot_be_written_fails_nothing(web: LoopbackWeb, tmp_path: Path) -> None:
    for name in ("CREDITS.md", "CREDITS.opsin.md"):
        (tmp_path / "out" / name).mkdir(parents=True)
    (done,) = download(web, tmp_path, [hit_at(web.address("fine", 1), title="Panda")])
    assert (done.error, done.credits) == ("", "")
    assert Path(done.path).is_file()
    assert done.credits_note.startswith("CREDITS.md could not be written: ")


def test_where_nothing_was_saved_there_is_no_page(web: LoopbackWeb, tmp_path: Path) -> None:
    (failed,) = download(web, tmp_path, [hit_at(web.address("html", 1), title="Panda")])
    assert (failed.path, failed.credits) == ("", "")
    assert list((tmp_path / "out").iterdir()) == []


def test_what_another_version_noted_of_a_saved_file_is_read(web: LoopbackWeb, tmp_path: Path) -> None:
    (done,) = download(web, tmp_path, [hit_at(web.address("fine", 1), title="Panda")])

    async def work() -> list[Download]:
        async with stage(web, tmp_path) as services:
            key = download_key(parse_id(done.id), str(Path(done.path).parent))
            kept = services.store.get_state(key)
            assert kept is not None
            without = {name: value for name, value in kept.items() if not name.startswith("credits")}
            services.store.put_state(key, {**without, "colour": "blue"})
            before = len(web.requests)
            again = await download_images(services, [done.id])
            assert len(web.requests) == before
            return again

    (again,) = asyncio.run(work())
    assert (again.already, again.path) == (True, done.path)
