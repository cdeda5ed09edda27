"""What is said of a search of the index is so: how far it is, what was left out, and what the query asked for."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from opsin.local.asked import MOST_WORDS, read_query
from opsin.local.folders import folders_of
from opsin.local.index import LocalIndex
from opsin.local.indexing import Indexing, index_of, read_waiting
from opsin.local.states import MAY_DO_NOW
from opsin.local.telling import by_name_only, left_out, nothing_found, search_notes
from opsin.local.walking import MOST_DEPTH, Walk
from tests.local.own_pictures import NOW, ask, index_over, jpeg, names, put, settings_for

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def told(index: LocalIndex, query: str) -> str:
    asked = read_query(query, datetime.fromtimestamp(NOW, UTC))
    status, found = index.status(), index.search(asked, most=9)
    notes = search_notes(asked, found, status, index.folders, reads_text=False)
    return "; ".join([*(() if found.matches else (nothing_found(asked, status, index.folders),)), *notes])


def over_after(times: int) -> Callable[[], bool]:
    asked = count()
    return lambda: next(asked) >= times


def test_before_the_folders_are_walked_to_their_end_nothing_is_denied(tmp_path: Path) -> None:
    for number in range(3):
        put(tmp_path, f"pictures/{number}/okapi {number}.png", b"x")
    index = index_over(tmp_path, tmp_path / "pictures")
    assert not index.refresh(over_after(2))
    assert index.status().pictures == 1
    said = told(index, "zebra")
    assert "known so far" in said
    assert "not walked through to their end" in said
    assert not any(sign.isdigit() for sign in said)
    assert index.refresh()
    assert told(index, "zebra").startswith("none of 3 pictures has it")
    # A later walk that does not come to its end is told too, and so is the end of the next.
    put(tmp_path, "pictures/9/new.png", b"x")
    assert not index.refresh(over_after(1))
    assert "not walked through" in told(index, "zebra")
    assert index.refresh()
    assert "not walked through" not in told(index, "zebra")


def test_a_picture_that_was_saved_just_now_is_found(tmp_path: Path) -> None:
    put(tmp_path, "mine/deep/a.jpg", jpeg())
    for folder in ("mine", "mine/deep"):
        os.utime(tmp_path / folder, (NOW, NOW))
    settings = settings_for(tmp_path, tmp_path / "mine")

    async def work() -> None:
        indexing = Indexing(settings)
        await indexing.look()
        looked = indexing._looked
        await indexing.look()
        assert indexing._looked == looked
        for name in ("deep/screenshot.jpg", "new folder/other.jpg"):
            put(tmp_path, f"mine/{name}", jpeg((1, 2, 3)))
            await indexing.look()
            word = Path(name).stem
            assert names(ask(index_of(settings), word)) == [f"{word}.jpg"]

    asyncio.run(work())


def test_what_is_too_deep_or_too_much_is_told(tmp_path: Path) -> None:
    deep = Path(*("d" for _ in range(MOST_DEPTH + 1)))
    put(tmp_path / "pictures", f"{deep}/a.png", b"x")
    put(tmp_path / "pictures", "b.png", b"x")
    index = index_over(tmp_path, tmp_path / "pictures")
    assert index.refresh()
    assert index.status().pictures == 1
    assert f"1 folder more than {MOST_DEPTH} deep was left out" in told(index, "b")
    walk = Walk(str(tmp_path / "pictures"), most=1)
    assert [name for listed in walk for name in listed.pictures] == ["b.png"]
    assert walk.beyond
    assert walk.whole


@pytest.mark.skipif(AS_ROOT or os.name == "nt", reason="who may read anything is kept from nothing")
def test_what_may_not_be_read_is_told_as_that(tmp_path: Path) -> None:
    put(tmp_path, "pictures/shut/a.jpg", jpeg()).parent.chmod(0)
    closed = put(tmp_path, "pictures/closed.jpg", jpeg())
    closed.chmod(0)
    settings = settings_for(tmp_path, tmp_path / "pictures")
    index = index_of(settings)
    index.refresh()
    asyncio.run(read_waiting(index, settings, most=9))
    (tmp_path / "pictures/shut").chmod(0o700)
    said = told(index, "closed")
    assert "1 folder could not be listed" in said
    assert "1 file cannot be opened" in said
    closed.chmod(0o600)
    index.read_again(MAY_DO_NOW)
    asyncio.run(read_waiting(index, settings, most=9))
    assert index.status().read == 1


def test_why_pictures_are_known_by_name_only(tmp_path: Path) -> None:
    put(tmp_path, "pictures/damaged.jpg", b"no picture")
    put(tmp_path, "pictures/large.jpg", jpeg(size=(400, 300)))
    settings = replace(settings_for(tmp_path, tmp_path / "pictures"), vision_max_bytes=600)
    index = index_of(settings)
    index.refresh()
    asyncio.run(read_waiting(index, settings, most=9))
    assert by_name_only(index.status()) == ("1 damaged or no picture, 1 too large (OPSIN_VISION_MAX_BYTES)")


def test_folders_that_are_not_there_are_no_empty_ones(tmp_path: Path) -> None:
    index = index_over(tmp_path, tmp_path / "gone")
    index.refresh()
    said = told(index, "panda")
    assert said.startswith("none of the folders that OPSIN_LOCAL_DIRS names can be searched")
    assert "1 folder of OPSIN_LOCAL_DIRS is not there" in said
    assert "indexing" not in said


def test_what_the_query_asked_for_is_told(tmp_path: Path) -> None:
    put(tmp_path, "pictures/ostrich.png", b"x")
    index = index_over(tmp_path, tmp_path / "pictures")
    index.refresh()
    for query in ("*", '"', "a picture"):
        assert "says nothing that tells one picture from another" in told(index, query)
    words = " ".join(f"zz{number}" for number in range(MOST_WORDS))
    left = f"only the first {MOST_WORDS} words were searched for; 1 more was left out"
    assert left in told(index, f"{words} ostrich")
    assert told(index, "ostrich") == "still indexing: 0 of 1; the others are found by name and folder alone"


@pytest.mark.parametrize("named", ["state", "state/sheets", "state/inspected/deeper"])
def test_opsins_own_folders_are_refused_when_they_are_named(tmp_path: Path, named: str) -> None:
    (tmp_path / named).mkdir(parents=True)
    (tmp_path / "mine").mkdir()
    index = index_of(settings_for(tmp_path, tmp_path / named, tmp_path / "mine"))
    assert index.folders.paths == (str((tmp_path / "mine").resolve()),)
    assert index.folders.own == (str(tmp_path / named),)
    assert "1 folder of OPSIN_LOCAL_DIRS is opsin's own" in "; ".join(left_out(index.status(), index.folders))


def test_what_is_downloaded_is_found_wherever_that_lands(tmp_path: Path) -> None:
    put(tmp_path, "state/sheets/s1.jpg", jpeg())
    put(tmp_path, "state/panda.jpg", jpeg())
    put(tmp_path, "state/out/okapi.jpg", jpeg())
    # Downloads land in the state folder itself: all but what opsin shows is the user's.
    index = index_of(settings_for(tmp_path, tmp_path / "state", OPSIN_OUTPUT_DIR=str(tmp_path / "state")))
    index.refresh()
    assert names(ask(index, "jpg")) == ["okapi.jpg", "panda.jpg"]
    inner = settings_for(tmp_path, tmp_path / "state/out", OPSIN_OUTPUT_DIR=str(tmp_path / "state/out"))
    assert index_of(inner).folders.paths == folders_of(inner).paths
