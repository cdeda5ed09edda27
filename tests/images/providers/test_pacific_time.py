from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.providers.pacific_time import seconds_to_midnight

HOUR = 3600


def unix(*moment: int) -> float:
    return datetime(*moment, tzinfo=UTC).timestamp()  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("moment", "hours"),
    [
        ((2026, 11, 30, 20), 12),  # noon in winter
        ((2026, 7, 1, 19), 12),  # noon in summer
        ((2026, 12, 1, 8), 24),  # midnight itself: the day has just begun
        ((2026, 12, 1, 7), 1),
        ((2026, 3, 8, 8), 23),  # the day with 23 hours
        ((2026, 3, 8, 12), 19),
        ((2026, 11, 1, 7), 25),  # the day with 25 hours
        ((2026, 11, 1, 20), 12),
        ((2026, 3, 8, 7), 1),
        ((2026, 11, 1, 6), 1),
    ],
)
def test_hours_to_midnight(moment: tuple[int, ...], hours: float) -> None:
    assert seconds_to_midnight(unix(*moment)) == hours * HOUR


@given(st.integers(int(unix(2020, 1, 1)), int(unix(2040, 1, 1))))
def test_midnight_is_at_most_a_long_day_away_and_one_for_all_of_the_day(moment: int) -> None:
    left = seconds_to_midnight(moment)
    assert 0 < left <= 25 * HOUR
    end = datetime.fromtimestamp(moment + left, UTC)
    assert (end.hour, end.minute, end.second) in {(7, 0, 0), (8, 0, 0)}
    assert seconds_to_midnight(moment + left - 1) == 1
