"""How DuckDuckGo turns a client away: the statuses and the pages that mean a block, and those that mean something else."""

import re

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.trouble import TOO_MANY_REQUESTS, changed_page

BLOCK_SIGNS = re.compile(
    rb"anomalyDetectionBlock|\bis506\b|anomaly-modal|anomaly\.js|bots use DuckDuckGo too",
    re.IGNORECASE,
)
"""What stands in a page, or a script, that tells bots apart."""

_OK = 200
_LIMITS = frozenset({202, TOO_MANY_REQUESTS})
_BAD_REQUEST = 400
_SHUT_DOORS = frozenset({301, 302, 303, 307, 308, 401, 403, 418, 451})
_SERVER_ERRORS = range(500, 600)


def status_trouble(step: str, status: int, body: bytes, retry_after: float = 0.0) -> ProviderError | None:
    """Tell what a status other than 200 means; nothing for 200.

    429 is a rate limit whatever comes with it. An answer that carries a challenge, and one that shuts the door
    (403, 418, or a redirect to nowhere), is a block. A bare 202 is DuckDuckGo's word for too many searches.
    """
    if status == _OK:
        return None
    challenge = status != TOO_MANY_REQUESTS and BLOCK_SIGNS.search(body) is not None
    if challenge or status in _SHUT_DOORS:
        return blocked(step, f"HTTP {status}{' with a challenge for bots' if challenge else ''}", retry_after)
    if status in _LIMITS or (status in _SERVER_ERRORS and retry_after):
        what = f"HTTP {status}, too many searches"
        return ProviderError(Outcome.RATE_LIMITED, f"{step}: {what}.", retry_after=retry_after)
    if status in _SERVER_ERRORS:
        return ProviderError(Outcome.UNREACHABLE, f"{step}: HTTP {status}.")
    what = (
        "the request is no longer accepted" if status == _BAD_REQUEST else "the address is no longer served"
    )
    return changed_page(step, f"HTTP {status}, {what}")


def blocked(step: str, what: str, retry_after: float = 0.0) -> ProviderError:
    """The error for a block, in a step, that showed itself as `what`."""
    return ProviderError(
        Outcome.BLOCKED,
        f"{step}: {what}.",
        hint="DuckDuckGo blocks this network for a while; use another provider.",
        retry_after=retry_after,
    )
