"""A search for 16 pictures on a web with 100 ms latency, against the least that it could take.

The pictures stand on nine host names, of which one is dead: it accepts no connection. The floor is measured in the
same run: the provider's answer, plus the slowest live thumbnail, plus decoding and drawing 16 pictures.
Aim: at most 1.3 times the floor.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks.slow_web import DEAD_HOST, HOSTS, PHOTOS, host
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.pixels.decode import decode_thumbnail
from opsin.services import Services, open_services
from opsin.settings import Settings, load_settings
from opsin.sheet.draw import SheetCell, draw_sheet
from opsin.sheet.layout import plan
from opsin.web.client import Limits
from tests.loopback.dead_port import dead_port

COUNT = 16
ROUNDS = 9
CONNECTIONS = (16, 8)
"""The default, and half of it."""
LIMITS = Limits(10_000_000)


def run() -> list[str]:
    """The lines to print."""
    with dead_port() as dead, _slow_web(dead) as port, tempfile.TemporaryDirectory() as folder:
        rounds = asyncio.run(_measure(port, dead, Path(folder)))
    lines = [
        f"search of {COUNT}, {HOSTS} hosts of which one is dead, as a share of the floor in the same round (aim 1.3):"
    ]
    for connections in CONNECTIONS:
        ratios = sorted(searches[connections] / floor for floor, searches in rounds)
        lines.append(
            f"  {connections:2} connections in all: {median(ratios):.2f} (from {ratios[0]:.2f} to {ratios[-1]:.2f})"
        )
    return lines


async def _measure(port: int, dead: int, folder: Path) -> list[tuple[float, dict[int, float]]]:
    """Seconds of the floor, and of a search by its number of connections, for each round."""
    environ = {
        "OPSIN_STATE_DIR": str(folder),
        "OPSIN_SEARCH_INTERVAL_MS": "0",
        "OPSIN_WIKIMEDIA_URL": f"http://wiki.example:{port}/w/api.php",
        "OPSIN_ALLOW_HOSTS": ",".join(
            f"{host(index)}:{dead if index == DEAD_HOST else port}" for index in range(HOSTS)
        ),
    }
    rounds = []
    for number in range(ROUNDS + 1):
        settings = load_settings(environ, folder / "none.toml")
        async with open_services(settings, resolver=_loopback) as services:
            floor = await _floor(services, port)
        searches = {}
        for connections in CONNECTIONS:
            settings = load_settings({**environ, "OPSIN_CONNECTIONS": str(connections)}, folder / "none.toml")
            searches[connections] = await _search(settings, f"anything {number} {connections}")
        if number:  # the first round warms up
            rounds.append((floor, searches))
    return rounds


async def _search(settings: Settings, words: str) -> float:
    async with open_services(settings, resolver=_loopback) as services:
        began = time.perf_counter()
        found = await search_images(services, Query(words, count=COUNT, provider="wikimedia"))
        took = time.perf_counter() - began
        assert len(found.cells) == COUNT
        assert not any(cell.failed for cell in found.cells)
        await asyncio.to_thread(services.store.clear)  # the next one must fetch its thumbnails again
    return took


async def _floor(services: Services, port: int) -> float:
    base = f"http://wiki.example:{port}"
    query = {"action": "query", "generator": "search", "gsrsearch": "anything", "prop": "imageinfo"}
    began = time.perf_counter()
    await services.web.get(f"{base}/w/api.php", params=query, limits=LIMITS, named=True)
    provider = time.perf_counter() - began
    slowest, bodies = 0.0, []
    live = [index for index in range(len(PHOTOS)) if index % HOSTS != DEAD_HOST]
    for index in (live + live)[:COUNT]:
        began = time.perf_counter()
        reply = await services.web.get(f"{base}/thumbnails/{index}.jpg", limits=LIMITS, named=True)
        slowest = max(slowest, time.perf_counter() - began)
        bodies.append(reply.body)
    began = time.perf_counter()
    await asyncio.to_thread(_composite, bodies)
    return provider + slowest + time.perf_counter() - began


def _composite(bodies: Sequence[bytes]) -> None:
    box = plan(COUNT).cells[0].picture
    cells = [
        SheetCell(
            number, decode_thumbnail(body, (box.width, box.height)).image, "4000×3000 · ? · h1.photos.example"
        )
        for number, body in enumerate(bodies, start=1)
    ]
    draw_sheet(cells)


async def _loopback(_host: str, _port: int) -> Sequence[str]:
    return ["127.0.0.1"]


@contextmanager
def _slow_web(dead: int) -> Iterator[int]:
    command = [sys.executable, "-m", "benchmarks.slow_web", str(dead)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()
            process.wait(timeout=10)
