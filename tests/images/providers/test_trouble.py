import pytest

from opsin.errors import (
    AddressRefused,
    BadRedirect,
    BadReply,
    TimedOut,
    TooLarge,
    Unreachable,
    WebError,
)
from opsin.images.outcome import Outcome
from opsin.images.providers.trouble import outcome_of, status_error


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (AddressRefused("x"), Outcome.REFUSED),
        (BadRedirect("x"), Outcome.REFUSED),
        (Unreachable("x"), Outcome.UNREACHABLE),
        (TimedOut("x"), Outcome.TIMED_OUT),
        (TooLarge("x"), Outcome.CHANGED_PAGE),
        (BadReply("x"), Outcome.CHANGED_PAGE),
    ],
)
def test_errors_of_the_way(error: WebError, outcome: Outcome) -> None:
    assert outcome_of(error) is outcome


@pytest.mark.parametrize(
    ("status", "retry_after", "outcome"),
    [
        (400, 0, Outcome.REFUSED),
        (401, 0, Outcome.REFUSED),
        (404, 0, Outcome.CHANGED_PAGE),
        (429, 0, Outcome.RATE_LIMITED),
        (500, 0, Outcome.UNREACHABLE),
        (503, 0, Outcome.UNREACHABLE),
        (503, 7, Outcome.RATE_LIMITED),
    ],
)
def test_statuses(status: int, retry_after: float, outcome: Outcome) -> None:
    error = status_error("openverse", status, retry_after=retry_after)
    assert error is not None
    assert error.outcome is outcome
    assert str(status) in error.message
    assert error.retry_after == retry_after


def test_success_is_no_error() -> None:
    assert status_error("openverse", 200) is None


def test_words_from_outside_stand_apart_from_the_sentence() -> None:
    error = status_error("openverse", 400, detail='say\n"no"\u202e.' + "x" * 5000)
    assert error is not None
    assert error.message == "openverse answered HTTP 400."
    assert error.outside.startswith('say "no".xxx')
    assert len(error.outside) <= 200
