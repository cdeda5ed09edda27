"""One request to the Iconify API: from what is kept, else from the first of its hosts that answers well."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from opsin.errors import BadStatus, TimedOut, WebError
from opsin.icons.iconify.addresses import Hosts
from opsin.icons.iconify.keeping import KeptAnswers
from opsin.icons.iconify.racing import Pause, first_good
from opsin.icons.iconify.trouble import BadAnswer, IconifyDown, IconifyError, NotThere
from opsin.services import Services
from opsin.store.records import Kept
from opsin.text import quoted
from opsin.threads import ICONS

log = logging.getLogger(__name__)

NEXT_AFTER = 0.75
"""Seconds after which the next host is asked too, as Iconify's own programs do."""

GIVE_UP_AFTER = 5.0
"""Seconds after which a request is given up, as Iconify's own programs do."""

_FAIR = 0.5
"""Seconds that say something of a host that gave no answer within them."""

_MOST_BYTES = 8_000_000
_ALWAYS_THERE = ("/search", "/collections")
_BAD_REQUEST = 400
_NOT_FOUND = 404
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[_T]):
    """What came back.

    Attributes:
        value: It, read.
        host: The host that answered; empty where the answer was kept.
        made: When it was given, in seconds since 1970.
        stale: It is older than the API says it holds, and no host could be asked for a newer one.
    """

    value: _T
    host: str
    made: float
    stale: bool = False


async def pause() -> None:
    """Wait as long as one host has for itself."""
    await asyncio.sleep(NEXT_AFTER)


class Asking:
    """Asks one API.

    Args:
        services: The way out, and the hosts that are to be left alone.
        hosts: Who is asked.
        kept: Answers from before.
        pause: Awaited before the next host is asked too.
    """

    def __init__(
        self,
        services: Services,
        hosts: Hosts,
        kept: KeptAnswers,
        pause: Pause = pause,
    ) -> None:
        self._services = services
        self._hosts = hosts
        self._kept = kept
        self._pause = pause

    async def ask(
        self, path: str, read: Callable[[bytes], _T], *, keep: bool = True, seconds: float = GIVE_UP_AFTER
    ) -> Answer[_T]:
        """Ask for something, unless an answer of the last seven days is kept.

        Args:
            path: The request, below the base address.
            read: Reads the answer; BadAnswer has another host asked.
            keep: Use a kept answer, and keep this one.
            seconds: After how many the request is given up.

        Raises:
            NotThere: the API knows no such thing.
            IconifyDown: no host answered well, and no answer is kept.
            IconifyError: the API does not take the request.
        """
        kept = await self._kept.get(path) if keep else None
        if kept is not None and self._kept.is_fresh(kept):
            answer = await self._read_kept(kept, read, stale=False)
            if answer is not None:
                return answer
        try:
            value, body, host = await self._fetch(path, read, seconds)
        except IconifyDown:
            answer = await self._read_kept(kept, read, stale=True) if kept is not None else None
            if answer is None:
                raise
            return answer
        if keep:
            await self._kept.keep({path: body})
        return Answer(value, host, self._kept.clock())

    async def _read_kept(self, kept: Kept, read: Callable[[bytes], _T], *, stale: bool) -> Answer[_T] | None:
        try:
            return Answer(await ICONS.run(read, kept.data), "", kept.created, stale)
        except IconifyError:
            return None

    async def _fetch(self, path: str, read: Callable[[bytes], _T], seconds: float) -> tuple[_T, bytes, str]:
        troubles: dict[str, Exception] = {}
        names = [_host(base) for base in self._hosts.bases]

        def failed(place: int, why: Exception) -> None:
            log.debug("%s did not serve: %s", names[place], why)
            troubles[names[place]] = why

        begun: dict[str, float] = {}
        ways = [partial(self._begin, begun, base, path, read, seconds) for base in self._hosts.bases]
        found = None
        try:
            async with asyncio.timeout(seconds):
                found = await first_good(ways, self._pause, fails=(WebError, BadAnswer), failed=failed)
        except TimeoutError:
            log.debug("The Iconify API gave no answer within %g s.", seconds)
        self._note_silence(begun, troubles, gave_up=found is None)
        if found is None:
            raise self._down(names, troubles)
        return found

    def _begin(
        self, begun: dict[str, float], base: str, path: str, read: Callable[[bytes], _T], seconds: float
    ) -> "asyncio.Future[tuple[_T, bytes, str]]":
        begun[base] = asyncio.get_running_loop().time()
        return asyncio.ensure_future(self._from(base, path, read, seconds))

    def _note_silence(
        self, begun: Mapping[str, float], troubles: Mapping[str, Exception], *, gave_up: bool
    ) -> None:
        """Leave those alone for a while that were waited for in vain: each search would wait as long again."""
        now = asyncio.get_running_loop().time()
        for base, since in begun.items():
            trouble, waited = troubles.get(_host(base)), now - since
            is_silent = gave_up if trouble is None else isinstance(trouble, TimedOut) and not trouble.queued
            if is_silent and waited >= _FAIR:
                self._services.busy.note_silence(base, waited)

    async def _from(
        self, base: str, path: str, read: Callable[[bytes], _T], seconds: float
    ) -> tuple[_T, bytes, str]:
        from opsin.web.client import Limits

        address = f"{base}{path}"
        self._services.busy.check(address)
        # A little less than the whole, so that a host that stands alone tells itself at what it was.
        whole = seconds * 0.98
        limits = Limits(_MOST_BYTES, connect=whole, first_byte=whole, between_bytes=whole, whole=whole)
        reply = await self._services.web.get(
            address,
            limits=limits,
            headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
            named=self._hosts.named,
        )
        self._services.busy.note(reply)
        host = _host(base)
        if reply.status == _NOT_FOUND and not path.startswith(_ALWAYS_THERE):
            raise NotThere(f"The Iconify API at {host} knows no such set.")
        if reply.status == _BAD_REQUEST:
            raise IconifyError(
                f"The Iconify API at {host} does not take the request.", outside=quoted(reply.text)
            )
        if not reply.ok:
            raise BadStatus(f"{host} answered HTTP {reply.status}.", status=reply.status)
        try:
            return await ICONS.run(read, reply.body), reply.body, host
        except BadAnswer as why:
            raise BadAnswer(why.what, host) from why

    def _down(self, names: list[str], troubles: dict[str, Exception]) -> IconifyDown:
        told = [
            trouble.message
            if isinstance(trouble := troubles.get(name), WebError | BadAnswer)
            else f"{name} was silent."
            for name in names
        ]
        which = (
            "The Iconify API cannot be used" if len(names) == 1 else "No host of the Iconify API can be used"
        )
        return IconifyDown(f"{which}: {' '.join(dict.fromkeys(told))}")


def _host(base: str) -> str:
    return urlsplit(base).netloc.lower()
