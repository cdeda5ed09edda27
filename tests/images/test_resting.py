"""Who is left alone, for how long, and what ends it."""

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.outcome import Attempt, Outcome
from opsin.images.resting import (
    FAILED,
    FAILURES,
    LAPSES_S,
    LONGEST_COOL_DOWN_S,
    LONGEST_STATED_S,
    Record,
    Rests,
    after_failure,
    after_success,
)
from opsin.store.sqlite import Store

NOW = 1_000_000.0
COOL_DOWN = 300.0


def failed(
    before: Record | None,
    outcome: Outcome = Outcome.UNREACHABLE,
    *,
    at: float = NOW,
    begun: float | None = None,
    retry_after: float = 0.0,
    cool_down: float = COOL_DOWN,
) -> Record:
    begun = at if begun is None else begun
    return after_failure(before, outcome, retry_after=retry_after, begun=begun, now=at, cool_down=cool_down)


def test_a_block_rests_at_once_and_other_failures_only_in_a_row() -> None:
    blocked = failed(None, Outcome.BLOCKED)
    assert (blocked.left(NOW), blocked.stated) == (COOL_DOWN, False)
    record: Record | None = None
    for number in range(1, FAILURES):
        record = failed(record)
        assert record.failures == number
        assert not record.left(NOW)
    assert failed(record, Outcome.TIMED_OUT).left(NOW) == COOL_DOWN
    assert "3 failures in a row (timed out)" in failed(record, Outcome.TIMED_OUT).told(NOW)


def test_each_failure_after_a_rest_doubles_it_up_to_an_hour() -> None:
    record, now, rests = failed(None, Outcome.BLOCKED), NOW, []
    for _ in range(6):
        rests.append(record.left(now))
        now = record.until + 1
        record = failed(record, Outcome.CHANGED_PAGE, at=now)
    assert rests == [300, 600, 1200, 2400, LONGEST_COOL_DOWN_S, LONGEST_COOL_DOWN_S]


def test_a_longer_setting_is_kept_to() -> None:
    record = failed(None, Outcome.BLOCKED, cool_down=20_000)
    again = failed(record, Outcome.BLOCKED, at=record.until + 1, cool_down=20_000)
    assert again.left(record.until + 1) == 20_000


def test_what_had_begun_before_the_rest_does_not_lengthen_it() -> None:
    record = failed(None, Outcome.BLOCKED)
    late = failed(record, Outcome.BLOCKED, at=NOW + 5, begun=NOW - 1)
    assert (late.until, late.cool_down) == (record.until, record.cool_down)


def test_what_a_provider_says_itself_is_taken_as_said_up_to_a_day() -> None:
    said = failed(None, Outcome.RATE_LIMITED, retry_after=7)
    assert (said.left(NOW), said.stated) == (7, True)
    assert said.told(NOW + 3) == "as it asked, after a rate limit 3 s ago"
    assert failed(None, Outcome.RATE_LIMITED, retry_after=1e9).left(NOW) == LONGEST_STATED_S
    assert failed(None, Outcome.RATE_LIMITED, retry_after=7, cool_down=0).left(NOW) == 7
    # A shorter one beside it does not end the longer one.
    long = failed(None, Outcome.RATE_LIMITED, retry_after=600)
    assert failed(long, Outcome.RATE_LIMITED, retry_after=5, at=NOW + 1).until == long.until


def test_no_cool_down_is_no_rest() -> None:
    record: Record | None = None
    for _ in range(9):
        record = failed(record, Outcome.BLOCKED, cool_down=0)
        assert not record.left(NOW)


def test_a_success_clears_all_but_a_rest_that_it_does_not_know_of() -> None:
    record = failed(None, Outcome.BLOCKED)
    assert after_success(record, begun=NOW + 1, now=NOW + 2) == Record(noted=NOW + 2)
    assert after_success(record, begun=NOW - 1, now=NOW + 2) == record
    assert after_success(failed(None), begun=NOW - 1, now=NOW + 2).failures == 0


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(FAILED)), st.floats(0, 1e6), st.sampled_from([0.0, 5.0, 1e7])),
        max_size=12,
    ),
    st.sampled_from([0.0, 1.0, 300.0, 86_400.0]),
)
def test_a_rest_has_an_end(steps: list[tuple[Outcome, float, float]], cool_down: float) -> None:
    record, now = None, NOW
    for outcome, later, retry_after in steps:
        now += later
        record = failed(record, outcome, at=now, retry_after=retry_after, cool_down=cool_down)
        assert record.left(now) <= max(LONGEST_STATED_S, cool_down) + 0.001
        assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("saved", [{}, {"failures": "x"}, {**Record().to_json(), "until": float("inf")}])
def test_a_damaged_record_is_none(saved: dict[str, object]) -> None:
    assert Record.from_json(saved) is None


def note(rests: Rests, outcome: Outcome = Outcome.BLOCKED, retry_after: float = 0.0) -> float:
    return asyncio.run(rests.failed("one", outcome, retry_after=retry_after, begun=rests.clock()))


def resting(rests: Rests) -> Attempt | None:
    return rests.rest("one", rests.read("one"))


@pytest.mark.parametrize("in_memory", [True, False])
def test_it_holds_for_every_server_on_the_store_and_ends(tmp_path: Path, in_memory: bool) -> None:
    now = [NOW]
    path = None if in_memory else tmp_path / "opsin.db"
    with Store.open(path) as store, Store.open(path) as other:
        rests = Rests(store, COOL_DOWN, lambda: now[0])
        assert note(rests) == COOL_DOWN
        elsewhere = Rests(store if in_memory else other, COOL_DOWN, lambda: now[0])
        now[0] += 88
        found = resting(elsewhere)
        assert found is not None
        assert found.rest == "one: resting after a block 88 s ago, again in 212 s"
        assert (found.outcome, found.retry_after, found.asked) == (Outcome.RESTING, 212, False)
        assert rests.rest("two", rests.read("two")) is None
        now[0] += 213
        assert resting(elsewhere) is None
        asyncio.run(elsewhere.served("one", begun=now[0]))
        assert rests.read("one") == Record(noted=now[0])


def test_the_setting_ends_cool_downs_but_not_what_a_provider_asked_for() -> None:
    with Store.open(None) as store:
        note(Rests(store, COOL_DOWN, lambda: NOW))
        assert resting(Rests(store, 0, lambda: NOW)) is None
        note(Rests(store, COOL_DOWN, lambda: NOW), Outcome.RATE_LIMITED, 900)
        assert resting(Rests(store, 0, lambda: NOW)) is not None


def test_what_is_long_past_or_from_the_future_counts_for_nothing() -> None:
    with Store.open(None) as store:
        note(Rests(store, COOL_DOWN, lambda: NOW))
        assert Rests(store, COOL_DOWN, lambda: NOW + COOL_DOWN + LAPSES_S + 1).read("one") is None
        assert Rests(store, COOL_DOWN, lambda: NOW - 10).read("one") is None


class SlowStates:
    """States in a store that takes its time between reading and writing."""

    def __init__(self) -> None:
        self.states: dict[str, dict[str, Any]] = {}

    def get_state(self, key: str) -> dict[str, Any] | None:
        found = self.states.get(key)
        time.sleep(0.002)
        return found

    def put_state(self, key: str, value: dict[str, Any]) -> None:
        self.states[key] = value


def test_of_failures_at_the_same_time_none_is_lost() -> None:
    rests = Rests(cast("Store", SlowStates()), 0, lambda: NOW)

    async def run() -> None:
        await asyncio.gather(
            *(rests.failed("one", Outcome.UNREACHABLE, retry_after=0, begun=NOW) for _ in range(20))
        )

    asyncio.run(run())
    record = rests.read("one")
    assert record is not None
    assert record.failures == 20
