"""Originals, decoded in a process of their own: what a file does to its decoder does not reach the server.

One at a time, whoever asks. Where no process can be started, they are decoded in this one. A caller that is cancelled
ends the process if it is busy with its picture.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import astuple
from functools import partial
from typing import Any, TypeVar

from opsin.pixels.facts import Facts
from opsin.pixels.isolated.answers import read_facts, read_shown
from opsin.pixels.isolated.apart import decode_apart
from opsin.pixels.isolated.job import Job
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.region import Region
from opsin.pixels.shown import Shown
from opsin.pixels.shown import show_original as show_here
from opsin.threads import ORIGINALS

_T = TypeVar("_T")

MEMORY = 1_610_612_736
"""Bytes of address space. The largest picture that is allowed takes 1.2 billion (WebP with alpha, on its side)."""

SECONDS = 20.0
"""The slowest picture that is allowed takes six on two busy processors (a GIF whose first frames are blank)."""

WORKER = Worker(memory=MEMORY, seconds=SECONDS)


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


def prepare() -> None:
    """Start the process in the background, while the first picture is being fetched. Never waits."""
    WORKER.prepare()


async def _in_turn(worker: Worker, job: Job[_T], here: Callable[[], _T]) -> _T:
    try:
        return await ORIGINALS.run(decode_apart, worker, job, here)
    except asyncio.CancelledError:
        worker.give_up(job.ticket)
        raise
