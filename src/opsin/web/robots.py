"""robots.txt, asked before a picture is fetched, where the user has opted in.

It fails open: a host whose file is not there, cannot be had in time, or cannot be read has forbidden nothing.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from opsin.errors import WebError
from opsin.threads import NAMES
from opsin.web.clock import Limits
from opsin.web.robots_rules import ALLOW_ALL, MOST_BYTES, Rules, parse_rules
from opsin.web.urls import host_name
from opsin.web.user_agent import PRODUCT

if TYPE_CHECKING:
    from opsin.web.client import Web

KEPT_SECONDS = 3_600.0
"""How long an answer holds. RFC 9309, 2.4, allows a day."""
KEPT_AFTER_FAILURE = 300.0
"""How long a host that gave no answer is taken to forbid nothing."""
MOST_ORIGINS = 200
MOST_KEPT_BYTES = 2_000_000

LIMITS = Limits(MOST_BYTES, connect=3.0, first_byte=3.0, between_bytes=3.0, whole=5.0, cut=True)

_FIRST_SERVER_ERROR = 500


class RobotsForbid(WebError):
    """The host's robots.txt asks that the address be left alone."""

    code = "robots-forbid"


@dataclass(frozen=True, slots=True)
class _Kept:
    rules: Rules
    until: float


class Robots:
    """What the hosts' robots.txt say to opsin. One file is fetched for each scheme, host and port, and kept for a while.

    Args:
        web: The way out; its outer door is used for the files too.
        clock: Gives the time in seconds; any clock that never goes back.
    """

    def __init__(self, web: "Web", clock: Callable[[], float] = time.monotonic) -> None:
        self._web = web
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._bytes = 0
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def check(self, url: str) -> None:
        """Ask whether an address may be fetched.

        Args:
            url: An address as `opsin.web.urls.check_url` gives it.

        Raises:
            RobotsForbid: its host's robots.txt does not allow it.
        """
        rules = await self._rules(url)
        if rules is not ALLOW_ALL and not await NAMES.run(rules.allows, url):
            raise RobotsForbid(
                f"The robots.txt of {host_name(url)} does not allow it.",
                hint="Choose another cell: OPSIN_RESPECT_ROBOTS has it asked.",
            )

    async def _rules(self, url: str) -> Rules:
        split = urlsplit(url)
        origin = f"{split.scheme}://{split.netloc}"
        # One at a time for each origin. A caller that is cancelled lets the next one ask.
        async with self._asking.setdefault(origin, asyncio.Lock()):
            kept = self._kept.get(origin)
            if kept is None or kept.until <= self._clock():
                kept = await self._fetched(f"{origin}/robots.txt")
                self._keep(origin, kept)
            return kept.rules

    async def _fetched(self, address: str) -> _Kept:
        try:
            reply = await self._web.get(address, limits=LIMITS, headers={"accept": "text/plain,*/*;q=0.5"})
        except WebError:
            return _Kept(ALLOW_ALL, self._clock() + KEPT_AFTER_FAILURE)
        if not reply.ok:
            failed = reply.status >= _FIRST_SERVER_ERROR
            return _Kept(ALLOW_ALL, self._clock() + (KEPT_AFTER_FAILURE if failed else KEPT_SECONDS))
        rules = await NAMES.run(parse_rules, reply.body, PRODUCT)
        return _Kept(rules, self._clock() + KEPT_SECONDS)

    def _keep(self, origin: str, kept: _Kept) -> None:
        before = self._kept.pop(origin, None)
        self._bytes += kept.rules.size - (before.rules.size if before is not None else 0)
        self._kept[origin] = kept
        while len(self._kept) > MOST_ORIGINS or (self._bytes > MOST_KEPT_BYTES and len(self._kept) > 1):
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.rules.size
