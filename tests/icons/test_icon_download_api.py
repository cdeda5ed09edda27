"""Icons that are saved from the Iconify API alone."""

from pathlib import Path

from opsin.icons.download import download_icons
from opsin.services import Services
from tests.icons.test_icon_download import run
from tests.loopback.web import LoopbackWeb


def test_an_api_that_does_not_serve_is_not_asked_for_every_icon(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "error"
        saved = await download_icons(services, [f"alpha:icon{number}" for number in range(40)])
        assert all("answered HTTP 500" in one.error for one in saved)
        assert all("OPSIN_ICON_SOURCE=auto" in one.error for one in saved)
        assert len(web.requests) <= 4

    run(tmp_path, test, "api")


def test_a_set_that_the_api_does_not_know_is_told(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        (one,) = await download_icons(services, ["nosuch:rocket"])
        assert "knows no icon set with the prefix 'nosuch'" in one.error

    run(tmp_path, test, "api")


def test_a_mirrored_alias_of_the_api_has_a_file_of_its_own(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        saved = await download_icons(services, ["alpha:rocket", "alpha:rocket-left"])
        names = [Path(one.path).name for one in saved]
        assert names == ["alpha-rocket.svg", "alpha-rocket-left.svg"]

    run(tmp_path, test, "api")
