"""Who is blamed for a failure, and who is asked all the same."""

import asyncio
from collections.abc import Sequence

import pytest

from opsin.errors import TimedOut, Unreachable
from opsin.images.chain import Served, ask_chain
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.query import Query
from opsin.images.turn import Asking
from opsin.store.sqlite import Store
from opsin.web.pacing import Pacer
from tests.images.scripted import HANG, Scripted, Second, hits, with_asking

FINE = Results(hits("two", "x", "y", "z"))
BLOCK = ProviderError(Outcome.BLOCKED, "a block")


def chained(
    providers: Sequence[Scripted],
    store: Store | None,
    *,
    pacer: Pacer | None = None,
    cool_down: float = 300.0,
    seconds: float = 30.0,
    wanted: int = 3,
) -> Served:
    async def work(asking: Asking) -> Served:
        return await ask_chain(
            providers,
            asking.web,
            Query("red panda", count=3),
            asking.pacer,
            wanted=wanted,
            enough=wanted,
            deadline=asyncio.get_running_loop().time() + seconds,
            rests=asking.rests,
        )

    return with_asking(work, store=store, pacer=pacer, cool_down=cool_down)


def outcomes(served: Served) -> list[Outcome]:
    return [attempt.outcome for attempt in served.attempts]


def test_a_block_is_told_with_its_rest_and_the_next_search_skips_it_at_once() -> None:
    one = Scripted(BLOCK)
    with Store.open(None) as store:
        first, second = (chained([one, Second(FINE)], store) for _ in range(2))
    assert outcomes(first) == [Outcome.BLOCKED, Outcome.SERVED]
    assert 299 < first.attempts[0].retry_after <= 300
    assert outcomes(second) == [Outcome.RESTING, Outcome.SERVED]
    assert 290 < second.attempts[0].retry_after <= 300
    assert "a block" in second.attempts[0].rest
    assert one.cursors == [""]


@pytest.mark.parametrize(
    "error",
    [
        Unreachable("gone"),
        TimedOut("silence"),
        ProviderError(Outcome.CHANGED_PAGE, "x"),
        ProviderError(Outcome.RATE_LIMITED, "x"),
    ],
)
def test_three_failures_in_a_row_rest_it(error: Exception) -> None:
    one = Scripted(error)
    with Store.open(None) as store:
        seen = [outcomes(chained([one, Second(FINE)], store))[0] for _ in range(5)]
    assert seen[3:] == [Outcome.RESTING, Outcome.RESTING]
    assert len(one.cursors) == 3


def test_a_success_between_ends_the_row() -> None:
    one = Scripted(Unreachable("x"), Unreachable("x"), Results(hits("one", "a", "b", "c")), Unreachable("x"))
    with Store.open(None) as store:
        seen = [outcomes(chained([one, Second(FINE)], store))[0] for _ in range(5)]
    assert Outcome.RESTING not in seen
    assert len(one.cursors) == 5


def test_a_refusal_is_said_each_time() -> None:
    one = Scripted(ProviderError(Outcome.REFUSED, "the key is wrong"))
    with Store.open(None) as store:
        seen = [outcomes(chained([one, Second(FINE)], store))[0] for _ in range(5)]
    assert seen == [Outcome.REFUSED] * 5


def test_where_nobody_is_reached_the_fault_is_likelier_ours() -> None:
    with Store.open(None) as store:
        for _ in range(5):
            served = chained([Scripted(Unreachable("x")), Second(TimedOut("x"))], store)
        assert outcomes(served) == [Outcome.UNREACHABLE, Outcome.TIMED_OUT]
        # Who is asked alone may still be the one that is away.
        alone = [outcomes(chained([Scripted(Unreachable("x"))], store))[0] for _ in range(4)]
    assert alone[3] is Outcome.RESTING


def test_who_had_no_time_is_not_to_blame_for_being_late() -> None:
    with Store.open(None) as store:
        for _ in range(4):
            served = chained([Scripted(HANG), Second(FINE)], store, seconds=0.1)
    assert outcomes(served)[0] is Outcome.TIMED_OUT


def test_our_own_queue_is_no_failure_of_the_provider() -> None:
    late = TimedOut("no connection was free")
    late.queued = True
    told = ProviderError(Outcome.TIMED_OUT, "step 1")
    told.__cause__ = late
    with Store.open(None) as store:
        for error in (late, told) * 3:
            served = chained([Scripted(error), Second(FINE)], store)
            assert outcomes(served) == [Outcome.TIMED_OUT, Outcome.SERVED]


def test_our_own_pacing_is_no_failure_of_the_provider() -> None:
    pacer = Pacer(3600)
    with Store.open(None) as store:
        one = Scripted(Results(hits("one", "a"), "2"))
        # The second page gets no turn; what was found on the first is served.
        served = chained([one], store, pacer=pacer, wanted=9)
        assert (outcomes(served), len(served.hits)) == ([Outcome.SERVED], 1)
        for _ in range(4):
            assert outcomes(chained([one], store, pacer=pacer))[0] is Outcome.RATE_LIMITED


def test_a_block_on_a_further_page_serves_what_is_there_and_rests_it() -> None:
    one = Scripted(Results(hits("one", "a"), "2"), BLOCK)
    with Store.open(None) as store:
        first, second = (chained([one], store, wanted=9) for _ in range(2))
    assert outcomes(first) == [Outcome.SERVED]
    assert outcomes(second) == [Outcome.RESTING]


def test_what_a_provider_said_itself_is_kept_to_though_the_setting_is_off() -> None:
    one, two = Scripted(ProviderError(Outcome.RATE_LIMITED, "x", retry_after=30)), Second(BLOCK)
    with Store.open(None) as store:
        first, second = (chained([one, two], store, cool_down=0) for _ in range(2))
    assert outcomes(first) == [Outcome.RATE_LIMITED, Outcome.BLOCKED]
    assert outcomes(second) == [Outcome.RESTING, Outcome.BLOCKED]
    assert second.attempts[0].stated


def test_without_rests_everybody_is_asked() -> None:
    one = Scripted(BLOCK)
    assert [outcomes(chained([one], None)) for _ in range(3)] == [[Outcome.BLOCKED]] * 3
    assert len(one.cursors) == 3
