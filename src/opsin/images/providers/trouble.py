"""What a failed request means: which outcome a web error or an HTTP status is."""

from opsin.errors import (
    AddressRefused,
    BadRedirect,
    TimedOut,
    Unreachable,
    WebError,
)
from opsin.images.outcome import Outcome, ProviderError
from opsin.text import quoted
from opsin.web.reply import is_success

PAYMENT_REQUIRED = 402
TOO_MANY_REQUESTS = 429
_SERVER_ERRORS = range(500, 600)
_UNAVAILABLE = 503
_NOT_FOUND = frozenset({404, 405, 410})


def outcome_of(error: WebError) -> Outcome:
    """Tell which outcome a request that failed on the way is.

    An answer that breaks HTTP or the caps is none that the provider is known to give: its page has changed.
    """
    if isinstance(error, AddressRefused | BadRedirect):
        return Outcome.REFUSED
    if isinstance(error, TimedOut):
        return Outcome.TIMED_OUT
    return Outcome.UNREACHABLE if isinstance(error, Unreachable) else Outcome.CHANGED_PAGE


def status_error(
    provider: str, status: int, *, detail: str = "", retry_after: float = 0.0, hint: str = ""
) -> ProviderError | None:
    """Tell what an API's HTTP status means; nothing for success.

    Args:
        provider: Name of the provider, for the sentence.
        status: The HTTP status.
        detail: What the API says about it; it goes apart, as text from outside.
        retry_after: Seconds from the `Retry-After` header, 0 without one.
        hint: What to try, where the provider's file knows better than this one.
    """
    if is_success(status):
        return None
    if status == TOO_MANY_REQUESTS or (status == _UNAVAILABLE and retry_after):
        outcome = Outcome.RATE_LIMITED
    elif status in _SERVER_ERRORS:
        outcome = Outcome.UNREACHABLE
    elif status in _NOT_FOUND:
        outcome = Outcome.CHANGED_PAGE
    else:
        outcome = Outcome.REFUSED
    return ProviderError(
        outcome,
        f"{provider} answered HTTP {status}.",
        hint=hint,
        outside=quoted(detail),
        retry_after=retry_after,
    )


def changed_page(provider: str, what: str) -> ProviderError:
    """The error for an answer in a shape that is not the known one."""
    return ProviderError(
        Outcome.CHANGED_PAGE,
        f"{provider} answered in another shape than expected: {what}.",
        hint="Try another provider; opsin may need an update.",
    )


def bad_key(provider: str, variable: str, status: int, detail: str = "") -> ProviderError:
    """The error for a key that is wrong, revoked or of another service; it names the setting, never the key."""
    return ProviderError(
        Outcome.REFUSED,
        f"{provider} does not accept the key in {variable} (HTTP {status}).",
        hint=f"Correct {variable}, or leave it out.",
        outside=quoted(detail),
    )


def not_allowed(provider: str, variable: str, status: int, detail: str = "") -> ProviderError:
    """The error for a good key that may not search for pictures: its plan, project or restrictions forbid it."""
    return ProviderError(
        Outcome.REFUSED,
        f"{provider} does not let the key in {variable} search for pictures (HTTP {status}).",
        hint=f"Look at the plan and the restrictions of the key in {variable}.",
        outside=quoted(detail),
    )


def no_credit(provider: str, status: int, detail: str = "") -> ProviderError:
    """The error for an account without credit."""
    return ProviderError(
        Outcome.REFUSED,
        f"{provider} has no credit left on the account of the key (HTTP {status}).",
        hint="Add credit to the account, or use another provider.",
        outside=quoted(detail),
    )


def used_up(provider: str, quota: str, seconds: float, detail: str = "") -> ProviderError:
    """The error for a quota that is used up.

    Args:
        provider: Name of the provider.
        quota: Which quota, such as "quota of the day".
        seconds: Until it starts anew; 0 where unknown.
        detail: What the API says about it.
    """
    anew = f"; it starts anew in {span(seconds)}" if seconds > 0 else ""
    return ProviderError(
        Outcome.RATE_LIMITED,
        f"{provider}'s {quota} is used up{anew}.",
        hint="Use another provider until then.",
        outside=quoted(detail),
        retry_after=max(0.0, seconds),
    )


def span(seconds: float) -> str:
    """A time to wait in words: "40 s", "12 min", "9 h", "3 days"."""
    for size, name in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {name}"
    return f"{max(1, round(seconds))} s"
