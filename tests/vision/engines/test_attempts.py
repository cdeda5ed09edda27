"""Two attempts, one time budget."""

import asyncio
from collections.abc import Sequence

import pytest

from opsin.errors import BadReply, NotThisMachine, TimedOut, TooLarge, Unreachable, WebError
from opsin.vision.engines.attempts import Budget, twice
from opsin.vision.refused import Code, VisionRefused
from opsin.web.reply import Reply


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Server:
    """Takes two seconds for each attempt, and has an end for each."""

    def __init__(self, clock: Hours, ends: Sequence[int | WebError]) -> None:
        self._clock = clock
        self._ends = list(ends)
        self.given: list[float] = []

    async def send(self, seconds: float) -> Reply:
        self.given.append(seconds)
        self._clock.now += 2
        end = self._ends.pop(0)
        if isinstance(end, WebError):
            raise end
        return Reply(url="", status=end, headers={}, body=b"")


def attempt(*ends: int | WebError, seconds: float = 10.0) -> tuple[int | Code, list[float]]:
    """Give the status of the answer, or the code of what is raised, and the seconds that each attempt had."""
    clock = Hours()
    server = Server(clock, ends)

    async def run() -> int | Code:
        try:
            budget = Budget(seconds, clock)
            reply = await twice(server.send, budget, server="The server", unreachable_hint="Start it.")
        except VisionRefused as no:
            return no.error_code
        return reply.status

    return asyncio.run(run()), server.given


def test_an_answer_ends_it() -> None:
    assert attempt(200) == (200, [10])
    assert attempt(404) == (404, [10])


@pytest.mark.parametrize("first", [500, 503, Unreachable("x"), BadReply("x")])
def test_a_second_attempt_has_what_the_first_one_left(first: int | WebError) -> None:
    assert attempt(first, 200) == (200, [10, 8])


def test_no_third_attempt_is_made() -> None:
    assert attempt(500, 502, 200) == (502, [10, 8])
    assert attempt(500, Unreachable("x"), 200) == (Code.OLLAMA_UNAVAILABLE, [10, 8])
    assert attempt(Unreachable("x"), BadReply("x"), 200) == (Code.INVALID_RESPONSE, [10, 8])


def test_none_is_made_without_time() -> None:
    assert attempt(500, 200, seconds=2) == (500, [2])
    assert attempt(Unreachable("x"), 200, seconds=2) == (Code.OLLAMA_UNAVAILABLE, [2])


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (TimedOut("x"), Code.OLLAMA_UNAVAILABLE),
        (TooLarge("x"), Code.INVALID_RESPONSE),
        (NotThisMachine("x"), Code.PRIVACY_REFUSED),
    ],
)
def test_what_a_second_attempt_does_not_mend_gets_none(raised: WebError, code: Code) -> None:
    assert attempt(raised, 200) == (code, [10])


def test_a_time_out_that_took_all_the_time_has_its_own_code() -> None:
    assert attempt(TimedOut("x"), 200, seconds=2) == (Code.TIMEOUT, [2])
