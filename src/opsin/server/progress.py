"""Progress as MCP wants it: the number rises with every message."""

import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

Report = Callable[[float, float | None, str | None], Awaitable[None]]


class Rising:
    """Passes progress on, and drops what does not rise or does not get through.

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
        if done <= self._last or done >= total:
            return
        self._last = done
        try:
            await self._report(done, total, message)
        except Exception as why:  # noqa: BLE001
            log.debug("progress not sent: %s", type(why).__name__)
