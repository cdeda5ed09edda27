"""Icons as files: which may be saved, under which names, with what beside them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from opsin.errors import InvalidInput, PathRefused
from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.download import download_icons
from opsin.icons.formats.made import Format, Look
from opsin.icons.notice_page import MARK
from opsin.icons.query import IconQuery
from opsin.icons.saving import IconDownload
from opsin.icons.showing import search_icons
from opsin.services import Services
from tests.icons.iconify.stand import services_over
from tests.loopback.web import LoopbackWeb


def run(
    folder: Path,
    test: Callable[[LoopbackWeb, Services], Awaitable[None]],
    source: str = "embedded",
    **environ: str,
) -> None:
    async def within() -> None:
        environ["OPSIN_ICON_SOURCE"] = source
        async with LoopbackWeb() as web, services_over(web, folder, **environ) as services:
            await test(web, services)

    asyncio.run(within())


def text_at(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def bytes_at(path: str) -> bytes:
    return Path(path).read_bytes()


def remove(path: str) -> None:
    Path(path).unlink()


def told(saved: IconDownload) -> dict[str, object]:
    found: dict[str, object] = json.loads(text_at(saved.sidecar))
    return found


def test_an_icon_is_saved_with_sidecar_and_notice(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        (saved,) = await download_icons(
            services, ["lucide:rocket"], dir="ui", look=Look.checked(color="teal")
        )
        path = Path(saved.path)
        assert path == tmp_path / "out" / "ui" / "lucide-rocket.svg"
        text = text_at(saved.path)
        assert text.startswith(
            '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
        )
        assert "teal" in text
        assert "currentColor" not in text
        beside = told(saved)
        assert (beside["kind"], beside["id"], beside["color"]) == ("icon", "lucide:rocket", "teal")
        assert beside["sha256"] == sha256(bytes_at(saved.path)).hexdigest() == saved.sha256
        assert beside["changes"] == "recoloured in teal"
        notice = text_at(saved.notice)
        assert "`lucide-rocket.svg`, `lucide:rocket`, recoloured in teal" in notice
        assert "Permission to use, copy, modify" in notice
        assert web.requests == []

    run(tmp_path, test)


@pytest.mark.parametrize("format", list(Format))
def test_every_format_is_saved_under_its_own_ending(tmp_path: Path, format: Format) -> None:  # noqa: A002
    async def test(_: LoopbackWeb, services: Services) -> None:
        (saved,) = await download_icons(services, ["mdi:home"], look=Look.checked(format, size=32))
        data = bytes_at(saved.path)
        assert data
        assert saved.path.endswith({"data-uri": ".uri.txt"}.get(format, f".{format}"))
        if format is Format.PNG:
            with Image.open(saved.path) as picture:
                assert picture.size == (32, 32)
        else:
            assert b"32" in data

    run(tmp_path, test)


def test_the_same_is_not_saved_twice_and_another_look_is_another_file(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        (first,) = await download_icons(services, ["lucide:rocket"])
        (again,) = await download_icons(services, ["`LUCIDE:rocket`"])
        (red,) = await download_icons(services, ["lucide:rocket"], look=Look.checked(color="red"))
        assert (again.path, again.already) == (first.path, True)
        assert Path(red.path).name == "lucide-rocket-2.svg"
        assert first.path != red.path

    run(tmp_path, test)


def test_icons_of_two_sets_never_share_a_name_or_an_id(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        ids = ["lucide:rocket", "tabler:rocket", "mdi:rocket", "lucide:rocket"]
        saved = await download_icons(services, ids, prefix="nav")
        assert [Path(one.path).name for one in saved] == [
            "nav-lucide-rocket.svg",
            "nav-tabler-rocket.svg",
            "nav-mdi-rocket.svg",
        ]

    run(tmp_path, test)


def test_the_same_drawing_of_two_sets_is_two_files_each_with_its_own_licence(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        one, other = await download_icons(services, ["alpha:rocket", "delta:rocketship"])
        assert one.sha256 == other.sha256
        assert (told(one)["id"], told(other)["id"]) == ("alpha:rocket", "delta:rocketship")
        assert (one.licence, other.licence) == ("MIT", "Apache-2.0")
        assert not other.already

    run(tmp_path, test, "api")


def test_an_id_that_fails_does_not_fail_the_others(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        ids = ["lucide:rocket", "lucide:rockett", "ludice:rocket", "rocket", "s99:1", "../etc:passwd"]
        saved = await download_icons(services, ids)
        assert [bool(one.path) for one in saved] == [True, *[False] * 5]
        assert [one.id for one in saved] == ids
        errors = [one.error for one in saved]
        assert "Near to it: lucide:rocket" in errors[1]
        assert "Did you mean lucide?" in errors[2]
        assert "such as lucide:rocket" in errors[3]
        assert "s99:1" in errors[4]
        assert "no id of an icon" in errors[5]

    run(tmp_path, test)


def test_what_no_policy_allows_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = ["simple-icons:vuedotjs", "openmoji:rocket"]
        saved = await download_icons(services, ids, policy="all")
        assert "NonCommercial is never offered" in saved[0].error
        assert "license_policy=all" in saved[0].error
        default = await download_icons(services, ids)
        assert "needs license_policy=all" in default[1].error
        assert not (tmp_path / "out" / "NOTICE.md").exists()
        # Nobody is asked for what is not saved.
        assert not [one for one in web.requests if "simple-icons" in one.path]

    run(tmp_path, test, "auto")


def test_an_icon_that_was_seen_is_saved_under_the_policy_of_its_search(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked("rocket", sets=["openmoji"], policy="all", limit=1)
        shown = await search_icons(services, query)
        (by_sheet,) = await download_icons(services, [str(shown.cells[0].id)], policy="permissive")
        assert "needs license_policy" not in by_sheet.error
        assert "not in the data at hand" in by_sheet.error
        (by_id,) = await download_icons(services, [shown.cells[0].icon.id])
        assert "needs license_policy=all" in by_id.error

    run(tmp_path, test)


def test_what_was_seen_is_what_is_saved(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        shown = await search_icons(services, IconQuery.checked("home", limit=1))
        cell = shown.cells[0]
        assert cell.icon.id == "alpha:home"
        web.iconify.sets["alpha"]["icons"]["home"] = {"body": '<path d="M0 0h1v1z"/>'}
        # Nobody is asked any more, and no catalogue knows the icon.
        async with services_over(web, tmp_path, OPSIN_ICON_SOURCE="embedded") as later:
            (saved,) = await download_icons(later, [str(cell.id)])
        assert "M2 2h12v12H2z" in text_at(saved.path)
        assert told(saved)["keywords"] == ["home"]

    run(tmp_path, test, "api")


def test_a_drawing_that_is_not_inside_comes_from_the_api_checked(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        path, evil = '<path fill="currentColor" d="M1 1h9v9z"/>', "<script>alert(1)</script>"
        icons = {"dragon-head": {"body": path}, "dragon-breath": {"body": evil}}
        web.iconify.sets["game-icons"] = {"info": {}, "icons": icons}
        ids = [f"game-icons:{name}" for name in icons]
        saved = await download_icons(services, ids)
        assert "Icon “dragon-head” from Game Icons" in text_at(saved[0].path)
        assert saved[0].duties == ("credit",)
        assert told(saved[0])["source"] == "api"
        assert not saved[1].path
        assert len(web.requests) == 1

    run(tmp_path, test, "auto")


def test_a_notice_of_the_users_own_stays_as_it_is(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        folder = tmp_path / "out"
        folder.mkdir()
        (folder / "NOTICE.md").write_text("mine", encoding="utf-8")
        (saved,) = await download_icons(services, ["lucide:rocket"])
        assert (folder / "NOTICE.md").read_text(encoding="utf-8") == "mine"
        assert Path(saved.notice).name == "NOTICE.opsin.md"
        assert text_at(saved.notice).startswith(MARK)

    run(tmp_path, test)


def test_the_notice_tells_what_lies_in_the_folder(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        first, second = await download_icons(services, ["lucide:rocket", "mdi:home"])
        remove(first.path)
        (tmp_path / "out" / "odd.svg").write_text("x")
        (tmp_path / "out" / "odd.svg.json").write_text('{"kind": "icon", "icon": [], "licence": 3}')
        (third,) = await download_icons(services, ["tabler:rocket"])
        notice = text_at(third.notice)
        assert "lucide" not in notice
        assert "`mdi:home`" in notice
        assert "`tabler:rocket`" in notice
        assert "odd.svg" not in notice
        assert told(second)

    run(tmp_path, test)


def test_what_else_is_to_be_known_is_told(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        (alias,) = await download_icons(services, ["lucide:home"])
        assert "is another name of lucide:house" in alias.why
        assert Path(alias.path).name == "lucide-house.svg"

    run(tmp_path, test)


def test_what_its_set_no_longer_offers_is_saved_and_told(tmp_path: Path) -> None:
    hidden = next(one for one in open_embedded().icons("lucide") if one.hidden)

    async def test(_: LoopbackWeb, services: Services) -> None:
        (saved,) = await download_icons(services, [hidden.id])
        assert saved.path
        assert "no longer offers it" in saved.why

    run(tmp_path, test)


def test_what_is_not_there_in_time_is_pending(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "hang"
        saved = await download_icons(services, ["alpha:rocket", "beta:rocket"], deadline_s=0.5)
        assert [one.pending for one in saved] == [True, True]
        assert await asyncio.to_thread(web.wait_until_idle)

    run(tmp_path, test, "api")


def test_values_that_cannot_be_used_are_told_at_once(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        wrong: list[dict[str, Any]] = [{"format": "gif"}, {"color": "url(x)"}]
        wrong += [{"size": size} for size in (5, 5000, 24.5, 24.0, True)]
        for values in wrong:
            with pytest.raises(InvalidInput):
                Look.checked(**values)
        with pytest.raises(InvalidInput, match="license_policy is 'any'"):
            await download_icons(services, ["lucide:rocket"], policy="any")
        with pytest.raises(InvalidInput, match="There are 65 ids"):
            await download_icons(services, ["lucide:rocket"] * 65)
        with pytest.raises(PathRefused):
            await download_icons(services, ["lucide:rocket"], dir="../out")

    run(tmp_path, test)


def test_the_colour_of_the_text_is_no_change(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        (plain,) = await download_icons(services, ["lucide:rocket"])
        look = Look.checked(color="currentcolor")
        (same,) = await download_icons(services, ["lucide:rocket"], look=look)
        assert (same.path, same.already, same.changes) == (plain.path, True, "")

    run(tmp_path, test)
