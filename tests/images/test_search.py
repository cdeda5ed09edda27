"""The search from query to sheet, over a real web on the loopback address."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from opsin.errors import InvalidInput
from opsin.images.cells import Search
from opsin.images.hit import Hit
from opsin.images.outcome import NothingServed, Outcome
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.sheet.layout import fit, plan
from tests.images.stage import stage
from tests.loopback.pictures import frame_is_whole, identity_at_centre
from tests.loopback.results import Result, fine_results
from tests.loopback.web import NAMES, LoopbackWeb
from tests.sheet.reader import opened, read_number


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def search(web: LoopbackWeb, folder: Path, query: Query, **environ: str) -> Search:
    async def run() -> Search:
        async with stage(web, folder, **environ) as services:
            return await search_images(services, query)

    return asyncio.run(run())


def identity_of(hit: Hit) -> int:
    """Which picture an address of the test web serves."""
    return int(hit.original.split("/")[-2])


def identities(found: Search) -> list[int]:
    return [identity_of(cell.hit) for cell in found.cells]


def picture_in_cell(found: Search, number: int, size: tuple[int, int]) -> Image.Image:
    """Cut the picture out of the sheet, from where a picture of that size stands in the cell."""
    layout = plan(len(found.cells))
    box = fit(size[0], size[1], layout.cells[number - 1].picture)
    return opened(found.sheet).crop((box.x, box.y, box.right, box.bottom))


@pytest.mark.parametrize("count", [4, 9, 16])
def test_each_cell_shows_the_picture_of_its_id_and_shows_it_whole(
    web: LoopbackWeb, tmp_path: Path, count: int
) -> None:
    found = search(web, tmp_path, Query("anything", count=count))
    assert [cell.number for cell in found.cells] == list(range(1, count + 1))
    assert [str(cell.id) for cell in found.cells] == [f"s{found.number}:{n}" for n in range(1, count + 1)]
    layout = plan(count)
    sheet = opened(found.sheet)
    for cell, boxes in zip(found.cells, layout.cells, strict=True):
        assert read_number(sheet, boxes.frame) == cell.number
        picture = picture_in_cell(found, cell.number, (480, 360))
        assert identity_at_centre(picture) == identity_of(cell.hit)
        # The badge lies over the upper left corner, so the frame is judged on the rest.
        assert frame_is_whole(mirrored_over_the_badge(picture))
    assert sheet.size == (found.sheet_width, found.sheet_height)
    assert max(sheet.size) <= 1092
    assert len(found.sheet) <= 500_000


def mirrored_over_the_badge(picture: Image.Image) -> Image.Image:
    """The picture with its upper left quarter replaced by the mirrored upper right one."""
    whole = picture.copy()
    half, upper = picture.width // 2, picture.height // 2
    corner = picture.crop((picture.width - half, 0, picture.width, upper))
    whole.paste(corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (0, 0))
    return whole


def test_failures_are_replaced_by_spares_before_the_numbers_are_given(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    broken = {1: "missing", 3: "html", 5: "truncated", 7: "reset"}
    web.duckduckgo.results = tuple(
        replace(one, behaviour=broken.get(one.identity, "fine"), thumbnail=broken.get(one.identity, "fine"))
        for one in fine_results()
    )
    found = search(web, tmp_path, Query("anything", count=9))
    assert identities(found) == [0, 2, 4, 6, 8, 9, 10, 11, 12]
    assert not any(cell.failed for cell in found.cells)
    assert any("took their place" in note for note in found.notes)


def test_failed_cell_keeps_its_number_where_nothing_is_spare(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = (
        Result(0),
        Result(1, behaviour="missing", thumbnail="missing"),
        Result(2),
        Result(3, behaviour="grey16", thumbnail="grey16"),
    )
    found = search(web, tmp_path, Query("anything", count=4))
    assert identities(found) == [0, 1, 2, 3]
    assert [bool(cell.failed) for cell in found.cells] == [False, True, False, False]
    assert "404" in found.cells[1].failed
    assert identity_at_centre(picture_in_cell(found, 3, (480, 360))) == 2


def test_sheet_goes_out_at_its_deadline_with_a_placeholder_for_what_hangs(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    web.duckduckgo.results = (Result(0), Result(1, behaviour="hang", thumbnail="hang"), Result(2))
    found = search(web, tmp_path, Query("anything", count=3), OPSIN_THUMBNAIL_DEADLINE_S="1")
    assert identities(found) == [0, 1, 2]
    assert found.cells[1].failed
    assert not found.cells[0].failed
    assert not found.cells[2].failed


def test_original_stands_in_for_a_thumbnail_that_fails(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = (Result(0, thumbnail="error"),)
    found = search(web, tmp_path, Query("anything", count=1))
    assert not found.cells[0].failed


def test_same_picture_is_folded_and_told(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = (
        Result(0),
        Result(0, host=NAMES[0]),  # the same bytes from another host
        Result(1),
        Result(0, host=NAMES[1], size=(1280, 960), thumbnail_size=(320, 240)),  # the same picture, smaller
        Result(2),
    )
    found = search(web, tmp_path, Query("anything", count=4))
    assert identities(found) == [0, 1, 2]
    assert [cell.alike for cell in found.cells] == [2, 0, 0]
    assert any(note.startswith("2 hits") for note in found.notes)


def test_pages_go_on_and_no_original_comes_twice(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            return [
                await search_images(services, Query("anything", count=7, page=page)) for page in (1, 2, 3)
            ]

    pages = asyncio.run(run())
    shown = [identity for page in pages for identity in identities(page)]
    assert shown == list(range(20))
    assert [page.more for page in pages] == [True, True, False]
    assert len({page.number for page in pages}) == 3


def test_further_page_of_a_query_that_was_never_asked_starts_where_it_would(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    found = search(web, tmp_path, Query("anything", count=6, page=3))
    assert identities(found) == list(range(12, 18))


def test_page_after_the_last_says_that_there_is_none(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = fine_results(3)

    async def run() -> None:
        async with stage(web, tmp_path) as services:
            await search_images(services, Query("anything", count=4))
            await search_images(services, Query("anything", count=4, page=2))

    with pytest.raises(NothingServed) as caught:
        asyncio.run(run())
    assert caught.value.found_nothing
    assert "Page 2" in caught.value.message


def test_refused_addresses_are_told_with_the_setting_that_would_allow_them(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    found = search(web, tmp_path, Query("anything", count=2), OPSIN_ALLOW_HOSTS="other.example:80")
    assert all(cell.failed for cell in found.cells)
    assert sum("OPSIN_ALLOW_HOSTS" in note for note in found.notes) == 1


def test_way_out_of_a_failure_fits_the_failure(web: LoopbackWeb, tmp_path: Path) -> None:
    nowhere = "http://127.0.0.1:9"
    with pytest.raises(NothingServed) as offline:
        search(
            web,
            tmp_path,
            Query("x"),
            OPSIN_DUCKDUCKGO_URL=nowhere,
            OPSIN_WIKIMEDIA_URL=f"{nowhere}/w/api.php",
        )
    assert "Check the network" in offline.value.hint
    web.duckduckgo.mode = "blocked"
    web.wikimedia_mode = "empty"
    with pytest.raises(NothingServed) as mixed:
        search(web, tmp_path, Query("x"))
    assert "other words" in mixed.value.hint
    with pytest.raises(NothingServed) as strict:
        search(web, tmp_path, Query.checked("x", safe="strict"))
    assert "safe=moderate" in strict.value.hint


def test_hanging_thumbnails_do_not_keep_the_others_of_their_host_waiting(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    web.duckduckgo.results = tuple(
        replace(one, behaviour="hang", thumbnail="hang") if one.identity < 2 else one
        for one in fine_results()
    )
    found = search(web, tmp_path, Query("anything", count=9))
    assert identities(found) == list(range(2, 11))
    assert not any(cell.failed for cell in found.cells)


def test_what_was_never_asked_for_is_shown_on_the_next_page(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = tuple(
        replace(one, behaviour="hang", thumbnail="hang") if one.identity < 12 else one
        for one in fine_results()
    )

    async def run() -> list[Search]:
        async with stage(web, tmp_path, OPSIN_THUMBNAIL_DEADLINE_S="1") as services:
            return [await search_images(services, Query("anything", count=9, page=page)) for page in (1, 2)]

    first, second = asyncio.run(run())
    asked = {int(path.split("/")[3]) for path in web.paths("/i/hang")}
    assert all(identity in asked for identity in identities(first))
    assert first.more
    shown = identities(first) + identities(second)
    assert len(shown) == len(set(shown))


def test_pages_that_overlap_fold_nothing_with_itself(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            return [
                await search_images(services, Query("anything", count=8, page=page, provider="wikimedia"))
                for page in (1, 2)
            ]

    # The wiki's second page begins with what its first page ended with.
    web.wikimedia_results = (*fine_results(16), *fine_results(20)[10:])
    first, second = asyncio.run(run())
    assert [cell.alike for cell in (*first.cells, *second.cells)] == [0] * 16
    assert set(identities(first)).isdisjoint(identities(second))


def test_provider_with_nothing_new_to_say_has_come_to_its_end(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> Search:
        async with stage(web, tmp_path) as services:
            await search_images(services, Query("anything", count=8, provider="wikimedia"))
            return await search_images(services, Query("anything", count=8, page=2, provider="wikimedia"))

    web.wikimedia_results = (*fine_results(16), *fine_results(16), *fine_results(16))
    second = asyncio.run(run())
    assert len(second.cells) == 8
    assert not second.more


def test_pages_asked_at_once_share_no_picture(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            pages = (search_images(services, Query("anything", count=5, page=page)) for page in (1, 2))
            return list(await asyncio.gather(*pages))

    web.duckduckgo.results = tuple(
        replace(one, behaviour="missing", thumbnail="missing") if one.identity in {1, 3} else one
        for one in fine_results()
    )
    first, second = asyncio.run(run())
    assert set(identities(first)).isdisjoint(identities(second))


def test_first_page_asked_anew_makes_older_records_stale(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            asked = [(4, 1), (4, 2), (12, 1), (4, 3)]
            return [
                await search_images(services, Query("anything", count=count, page=page))
                for count, page in asked
            ]

    *_, first, second = asyncio.run(run())
    assert set(identities(first)).isdisjoint(identities(second))


def test_page_that_is_too_far_to_jump_to_names_one_that_is_not(web: LoopbackWeb, tmp_path: Path) -> None:
    web.wikimedia_results = tuple(
        Result(place % 20, size=(600 + place, 480), behaviour="fine") for place in range(400)
    )
    with pytest.raises(InvalidInput) as caught:
        search(web, tmp_path, Query("x", count=16, page=25, provider="wikimedia"))
    assert "too far" in caught.value.message
    assert "page" in caught.value.hint


def test_failure_on_a_later_page_is_told_and_the_paging_goes_on_after_it(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            pages = []
            for page, mode in ((1, "serving"), (2, "error"), (3, "serving")):
                web.wikimedia_mode = mode
                query = Query("anything", count=8, page=page, provider="wikimedia")
                pages.append(await search_images(services, query))
            return pages

    web.wikimedia_results = fine_results(20)
    first, second, third = asyncio.run(run())
    assert first.provider == second.provider == third.provider == "wikimedia"
    assert [one.outcome for one in second.attempts] == [Outcome.UNREACHABLE]
    assert any("could not be asked on: unreachable" in note for note in second.notes)
    assert second.more
    shown = [identity for page in (first, second, third) for identity in identities(page)]
    assert len(shown) == len(set(shown))
    assert set(shown) == set(range(20))


def test_ignored_filter_is_told_on_every_page(web: LoopbackWeb, tmp_path: Path) -> None:
    async def run() -> list[Search]:
        async with stage(web, tmp_path) as services:
            return [
                await search_images(services, Query("photograph", count=4, page=page, provider="wikimedia"))
                for page in (1, 2, 3)
            ]

    for found in asyncio.run(run()):
        assert any("safe=moderate" in note for note in found.notes)


def test_chain_moves_on_from_a_block_and_tells_it(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.mode = "blocked"
    found = search(web, tmp_path, Query("photograph", count=4))
    assert found.provider == "wikimedia"
    assert [(one.provider, one.outcome) for one in found.attempts] == [
        ("duckduckgo", Outcome.BLOCKED),
        ("wikimedia", Outcome.SERVED),
    ]
    assert found.attempts[0].cause


def test_empty_web_and_shut_door_are_different_errors(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.mode = "empty"
    web.wikimedia_mode = "empty"
    with pytest.raises(NothingServed) as nothing:
        search(web, tmp_path, Query("anything"))
    assert nothing.value.found_nothing
    web.duckduckgo.mode = "blocked"
    web.wikimedia_mode = "rate-limited"
    with pytest.raises(NothingServed) as shut:
        search(web, tmp_path, Query("anything"))
    assert not shut.value.found_nothing
    assert "blocked" in shut.value.message
    assert "rate-limited" in shut.value.message
    assert "No pictures found" not in shut.value.message


def test_licence_filter_asks_only_who_gives_evidence(web: LoopbackWeb, tmp_path: Path) -> None:
    web.openverse.results = tuple(
        replace(one, licence="by-nc" if one.identity % 2 else "by") for one in fine_results()
    )
    found = search(web, tmp_path, Query.checked("anything", count=4, licence="commercial"))
    assert found.provider == "openverse"
    assert all(cell.hit.licence.spdx.startswith("CC-BY-4.0") for cell in found.cells)


def test_unknown_provider_is_told_with_the_nearest(web: LoopbackWeb, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="duckduckgo"):
        search(web, tmp_path, Query.checked("anything", provider="duckduckgoo"))


def test_numbers_go_on_after_a_restart_and_are_never_used_again(web: LoopbackWeb, tmp_path: Path) -> None:
    first = search(web, tmp_path, Query("anything", count=2))
    second = search(web, tmp_path, Query("anything", count=2))
    assert second.number == first.number + 1


def test_sheet_is_saved_where_a_person_can_open_it(web: LoopbackWeb, tmp_path: Path) -> None:
    found = search(web, tmp_path, Query("anything", count=2))
    assert Path(found.sheet_path).read_bytes() == found.sheet


def test_progress_is_told_while_the_pictures_load(web: LoopbackWeb, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []

    async def note(done: int, total: int, sentence: str) -> None:
        told.append((done, total, sentence))

    async def run() -> None:
        async with stage(web, tmp_path) as services:
            await search_images(services, Query("anything", count=4), note)

    asyncio.run(run())
    assert told[0][:2] == (0, 4)
    assert told[-1][:2] == (4, 4)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)


def test_cancelled_search_frees_its_connections(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = tuple(replace(one, behaviour="hang", thumbnail="hang") for one in fine_results())

    async def run() -> bool:
        async with stage(web, tmp_path) as services:
            task = asyncio.create_task(search_images(services, Query("anything")))
            await asyncio.to_thread(web.wait_for_requests, 4)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert task.cancelled()
            assert web.paths("/i/hang")
            # The provider's own connection may stay open, idle, for the next search.
            return await asyncio.to_thread(web.wait_until_idle, at_most=1)

    assert asyncio.run(run())
    assert web.wait_until_idle()


def test_titles_are_drawn_only_where_a_setting_asks(web: LoopbackWeb, tmp_path: Path) -> None:
    plain = search(web, tmp_path, Query("anything", count=4))
    titled = search(web, tmp_path, Query("anything", count=4), OPSIN_SHEET_TITLES="yes")
    assert plain.sheet != titled.sheet
