"""Originals, decoded in a process of their own: what a file does to its decoder does not reach the server.

One at a time, whoever asks. Where no process can be started, they are decoded in this one. A caller that is cancelled
ends the process if it is busy with its picture.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import astuple
from functools import partial
from typing import Any, TypeVar

from opsin.errors import PictureError
from opsin.pixels.extras import LIBRARIES, missing
from opsin.pixels.facts import Facts
from opsin.pixels.isolated.answers import read_facts, read_plain, read_shown
from opsin.pixels.isolated.apart import decode_apart
from opsin.pixels.isolated.job import Job
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.plain import PlainPixels
from opsin.pixels.region import Region
from opsin.pixels.shown import Shown
from opsin.pixels.shown import show_original as show_here
from opsin.pixels.sniff import Format, sniff, sniff_file
from opsin.threads import ORIGINALS

_T = TypeVar("_T")

MEMORY = 1_610_612_736
"""Bytes of address space. The largest picture that is allowed takes 1.2 billion (WebP with alpha, on its side)."""

SECONDS = 20.0
"""The slowest picture that is allowed takes six on two busy processors (a GIF whose first frames are blank)."""

WORKER = Worker(memory=MEMORY, seconds=SECONDS, optional=LIBRARIES)


async def check_original(data: bytes, *, worker: Worker = WORKER) -> Facts:
    """Decode the whole picture once, to know that it is one and is complete.

    Raises:
        PictureError: as `opsin.pixels.decode.check_original`, or it took too much, or broke its decoder.
    """

    def here() -> Facts:
        from opsin.pixels.decode import check_original as check_here

        return check_here(data)

    def read(told: Mapping[str, Any], _body: bytes) -> Facts:
        return read_facts(told.get("facts"), data)

    return await _in_turn(worker, Job({"work": "check"}, data, 0, read), here)


async def show_original(
    data: bytes, *, region: Region, max_edge: int, max_bytes: int, worker: Worker = WORKER
) -> Shown:
    """Show an original, or a region of it, as a JPEG within a size in pixels and in bytes.

    Raises:
        PictureError: as `opsin.pixels.shown.show_original`, or it took too much, or broke its decoder.
    """

    def read(told: Mapping[str, Any], body: bytes) -> Shown:
        return read_shown(told, body, data, max_edge=max_edge)

    asked = {"work": "show", "region": astuple(region), "max_edge": max_edge, "max_bytes": max_bytes}
    here = partial(show_here, data, region=region, max_edge=max_edge, max_bytes=max_bytes)
    return await _in_turn(worker, Job(asked, data, max_bytes, read), here)


async def pixels_of(
    data: bytes,
    *,
    region: Region,
    page: int,
    most_pixels: int,
    worker: Worker = WORKER,
    lacking: Callable[[Format], str] = missing,
) -> PlainPixels:
    """The pixels of an original, or of a region of it: upright, in sRGB, on a ground, reduced only where they are too many.

    Beside the formats of the web it takes HEIC and PDF. These are decoded by the worker or not at all.

    Args:
        data: The file.
        region: The part that is wanted.
        page: Page of a TIFF or PDF, frame of an animation, picture of a HEIC; from 1.
        most_pixels: The most pixels that come back, three bytes each.
        worker: Who decodes.
        lacking: The line that installs what a format needs; empty where nothing is missing.

    Raises:
        PictureError: there is no such page; or as `check_original`; or the package is missing that decodes it.
    """
    kind = sniff_file(data)
    line = lacking(kind) if kind is not None else ""
    if kind is not None and line:
        raise PictureError(f"To decode {kind.label} a package is missing.", hint=f"Install it: {line}")

    def here() -> PlainPixels:
        if kind in {Format.HEIC, Format.PDF}:
            raise PictureError(
                f"{kind.label} is decoded only in a process of its own, and none can be started.",
                hint="Convert it to PNG or JPEG first.",
            )
        from opsin.pixels.whole import whole_pixels

        return whole_pixels(data, region=region, page=page, most_pixels=most_pixels)

    def read(told: Mapping[str, Any], body: bytes) -> PlainPixels:
        return read_plain(told, body, data, region=region, page=page, most_pixels=most_pixels)

    asked = {"work": "pixels", "region": astuple(region), "page": page, "most_pixels": most_pixels}
    return await _in_turn(worker, Job(asked, data, most_pixels * 3, read), here, sniff_file)


def prepare() -> None:
    """Start the process in the background, while the first picture is being fetched. Never waits."""
    WORKER.prepare()


async def _in_turn(
    worker: Worker,
    job: Job[_T],
    here: Callable[[], _T],
    what: Callable[[bytes], Format | None] = sniff,
) -> _T:
    try:
        return await ORIGINALS.run(decode_apart, worker, job, here, what)
    except asyncio.CancelledError:
        worker.give_up(job.ticket)
        raise
