"""Icons drawn by a process of their own: what a drawing does to the renderer does not reach the server.

Each icon is a piece of work by itself, so a crash or too long a time costs that icon and no other. What comes back is
pixels, as many as were asked for: nothing is decoded in the server's process. Where no process can be started, nothing
is drawn: a renderer that aborts would take the server with it, whatever was checked before.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from opsin.errors import InvalidInput
from opsin.icons.icon import Body
from opsin.icons.rendering.raster import Failure, Raster, size_within
from opsin.icons.svg.document import document
from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.sanitise import sanitise
from opsin.icons.svg.still import still
from opsin.icons.svg.tree import SafeBody
from opsin.icons.svg.vocabulary import ANIMATIONS
from opsin.pixels.isolated.framing import BadMessage
from opsin.pixels.isolated.job import Job, Lost, Ticket
from opsin.pixels.isolated.process import CannotStart, Reason
from opsin.pixels.isolated.worker import Worker
from opsin.threads import ICONS

MEMORY = 805_306_368
"""Bytes of address space. The largest picture that is allowed takes 16 million a layer, and a filter has several."""

SECONDS = 5.0
"""The slowest of Iconify's icons takes a third of a second at the size of a cell, on a free processor."""

WITHIN_S = 12.0
"""Seconds for all icons of a batch together; what has had no turn by then is not drawn."""

LARGEST_PIXELS = 2048
"""Pixels of the longer side of a picture."""

INK = "#16181d"
"""What `currentColor` is drawn in where no colour is asked for."""


def worker_for(*, memory: int, seconds: float) -> Worker:
    """A worker that draws icons, in so many bytes of memory, each in so many seconds."""
    return Worker(
        memory=memory,
        seconds=seconds,
        module="opsin.icons.rendering.child",
        libraries=("PIL", "resvg_py"),
        without="icons are not drawn",
    )


WORKER = worker_for(memory=MEMORY, seconds=SECONDS)

Boxes = Sequence[tuple[int, int]]
Drawn = tuple[Raster, ...] | Failure

_FAILURES = {Reason.TIME: Failure.TIME, Reason.MEMORY: Failure.MEMORY}


async def draw_icons(
    bodies: Sequence[Body],
    boxes: Boxes,
    *,
    color: str = INK,
    within_s: float = WITHIN_S,
    worker: Worker = WORKER,
) -> list[Drawn]:
    """Draw icons, each as large as it fits into each of the boxes, as its animations leave it.

    Args:
        bodies: The drawings, as they come; each is checked first.
        boxes: Width and height in pixels of the pictures of each icon.
        color: A colour of CSS for `currentColor`.
        within_s: Seconds for all of it.
        worker: Who does it.

    Returns:
        For each icon its pictures, one for each box, or why there are none.

    Raises:
        InvalidInput: a box or the colour cannot be used.
    """
    if any(not 1 <= side <= LARGEST_PIXELS for box in boxes for side in box):
        raise InvalidInput(
            f"Icons are drawn with 1 to {LARGEST_PIXELS} pixels a side.", hint="Ask for another size."
        )
    ticket = Ticket()
    until = time.monotonic() + within_s
    try:
        return await ICONS.run(_draw_all, bodies, boxes, color, until, worker, ticket)
    except asyncio.CancelledError:
        worker.give_up(ticket)
        raise


def prepare() -> None:
    """Start the process in the background, while icons are being looked for. Never waits."""
    WORKER.prepare()


def _draw_all(
    bodies: Sequence[Body], boxes: Boxes, color: str, until: float, worker: Worker, ticket: Ticket
) -> list[Drawn]:
    drawn: list[Drawn] = []
    for body in bodies:
        if time.monotonic() > until:
            drawn.append(Failure.LATE)
            continue
        try:
            safe = sanitise(body)
        except SvgRefused:
            drawn.append(Failure.REFUSED)
        else:
            drawn.append(draw_one(safe, boxes, color=color, worker=worker, ticket=ticket))
    return drawn


def draw_one(
    body: SafeBody, boxes: Boxes, *, color: str = INK, worker: Worker = WORKER, ticket: Ticket | None = None
) -> Drawn:
    """Draw one icon, as `draw_icons` does. It blocks: call it in a thread.

    Raises:
        InvalidInput: the colour cannot be used.
    """
    ticket = ticket or Ticket()
    drawn = _drawn(still(body), boxes, color, worker, ticket)
    if drawn is Failure.BLANK and any(element.tag in ANIMATIONS for element in body.walk()):
        return _drawn(still(body, halfway=True), boxes, color, worker, ticket)
    return drawn


def _drawn(body: SafeBody, boxes: Boxes, color: str, worker: Worker, ticket: Ticket) -> Drawn:
    text = document(body, color=color)
    sizes = [size_within(body.width, body.height, box) for box in boxes]
    pixels = 4 * sum(width * height for width, height in sizes)

    def read(told: Mapping[str, Any], data: bytes) -> Drawn:
        if "refused" in told:
            return Failure.MEMORY if told["refused"] == "memory" else Failure.BROKEN
        if told.get("drawn") != len(sizes) or len(data) != pixels:
            raise BadMessage("not the pixels that were asked for")
        return _cut(data, sizes)

    job = Job({"work": "draw", "sizes": sizes}, text.encode(), pixels, read, ticket)
    try:
        drawn = worker.do(job)
    except CannotStart:
        return Failure.NO_WORKER
    except Lost as lost:
        return _FAILURES.get(lost.reason, Failure.CRASH)
    if not isinstance(drawn, Failure) and drawn and all(raster.blank for raster in drawn):
        return Failure.BLANK
    return drawn


def _cut(data: bytes, sizes: Sequence[tuple[int, int]]) -> tuple[Raster, ...]:
    rasters, at = [], 0
    for width, height in sizes:
        end = at + 4 * width * height
        rasters.append(Raster(width, height, data[at:end]))
        at = end
    return tuple(rasters)
