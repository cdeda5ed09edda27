"""When the day ends in Pacific time, by which Google counts its quotas.

The rule of the Energy Policy Act of 2005 (15 U.S.C. 260a): daylight time from the second Sunday in March to the
first Sunday in November. It is written out because Windows has no database of time zones.
"""

from datetime import UTC, date, datetime, timedelta

_SUNDAY = 6
_STANDARD = timedelta(hours=-8)
_DAYLIGHT = timedelta(hours=-7)


def seconds_to_midnight(now: float) -> float:
    """Seconds from a moment, given as a Unix time, to the next midnight in Pacific time."""
    moment = datetime.fromtimestamp(now, UTC)
    tomorrow = (moment + _offset(moment)).date() + timedelta(days=1)
    midnight = datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=UTC)
    # The clocks change at two in the morning, so a midnight has the time of the day before it.
    return (midnight - _offset_at_start(tomorrow) - moment).total_seconds()


def _offset(moment: datetime) -> timedelta:
    spring = datetime(moment.year, 3, 1, 10, tzinfo=UTC) + _to_sunday(date(moment.year, 3, 1), 2)
    autumn = datetime(moment.year, 11, 1, 9, tzinfo=UTC) + _to_sunday(date(moment.year, 11, 1), 1)
    return _DAYLIGHT if spring <= moment < autumn else _STANDARD


def _offset_at_start(day: date) -> timedelta:
    spring = date(day.year, 3, 1) + _to_sunday(date(day.year, 3, 1), 2)
    autumn = date(day.year, 11, 1) + _to_sunday(date(day.year, 11, 1), 1)
    return _DAYLIGHT if spring < day <= autumn else _STANDARD


def _to_sunday(first: date, which: int) -> timedelta:
    """From the first of a month to its first or second Sunday."""
    return timedelta(days=(_SUNDAY - first.weekday()) % 7 + 7 * (which - 1))
