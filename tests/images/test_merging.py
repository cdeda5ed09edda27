"""All providers at once: a fair order, and nobody who fails or dawdles keeps anything from the others."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput, Unreachable
from opsin.images.chain import Served
from opsin.images.merging import ask_all, interleave
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.query import Query
from opsin.images.turn import Asking
from opsin.store.sqlite import Store
from opsin.web.pacing import Pacer
from tests.images.scripted import FREE, HANG, Licensed, Scripted, Second, hits, with_asking

NOBODY: Mapping[str, str] = {}


def merged(
    providers: Sequence[Scripted],
    query: Query | None = None,
    *,
    seconds: float = 30,
    cursors: Mapping[str, str] = NOBODY,
    pacer: Pacer | None = None,
    store: Store | None = None,
) -> Served:
    async def work(asking: Asking) -> Served:
        deadline = asyncio.get_running_loop().time() + seconds
        return await ask_all(providers, asking, deadline=deadline, cursors=cursors)

    return with_asking(work, query, pacer=pacer, store=store)


def outcomes(served: Served) -> dict[str, Outcome]:
    return {attempt.provider: attempt.outcome for attempt in served.attempts}


def names(served: Served) -> list[str]:
    return [hit.original.partition("//")[2].replace(".example", "") for hit in served.hits]


def test_rounds_are_fair_and_the_longer_goes_on_alone() -> None:
    served = merged(
        [Scripted(Results(hits("one", "a", "b", "c", "d"), "next")), Second(Results(hits("two", "x", "y")))]
    )
    assert names(served) == ["one/a", "two/x", "one/b", "two/y", "one/c", "one/d"]
    assert outcomes(served) == {"one": Outcome.SERVED, "two": Outcome.SERVED}
    assert served.cursors == {"one": "next", "two": ""}


@given(st.lists(st.lists(st.integers(), max_size=6), max_size=5))
def test_interleaving_loses_nothing_and_keeps_each_order(lists: list[list[int]]) -> None:
    tagged = [[(place, rank) for rank in range(len(one))] for place, one in enumerate(lists)]
    mixed = interleave(tagged)
    assert sorted(mixed) == sorted(item for one in tagged for item in one)
    assert [rank for _, rank in mixed] == sorted(rank for _, rank in mixed)


@pytest.mark.parametrize(
    ("trouble", "outcome"),
    [
        (Unreachable("gone"), Outcome.UNREACHABLE),
        (ProviderError(Outcome.BLOCKED, "a block"), Outcome.BLOCKED),
        (InvalidInput("no such region"), Outcome.REFUSED),
        (KeyError("a field"), Outcome.CHANGED_PAGE),
        (Results(()), Outcome.EMPTY),
    ],
)
def test_who_fails_is_told_and_the_others_serve(trouble: object, outcome: Outcome) -> None:
    served = merged([Scripted(trouble), Second(Results(hits("two", "x", "y", "z")))])
    assert outcomes(served) == {"one": outcome, "two": Outcome.SERVED}
    assert names(served) == ["two/x", "two/y", "two/z"]


def test_who_dawdles_is_not_waited_for_beyond_the_time_of_the_providers() -> None:
    served = merged([Scripted(HANG), Second(Results(hits("two", "x", "y", "z")))], seconds=0.3)
    assert outcomes(served) == {"one": Outcome.TIMED_OUT, "two": Outcome.SERVED}
    assert all(attempt.seconds < 5 for attempt in served.attempts)


def test_nobody_served() -> None:
    served = merged([Scripted(Unreachable("gone")), Second(Results(()))])
    assert (served.hits, served.provider) == ((), "")
    assert outcomes(served) == {"one": Outcome.UNREACHABLE, "two": Outcome.EMPTY}


def test_each_waits_for_its_own_turn_only() -> None:
    """With an hour between two searches to one provider, a wait for each other's turns would fail."""
    served = merged(
        [Scripted(Results(hits("one", "a", "b", "c"))), Second(Results(hits("two", "x", "y", "z")))],
        pacer=Pacer(3600),
    )
    assert outcomes(served) == {"one": Outcome.SERVED, "two": Outcome.SERVED}


def test_each_goes_on_with_its_own_cursor_and_who_has_no_more_is_not_asked() -> None:
    one, two, three = (
        Scripted(Results(hits("one", "d", "e", "f"), "60")),
        Second(Results(hits("two", "x"))),
        Licensed(Results(hits("three", "p"), "2")),
    )
    served = merged([one, two, three], cursors={"one": "40", "two": ""})
    assert (one.cursors, two.cursors, three.cursors) == (["40"], [], ["", "2"])
    assert served.cursors == {"one": "60", "two": "", "three": ""}
    assert "two" not in outcomes(served)


def test_a_further_page_is_asked_for_a_providers_own_share_only() -> None:
    one = Scripted(Results(hits("one", "a", "b"), "2"), Results(hits("one", "c"), "3"))
    two = Second(Results(hits("two", "x"), "2"), Results(hits("two", "y"), "3"))
    served = merged([one, two])
    assert (one.cursors, two.cursors) == ([""], ["", "2"])
    assert names(served) == ["one/a", "two/x", "one/b", "two/y"]


def test_who_failed_keeps_its_cursor_for_the_next_page() -> None:
    served = merged(
        [Scripted(Unreachable("gone")), Second(Results(hits("two", "x", "y", "z")))], cursors={"one": "40"}
    )
    assert served.cursors == {"one": "40", "two": ""}


def test_a_licence_filter_asks_only_who_states_licences() -> None:
    plain = Scripted(Results(hits("one", "a", claim="Public")))
    served = merged(
        [plain, Licensed(Results(hits("three", "p", licence=FREE)))],
        Query.checked("x", licence="commercial"),
    )
    assert outcomes(served) == {"one": Outcome.SKIPPED, "three": Outcome.SERVED}
    assert plain.cursors == []
    assert names(served) == ["three/p"]
    assert "licence" in served.attempts[0].cause


def test_strict_skips_who_cannot_filter_and_says_so() -> None:
    served = merged(
        [Scripted(Results(hits("one", "a", "b", "c"))), Licensed(Results(hits("three", "p")))],
        Query.checked("x", safe="strict"),
    )
    assert outcomes(served) == {"one": Outcome.SERVED, "three": Outcome.SKIPPED}
    assert "safe=strict" in served.attempts[1].cause


def test_who_rests_is_skipped_and_told() -> None:
    with Store.open(None) as store:
        blocked = Scripted(ProviderError(Outcome.BLOCKED, "a block"))
        other = Second(Results(hits("two", "x", "y", "z")))
        merged([blocked, other], store=store)
        served = merged([blocked, other], store=store)
    assert outcomes(served) == {"one": Outcome.RESTING, "two": Outcome.SERVED}
    assert len(blocked.cursors) == 1


def test_cancelling_stops_every_asking() -> None:
    async def work(asking: Asking) -> None:
        task = asyncio.create_task(
            ask_all(
                [Scripted(HANG), Second(HANG)],
                asking,
                deadline=asyncio.get_running_loop().time() + 60,
                cursors={},
            )
        )
        await asyncio.sleep(0.01)
        before = len(asyncio.all_tasks())
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(asyncio.all_tasks()) == before - 3

    with_asking(work)
