"""Whatever happens in a call, the model gets something to act on, and no internals."""

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from opsin.errors import ExpiredId, InvalidInput
from opsin.server.answers import Answer
from opsin.server.calls import ANSWER_WITHIN_S, answer_call
from opsin.server.schema import text
from opsin.server.tools.base import Call, Hints, Tool
from tests.server.stub import settings

if TYPE_CHECKING:
    from opsin.services import Services


async def no_services() -> "Services":
    raise AssertionError("not asked for here")


async def no_progress(_done: int, _total: int, _message: str) -> None:
    """Nobody asked."""


CALL = Call(settings(), no_services, no_progress)


def answered(run: Callable[[], Awaitable[Answer]], within_s: float = 30.0, **given: Any) -> Answer:
    async def ignoring(_call: Call, _values: Mapping[str, Any]) -> Answer:
        return await run()

    tool = Tool(
        name="tool",
        title="",
        description="",
        parameters=(text("word", "A word.", longest=5, default=""),),
        hints=Hints(read_only=True, idempotent=True),
        run=ignoring,
    )
    return asyncio.run(answer_call(tool, given, CALL, within_s=within_s))


def raising(why: BaseException) -> Callable[[], Awaitable[Answer]]:
    async def run() -> Answer:
        raise why

    return run


def test_an_answer_goes_through() -> None:
    async def run() -> Answer:
        return Answer(("fine",))

    assert answered(run) == Answer(("fine",))


def test_bad_arguments_run_nothing() -> None:
    answer = answered(raising(AssertionError("it ran")), word="too long")
    assert answer.error
    assert "not run" in answer.text


def test_known_errors_are_told_with_their_hint() -> None:
    answer = answered(raising(ExpiredId("s1:1 has\nexpired.", hint="Search again.")))
    assert answer.error
    assert answer.text == "s1:1 has expired. Search again."


def test_a_known_error_in_a_group_is_found() -> None:
    inner = ExceptionGroup("inner", [ValueError("x"), InvalidInput("Wrong.", hint="Mend it.")])
    assert answered(raising(ExceptionGroup("outer", [inner]))).text == "Wrong. Mend it."


def test_an_unknown_error_is_logged_by_its_place_and_told_in_general(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    answer = answered(raising(KeyError("https://private.example/secret")))
    assert answer.error
    assert "fault in opsin itself" in answer.text
    assert "secret" not in answer.text + caplog.text
    assert "KeyError at" in caplog.text
    assert "test_calls.py" in caplog.text


@pytest.mark.parametrize("why", [MemoryError(), RuntimeError("can't start new thread")], ids=repr)
def test_a_shortage_of_memory_or_threads_is_no_fault_in_opsin(why: Exception) -> None:
    answer = answered(raising(ExceptionGroup("several", [why])))
    assert answer.error
    assert "no further memory or threads" in answer.text


def test_what_the_system_said_is_told() -> None:
    answer = answered(raising(OSError(errno.ENOSPC, "No space left on device", "/home/someone/x.jpg")))
    assert "No space left on device" in answer.text
    assert "someone" not in answer.text


def test_a_call_that_takes_too_long_is_stopped_and_told() -> None:
    stopped: list[bool] = []

    async def run() -> Answer:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(True)
        return Answer(("never",))

    answer = answered(run, within_s=0.05)
    assert answer.error
    assert "stopped after" in answer.text
    assert stopped == [True]
    assert ANSWER_WITHIN_S < 25


def test_a_time_out_within_the_work_is_not_taken_for_the_cap() -> None:
    assert "stopped after" not in answered(raising(TimeoutError())).text


def test_cancellation_goes_through() -> None:
    with pytest.raises(asyncio.CancelledError):
        answered(raising(asyncio.CancelledError()))
