"""A place for a few at a time: the others stand in line, in order, and hear it when their turn would come too late.

Where everybody works at once on the same connections and processors, everybody is late. A few at a time are soon done,
one after the other.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil

from opsin.errors import OpsinError

_FIRST_GUESS_S = 1.0
_NEWS = 0.2
"""How much the last one's time counts in the mean."""


class Crowded(OpsinError):
    """Too many were in line.

    Args:
        message: How many.
        retry_after: Seconds after which the line should be gone.
    """

    code = "crowded"

    def __init__(self, message: str, *, retry_after: float, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class Crowd:
    """Places for `most` at a time, within one event loop.

    Args:
        most: How many have a place at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside = 0
        self._line: deque[asyncio.Future[None]] = deque()
        self._takes = _FIRST_GUESS_S

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return len(self._line)

    @property
    def ahead(self) -> int:
        """How many must leave before somebody who joins the line now has a place."""
        return max(0, self._inside + self.waiting + 1 - self._most)

    def expected(self) -> float:
        """Seconds that somebody who joins the line now would wait, by what the last ones took."""
        return ceil(self.ahead / self._most) * self._takes

    @asynccontextmanager
    async def place(self, *, until: float) -> AsyncIterator[None]:
        """Wait for a place, and have it in the block.

        Args:
            until: The latest moment for it, in the event loop's time.

        Raises:
            Crowded: none came free by then.
        """
        clock = asyncio.get_running_loop().time
        await self._enter(until)
        entered = clock()
        try:
            yield
        finally:
            self._takes += _NEWS * (clock() - entered - self._takes)
            self._leave()

    async def _enter(self, until: float) -> None:
        if self._inside < self._most and not self._line:
            self._inside += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        try:
            async with asyncio.timeout_at(until):
                await turn
        except BaseException as why:
            if turn.done() and not turn.cancelled():
                # The place came in the same moment as the end of the wait.
                self._leave()
            elif turn in self._line:
                self._line.remove(turn)
            if isinstance(why, TimeoutError):
                raise self._crowded() from None
            raise

    def _leave(self) -> None:
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._inside -= 1

    def _crowded(self) -> Crowded:
        seconds = max(1.0, self.expected())
        return Crowded(
            f"Too many searches at once: {self._inside} are loading pictures, {self.waiting} more wait for it.",
            retry_after=seconds,
            hint=f"Search again in {ceil(seconds)} s, and not so many at once.",
        )
