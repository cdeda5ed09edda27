"""Larger pictures for cells whose thumbnail is too small for them: the originals, fetched beside the filling.

Some providers' thumbnails have 150 pixels, and a cell has up to 530. An original starts to load as soon as its thumbnail
is there and known to be too small, so nobody waits for the two one after the other. The thumbnail is never lost: it
stays where the original fails, is slow or large, or shows something else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from opsin.errors import OpsinError
from opsin.images.filling import Candidate
from opsin.images.hit import Hit
from opsin.images.patience import Patience, Watch
from opsin.in_time import end

if TYPE_CHECKING:
    from opsin.images.thumbnails import Thumbnail

log = logging.getLogger(__name__)

MOST_SECONDS = 2.5
"""How long originals are waited for at most once all cells have a picture; most were on their way before."""

LoadOriginal = Callable[[Hit, Watch], Awaitable["Thumbnail"]]
"""Fetches and decodes one original, and tells what it is at; raises OpsinError."""

IsCoarse = Callable[[Hit, "Thumbnail", tuple[int, int]], bool]
"""Whether a thumbnail is too small for a box (width, height in pixels)."""


class Enlarging:
    """The originals of one sheet that are on their way. What is still loading at the end is stopped.

    Args:
        load: Fetches and decodes one original.
        is_coarse: Whether a thumbnail is too small.
        deadline: Time of the running loop after which nothing is waited for.
    """

    def __init__(self, load: LoadOriginal, is_coarse: IsCoarse, *, deadline: float) -> None:
        self._load = load
        self._is_coarse = is_coarse
        self._deadline = deadline
        self._clock = asyncio.get_running_loop().time
        self._patience = Patience()
        self._stirred = asyncio.Event()
        self._running: dict[str, tuple[asyncio.Task[Thumbnail], Watch]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await end([task for task, _ in self._running.values()])

    def consider(self, hit: Hit, thumbnail: "Thumbnail", box: tuple[int, int]) -> None:
        """Start to load the original where the thumbnail is too small for the box."""
        if hit.original in self._running or not self._is_coarse(hit, thumbnail, box):
            return
        watch = Watch(self._clock, self._patience.connect_times, self._stirred.set)
        self._running[hit.original] = (asyncio.ensure_future(self._timed(hit, watch)), watch)

    async def finish(self, cells: Sequence[Candidate], box: tuple[int, int]) -> None:
        """Give each cell whose thumbnail is too small its original, if that comes before it is late.

        Args:
            cells: The candidates that are shown.
            box: What the cells of the sheet can show; it may have grown since.
        """
        for cell in cells:
            if cell.thumbnail is not None:
                self.consider(cell.hit, cell.thumbnail, box)
        wanted = [
            (cell, *self._running[cell.hit.original]) for cell in cells if cell.hit.original in self._running
        ]
        await self._wait([(task, watch) for _, task, watch in wanted])
        for cell, task, _ in wanted:
            if task.done():
                _take(cell, task)

    async def _wait(self, wanted: Sequence[tuple["asyncio.Task[Thumbnail]", Watch]]) -> None:
        """Wait until all are here, or those that are missing are late."""
        end = min(self._deadline, self._clock() + MOST_SECONDS)
        while True:
            now = self._clock()
            turns = {
                task: turn
                for task, watch in wanted
                if not task.done() and now < (turn := self._patience.late_at(watch))
            }
            if not turns or now >= end:
                return
            self._stirred.clear()
            stir = asyncio.ensure_future(self._stirred.wait())
            try:
                seconds = max(0.0, min([end, *turns.values()]) - now)
                await asyncio.wait({stir, *turns}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                stir.cancel()

    async def _timed(self, hit: Hit, watch: Watch) -> "Thumbnail":
        large = await self._load(hit, watch)
        self._patience.note(watch, self._clock())
        return large


def _take(cell: Candidate, task: "asyncio.Task[Thumbnail]") -> None:
    small = cell.thumbnail
    try:
        large = task.result()
    except OpsinError:
        return
    except Exception as error:
        # One original's unforeseen trouble must not lose the thumbnail.
        log.warning("an original could not be read: %s", type(error).__name__)
        log.debug("the details", exc_info=True)
        return
    if small is not None and large.enlarges(small):
        cell.thumbnail = replace(large, smaller=small)
