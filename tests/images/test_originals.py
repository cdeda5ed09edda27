"""One file stands for an id: fetched once, kept over restarts, never replaced by less."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from opsin.errors import InvalidInput, TooLarge, UnknownId
from opsin.images.download import download_images
from opsin.images.hotlink import Rendition
from opsin.images.inspection import inspect_image
from opsin.images.keys import original_key
from opsin.images.originals import Original, original_of
from opsin.services import Services
from opsin.store.ids import CellId, parse_id
from tests.images.stage import hit_at, put, stage
from tests.loopback import pictures
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


async def ask(services: Services, name: str, *, fresh: bool = False, max_bytes: int = 10**7) -> Original:
    return await original_of(
        services, parse_id(name), max_bytes=max_bytes, seconds=20, may_raise_limit=True, fresh=fresh
    )


def test_it_is_fetched_once_also_after_a_restart(web: LoopbackWeb, tmp_path: Path) -> None:
    async def first() -> Original:
        async with stage(web, tmp_path) as services:
            put(services, hit_at(web.address("redirect", 3), title="Red panda"))
            return await ask(services, "s1:1")

    async def second() -> Original:
        async with stage(web, tmp_path) as services:
            return await ask(services, "s1:1")

    before, after = asyncio.run(first()), asyncio.run(second())
    assert before == after
    assert after.file.data == pictures.jpeg(3)
    assert (after.hit.title, after.rank, after.entry.query["text"]) == ("Red panda", 1, "red panda")
    assert len(web.requests) == 2


def test_calls_at_the_same_time_fetch_it_once(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name, other] = put(services, hit_at(web.address("fine", 1)), hit_at(web.address("fine", 2)))
            got = await asyncio.gather(*(ask(services, one) for one in [name, name, other, name]))
            assert len({one.file.sha256 for one in got}) == 2

    asyncio.run(work())
    assert len(web.requests) == 2


def test_what_stood_in_goes_on_standing_in_until_a_fresh_fetch(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 1), thumbnail=web.address("fine", 1, (60, 45))))
            poor = hit_at(web.address("gone", 1), thumbnail=web.address("fine", 1, (60, 45)))
            [poor_name] = put(services, poor)
            first = await ask(services, poor_name)
            count = len(web.requests)
            again = await ask(services, poor_name)
            assert (first.file.rendition, again.file) == (Rendition.THUMBNAIL, first.file)
            assert len(web.requests) == count
            assert not (await ask(services, name)).file.degraded
            await ask(services, name, fresh=True)
            assert len(web.requests) == count + 2

    asyncio.run(work())


def test_a_fresh_fetch_that_brings_less_replaces_nothing(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("gone", 1), thumbnail=web.address("fine", 1, (60, 45))))
            poor = await ask(services, name)
            good = {**poor.file.meta(), "rendition": "original", "why": ""}
            services.store.put_bytes(
                original_key(CellId(1, 1)), pictures.jpeg(1), kind="inspected", meta=good
            )
            again = await ask(services, name, fresh=True)
            assert (again.file.data, again.file.degraded) == (pictures.jpeg(1), False)
            assert "could not be fetched again" in again.file.why
            kept = await ask(services, name)
            assert (kept.file.data, kept.file.why) == (pictures.jpeg(1), "")

    asyncio.run(work())


def test_a_file_that_changed_after_its_bytes_were_pruned_is_told(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 1)))
            await ask(services, name)
            services.store._databases.write(lambda connection: connection.execute("DELETE FROM kept"))
            same = await ask(services, name)
            assert same.file.why == ""
            services.store._databases.write(lambda connection: connection.execute("DELETE FROM kept"))
            services.store.put_state(original_key(parse_id(name)), {"sha256": "of another file"})
            assert "now sends another one" in (await ask(services, name)).file.why

    asyncio.run(work())


def test_a_kept_file_beyond_max_bytes_is_an_error_that_says_its_size(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 1)))
            await ask(services, name)
            with pytest.raises(TooLarge, match=f"s1:1 has {len(pictures.jpeg(1)):,} bytes"):
                await ask(services, name, max_bytes=1_000)

    asyncio.run(work())


def test_ids_that_name_no_picture(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            services.store.save_search("icons", {"text": "arrow"}, [{"name": "arrow"}], served_by="iconify")
            with pytest.raises(InvalidInput, match="not a picture of the web"):
                await ask(services, "s1:1")
            with pytest.raises(UnknownId):
                await ask(services, "s1:2")

    asyncio.run(work())


def test_what_another_version_kept_is_fetched_anew(web: LoopbackWeb, tmp_path: Path) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [name] = put(services, hit_at(web.address("fine", 1)))
            services.store.put_bytes(original_key(parse_id(name)), b"x", kind="inspected", meta={"odd": 1})
            assert (await ask(services, name)).file.data == pictures.jpeg(1)

    asyncio.run(work())


def test_a_cancelled_fetch_frees_its_socket_and_the_next_call_gets_the_file(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            [hanging] = put(services, hit_at(web.address("hang-in-body", 1)))
            task = asyncio.create_task(ask(services, hanging))
            while not web.requests:  # noqa: ASYNC110 - the server is in another thread
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            [fine] = put(services, hit_at(web.address("fine", 1)))
            assert not (await ask(services, fine)).file.degraded

    asyncio.run(work())
    assert web.wait_until_idle()


@pytest.mark.parametrize("job", ["inspect", "download"])
def test_no_job_waits_for_the_loops_own_threads(web: LoopbackWeb, tmp_path: Path, job: str) -> None:
    go_on = threading.Event()

    async def work() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        waiting = asyncio.ensure_future(asyncio.to_thread(go_on.wait, 60))
        try:
            async with asyncio.timeout(20), stage(web, tmp_path, OPSIN_SEARCH_INTERVAL_MS="1") as services:
                [name] = put(services, hit_at(web.address("fine", 1)))
                await services.pacer.turn("openverse", deadline=asyncio.get_running_loop().time() + 20)
                if job == "inspect":
                    assert (await inspect_image(services, name)).width
                else:
                    assert (await download_images(services, [name]))[0].path
        finally:
            go_on.set()
            await waiting

    asyncio.run(work())
