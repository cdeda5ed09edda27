import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.errors import InvalidInput, SettingError
from opsin.icons.find import SPARE, find_icons
from opsin.icons.icon import Style
from opsin.icons.icon_search import IconSearch, Source
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.keeping import KEPT_SECONDS
from opsin.icons.iconify.trouble import IconifyDown
from opsin.icons.query import IconQuery
from opsin.icons.source import known_icon
from opsin.services import Services
from tests.icons.iconify.stand import services_over
from tests.loopback.iconify import SQUARE, made_up_sets
from tests.loopback.web import LoopbackWeb

DRAGON = IconQuery.checked("dragon", sets=["game-icons"], policy="permissive_plus_attribution", limit=4)
"""Its set asks for credit, so none of its drawings is inside the package."""

ROCKET = IconQuery.checked("rocket", sets=["lucide"])


def run(folder: Path, test: Callable[[LoopbackWeb, Services], Awaitable[None]], **environ: str) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder, **environ) as services:
            await test(web, services)

    asyncio.run(within())


def ids(found: IconSearch) -> list[str]:
    return [one.row.icon.id for one in found.rows]


async def serve_dragons(web: LoopbackWeb, services: Services, body: str = SQUARE) -> list[str]:
    """Have the API serve the drawings of what the query finds."""
    web.iconify.mode = "error"
    found = await find_icons(services, DRAGON)
    web.iconify.mode = "serving"
    web.requests.clear()
    names = [row.icon.name for row in found.found.rows]
    web.iconify.sets["game-icons"] = {"info": {}, "icons": {name: {"body": body} for name in names}}
    return ids(found)


def test_what_is_inside_needs_no_network(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        found = await find_icons(services, ROCKET)
        assert ids(found)[0] == "lucide:rocket"
        assert all(one.drawing is not None and not one.undrawn for one in found.rows)
        assert found.source.kind == "embedded"
        assert found.source.sentence.startswith("Searched in the catalogue inside opsin, Iconify data 2.")
        assert web.requests == []

    run(tmp_path, test)


def test_a_drawing_that_is_not_inside_is_fetched(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        wanted = await serve_dragons(web, services)
        found = await find_icons(services, DRAGON)
        assert ids(found) == wanted
        assert all(one.drawing is not None for one in found.rows)
        # One request for the set, and none for what is only to spare.
        assert [seen.path for seen in web.requests] == ["/iconify/game-icons.json"]
        assert len(web.requests[0].parameters["icons"].split(",")) == 4
        assert found.source.drawings_fetched == 4
        assert found.source.sentence.endswith(f"; 4 drawings from the Iconify API (127.0.0.1:{web.port}).")
        again = await find_icons(services, DRAGON)
        assert again.source.sentence.endswith("; 4 drawings from the Iconify API, kept from before.")
        assert len(web.requests) == 1

    run(tmp_path, test)


def test_embedded_asks_nobody_and_says_what_would(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        found = await find_icons(services, DRAGON)
        assert len(found.rows) == 4
        assert {one.drawing for one in found.rows} == {None}
        assert {one.undrawn for one in found.rows} == {"Its drawing is not in the data at hand."}
        assert "4 icons have no preview. Its drawing is not in the data at hand." in found.notes
        assert (
            "OPSIN_ICON_SOURCE=auto fetches drawings that are not at hand from the Iconify API."
            in found.notes
        )
        assert web.requests == []

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")


@pytest.mark.parametrize("mode", ["error", "html", "odd", "too-large", "bodyless", "number", "refusing"])
def test_where_the_api_does_not_serve_icons_are_listed_without_a_preview(tmp_path: Path, mode: str) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = mode
        found = await find_icons(services, DRAGON)
        assert len(found.rows) == 4
        assert all(one.drawing is None and "Iconify API" in one.undrawn for one in found.rows)
        assert any(note.startswith("4 icons have no preview. ") for note in found.notes)
        assert found.left_out == ()
        assert found.spare == ()
        assert all(one.undrawn for one in found.rows)

    run(tmp_path, test)


def test_an_api_that_was_silent_is_not_waited_for_again_and_the_note_says_so(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        services.busy.note_silence(services.settings.iconify_url, 5.0)
        found = await find_icons(services, DRAGON)
        assert len(found.rows) == 4
        assert web.requests == []
        (note,) = [note for note in found.notes if note.startswith("4 icons have no preview. ")]
        assert "127.0.0.1 was silent a moment ago; it is asked again in 60 s." in note

    run(tmp_path, test)


def test_a_hostile_drawing_is_left_out_and_the_next_row_comes_up(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        wanted = await serve_dragons(web, services)
        first = wanted[0].partition(":")[2]
        web.iconify.sets["game-icons"]["icons"][first] = {"body": '<image href="/etc/passwd"/>'}
        found = await find_icons(services, DRAGON)
        assert ids(found)[:3] == wanted[1:]
        assert len(found.rows) == 4
        assert all(one.drawing is not None for one in found.rows)
        assert [one.id for one in found.left_out] == [wanted[0]]
        assert found.left_out[0].why.startswith("The drawing is refused: ")
        # The row that came up was fetched in a second request.
        assert len(web.requests) == 2

    run(tmp_path, test)


@pytest.mark.parametrize("source", ["auto", "embedded"])
def test_rows_that_can_be_drawn_are_there_to_stand_in(tmp_path: Path, source: str) -> None:
    query = replace(DRAGON, sets=("game-icons", "lucide", "tabler"), keywords=("dragon", "rocket"))

    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "error"
        found = await find_icons(services, query)
        assert ids(found) == [row.icon.id for row in found.found.rows][:4]
        without = {one.row.icon.set.prefix for one in found.rows if one.drawing is None}
        assert without == {"game-icons"}
        assert found.spare
        assert all(one.drawing is not None for one in found.spare)

    run(tmp_path, test, OPSIN_ICON_SOURCE=source)


def test_an_old_drawing_is_used_in_need_and_told(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        await serve_dragons(web, services)
        await find_icons(services, DRAGON)
        web.iconify.mode = "error"
        late = IconifyApi(services, clock=lambda: 1e10 + KEPT_SECONDS)
        found = await find_icons(services, DRAGON, api=late)
        assert all(one.drawing is not None for one in found.rows)
        assert found.source.stale
        assert found.source.sentence.endswith("because the API could not be asked.")

    run(tmp_path, test)


def test_api_has_iconify_search(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        found = await find_icons(services, IconQuery.checked(["rocket", "launch"], limit=3))
        assert ids(found) == ["alpha:rocket-launch", "alpha:rocket", "delta:launch"]
        assert found.rows[0].row.icon.style is Style.FILL
        assert [one.row.icon.id for one in found.spare] == ["alpha:rocket-left", "delta:rocketship"]
        assert [one.id for one in found.left_out] == ["delta:rocket-evil"]
        assert found.source.drawings_fetched == 3
        assert (found.source.kind, found.source.hosts) == ("api", (f"127.0.0.1:{web.port}",))
        assert found.source.sentence.startswith(
            f"Searched by the Iconify API at 127.0.0.1:{web.port}; data as of 20"
        )
        assert len(web.paths("/iconify/alpha.json")) == len(web.paths("/iconify/delta.json")) == 1

    run(tmp_path, test, OPSIN_ICON_SOURCE="api")


def test_what_iconify_search_does_not_tell_the_catalogue_knows(tmp_path: Path) -> None:
    known = known_icon("mdi:rocket")
    assert known is not None
    assert known.categories

    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["mdi"] = web.iconify.sets["alpha"]
        found = await find_icons(services, IconQuery.checked("rocket", sets=["mdi"]))
        assert found.rows[0].row.icon.categories == known.categories

    run(tmp_path, test, OPSIN_ICON_SOURCE="api")


def test_api_that_is_down_names_the_way_out(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "error"
        with pytest.raises(IconifyDown) as caught:
            await find_icons(services, IconQuery.checked("rocket"))
        assert caught.value.message.startswith("The Iconify API cannot be used: ")
        assert caught.value.hint.startswith("Set OPSIN_ICON_SOURCE=auto ")

    run(tmp_path, test, OPSIN_ICON_SOURCE="api")


def test_an_icon_whose_drawing_the_searching_api_has_not_is_left_out(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["alpha"]["icons"]["rocket"] = {"body": ["no text"]}
        found = await find_icons(services, IconQuery.checked("rocket", limit=2))
        assert "alpha:rocket" not in ids(found)
        assert "alpha:rocket" in {one.id for one in found.left_out}

    run(tmp_path, test, OPSIN_ICON_SOURCE="api")


def test_a_folder_is_used_instead_of_the_catalogue(tmp_path: Path) -> None:
    folder = tmp_path / "node_modules" / "@iconify" / "json"
    (folder / "json").mkdir(parents=True)
    sets = made_up_sets()
    (folder / "package.json").write_text(json.dumps({"name": "@iconify/json", "version": "9.8.7"}))
    (folder / "collections.json").write_text(json.dumps({name: one["info"] for name, one in sets.items()}))
    for name, one in sets.items():
        (folder / "json" / f"{name}.json").write_text(json.dumps({"prefix": name, **one}))

    async def test(web: LoopbackWeb, services: Services) -> None:
        found = await find_icons(services, IconQuery.checked("rocket"))
        assert "alpha:rocket" in ids(found)
        assert (found.source.kind, found.source.data_version) == ("folder", "9.8.7")
        assert "folder that OPSIN_ICONIFY_JSON names" in found.source.sentence
        assert all(one.drawing is not None for one in found.rows)
        assert web.requests == []

    run(tmp_path, test, OPSIN_ICONIFY_JSON=str(folder))


def test_the_users_own_lists_are_heard(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        found = await find_icons(services, IconQuery.checked("dragon", sets=["game-icons", "tabler"]))
        assert {one.partition(":")[0] for one in ids(found)} == {"game-icons"}

    run(
        tmp_path,
        test,
        OPSIN_ICON_SOURCE="embedded",
        OPSIN_ICON_ALLOW="CC-BY-3.0",
        OPSIN_ICON_DENY="tabler",
    )


def test_what_is_never_offered_cannot_be_allowed(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        with pytest.raises(SettingError, match=r"OPSIN_ICON_ALLOW is 'CC-BY-NC-4\.0'"):
            await find_icons(services, ROCKET)

    run(tmp_path, test, OPSIN_ICON_ALLOW="CC-BY-NC-4.0")


def test_a_set_that_there_is_none_of(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        with pytest.raises(InvalidInput, match="'lucid'"):
            await find_icons(services, IconQuery.checked("rocket", sets=["lucid"]))

    run(tmp_path, test)


def test_the_rows_of_sets_that_have_everything(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked(
            ["home", "play", "search"], sets=["lucide", "tabler"], same_set=True, limit=1
        )
        found = await find_icons(services, query)
        assert found.found.same_set
        first = found.found.same_set[0]
        assert ids(found)[: len(first.rows)] == [row.icon.id for row in first.rows]
        assert len(found.rows) == sum(len(choice.rows) for choice in found.found.same_set)
        assert found.spare == ()

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded")


def test_there_are_rows_to_spare(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        told: list[tuple[int, int, str]] = []

        async def say(done: int, total: int, sentence: str) -> None:
            told.append((done, total, sentence))

        query = IconQuery.checked("arrow", sets=["lucide"], limit=3)
        found = await find_icons(services, query, say)
        assert (len(found.rows), len(found.spare)) == (3, SPARE + 3)
        assert found.query is query
        assert [sentence for _, _, sentence in told] == ["searching", "fetching the drawings"]

    run(tmp_path, test)


def test_where_it_comes_from_in_one_sentence() -> None:
    assert Source("embedded", "2.2.535", ("a.example",), 1).sentence == (
        "Searched in the catalogue inside opsin, Iconify data 2.2.535; 1 drawing from the Iconify API (a.example)."
    )
    assert Source("api", "2026-11-30", stale=True).sentence == (
        "Searched by the Iconify API, from answers that were kept; data as of 2026-11-30. Some of it is kept from more "
        "than seven days ago, because the API could not be asked."
    )
