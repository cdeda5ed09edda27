"""What Brave's API says when it does not serve, by status, code and the headers that count requests.

https://api-dashboard.search.brave.com/app/documentation/image-search/codes
"""

import re
from collections.abc import Mapping

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.fields import json_object, mapping, text
from opsin.images.providers.trouble import (
    PAYMENT_REQUIRED,
    TOO_MANY_REQUESTS,
    bad_key,
    no_credit,
    not_allowed,
    status_error,
    used_up,
)
from opsin.text import strip_html
from opsin.web.reply import is_success

KEY = "OPSIN_BRAVE_API_KEY"

_BRAVE = "brave"
_UNAUTHORIZED = 401
_FORBIDDEN = 403
_DAY = 86_400
_PATIENCE_SECONDS = 1.0  # the limit in the free plan is one request a second
_BAD_KEYS = frozenset({"SUBSCRIPTION_TOKEN_INVALID", "SUBSCRIPTION_NOT_FOUND"})
_NOT_IN_PLAN = frozenset({"OPTION_NOT_IN_PLAN", "RESOURCE_NOT_ALLOWED"})
_NO_CREDIT = re.compile(r"CREDIT|PAYMENT|USAGE_LIMIT")


def api_trouble(
    status: int,
    body: bytes,
    headers: Mapping[str, str] | None = None,
    *,
    retry_after: float = 0.0,
    secret: str = "",
) -> ProviderError | None:
    """Tell what an HTTP status means, by the code that the API gives beside it; nothing for success."""
    if is_success(status):
        return None
    answer = json_object(body, secret=secret)
    error = mapping((answer or {}).get("error"))
    code, detail = text(error.get("code")).upper(), strip_html(text(error.get("detail")))
    if status == TOO_MANY_REQUESTS:
        return _too_many(code, detail, headers or {}, retry_after)
    refusal = _refusal(status, code, detail, by_api=answer is not None)
    return refusal or status_error(_BRAVE, status, detail=detail, retry_after=retry_after)


def rate_windows(headers: Mapping[str, str]) -> tuple[tuple[int, float, float], ...]:
    """Read the windows in which requests are counted: how many remain, seconds to the reset, seconds in all.

    The headers list one number for each window: `X-RateLimit-Remaining: 0, 812`, `X-RateLimit-Reset: 1, 1419704`,
    `X-RateLimit-Policy: 1;w=1, 15000;w=2592000`. A header that is missing or cannot be read gives no window.
    """
    remaining = headers.get("x-ratelimit-remaining", "").split(",")
    resets = headers.get("x-ratelimit-reset", "").split(",")
    whole = re.findall(r"w=(\d{1,9})", headers.get("x-ratelimit-policy", ""))
    whole += ["0"] * (len(resets) - len(whole))
    return tuple(
        (int(left), float(reset), float(seconds))
        for left, reset, seconds in zip(remaining, resets, whole, strict=False)
        if re.fullmatch(r"\s*\d{1,9}\s*", left) and re.fullmatch(r"\s*\d{1,9}\s*", reset)
    )


def _refusal(status: int, code: str, detail: str, *, by_api: bool) -> ProviderError | None:
    if status == PAYMENT_REQUIRED or _NO_CREDIT.search(code):
        return no_credit(_BRAVE, status, detail)
    if status == _UNAUTHORIZED or code in _BAD_KEYS:
        return bad_key(_BRAVE, KEY, status, detail)
    if code in _NOT_IN_PLAN or (status == _FORBIDDEN and by_api):
        return not_allowed(_BRAVE, KEY, status, detail)
    if status == _FORBIDDEN:
        return ProviderError(Outcome.BLOCKED, "brave answered HTTP 403 before its API was reached.")
    return None


def _too_many(code: str, detail: str, headers: Mapping[str, str], retry_after: float) -> ProviderError:
    spent = [(reset, whole) for left, reset, whole in rate_windows(headers) if not left]
    reset, whole = max(spent, default=(0.0, 0.0))
    if code == "QUOTA_LIMITED" or max(reset, whole) >= _DAY:
        return used_up(_BRAVE, "quota of the month", reset or retry_after, detail)
    trouble = status_error(
        _BRAVE, TOO_MANY_REQUESTS, detail=detail, retry_after=retry_after or reset or _PATIENCE_SECONDS
    )
    assert trouble is not None, "429 is no success"
    return trouble
