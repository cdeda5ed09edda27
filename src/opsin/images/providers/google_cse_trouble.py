"""What Google's API says when it does not serve, by status and by the reasons beside it.

https://cloud.google.com/apis/design/errors, https://developers.google.com/custom-search/v1/overview#pricing
"""

from typing import Any

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.fields import json_object, mapping, text
from opsin.images.providers.pacific_time import seconds_to_midnight
from opsin.images.providers.trouble import (
    TOO_MANY_REQUESTS,
    bad_key,
    not_allowed,
    status_error,
    used_up,
)
from opsin.text import quoted, strip_html
from opsin.web.reply import is_success

KEY = "OPSIN_GOOGLE_CSE_KEY"
ENGINE = "OPSIN_GOOGLE_CSE_CX"

_GOOGLE = "google_cse"
_PATIENCE_SECONDS = 60.0  # where the quota of a minute is used up
_UNAUTHORIZED = 401
_FORBIDDEN = 403
_WRONG_ENGINE = frozenset({400, 404})
_BAD_KEYS = frozenset({"API_KEY_INVALID", "keyInvalid", "keyExpired"})
_LIMITS = frozenset(
    {
        "RATE_LIMIT_EXCEEDED",
        "rateLimitExceeded",
        "userRateLimitExceeded",
        "dailyLimitExceeded",
        "quotaExceeded",
    }
)
_DAILY = "dailyLimitExceeded"


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, now: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what an HTTP status means, by the reasons that the API gives beside it; nothing for success.

    Args:
        status: The HTTP status.
        body: The answer.
        retry_after: Seconds from the `Retry-After` header, 0 without one.
        now: The Unix time, from which the end of the day is told; 0 leaves it open.
        secret: The key, hidden where the answer repeats it.
    """
    if is_success(status):
        return None
    answer = json_object(body, secret=secret)
    error = mapping((answer or {}).get("error"))
    detail, reasons = strip_html(text(error.get("message"))), _reasons(error)
    if status == TOO_MANY_REQUESTS or reasons & _LIMITS:
        limits = " ".join([detail, *_limits(error)]).lower()
        if _DAILY in reasons or "per day" in limits or "perday" in limits:
            left = seconds_to_midnight(now) if now else retry_after
            return used_up(_GOOGLE, "quota of the day", left, detail)
        return used_up(_GOOGLE, "quota of the minute", retry_after or _PATIENCE_SECONDS, detail)
    refusal = _refusal(status, reasons, detail, by_api=bool(error))
    return refusal or status_error(_GOOGLE, status, detail=detail, retry_after=retry_after)


def _refusal(status: int, reasons: set[str], detail: str, *, by_api: bool) -> ProviderError | None:
    if status == _UNAUTHORIZED or reasons & _BAD_KEYS or detail.startswith("API key"):
        return bad_key(_GOOGLE, KEY, status, detail)
    if status == _FORBIDDEN and not by_api:
        return ProviderError(Outcome.BLOCKED, "google_cse answered HTTP 403 before its API was reached.")
    if status == _FORBIDDEN:
        return not_allowed(_GOOGLE, KEY, status, detail)
    if status in _WRONG_ENGINE and by_api:
        message = f"google_cse did not take the request (HTTP {status}); is {ENGINE} the id of an engine?"
        return ProviderError(Outcome.REFUSED, message, hint=f"Correct {ENGINE}.", outside=quoted(detail))
    return None


def _reasons(error: dict[str, Any]) -> set[str]:
    """The machine-readable reasons, of the older list of errors and of the newer details."""
    found = [error.get("status")]
    for name in ("errors", "details"):
        listed = error.get(name)
        found += [mapping(one).get("reason") for one in listed] if isinstance(listed, list) else []
    return {text(one) for one in found}


def _limits(error: dict[str, Any]) -> list[str]:
    listed = error.get("details")
    details = [mapping(mapping(one).get("metadata")) for one in listed] if isinstance(listed, list) else []
    return [text(one.get("quota_limit")) for one in details]
