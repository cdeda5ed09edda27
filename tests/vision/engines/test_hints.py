"""Every failure of a model server has a hint, and one that fits: only where nobody listens is a server to be started."""

import pytest

from opsin.errors import BadReply, NotThisMachine, TimedOut, TooLarge, Unreachable, WebError
from opsin.vision.engines.attempts import Budget, refused
from opsin.vision.engines.ollama_failure import (
    OllamaFailure,
    blind_model,
    failed_answer,
    failed_request,
    model_missing,
    remote_model,
    unreadable,
)
from opsin.vision.engines.openai_answers import Model
from opsin.vision.engines.openai_refusal import blind, elsewhere, refusal
from opsin.vision.refused import Code, VisionRefused
from opsin.web.clock import Phase
from tests.loopback.ollama import FakeOllama
from tests.loopback.ollama_chats import ERRORS
from tests.vision.engines.ollama_asked import refusal_of

SERVE = "ollama serve"


@pytest.mark.parametrize(
    ("exc", "phase", "of_model", "code", "word"),
    [
        (Unreachable("It refused."), Phase.CONNECTING, False, Code.OLLAMA_UNAVAILABLE, SERVE),
        (TimedOut("Late."), Phase.CONNECTING, False, Code.OLLAMA_UNAVAILABLE, SERVE),
        (Unreachable("It refused."), None, False, Code.OLLAMA_UNAVAILABLE, SERVE),
        (Unreachable("It broke."), Phase.READING, True, Code.OLLAMA_UNAVAILABLE, "log"),
        (Unreachable("It broke."), Phase.AWAITING, True, Code.OLLAMA_UNAVAILABLE, "log"),
        (BadReply("No HTTP."), Phase.AWAITING, False, Code.INVALID_RESPONSE, "may not be Ollama"),
        (BadReply("Cut."), Phase.READING, True, Code.INVALID_RESPONSE, "log"),
        (TooLarge("Large."), Phase.READING, True, Code.INVALID_RESPONSE, "detail fast"),
        (TimedOut("Late."), Phase.AWAITING, True, Code.TIMEOUT, "OPSIN_VISION_TIMEOUT_MS"),
        (TimedOut("Late."), Phase.AWAITING, False, Code.TIMEOUT, "start it anew"),
        (NotThisMachine("No.", hint="Allow it."), None, True, Code.PRIVACY_REFUSED, "Allow"),
    ],
)
def test_a_request_that_failed_is_told_with_what_helps(
    exc: WebError, phase: Phase | None, of_model: bool, code: Code, word: str
) -> None:
    failure = failed_request(exc, phase, 5, of_model=of_model)
    assert failure.error_code is code
    assert word in failure.hint
    assert (SERVE in failure.hint) is (word == SERVE)


ANSWERED: list[OllamaFailure] = [
    *(failed_answer(status, said, {}, model="m") for status, said in ERRORS.values()),
    failed_answer(404, "404 page not found", {}, model="m"),
    failed_answer(404, "<html>", {}, model="m"),
    failed_answer(401, "", {}, model="m"),
    failed_answer(500, "cudaMalloc failed", {}, model="m"),
    failed_answer(400, "exceeds the available context size", {}, model="m"),
    unreadable("it is no JSON"),
    model_missing("m"),
    blind_model("m"),
    remote_model("m", "it is not"),
]


@pytest.mark.parametrize("failure", ANSWERED)
def test_who_answers_is_not_to_be_started(failure: OllamaFailure) -> None:
    assert failure.hint
    assert SERVE not in failure.hint


def test_what_does_not_speak_as_ollama_does_is_told_where_the_other_protocol_goes() -> None:
    for failure in (unreadable("it is no JSON"), failed_answer(404, "404 page not found", {}, model="m")):
        assert "OPSIN_VISION_OLLAMA_HOST" in failure.hint
        assert "OPSIN_VISION_OPENAI_URL" in failure.hint


MODEL = Model("m")
OTHERS: list[VisionRefused] = [
    *(
        refusal("The server at h:1", MODEL, status, "")
        for status in (400, 401, 403, 404, 413, 422, 429, 500, 503)
    ),
    refusal("The server at h:1", MODEL, 400, "context length"),
    refusal("The server at h:1", MODEL, 400, "model not found"),
    blind(MODEL),
    elsewhere(MODEL),
    *(
        refused(exc, Budget(0, lambda: 0.0), server="The server", unreachable_hint="Start it.")
        for exc in (
            TimedOut("x"),
            TooLarge("x"),
            BadReply("x"),
            Unreachable("x"),
            NotThisMachine("x", hint="y"),
        )
    ),
]


@pytest.mark.parametrize("failure", OTHERS)
def test_the_other_protocol_has_a_hint_for_each_too(failure: VisionRefused) -> None:
    assert failure.hint
    assert ("Start it." in failure.hint) is (failure.error_code is Code.OLLAMA_UNAVAILABLE)


@pytest.mark.full
@pytest.mark.parametrize(
    "mode", ["truncated-json", "html", "no-message", "nothing", "no-http", "huge", "dies", "ends-early"]
)
def test_a_server_that_answers_strangely_is_not_to_be_started(mode: str) -> None:
    failure = refusal_of(FakeOllama(mode=mode))
    assert failure.hint
    assert SERVE not in failure.hint
