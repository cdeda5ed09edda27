"""The work that goes on behind the answers."""

import asyncio
import time
from pathlib import Path

import pytest

from opsin.background import Background
from opsin.local.index import LocalIndex
from opsin.local.indexing import LEASE_S, Indexing, index_of, read_waiting
from tests.local.own_pictures import ask, jpeg, names, put, settings_for


def test_all_is_read_behind_the_answer_and_the_work_is_let_go(tmp_path: Path) -> None:
    for number in range(12):
        put(tmp_path, f"mine/{number}.jpg", jpeg((20 * number, 30, 40)))
    settings = settings_for(tmp_path, tmp_path / "mine")
    index = index_of(settings)

    async def work() -> None:
        background = Background()
        indexing = Indexing(settings)
        indexing.go_on(background)
        first = indexing._task
        indexing.go_on(background)
        assert indexing._task is first
        assert first is not None
        await first
        status = index.status()
        assert (status.pictures, status.read) == (12, 12)
        assert index.hold("another", 1)
        index.let_go("another")
        put(tmp_path, "mine/new.jpg", jpeg((1, 2, 3)))
        indexing._looked -= 60
        await indexing.look()
        assert names(ask(index, "new")) == ["new.jpg"]
        await background.aclose()

    asyncio.run(work())


def test_work_that_is_cut_off_is_let_go_and_what_was_done_is_kept(tmp_path: Path) -> None:
    for number in range(6):
        put(tmp_path, f"mine/{number}.jpg", jpeg((20 * number, 30, 40)))
    settings = settings_for(tmp_path, tmp_path / "mine")
    index = index_of(settings)

    async def work() -> None:
        background = Background()
        index.refresh()
        await read_waiting(index, settings, most=2)
        indexing = Indexing(settings)
        indexing.go_on(background)
        await asyncio.sleep(0)
        await background.aclose()
        indexing.go_on(background)

    asyncio.run(work())
    assert index.status().read >= 2
    assert LocalIndex(index.file, index.folders, clock=lambda: time.time() + 2 * LEASE_S).hold("another", 1)


def test_what_another_process_indexes_is_left_to_it(tmp_path: Path) -> None:
    put(tmp_path, "mine/a.jpg", jpeg())
    settings = settings_for(tmp_path, tmp_path / "mine")
    index = index_of(settings)
    assert index.hold("another", 60)

    async def work() -> None:
        background = Background()
        indexing = Indexing(settings)
        indexing.go_on(background)
        assert indexing._task is not None
        await indexing._task
        await background.aclose()

    asyncio.run(work())
    assert index.status().pictures == 0


def test_a_picture_that_went_before_it_was_read_is_forgotten(tmp_path: Path) -> None:
    path = put(tmp_path, "mine/zebra.jpg", jpeg())
    put(tmp_path, "mine/b.jpg", b"no picture at all")
    settings = settings_for(tmp_path, tmp_path / "mine")
    index = index_of(settings)
    index.refresh()
    path.unlink()
    assert asyncio.run(read_waiting(index, settings, most=5)) == 2
    status = index.status()
    assert (status.pictures, status.read, status.unreadable) == (1, 0, 1)
    assert "picture" in ask(index, "b").matches[0].shown.problem
    assert names(ask(index, "zebra")) == []


@pytest.mark.parametrize("inside", ["state", "out"])
def test_what_opsin_shows_is_no_picture_of_the_users_and_what_it_downloaded_is(
    tmp_path: Path, inside: str
) -> None:
    put(tmp_path, f"{inside}/sheets/a.jpg", jpeg())
    index = index_of(settings_for(tmp_path, tmp_path))
    index.refresh()
    assert index.status().pictures == (1 if inside == "out" else 0)
