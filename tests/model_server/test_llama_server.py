"""The engine for OpenAI's protocol against llama.cpp's own server with a model that really looks."""

import asyncio
import json
import signal
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from opsin.vision.engines.base import Reply
from opsin.vision.engines.openai_compatible import OpenAiCompatible
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Web
from tests.model_server.asking import (
    CAP_S,
    LONG_SCHEMA,
    REPORT_KEYS,
    no_step,
    picture,
    question,
    settings_for,
)
from tests.model_server.rig import MODEL_NAME, ModelServer, needed

pytestmark = [pytest.mark.full, needed]


def run(
    server: ModelServer, work: Callable[[OpenAiCompatible], Coroutine[Any, Any, Any]], path: str = "/v1"
) -> Any:
    async def with_web() -> Any:
        async with Web() as web:
            return await work(OpenAiCompatible(settings_for(OPSIN_VISION_OPENAI_URL=server.url + path), web))

    return asyncio.run(with_web())


def ask(server: ModelServer, colour: str, **more: Any) -> Reply:
    reply = run(server, lambda engine: engine.ask(question(picture(colour), **more), no_step))
    assert isinstance(reply, Reply)
    return reply


def test_two_pictures_give_two_answers_that_both_keep_to_the_schema(server: ModelServer) -> None:
    orange, blue = (ask(server, colour) for colour in ("orange", "navy"))
    for reply in (orange, blue):
        answer = json.loads(reply.content)
        assert set(answer) == REPORT_KEYS
        assert isinstance(answer["answer"], str)
        assert all(isinstance(line, str) for line in answer["visible_text"])
        assert not reply.truncated
        assert reply.model == MODEL_NAME
        assert reply.address == f"127.0.0.1:{server.port}"
        assert not reply.left_machine
    assert orange.content != blue.content
    assert ask(server, "orange").content == orange.content


def test_two_pictures_in_one_question_are_both_seen(server: ModelServer) -> None:
    both = ask(server, "orange", and_another=picture("navy"))
    same = ask(server, "orange", and_another=picture("orange"))
    assert set(json.loads(both.content)) == REPORT_KEYS
    assert both.content != same.content


def test_a_jpeg_is_taken(server: ModelServer) -> None:
    reply = run(server, lambda engine: engine.ask(question(picture("orange", "JPEG")), no_step))
    assert set(json.loads(reply.content)) == REPORT_KEYS


def test_an_answer_of_six_tokens_is_marked_as_cut(server: ModelServer) -> None:
    reply = ask(server, "orange", most_tokens=6)
    assert reply.truncated
    assert reply.content.startswith('{"answ')


def test_the_address_may_leave_out_the_version(server: ModelServer) -> None:
    reply = run(server, lambda engine: engine.ask(question(picture("orange")), no_step), path="")
    assert set(json.loads(reply.content)) == REPORT_KEYS


def test_a_question_that_is_too_long_says_what_to_do(server: ModelServer) -> None:
    with pytest.raises(VisionRefused) as caught:
        ask(server, "orange", prompt="x" * 20_000)
    assert caught.value.error_code is Code.OLLAMA_HTTP_ERROR
    assert "-c 16384" in caught.value.hint
    assert "context size" in caught.value.outside


def test_a_schema_that_the_server_cannot_read_is_left_out(server: ModelServer) -> None:
    reply = ask(server, "orange", schema={"type": "wonder"}, most_tokens=20)
    assert reply.content
    assert any("schema" in note for note in reply.notes)


def test_the_time_is_over_when_it_is_over(server: ModelServer) -> None:
    began = time.monotonic()
    with pytest.raises(VisionRefused) as caught:
        ask(server, "orange", schema=LONG_SCHEMA, most_tokens=7_000, seconds=0.7)
    assert caught.value.error_code is Code.TIMEOUT
    assert time.monotonic() - began < 5
    # The server gave up the work of the question that nobody waits for.
    assert ask(server, "navy", most_tokens=6, seconds=CAP_S).truncated


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system cannot hold a process")
def test_a_server_that_stands_still_is_a_time_out(server: ModelServer) -> None:
    server.stop_for_a_while()
    try:
        with pytest.raises(VisionRefused) as caught:
            ask(server, "orange", seconds=0.7)
    finally:
        server.go_on()
    assert caught.value.error_code is Code.TIMEOUT


def test_cancelling_ends_the_work_of_the_server(server: ModelServer) -> None:
    async def cancelled(engine: OpenAiCompatible) -> None:
        long = question(picture("orange"), schema=LONG_SCHEMA, most_tokens=7_000)
        task = asyncio.create_task(engine.ask(long, no_step))
        await asyncio.sleep(0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(server, cancelled)
    began = time.monotonic()
    assert ask(server, "navy", most_tokens=6).truncated
    assert time.monotonic() - began < 5


def test_a_server_killed_in_mid_answer_is_told_within_seconds_and_works_again_after_a_start(
    model: Path,
) -> None:
    with ModelServer(model) as own:

        async def killed(engine: OpenAiCompatible) -> float:
            long = question(picture("orange"), schema=LONG_SCHEMA, most_tokens=7_000)
            task = asyncio.create_task(engine.ask(long, no_step))
            await asyncio.sleep(0.7)
            assert not task.done()
            own.kill()
            began = time.monotonic()
            with pytest.raises(VisionRefused) as caught:
                await task
            assert caught.value.error_code is Code.OLLAMA_UNAVAILABLE
            assert "OPSIN_VISION_OPENAI_URL" in caught.value.hint
            return time.monotonic() - began

        assert run(own, killed) < 5
        own.start()
        assert set(json.loads(ask(own, "orange").content)) == REPORT_KEYS


def test_a_model_without_eyes_is_told_before_a_picture_is_sent(model: Path) -> None:
    with ModelServer(model, eye=False) as blind:
        with pytest.raises(VisionRefused) as caught:
            ask(blind, "orange")
        assert "takes no pictures" in caught.value.message
        health = run(blind, lambda engine: engine.check_up())
        assert [one.what for one in health.findings if not one.ok] == ["vision"]


def test_a_check_up_finds_it_well(server: ModelServer) -> None:
    health = run(server, lambda engine: engine.check_up())
    assert health.usable, health
    assert health.details["vision"] is True


def test_unloading_says_that_it_cannot(server: ModelServer) -> None:
    assert "stopped" in run(server, lambda engine: engine.unload())
