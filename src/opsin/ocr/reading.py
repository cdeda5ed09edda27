"""Text recognition without any server: lines with boxes, and bar codes, read by a process of its own.

The process is there while it is needed and ended when idle, which gives its memory back. It gets pixels and answers
JSON. A piece of work is a tile, or a few lines: so a crash costs that piece, and the time is looked at between pieces.
"""

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from opsin.ocr import models
from opsin.ocr.lines import Read
from opsin.pixels.isolated.job import Ticket
from opsin.pixels.isolated.worker import Worker
from opsin.threads import READING

if TYPE_CHECKING:
    from opsin.pixels.plain import PlainPixels

MEMORY = 4_294_967_296
"""Bytes of address space. A tile takes about a billion, and the libraries set aside as much without using it."""

SECONDS = 30.0
"""Seconds for one piece of work. A tile takes one on a free processor."""

IDLE_S = 180.0

WITHIN_S = 60.0
"""Seconds for a picture, where the caller says nothing else."""


def worker_for(*, memory: int = MEMORY, seconds: float = SECONDS, idle_s: float = IDLE_S) -> Worker:
    """A worker that reads, in so many bytes of memory, each piece of work in so many seconds."""
    return Worker(
        memory=memory,
        seconds=seconds,
        idle_s=idle_s,
        module="opsin.ocr.child",
        libraries=models.PACKAGES,
        without="text in pictures is not read",
    )


WORKER = worker_for()


def available() -> str:
    """Empty where text can be read; else why not, and what to do about it."""
    lacking = models.missing()
    return (
        f"Text recognition is not installed ({lacking} missing). To install it: {models.INSTALL}"
        if lacking
        else ""
    )


def prepare() -> None:
    """Start the process in the background, where reading is installed. Never waits."""
    if not models.missing():
        WORKER.prepare()


async def read_text(pixels: "PlainPixels", *, within_s: float = WITHIN_S, worker: Worker = WORKER) -> Read:
    """Read the text and the bar codes of a picture.

    Args:
        pixels: The picture. Boxes are in its pixels.
        within_s: Seconds that it may take. What is not read by then is left out, and `whole` is false.
        worker: Who does it.

    Returns:
        Lines in reading order. Where nothing can be read, none, and `note` says why.
    """
    lacking = available()
    if lacking:
        return Read((), whole=False, note=lacking)
    from opsin.ocr.steps import Steps

    ticket = Ticket()
    until = time.monotonic() + within_s
    steps = Steps(pixels.rgb, pixels.width, pixels.height, worker=worker, ticket=ticket, until=until)
    try:
        read = await READING.run(steps.all)
        if read.note:
            fault = await READING.run(models.fault)
            return replace(read, note=f"{read.note} {fault} To mend it: {models.INSTALL}".replace("  ", " "))
    except asyncio.CancelledError:
        worker.give_up(ticket)
        raise
    return replace(read, engine=models.engine_name())
