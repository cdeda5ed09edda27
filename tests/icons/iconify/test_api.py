import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from opsin.icons.icon import Body, Style
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.keeping import KEPT_SECONDS
from opsin.icons.iconify.trouble import IconifyError, NotThere
from opsin.services import Services
from tests.icons.iconify.stand import services_over
from tests.loopback.iconify import LINES, SQUARE
from tests.loopback.web import LoopbackWeb


def run(folder: Path, test: Callable[[LoopbackWeb, Services], Awaitable[None]]) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder) as services:
            await test(web, services)

    asyncio.run(within())


def test_drawings_come_with_one_request_a_set(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        ids = [
            "alpha:rocket",
            "beta:launch",
            "alpha:house",
            "alpha:rocket-left",
            "alpha:zzz",
            "nosuch:rocket",
        ]
        drawings = await IconifyApi(services).drawings(ids)
        assert drawings.bodies["alpha:rocket"] == drawings.bodies["alpha:house"] == Body(SQUARE, 0, 0, 16, 16)
        assert drawings.bodies["beta:launch"] == Body(LINES, 0, 0, 24, 24)
        assert "scale(-1 1)" in drawings.bodies["alpha:rocket-left"].markup
        assert drawings.unknown == {"alpha:zzz", "nosuch:rocket"}
        assert drawings.failed == {}
        assert drawings.hosts == (f"127.0.0.1:{web.port}",)
        assert sorted(web.paths()) == ["/iconify/alpha.json", "/iconify/beta.json", "/iconify/nosuch.json"]

    run(tmp_path, test)


def test_each_drawing_is_kept_by_itself(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        api = IconifyApi(services)
        first = await api.drawings(["alpha:rocket", "alpha:rocket-left"])
        again = await api.drawings(["alpha:rocket-left", "alpha:home"])
        assert web.requests[-1].parameters == {"icons": "home"}
        assert again.bodies["alpha:rocket-left"] == first.bodies["alpha:rocket-left"]
        kept = await api.drawings(["alpha:rocket"])
        assert (kept.bodies["alpha:rocket"], kept.hosts) == (first.bodies["alpha:rocket"], ())
        assert len(web.requests) == 2

    run(tmp_path, test)


def test_a_set_that_fails_costs_its_own_drawings_only(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.failing = {"/beta.json"}
        drawings = await IconifyApi(services).drawings(["alpha:rocket", "beta:rocket"])
        assert list(drawings.bodies) == ["alpha:rocket"]
        assert drawings.failed == {
            "beta:rocket": f"The Iconify API cannot be used: 127.0.0.1:{web.port} answered HTTP 500."
        }

    run(tmp_path, test)


def test_an_old_drawing_stands_in_and_says_so(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        await IconifyApi(services).drawings(["alpha:rocket"])
        made = services.store.get_bytes(IconifyApi(services)._kept._key("/alpha.json?icons=rocket"))
        assert made is not None
        late = IconifyApi(services, clock=lambda: made.created + KEPT_SECONDS + 1)
        web.iconify.mode = "error"
        drawings = await late.drawings(["alpha:rocket", "alpha:home"])
        assert (list(drawings.bodies), drawings.stale) == (["alpha:rocket"], True)
        assert list(drawings.failed) == ["alpha:home"]

    run(tmp_path, test)


def test_many_drawings_of_one_set_take_several_requests(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        names = [f"an-icon-with-a-rather-long-name-{number}" for number in range(40)]
        web.iconify.sets["alpha"]["icons"] = {name: {"body": SQUARE} for name in names}
        drawings = await IconifyApi(services).drawings([f"alpha:{name}" for name in names])
        assert len(drawings.bodies) == 40
        assert 2 <= len(web.requests) <= 6

    run(tmp_path, test)


def test_an_icon_that_no_catalogue_knows(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        api = IconifyApi(services)
        found = await api.icon("alpha:house")
        assert found is not None
        icon, body = found
        assert (icon.id, icon.aliases, icon.set.spdx) == ("alpha:home", ("house",), "MIT")
        assert (icon.style, icon.palette, icon.animated, icon.hidden) == (Style.FILL, False, False, False)
        assert body.markup == SQUARE
        rocket = await api.icon("alpha:rocket")
        assert rocket is not None
        assert rocket[0].categories == ("Things",)
        assert await api.icon("alpha:zzz") is None
        with pytest.raises(NotThere):
            await api.icon("nosuch:rocket")
        hidden = await api.icon("old:rocket")
        assert hidden is not None
        assert hidden[0].hidden
        web.iconify.failing = {"/beta.json"}
        with pytest.raises(IconifyError, match="HTTP 500"):
            await api.icon("beta:rocket")

    run(tmp_path, test)


def test_all_sets_hidden_ones_too(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        sets = (await IconifyApi(services).sets()).value
        assert list(sets) == ["alpha", "beta", "gamma", "bare", "simple-icons", "delta", "old"]
        assert sets["old"].hidden

    run(tmp_path, test)


def test_an_alias_that_mirrors_is_an_icon_by_itself(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        found = await IconifyApi(services).icon("alpha:rocket-left")
        assert found is not None
        icon, body = found
        assert icon.id == "alpha:rocket-left"
        assert "scale(-1 1)" in body.markup

    run(tmp_path, test)
