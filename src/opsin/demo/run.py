"""The demo: search, sheet, a closer look, two downloads, the same with icons, and a screenshot read: with no network.

All of it is the real thing. A web on the loopback address stands for Wikimedia Commons; the settings point the
provider there and exempt that one host and port; everything after that is what any other search does.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.demo.screenshot import FILE, QUESTION, screenshot
from opsin.demo.web import API_PATH, gallery_web
from opsin.errors import InvalidInput, PathRefused
from opsin.settings import Settings, load_settings

if TYPE_CHECKING:
    from opsin.icons.cells import ShownIcons
    from opsin.icons.saving import IconDownload
    from opsin.images.cells import Search
    from opsin.images.download import Download
    from opsin.images.inspection import Inspection
    from opsin.images.search import OnProgress
    from opsin.vision.report import Report

QUERY = "photograph"
COUNT = 9
PROVIDER = "wikimedia"
INSPECTED = 1
REGION = "0.4,0.05,0.55,0.6"
"""Where the face of the raccoon is, which is the first picture of the gallery."""
DOWNLOADED = (1, 6)
KEYWORDS = ("rocket", "launch")
ICONS = ("lucide:rocket",)
ICON_FOLDER = "icons"


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo did, and where it put what it made."""

    search: "Search"
    sheet: Path
    inspection: "Inspection"
    region: Path
    downloads: tuple["Download", ...]
    icons: "ShownIcons"
    icon_sheet: Path
    icon_files: tuple["IconDownload", ...]
    screenshot: Path
    report: "Report"


Stay = Callable[[Demo, str], Awaitable[None]]
"""Told what the demo did and `http://host:port` of its web, which goes on until this returns."""


def demo_environ(address: str) -> dict[str, str]:
    """The settings, as variables, with which any opsin on this machine searches the demo's web.

    Args:
        address: `http://host:port` of the demo's web.
    """
    return {
        "OPSIN_WIKIMEDIA_URL": address + API_PATH,
        "OPSIN_ALLOW_HOSTS": address.removeprefix("http://"),
    }


def demo_settings(address: str, state: Path, output: Path) -> Settings:
    """Settings for the demo alone: neither the user's environment nor their configuration file has a say.

    Args:
        address: `http://host:port` of the demo's web.
        state: Folder of the demo's own store.
        output: Folder for the downloads.
    """
    return load_settings(
        {
            **demo_environ(address),
            "OPSIN_STATE_DIR": str(state),
            "OPSIN_OUTPUT_DIR": str(output),
            "OPSIN_ICON_SOURCE": "embedded",
            "OPSIN_PROJECT_DIR": str(output),
            "OPSIN_VISION_ENGINE": "ocr",
        },
        config_file=state / "none.toml",
    )


def run_demo(
    output: Path, progress: "OnProgress | None" = None, *, port: int = 0, stay: Stay | None = None
) -> Demo:
    """Do the whole job once, and write the sheets, the region and the downloads into a folder.

    Args:
        output: The folder; it is made where it is missing. Sheets and region of an earlier run are replaced.
        progress: Told how far the search is.
        port: The port of the demo's web, 0 for a free one.
        stay: Waited for at the end, while the web goes on.

    Raises:
        OpsinError: a step failed.
        PathRefused: the folder cannot be written.
        InvalidInput: the port cannot be had.
    """
    folder = output.absolute()
    with _written(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(_run(folder, progress, port, stay))


async def _run(folder: Path, progress: "OnProgress | None", port: int, stay: Stay | None) -> Demo:
    async with AsyncExitStack() as stack:
        web = gallery_web(port)
        try:
            await stack.enter_async_context(web)
        except OSError as why:
            raise InvalidInput(
                f"Port {port} of this machine can't be served: {why.strerror or why}.",
                hint="Choose another with --port, or leave it out for a free one.",
            ) from why
        demo = await _look_around(folder, web.address, progress)
        if stay is not None:
            await stay(demo, web.address)
    return demo


async def _look_around(folder: Path, address: str, progress: "OnProgress | None") -> Demo:
    from opsin.api import Eyes

    seen = folder / FILE
    with _written(folder):
        seen.write_bytes(screenshot())
    # The store lies elsewhere and goes with the demo: its ids would name a web that is gone.
    with tempfile.TemporaryDirectory(prefix="opsin-demo-", ignore_cleanup_errors=True) as state:
        async with Eyes(demo_settings(address, Path(state), folder)) as eyes:
            search = await eyes.search_images(QUERY, count=COUNT, provider=PROVIDER, progress=progress)
            ids = [str(cell.id) for cell in search.cells]
            inspection = await eyes.inspect_image(ids[INSPECTED - 1], REGION)
            downloads = await eyes.download_images([ids[number - 1] for number in DOWNLOADED])
            icons = await eyes.search_icons(KEYWORDS, progress=progress)
            icon_files = await eyes.download_icons([icons.cells[1].id, *ICONS], dir=ICON_FOLDER)
            report = await eyes.look_at_image(str(seen), question=QUESTION)
    sheet, region, icon_sheet = folder / "sheet.jpg", folder / "region.jpg", folder / "icons.jpg"
    with _written(folder):
        sheet.write_bytes(search.sheet)
        region.write_bytes(inspection.picture)
        icon_sheet.write_bytes(icons.sheet)
    return Demo(
        search,
        sheet,
        inspection,
        region,
        tuple(downloads),
        icons,
        icon_sheet,
        tuple(icon_files),
        seen,
        report,
    )


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Tell of a folder that cannot be written."""
    try:
        yield
    except OSError as why:
        raise PathRefused(
            f"{folder} can't be written: {why.strerror or why}.", hint="Choose another folder with --out."
        ) from why
