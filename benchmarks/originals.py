"""Originals through their worker process against the same work in this process; and what the worker costs to start.

Aim: at most 1.2 of the time in this process for a picture of 12 megapixels.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from io import BytesIO
from statistics import median

from PIL import Image

from opsin.pixels.decode import check_original as check_here
from opsin.pixels.decode import decode_thumbnail as thumbnail_here
from opsin.pixels.isolated.originals import MEMORY, SECONDS, check_original, show_original
from opsin.pixels.isolated.thumbnails import decode_thumbnail
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.region import WHOLE, Region
from opsin.pixels.shown import show_original as show_here

ROUNDS = 9
EDGE, MOST_BYTES = 1_092, 700_000
DETAIL = Region(0.4, 0.4, 0.2, 0.2)
BOX = (364, 364)


def run() -> list[str]:
    """The lines to print."""
    return asyncio.run(_run())


async def _run() -> list[str]:
    data, small = _photo((4_032, 3_024), "JPEG"), _photo((500, 375), "AVIF")
    worker = Worker(memory=MEMORY, seconds=SECONDS)
    bounds = {"max_edge": EDGE, "max_bytes": MOST_BYTES}

    async def here(work: Callable[[], object]) -> None:
        work()

    try:
        lines = [
            await _compared(
                "check of a 12-MP JPEG",
                lambda: check_original(data, worker=worker),
                lambda: here(lambda: check_here(data)),
            ),
            await _compared(
                "show of a 12-MP JPEG",
                lambda: show_original(data, region=WHOLE, worker=worker, **bounds),
                lambda: here(lambda: show_here(data, region=WHOLE, **bounds)),
            ),
            await _compared(
                "a fifth of it in detail",
                lambda: show_original(data, region=DETAIL, worker=worker, **bounds),
                lambda: here(lambda: show_here(data, region=DETAIL, **bounds)),
            ),
            await _compared(
                "AVIF thumbnail of 500x375",
                lambda: here(lambda: decode_thumbnail(small, BOX, worker=worker)),
                lambda: here(lambda: thumbnail_here(small, BOX)),
            ),
        ]
    finally:
        worker.close()
    return [*lines, _start()]


async def _compared(
    name: str, apart: Callable[[], Awaitable[object]], here: Callable[[], Awaitable[object]]
) -> str:
    times: dict[str, list[float]] = {"apart": [], "here": []}
    for number in range(ROUNDS + 1):
        for which, work in (("apart", apart), ("here", here)):
            began = time.perf_counter()
            await work()
            if number:
                times[which].append(time.perf_counter() - began)
    medians = {which: median(values) for which, values in times.items()}
    more = (medians["apart"] - medians["here"]) * 1_000
    return f"{name}: {medians['apart'] / medians['here']:.2f} of the time in this process ({more:+.1f} ms)"


def _start() -> str:
    starts, bare = [], []
    for _ in range(ROUNDS):
        worker = Worker(memory=MEMORY, seconds=SECONDS)
        began = time.perf_counter()
        worker.examine()
        starts.append(time.perf_counter() - began)
        worker.close()
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "from PIL import Image"], check=True)
        bare.append(time.perf_counter() - began)
    ratio = median(starts) / median(bare)
    return (
        f"start of the worker: {ratio:.2f} of a Python that imports Pillow ({median(starts) * 1_000:.0f} ms)"
    )


def _photo(size: tuple[int, int], kind: str) -> bytes:
    """Something with as much detail as a photo has."""
    noise = Image.effect_noise((size[0] // 8, size[1] // 8), 60).resize(size, Image.Resampling.BICUBIC)
    slope = Image.linear_gradient("L").resize(size)
    target = BytesIO()
    Image.merge("RGB", (noise, slope, Image.blend(noise, slope, 0.5))).save(target, kind, quality=88)
    return target.getvalue()
