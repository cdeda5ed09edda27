"""Hosts of pictures that asked to be left alone for a while (RFC 9110, 10.2.3): they are not asked before that.

It is kept for this process only: such a wish is of seconds or minutes, and about this process's own requests.
"""

import time
from collections.abc import Callable
from math import ceil
from urllib.parse import urlsplit

from opsin.errors import BadStatus
from opsin.web.reply import Reply

LONGEST_S = 600.0
"""A longer wish is kept to for this long, then the host is asked again."""

_STATUSES = frozenset({429, 503})
_MOST_HOSTS = 1_000


class BusyHosts:
    """Who is busy until when.

    Args:
        clock: Gives the time in seconds; any clock that never goes back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}

    def check(self, address: str) -> None:
        """Refuse to ask a host before it wants to be asked again.

        Raises:
            BadStatus: it said 429 a while ago, and after how many seconds it may be asked.
        """
        host = _host(address)
        left = self._until.get(host, 0.0) - self._clock()
        if left > 0:
            raise BadStatus(
                f"{urlsplit(address).hostname} asked to be left alone; it may be asked again in {ceil(left)} s.",
                status=429,
            )
        self._until.pop(host, None)

    def note(self, reply: Reply) -> None:
        """Take note of an answer: one with status 429 or 503 may say when to ask again."""
        if reply.status in _STATUSES and reply.retry_after > 0:
            self._until[_host(reply.url)] = self._clock() + min(reply.retry_after, LONGEST_S)
            while len(self._until) > _MOST_HOSTS:
                self._until.pop(next(iter(self._until)))


def _host(address: str) -> str:
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""
