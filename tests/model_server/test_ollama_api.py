"""The engine for Ollama against its API over llama.cpp's own server, with a model that really looks."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from opsin.vision.engines.base import Reply
from opsin.vision.engines.ollama import Ollama
from opsin.vision.engines.openai_compatible import OpenAiCompatible
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Web
from tests.model_server.asking import LONG_SCHEMA, REPORT_KEYS, no_step, picture, question, settings_for
from tests.model_server.ollama_api import DIGEST, OllamaApi
from tests.model_server.rig import ModelServer, needed

pytestmark = [pytest.mark.full, needed]


@pytest.fixture(scope="module")
def api(server: ModelServer) -> Iterator[OllamaApi]:
    with OllamaApi(server.port) as running:
        yield running


def run(api: OllamaApi, work: Callable[[Ollama], Coroutine[Any, Any, Any]], model: str = "tiny-vlm") -> Any:
    async def with_web() -> Any:
        settings = settings_for(OPSIN_VISION_OLLAMA_HOST=f"127.0.0.1:{api.port}", OPSIN_VISION_MODEL=model)
        async with Web() as web:
            return await work(Ollama(settings, web))

    return asyncio.run(with_web())


def ask(api: OllamaApi, colour: str, model: str = "tiny-vlm", **more: Any) -> Reply:
    reply = run(api, lambda engine: engine.ask(question(picture(colour), **more), no_step), model)
    assert isinstance(reply, Reply)
    return reply


def test_two_pictures_give_two_answers_that_both_keep_to_the_schema(api: OllamaApi) -> None:
    orange, navy = ask(api, "orange"), ask(api, "navy")
    for reply in (orange, navy):
        assert set(json.loads(reply.content)) == REPORT_KEYS
        assert not reply.truncated
        assert reply.digest == DIGEST
        assert reply.address == f"127.0.0.1:{api.port}"
        assert not reply.left_machine
    assert orange.content != navy.content


def test_an_answer_of_six_tokens_is_marked_as_cut(api: OllamaApi) -> None:
    reply = ask(api, "orange", most_tokens=6)
    assert reply.truncated
    assert reply.content.startswith('{"answ')


def test_a_model_that_is_not_there_comes_with_the_command_that_gets_it(api: OllamaApi) -> None:
    with pytest.raises(VisionRefused) as caught:
        ask(api, "orange", model="qwen3-vl:4b")
    assert caught.value.error_code is Code.MODEL_NOT_FOUND
    assert "ollama pull qwen3-vl:4b" in caught.value.hint


def test_the_time_is_over_when_it_is_over(api: OllamaApi) -> None:
    began = time.monotonic()
    with pytest.raises(VisionRefused) as caught:
        ask(api, "orange", schema=LONG_SCHEMA, most_tokens=7_000, seconds=2)
    assert caught.value.error_code is Code.TIMEOUT
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("dies_too", [False, True])
def test_a_server_killed_in_mid_answer_is_told_within_seconds_and_works_again_after_a_start(
    model: Path, dies_too: bool
) -> None:
    with ModelServer(model) as own, OllamaApi(own.port, dies_too=dies_too) as api:

        async def killed(engine: Ollama) -> float:
            long = question(picture("orange"), schema=LONG_SCHEMA, most_tokens=7_000)
            task = asyncio.create_task(engine.ask(long, no_step))
            await asyncio.sleep(1.5)
            assert not task.done()
            own.kill()
            began = time.monotonic()
            with pytest.raises(VisionRefused) as caught:
                await task
            assert caught.value.error_code in {Code.OLLAMA_UNAVAILABLE, Code.OLLAMA_HTTP_ERROR}
            return time.monotonic() - began

        assert run(api, killed) < 10
        own.start()
        assert set(json.loads(ask(api, "orange").content)) == REPORT_KEYS


def test_a_check_up_finds_it_well(api: OllamaApi) -> None:
    health = run(api, lambda engine: engine.check_up())
    assert health.usable, health


def test_unloading_is_told(api: OllamaApi) -> None:
    assert run(api, lambda engine: engine.unload())


def test_an_ollama_behind_the_other_engine_is_known_for_one(api: OllamaApi) -> None:
    async def looked() -> str:
        settings = settings_for(OPSIN_VISION_OPENAI_URL=api.url, OPSIN_VISION_MODEL="tiny-vlm")
        async with Web() as web:
            health = await OpenAiCompatible(settings, web).check_up()
            return str(health.details["ollama"])

    assert asyncio.run(looked()) == "0.33.0"
