"""Icons looked at before they are shown: what is blank or broken gets no number."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from opsin.icons.icon import Body, Icon
from opsin.icons.rendering.raster import Failure
from opsin.icons.rendering.renderer import WITHIN_S, WORKER, Drawn, draw_icons
from opsin.icons.sheet import SeenIcon, picture_boxes
from opsin.pixels.isolated.worker import Worker
from opsin.sheet.layout import DEFAULT_CANVAS

NO_DRAWING = "its drawing is not at hand"

DROPPED = frozenset({Failure.BLANK, Failure.BROKEN, Failure.REFUSED})
"""What tells against the icon itself; anything else costs its picture only."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An icon that may be shown.

    Attributes:
        body: Its drawing, as it comes from its set's data; None where it could not be had.
        licence: Short name of its licence, from our own list.
    """

    icon: Icon
    body: Body | None
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen.

    Attributes:
        seen: The icons that get a number, in their order.
        dropped: Those that get none, and why.
    """

    seen: tuple[SeenIcon, ...]
    dropped: tuple[tuple[Icon, Failure], ...]


async def look_at(
    candidates: Sequence[Candidate],
    count: int,
    *,
    canvas: int = DEFAULT_CANVAS,
    within_s: float = WITHIN_S,
    worker: Worker = WORKER,
) -> Look:
    """Draw candidates until so many are seen, in their order; spares stand in for what is dropped.

    Args:
        candidates: As many as are wanted, and spares.
        count: How many are wanted, 1 to 64.
        canvas: The longest side of the sheet that they are drawn for, in pixels.
        within_s: Seconds for all of it.
        worker: Who draws.

    Raises:
        InvalidInput: no sheet has so many cells, or such a canvas.
    """
    until = time.monotonic() + within_s
    wanted = min(count, len(candidates))
    drawn: list[Drawn | None] = []
    while len(drawn) < len(candidates) and _good(drawn) < wanted:
        batch = candidates[len(drawn) : len(drawn) + wanted - _good(drawn)]
        drawn += await _draw(batch, wanted, canvas, until, worker)
    if 0 < (found := _good(drawn)) < wanted and _boxes(found, canvas) != _boxes(wanted, canvas):
        drawn = await _again(candidates, drawn, found, canvas, until, worker)
    pairs = list(zip(candidates, drawn, strict=False))
    return Look(
        tuple(_seen(one, result) for one, result in pairs if not _is_dropped(result)),
        tuple(
            (one.icon, result) for one, result in pairs if isinstance(result, Failure) and result in DROPPED
        ),
    )


async def _again(
    candidates: Sequence[Candidate],
    drawn: Sequence[Drawn | None],
    count: int,
    canvas: int,
    until: float,
    worker: Worker,
) -> list[Drawn | None]:
    """Draw those that were seen anew, for the larger cells of fewer icons."""
    seen = [place for place, result in enumerate(drawn) if isinstance(result, tuple)]
    larger = await _draw([candidates[place] for place in seen], count, canvas, until, worker)
    again = list(drawn)
    for place, result in zip(seen, larger, strict=True):
        if isinstance(result, tuple):
            again[place] = result
    return again


async def _draw(
    batch: Sequence[Candidate], count: int, canvas: int, until: float, worker: Worker
) -> list[Drawn | None]:
    bodies = [one.body for one in batch if one.body is not None]
    boxes = _boxes(count, canvas)
    drawn = iter(await draw_icons(bodies, boxes, within_s=until - time.monotonic(), worker=worker))
    return [next(drawn) if one.body is not None else None for one in batch]


def _boxes(count: int, canvas: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return picture_boxes(count, canvas=canvas)


def _is_dropped(result: Drawn | None) -> bool:
    return isinstance(result, Failure) and result in DROPPED


def _good(drawn: Sequence[Drawn | None]) -> int:
    return sum(not _is_dropped(result) for result in drawn)


def _seen(one: Candidate, result: Drawn | None) -> SeenIcon:
    if isinstance(result, tuple):
        return SeenIcon(one.icon, one.licence, result)
    return SeenIcon(one.icon, one.licence, (), NO_DRAWING if result is None else result.value)
