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
from opsin.images.providers.trouble import outcome_of, span, status_error, used_up


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


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7_199, "120 min"),
        (12 * 3_600, "12 h"),
        (47 * 3_600, "47 h"),
        (604_800, "7 days"),
    ],
)
def test_a_wait_in_words(seconds: float, words: str) -> None:
    assert span(seconds) == words


def test_a_quota_says_when_it_starts_anew_where_that_is_known() -> None:
    assert used_up("x", "quota of the day", 0).message == "x's quota of the day is used up."
    trouble = used_up("x", "quota of the day", 7_200, "said \u202e")
    assert trouble.message == "x's quota of the day is used up; it starts anew in 2 h."
    assert (trouble.outside, trouble.retry_after) == ("said", 7_200)
