"""The demo: search, sheet, a closer look, two downloads, on real photographs and with no network.

All of it is the real thing. A web on the loopback address stands for Wikimedia Commons; the settings point the
provider there and exempt that one host and port; everything after that is what any other search does.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.demo.web import API_PATH, gallery_web
from opsin.errors import PathRefused
from opsin.settings import Settings, load_settings

if TYPE_CHECKING:
    from opsin.images.cells import Search
    from opsin.images.download import Download
    from opsin.images.inspection import Inspection
    from opsin.images.search import OnProgress

QUERY = "photograph"
COUNT = 9
PROVIDER = "wikimedia"
INSPECTED = 1
REGION = "0.4,0.05,0.55,0.6"
"""Where the face of the raccoon is, which is the first picture of the gallery."""
DOWNLOADED = (1, 6)


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo did, and where it put what it made."""

    search: "Search"
    sheet: Path
    inspection: "Inspection"
    region: Path
    downloads: tuple["Download", ...]


def demo_settings(address: str, state: Path, output: Path) -> Settings:
    """Settings for the demo alone: neither the user's environment nor their configuration file has a say.

    Args:
        address: `http://host:port` of the demo's web.
        state: Folder of the demo's own store.
        output: Folder for the downloads.
    """
    return load_settings(
        {
            "OPSIN_WIKIMEDIA_URL": address + API_PATH,
            "OPSIN_ALLOW_HOSTS": address.removeprefix("http://"),
            "OPSIN_STATE_DIR": str(state),
            "OPSIN_OUTPUT_DIR": str(output),
        },
        config_file=state / "none.toml",
    )


def run_demo(output: Path, progress: "OnProgress | None" = None) -> Demo:
    """Do the whole job once, and write the sheet, the region and the downloads into a folder.

    Args:
        output: The folder; it is made where it is missing. Sheet and region of an earlier run are replaced.
        progress: Told how far the search is.

    Raises:
        OpsinError: a step failed.
        PathRefused: the folder cannot be written.
    """
    folder = output.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The store lies elsewhere and goes with the demo: its ids would name a web that is gone.
        with tempfile.TemporaryDirectory(prefix="opsin-demo-", ignore_cleanup_errors=True) as state:
            search, inspection, downloads = asyncio.run(_look_around(folder, Path(state), progress))
        sheet, region = folder / "sheet.jpg", folder / "region.jpg"
        sheet.write_bytes(search.sheet)
        region.write_bytes(inspection.picture)
    except OSError as why:
        raise PathRefused(
            f"{folder} can't be written: {why.strerror or why}.", hint="Choose another folder with --out."
        ) from why
    return Demo(search, sheet, inspection, region, tuple(downloads))


async def _look_around(
    folder: Path, state: Path, progress: "OnProgress | None"
) -> "tuple[Search, Inspection, list[Download]]":
    from opsin.api import Eyes

    async with gallery_web() as web, Eyes(demo_settings(web.address, state, folder)) as eyes:
        search = await eyes.search_images(QUERY, count=COUNT, provider=PROVIDER, progress=progress)
        ids = [str(cell.id) for cell in search.cells]
        inspection = await eyes.inspect_image(ids[INSPECTED - 1], REGION)
        downloads = await eyes.download_images([ids[number - 1] for number in DOWNLOADED])
    return search, inspection, downloads
