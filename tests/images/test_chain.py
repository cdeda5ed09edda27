import asyncio
from collections.abc import Sequence

import pytest

from opsin.demo.http_server import Request, Response
from opsin.errors import (
    AddressRefused,
    BadRedirect,
    BadReply,
    InvalidInput,
    TimedOut,
    TooLarge,
    Unreachable,
)
from opsin.images.chain import Served, ask_chain
from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.duckduckgo import DuckDuckGo
from opsin.images.providers.wikimedia import Wikimedia
from opsin.images.query import Query
from opsin.images.turn import MOST_PAGES
from opsin.web.client import Web
from opsin.web.pacing import Pacer
from tests.images.providers.asked import answer, json_reply, settings, with_server
from tests.images.scripted import Scripted, Second

SETTINGS = settings()
QUERY = Query("red panda", count=3)


def hits(*names: str, width: int = 1000) -> tuple[Hit, ...]:
    return tuple(
        Hit("one", f"https://a.example/{name}", f"https://t.example/{name}", width=width) for name in names
    )


class OpenToAll(Scripted):
    name = "open"
    capabilities = Capabilities(safe=frozenset({"off"}))


def asked(
    providers: Sequence[Provider],
    query: Query = QUERY,
    *,
    wanted: int = 3,
    enough: int = 0,
    seconds: float = 30,
    cursor: str = "",
    pacer: Pacer | None = None,
    before: Sequence[str] = (),
    steps: list[str] | None = None,
) -> Served:
    async def on_step(sentence: str) -> None:
        if steps is not None:
            steps.append(sentence)

    async def run() -> Served:
        turns = pacer or Pacer(0)
        loop = asyncio.get_running_loop()
        for key in before:
            await turns.turn(key, deadline=loop.time() + 1)
        async with Web() as web:
            return await ask_chain(
                providers,
                web,
                query,
                turns,
                wanted=wanted,
                enough=enough or wanted,
                deadline=loop.time() + seconds,
                cursor=cursor,
                on_step=on_step,
            )

    return asyncio.run(run())


def outcomes(served: Served) -> list[tuple[str, Outcome]]:
    return [(attempt.provider, attempt.outcome) for attempt in served.attempts]


def test_the_first_that_serves_is_the_last_asked() -> None:
    one, two = Scripted(Results(hits("a", "b", "c"), "next")), Second(Results(hits("z")))
    steps: list[str] = []
    served = asked([one, two], steps=steps)
    assert [hit.original[-1] for hit in served.hits] == ["a", "b", "c"]
    assert (served.provider, served.cursor) == ("one", "next")
    assert outcomes(served) == [("one", Outcome.SERVED)]
    assert served.attempts[0].hits == 3
    assert two.cursors == []
    assert steps == ["asking one"]


def test_an_empty_answer_moves_the_chain_on() -> None:
    served = asked([Scripted(Results(())), Second(Results(hits("z")))])
    assert outcomes(served) == [("one", Outcome.EMPTY), ("two", Outcome.SERVED)]
    assert served.attempts[0].cause == "no hits"
    assert served.provider == "two"


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (ProviderError(Outcome.BLOCKED, "step 2: a block.", retry_after=3600), Outcome.BLOCKED),
        (ProviderError(Outcome.CHANGED_PAGE, "x"), Outcome.CHANGED_PAGE),
        (AddressRefused("x"), Outcome.REFUSED),
        (BadRedirect("x"), Outcome.REFUSED),
        (Unreachable("x"), Outcome.UNREACHABLE),
        (TimedOut("x"), Outcome.TIMED_OUT),
        (BadReply("x"), Outcome.CHANGED_PAGE),
        (TooLarge("x"), Outcome.CHANGED_PAGE),
        (KeyError("a field"), Outcome.CHANGED_PAGE),
    ],
)
def test_each_failure_is_told_and_moves_the_chain_on(error: Exception, outcome: Outcome) -> None:
    served = asked([Scripted(error), Second(Results(hits("z")))])
    assert outcomes(served) == [("one", outcome), ("two", Outcome.SERVED)]
    assert served.attempts[0].cause


def test_cause_and_time_are_told() -> None:
    served = asked([Scripted(ProviderError(Outcome.BLOCKED, "step 2: a block.", retry_after=3600))])
    (attempt,) = served.attempts
    assert (attempt.cause, attempt.retry_after, served.hits) == ("step 2: a block.", 3600, ())
    assert attempt.seconds >= 0


def test_wrong_input_is_raised() -> None:
    with pytest.raises(InvalidInput):
        asked([Scripted(InvalidInput("no such region")), Second(Results(hits("z")))])


def test_nobody_served() -> None:
    served = asked([Scripted(Results(())), Second(Unreachable("gone"))])
    assert (served.hits, served.provider, served.cursor) == ((), "", "")
    assert outcomes(served) == [("one", Outcome.EMPTY), ("two", Outcome.UNREACHABLE)]


def test_a_cursor_is_for_the_first_provider_alone() -> None:
    one, two = Scripted(Results(())), Second(Results(hits("z")))
    asked([one, two], cursor="40")
    assert (one.cursors, two.cursors) == (["40"], [""])


def test_further_pages_are_asked_while_the_filters_leave_too_little() -> None:
    narrow = hits("n1", "n2", width=10)
    one = Scripted(Results((*narrow, *hits("a")), "2"), Results(hits("a", "b", "c"), "3"))
    served = asked([one], Query.checked("x", count=3, min_width=500))
    assert one.cursors == ["", "2"]
    assert [hit.original[-1] for hit in served.hits] == ["a", "b", "c"]
    assert served.cursor == "3"
    assert served.left_out == "2 left out: 2 narrower than 500 px"
    assert served.attempts[0].cause == served.left_out


def test_enough_is_worth_no_further_request() -> None:
    one = Scripted(Results(hits("a", "b"), "2"))
    assert len(asked([one], wanted=3, enough=2).hits) == 2
    assert one.cursors == [""]


def test_pages_without_end_are_asked_a_few_times_only() -> None:
    class Endless(Scripted):
        async def search(self, web: Web, query: Query, *, wanted: int, cursor: str = "") -> Results:
            self.cursors.append(cursor)
            return Results((), str(len(self.cursors)))

    one = Endless(Results(()))
    assert outcomes(asked([one])) == [("one", Outcome.EMPTY)]
    assert len(one.cursors) == MOST_PAGES


def test_a_cursor_that_stands_still_ends_the_pages() -> None:
    one = Scripted(Results(hits("a"), "5"))
    assert asked([one], wanted=9).cursor == ""
    assert one.cursors == ["", "5"]


def test_all_left_out_is_empty_and_says_why() -> None:
    served = asked([Scripted(Results(hits("a", width=10)))], Query.checked("x", min_width=500))
    assert served.attempts[0].cause == "1 left out: 1 narrower than 500 px"
    assert served.attempts[0].outcome is Outcome.EMPTY


def test_what_came_before_an_error_is_served() -> None:
    one = Scripted(Results(hits("a"), "2"), Unreachable("gone"))
    served = asked([one, Second(Results(hits("z")))], wanted=9)
    assert outcomes(served) == [("one", Outcome.SERVED)]
    assert (len(served.hits), served.cursor) == (1, "2")
    assert served.broke == "unreachable: gone"
    assert "unreachable" in served.attempts[0].cause


def test_what_the_provider_said_goes_along_apart_from_our_own_words() -> None:
    blocked = ProviderError(Outcome.BLOCKED, "It refused.", outside="go away")
    assert asked([Scripted(blocked)]).attempts[0].outside == "go away"
    assert (
        asked([Scripted(Unreachable("gone", outside="bad status line"))]).attempts[0].outside
        == "bad status line"
    )
    served = asked([Scripted(Results(hits("a"), "2"), blocked)], wanted=9)
    assert served.attempts[0].outside == "go away"
    assert "go away" not in served.attempts[0].cause + served.broke


def test_the_same_original_comes_once() -> None:
    served = asked([Scripted(Results(hits("a", "a", "b"), "2"), Results(hits("b", "c")))], wanted=9)
    assert [hit.original[-1] for hit in served.hits] == ["a", "b", "c"]


def test_strict_skips_who_cannot_filter() -> None:
    unfit = OpenToAll(Results(hits("a")))
    served = asked([unfit, Second(Results(hits("z")))], Query.checked("x", safe="strict"))
    assert outcomes(served) == [("open", Outcome.SKIPPED), ("two", Outcome.SERVED)]
    assert "safe=strict" in served.attempts[0].cause
    assert unfit.cursors == []


def test_moderate_is_told_as_ignored_where_it_cannot_be_kept() -> None:
    served = asked([OpenToAll(Results(hits("a", "b", "c"), ignored=("another",)))])
    assert served.ignored == ("safe=moderate: open cannot filter", "another")
    assert asked([OpenToAll(Results(hits("a", "b", "c")))], Query.checked("x", safe="off")).ignored == ()


def test_a_provider_without_an_answer_is_given_up_for_the_next() -> None:
    served = asked([Scripted(object), Second(Results(hits("z")))], seconds=0.5)
    assert outcomes(served) == [("one", Outcome.TIMED_OUT), ("two", Outcome.SERVED)]
    assert served.attempts[0].seconds < 5


def test_no_time_left_is_told() -> None:
    one = Scripted(Results(hits("a")))
    served = asked([one], seconds=-1)
    assert outcomes(served) == [("one", Outcome.SKIPPED)]
    assert one.cursors == []


def test_a_turn_that_comes_too_late_is_a_rate_limit_with_its_seconds() -> None:
    one = Scripted(Results(hits("a")))
    served = asked([one, Second(Results(hits("z")))], seconds=20, pacer=Pacer(600), before=["one"])
    assert outcomes(served) == [("one", Outcome.RATE_LIMITED), ("two", Outcome.SERVED)]
    assert 500 < served.attempts[0].retry_after <= 600
    assert one.cursors == []


def test_a_further_page_without_a_turn_serves_what_is_there() -> None:
    one = Scripted(Results(hits("a"), "2"))
    served = asked([one], wanted=9, seconds=20, pacer=Pacer(600))
    assert (len(served.hits), served.cursor, one.cursors) == (1, "2", [""])


def test_cancelling_stops_the_asking() -> None:
    async def run() -> None:
        async with Web() as web:
            loop = asyncio.get_running_loop()
            task = asyncio.create_task(
                ask_chain(
                    [Scripted(object)], web, QUERY, Pacer(0), wanted=3, enough=3, deadline=loop.time() + 60
                )
            )
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())


def test_the_real_chain_falls_from_a_block_to_wikimedia() -> None:
    def respond(request: Request) -> Response:
        if request.path == "/":
            return Response(answer("duckduckgo_page.html"), content_type="text/html")
        if request.path == "/i.js":
            return Response(b"DDG.deep.anomalyDetectionBlock({})")
        return json_reply(answer("wikimedia_v2.json"))

    async def use(address: str, web: Web) -> Served:
        house = settings(duckduckgo_url=address, wikimedia_url=f"{address}/w/api.php")
        deadline = asyncio.get_running_loop().time() + 30
        providers = [DuckDuckGo(house), Wikimedia(house)]
        return await ask_chain(providers, web, QUERY, Pacer(0), wanted=4, enough=4, deadline=deadline)

    served, _ = with_server(respond, use)
    assert outcomes(served) == [("duckduckgo", Outcome.BLOCKED), ("wikimedia", Outcome.SERVED)]
    assert "step 2" in served.attempts[0].cause
    assert len(served.hits) == 4
    assert served.ignored == ("safe=moderate: wikimedia cannot filter",)
