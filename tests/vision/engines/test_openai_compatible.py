"""What is sent to a server with OpenAI's protocol, and what becomes of its answers and failures."""

import asyncio
import json
from base64 import b64decode
from dataclasses import replace
from typing import Any

import pytest

from opsin.vision.engines.openai_compatible import OpenAiCompatible
from opsin.vision.refused import Code
from tests.loopback.openai_server import BREAKS, CUT, HANGS, REPORT, OpenAiDouble, completion
from tests.vision.engines.asking_openai import (
    CAP_S,
    PICTURE,
    SCHEMA,
    SENT,
    ask,
    no_step,
    question,
    refusal,
    with_engine,
)


def test_the_request_is_the_documented_one_with_pictures_as_data() -> None:
    double = OpenAiDouble()
    reply = ask(double, question(pictures=(SENT, SENT)))
    (body,) = double.asked
    assert body["model"] == "tiny-vlm"
    assert (body["temperature"], body["top_p"], body["seed"], body["max_tokens"]) == (0.1, 0.8, 3407, 99)
    assert body["stream"] is False
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "report", "strict": True, "schema": SCHEMA},
    }
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    (message,) = body["messages"]
    *pictures, text = message["content"]
    assert text == {"type": "text", "text": "What is it?"}
    assert len(pictures) == 2
    for part in pictures:
        head, _, data = part["image_url"]["url"].partition(",")
        assert head == "data:image/png;base64"
        assert b64decode(data, validate=True) == PICTURE
    assert json.loads(reply.content) == REPORT
    assert not reply.truncated
    assert reply.address == f"127.0.0.1:{double.port}"
    assert not reply.left_machine
    assert any("127.0.0.1" in one for one in reply.checked)


def test_the_markers_of_ollama_are_not_sent_to_others() -> None:
    double = OpenAiDouble()
    ask(double, replace(question(pictures=(SENT, SENT)), prompt="[img]\n[img]\nCompare."))
    (body,) = double.asked
    assert body["messages"][0]["content"][-1] == {"type": "text", "text": "Compare."}


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (
            500,
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
        ),
        (400, "Multimodal data provided, but model does not support multimodal requests."),
        (400, "tiny-vlm is not a multimodal model"),
        (400, "At most 0 image(s) may be provided in one request."),
    ],
)
def test_a_server_that_says_late_that_its_model_is_blind_is_asked_once(status: int, said: str) -> None:
    double = OpenAiDouble("vllm")
    double.chat.append((status, {"error": {"message": said}}))
    no = refusal(double)
    assert "takes no pictures" in no.message
    assert len(double.asked) == 1


def test_fields_that_a_server_refuses_are_left_out() -> None:
    double = OpenAiDouble("vllm")
    double.chat.append((400, {"error": {"message": "Unrecognized request argument: chat_template_kwargs"}}))
    assert ask(double).content
    first, second = double.asked
    assert "chat_template_kwargs" in first
    assert "chat_template_kwargs" not in second
    assert "response_format" in second


def test_a_schema_that_a_server_refuses_is_left_out() -> None:
    double = OpenAiDouble("vllm")
    double.chat.append((400, {"error": {"message": "'response_format.type' must be 'text'"}}))
    assert any("schema" in note for note in ask(double).notes)
    assert ["response_format" in body for body in double.asked] == [True, False]


@pytest.mark.parametrize("first", [BREAKS, CUT, (500, {"error": {"message": "boom"}}), (502, "<html>")])
def test_a_failure_is_followed_by_one_more_attempt(first: Any) -> None:
    double = OpenAiDouble()
    double.chat.append(first)
    assert json.loads(ask(double).content) == REPORT
    assert len(double.asked) == 2


def test_a_second_failure_is_told() -> None:
    double = OpenAiDouble()
    double.chat.extend([(500, {"error": {"message": "boom"}})] * 2)
    no = refusal(double)
    assert (no.error_code, no.outside) == (Code.OLLAMA_HTTP_ERROR, "boom")
    assert len(double.asked) == 2


def test_a_time_out_is_never_followed_by_another_attempt() -> None:
    double = OpenAiDouble()
    double.chat.append(HANGS)
    no = refusal(double, question(seconds=0.3))
    assert no.error_code is Code.TIMEOUT
    assert len(double.asked) == 1


def test_both_attempts_have_one_time_budget() -> None:
    double = OpenAiDouble()
    double.chat.extend([(500, {"error": {"message": "boom"}}), HANGS])
    assert refusal(double, question(seconds=0.5)).error_code is Code.TIMEOUT
    assert len(double.asked) == 2


def test_a_model_that_is_still_loaded_is_waited_for() -> None:
    double = OpenAiDouble()
    loading = (503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}})
    double.chat.extend([loading] * 3)
    steps: list[str] = []

    async def step(said: str) -> None:
        steps.append(said)

    with_engine(double, lambda engine: engine.ask(question(), step))
    assert len(double.asked) == 4
    assert any("loading" in one for one in steps)


@pytest.mark.parametrize(
    ("status", "said", "code", "hint"),
    [
        (404, "The model `tiny-vlm` does not exist.", Code.MODEL_NOT_FOUND, "OPSIN_VISION_MODEL"),
        (
            400,
            "request (9 tokens) exceeds the available context size (8 tokens)",
            Code.OLLAMA_HTTP_ERROR,
            "-c 16384",
        ),
        (429, "slow down", Code.OLLAMA_HTTP_ERROR, ""),
    ],
)
def test_an_error_is_told_with_its_code_and_what_to_do(status: int, said: str, code: Code, hint: str) -> None:
    double = OpenAiDouble()
    double.chat.append((status, {"error": {"message": said}}))
    no = refusal(double)
    assert no.error_code is code
    assert hint in no.hint
    assert no.outside
    assert len(double.asked) == 1


@pytest.mark.parametrize(
    "body", ["", "[]", "nonsense", "{}", '{"choices": []}', '{"choices": [{"message": 1}]}']
)
def test_an_answer_that_is_no_completion_is_told(body: str) -> None:
    double = OpenAiDouble()
    double.chat.append((200, body))
    assert refusal(double).error_code is Code.INVALID_RESPONSE


def test_an_answer_that_was_cut_is_marked() -> None:
    double = OpenAiDouble()
    double.chat.append((200, completion('{"answ', "length")))
    reply = ask(double)
    assert (reply.content, reply.truncated) == ('{"answ', True)


def test_an_answer_beside_the_thinking_is_taken_from_it_and_told() -> None:
    double = OpenAiDouble()
    double.chat.append((200, completion("", reasoning_content='<think>{"answer": "x"}</think>')))
    reply = ask(double)
    assert reply.content == '{"answer": "x"}'
    assert reply.notes


def test_cancelling_closes_the_connection() -> None:
    double = OpenAiDouble()
    double.chat.append(HANGS)

    async def work(engine: OpenAiCompatible) -> None:
        task = asyncio.create_task(engine.ask(question(), no_step))
        while not double.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(CAP_S):
            while double.open_connections:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    with_engine(double, work)
