"""Hosts that are not asked for a while: they asked to be left alone (RFC 9110, 10.2.3), or were waited for in vain.

It is kept for this process only: it is of seconds or minutes, and about this process's own requests.
"""

import time
from collections.abc import Callable
from math import ceil
from urllib.parse import urlsplit

from opsin.errors import BadStatus, Unreachable
from opsin.web.reply import Reply

LONGEST_S = 600.0
"""A longer wish is kept to for this long, then the host is asked again."""

REST_FOR_EACH_S = 12.0
"""A silent host rests so many times as long as it was waited for: a minute after five seconds."""

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
        self._silent: set[str] = set()

    def check(self, address: str) -> None:
        """Refuse to ask a host before it is to be asked again.

        Raises:
            BadStatus: it said 429 a while ago, and after how many seconds it may be asked.
            Unreachable: it was silent a while ago.
        """
        host = _host(address)
        left = self._until.get(host, 0.0) - self._clock()
        if left > 0:
            name = urlsplit(address).hostname
            if host in self._silent:
                raise Unreachable(f"{name} was silent a moment ago; it is asked again in {ceil(left)} s.")
            raise BadStatus(
                f"{name} asked to be left alone; it may be asked again in {ceil(left)} s.",
                status=429,
            )
        self._until.pop(host, None)
        self._silent.discard(host)

    def note(self, reply: Reply) -> None:
        """Take note of an answer: one with status 429 or 503 may say when to ask again."""
        if reply.status in _STATUSES and reply.retry_after > 0:
            self._silent.discard(_host(reply.url))
            self._rest(_host(reply.url), min(reply.retry_after, LONGEST_S))

    def note_silence(self, address: str, waited: float) -> None:
        """Take note that a host gave no answer.

        Args:
            address: An address of it.
            waited: For how many seconds it was waited.
        """
        host = _host(address)
        self._silent.add(host)
        self._rest(host, min(REST_FOR_EACH_S * waited, LONGEST_S))

    def _rest(self, host: str, seconds: float) -> None:
        self._until[host] = self._clock() + seconds
        while len(self._until) > _MOST_HOSTS:
            oldest = next(iter(self._until))
            self._until.pop(oldest)
            self._silent.discard(oldest)


def _host(address: str) -> str:
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""
