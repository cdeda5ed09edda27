"""Progress as MCP wants it: the number rises with every message."""

import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

STEP = 0.05
"""By how much a message at the same count rises: a chain of providers sends fewer than twenty of them."""

Report = Callable[[float, float | None, str | None], Awaitable[None]]


class Rising:
    """Passes progress on, so that it rises with every message, and drops what falls or does not get through.

    Messages at the same count rise by a small part of one, and never reach the next count.

    The last step is not told either: the answer says it, and a client that reads both at once takes a note
    about a call that is over for an error.

    Args:
        report: Sends one message: how much is done, of how much, and what.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._last = -1.0

    async def __call__(self, done: int, total: int, message: str) -> None:
        """Tell the client. A client that cannot be told is no reason to stop the work."""
        if done >= total:
            return
        told = done if done > self._last else round(self._last + STEP, 2)
        if told > done + 1 - STEP:
            return
        self._last = told
        try:
            await self._report(told, total, message)
        except Exception as why:  # noqa: BLE001
            log.debug("progress not sent: %s", type(why).__name__)
