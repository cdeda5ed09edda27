"""What every provider's request shares: the words as they can be sent, the caps, and who may be private."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import TYPE_CHECKING

from opsin.images.outcome import Outcome, ProviderError
from opsin.setting_values import host_and_port
from opsin.settings import Settings

if TYPE_CHECKING:
    from opsin.web.client import Limits

_MAX_ANSWER_BYTES = 8_000_000
_MOST_SECONDS = 8.0
_LEAST_SECONDS = 0.05
_AHEAD_SECONDS = 0.25
"""By how much a request ends before its deadline."""

_deadline: ContextVar[float] = ContextVar("deadline", default=inf)


@contextmanager
def until(deadline: float) -> Iterator[None]:
    """Make every request of a provider in the block end before `deadline`, in the running loop's time.

    The request that was under way then fails by itself, and its error names the step that broke, which whoever
    gives up on the whole provider at that time cannot know.
    """
    before = _deadline.set(deadline)
    try:
        yield
    finally:
        _deadline.reset(before)


def answer_limits() -> "Limits":
    """The caps for one answer of a provider: at most 8 seconds, and what is left before the deadline of `until`."""
    from opsin.web.client import Limits

    return Limits(
        max_bytes=_MAX_ANSWER_BYTES, connect=4.0, first_byte=5.0, between_bytes=4.0, whole=seconds_left()
    )


def seconds_left() -> float:
    """The seconds that an answer may take: at most 8, and what is left before the deadline of `until`."""
    left = _deadline.get() - asyncio.get_running_loop().time() - _AHEAD_SECONDS
    return max(_LEAST_SECONDS, min(_MOST_SECONDS, left))


def words_for(provider: str, words: str, most: int) -> str:
    """The words of a query as this provider can take them.

    Args:
        provider: Name of the provider, for the error.
        words: The query's text.
        most: The most characters that the provider takes.

    Raises:
        ProviderError: there are more characters, or none that can be sent (lone surrogates are no text).
    """
    sendable = words.encode("utf-8", "ignore").decode("utf-8").strip()
    if not sendable:
        raise ProviderError(Outcome.REFUSED, "The query has no character that can be sent.")
    if len(sendable) > most:
        raise ProviderError(
            Outcome.REFUSED,
            f"{provider} takes queries of at most {most} characters; this one has {len(sendable)}.",
            hint="Shorten the query.",
        )
    return sendable


def is_named(settings: Settings, base: str) -> bool:
    """Whether the user set this provider's base address, so that it may be a private one."""
    return host_and_port(base) in settings.named_hosts
