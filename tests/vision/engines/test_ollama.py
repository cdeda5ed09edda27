"""The engine against a server with Ollama's manners: what it sends, what it makes of each answer."""

import asyncio
import base64
from dataclasses import replace
from typing import Any

import pytest

from opsin.vision.engines.base import Reply
from opsin.vision.engines.ollama import Ollama
from opsin.vision.refused import Code
from opsin.web.client import Web
from tests.loopback.ollama import FakeOllama, Model
from tests.loopback.ollama_chats import REPORT
from tests.vision.engines.ollama_asked import (
    PIXELS,
    QUESTION,
    SCHEMA,
    Rig,
    asked,
    picture,
    refusal_of,
    reply_of,
    rig,
    settings_for,
)
from tests.web.loopback import until

FULL = pytest.mark.full


def test_the_request_is_that_of_the_contract() -> None:
    fake = FakeOllama()
    reply_of(fake)
    assert fake.chats == [
        {
            "model": "qwen3-vl:4b:local",
            "messages": [
                {"role": "user", "content": "What is it?", "images": [base64.b64encode(PIXELS).decode()]}
            ],
            "stream": True,
            "think": False,
            "format": SCHEMA,
            "keep_alive": "24h",
            "truncate": False,
            "shift": False,
            "options": {
                "temperature": 0.1,
                "top_p": 0.8,
                "top_k": 20,
                "min_p": 0.05,
                "repeat_penalty": 1.1,
                "seed": 3407,
                "num_ctx": 16384,
                "num_predict": 2048,
            },
        }
    ]
    assert (fake.loads, fake.reloads) == ([], 0)


def test_the_reply_tells_the_words_the_model_and_how_it_was_checked() -> None:
    async def work(made: Rig) -> None:
        reply = await made.ask()
        assert (reply.content, reply.truncated, reply.model) == (REPORT, False, "qwen3-vl:4b")
        assert reply.digest == made.fake.models["qwen3-vl:4b"].digest
        assert (reply.address, reply.left_machine, reply.notes) == (made.server.place, False, ())
        told = " ".join(reply.checked)
        for part in (
            made.server.place,
            "this machine",
            "/api/show",
            "/api/tags",
            "qwen3-vl:4b:local",
            "no other host",
        ):
            assert part in told
        assert made.steps[0] == "looking"

    asked(FakeOllama(), work)


@pytest.mark.parametrize("mode", ["one-json", "pretty-json", "wrong-type", "think-tags"])
def test_the_words_are_found_in_every_form_of_an_answer(mode: str) -> None:
    reply = reply_of(FakeOllama(mode=mode))
    assert (reply.content, reply.truncated, reply.notes) == (REPORT, False, ())


def test_a_fence_is_left_to_the_reader_of_the_report() -> None:
    assert reply_of(FakeOllama(mode="fenced")).content == f"```json\n{REPORT}\n```"


def test_an_answer_among_the_thoughts_is_taken_and_marked() -> None:
    reply = reply_of(FakeOllama(mode="thinking-only"))
    assert reply.content == REPORT
    assert "thoughts" in reply.notes[0]


@pytest.mark.parametrize(("mode", "content"), [("length", '{"answ'), ("no-done", "")])
def test_an_answer_without_its_end_is_truncated(mode: str, content: str) -> None:
    reply = reply_of(FakeOllama(mode=mode))
    assert (reply.content, reply.truncated) == (content, True)
    assert ("repeats itself" in " ".join(reply.notes)) is (mode == "no-done")


def test_an_empty_answer_is_given_as_it_is() -> None:
    reply = reply_of(FakeOllama(mode="empty"))
    assert (reply.content, reply.truncated) == ("", False)


@pytest.mark.parametrize(
    ("mode", "code", "times", "words"),
    [
        pytest.param("not-found", Code.MODEL_NOT_FOUND, 1, "ollama pull qwen3-vl:4b", marks=FULL),
        ("not-found-pull", Code.MODEL_NOT_FOUND, 1, "ollama pull qwen3-vl:4b"),
        pytest.param("no-route", Code.OLLAMA_HTTP_ERROR, 1, "may not be Ollama", marks=FULL),
        pytest.param("bad-request", Code.OLLAMA_HTTP_ERROR, 1, "HTTP status 400", marks=FULL),
        ("busy", Code.OLLAMA_HTTP_ERROR, 2, "too busy"),
        ("fails", Code.OLLAMA_HTTP_ERROR, 2, "crashed"),
        ("error-in-stream", Code.OLLAMA_HTTP_ERROR, 2, "in the middle of its answer"),
        pytest.param(
            "error-after-words", Code.OLLAMA_HTTP_ERROR, 2, "in the middle of its answer", marks=FULL
        ),
        ("redirect", Code.PRIVACY_REFUSED, 1, "sends the request elsewhere"),
        ("cloud-disabled", Code.PRIVACY_REFUSED, 1, "does not run on this machine"),
        pytest.param("blind", Code.VISION_ERROR, 1, "ollama show", marks=FULL),
        pytest.param("no-message", Code.INVALID_RESPONSE, 1, "no JSON of a chat", marks=FULL),
        ("truncated-json", Code.INVALID_RESPONSE, 1, "no JSON of a chat"),
        pytest.param("html", Code.INVALID_RESPONSE, 1, "no JSON of a chat", marks=FULL),
        pytest.param("nothing", Code.INVALID_RESPONSE, 1, "no JSON of a chat", marks=FULL),
        pytest.param("huge", Code.INVALID_RESPONSE, 1, "more than", marks=FULL),
        ("no-http", Code.INVALID_RESPONSE, 2, "HTTP"),
        ("dies", Code.OLLAMA_UNAVAILABLE, 2, "broke in the middle"),
        pytest.param("ends-early", Code.INVALID_RESPONSE, 2, "before its answer was whole", marks=FULL),
    ],
)
def test_what_goes_wrong_has_its_code_and_is_tried_twice_where_that_may_help(
    mode: str, code: Code, times: int, words: str
) -> None:
    fake = FakeOllama(mode=mode)
    refused = refusal_of(fake)
    assert refused.error_code is code
    assert len(fake.chats) == times
    assert words in str(refused)


@pytest.mark.parametrize("mode", ["fails-once", "drops-once", "dies-once", "ends-early-once"])
def test_a_second_attempt_may_bring_the_answer(mode: str) -> None:
    fake = FakeOllama(mode=mode)
    assert reply_of(fake).content == REPORT
    assert len(fake.chats) == 2
    assert fake.chats[0] == fake.chats[1]


@pytest.mark.parametrize("mode", ["silent", "stalls"])
def test_a_time_out_is_never_tried_again(mode: str) -> None:
    fake = FakeOllama(mode=mode)
    refused = asked(fake, lambda made: made.refused(seconds=0.4))
    assert (refused.error_code, len(fake.chats)) == (Code.TIMEOUT, 1)
    assert "OPSIN_VISION_TIMEOUT_MS" in refused.hint


@pytest.mark.parametrize("mode", ["overflow", "overflow-in-json", "overflow-untold"])
def test_what_does_not_fit_is_asked_once_more_with_a_larger_window(mode: str) -> None:
    fake = FakeOllama(mode=mode)
    assert reply_of(fake).content == REPORT
    windows = [chat["options"]["num_ctx"] for chat in fake.chats]
    assert windows[0] == 16_384
    assert fake.fits - 2_048 <= windows[1] <= 65_536
    assert len(fake.loads) == 1


def test_what_fits_into_no_window_is_told() -> None:
    fake = FakeOllama(mode="overflow")
    fake.fits = 200_000
    refused = refusal_of(fake)
    assert (refused.error_code, len(fake.chats)) == (Code.OLLAMA_HTTP_ERROR, 1)
    assert "region" in refused.hint


def test_the_window_of_a_loaded_model_is_kept_where_the_question_fits_into_it() -> None:
    for loaded, used, loads in ((32_768, 32_768, 0), (8_192, 8_192, 0), (2_048, 16_384, 1), (0, 16_384, 1)):
        fake = FakeOllama(loaded=loaded)
        reply_of(fake)
        assert fake.chats[0]["options"]["num_ctx"] == used
        assert len(fake.loads) == loads
    many = replace(QUESTION, pictures=tuple(picture(width=1_280, height=1_280) for _ in range(4)))
    fake = FakeOllama(loaded=8_192)
    asked(fake, lambda made: made.ask(many))
    assert fake.chats[0]["options"]["num_ctx"] == 16_384


@pytest.mark.parametrize(
    ("version", "thinks", "think", "in_prompt"),
    [
        ("0.21.1", True, False, False),
        ("0.33.0-rc2", False, False, False),
        ("0.21.0", False, None, False),
        ("0.21.0", True, False, True),
        ("0.0.0", False, False, True),
    ],
)
def test_a_release_that_forgets_the_schema_is_asked_so_that_it_does_not(
    version: str, thinks: bool, think: bool | None, in_prompt: bool
) -> None:
    fake = FakeOllama(version=version)
    fake.models["qwen3-vl:4b"].capabilities = ["completion", "vision", *(["thinking"] if thinks else [])]
    reply = reply_of(fake)
    chat = fake.chats[0]
    assert chat.get("think") is think
    assert ("JSON Schema" in chat["messages"][0]["content"]) is in_prompt
    assert chat["format"] == SCHEMA
    assert bool(reply.notes) is (version == "0.21.0")


@pytest.mark.parametrize(
    ("given", "sent"), [("24h", "24h"), ("300", 300), ("-1", -1), ("0", 0), ("1h30m", "1h30m")]
)
def test_keep_alive_is_sent_as_ollama_reads_it(given: str, sent: Any) -> None:
    fake = FakeOllama(loaded=0)
    reply_of(fake, OPSIN_VISION_KEEP_ALIVE=given)
    assert fake.chats[0]["keep_alive"] == sent
    assert given == "0" or fake.loads[0]["keep_alive"] == sent


@pytest.mark.parametrize("name", ["qwen3-vl", "qwen3-vl:latest", "Qwen3-VL", "library/qwen3-vl"])
def test_a_name_without_a_tag_is_the_latest(name: str) -> None:
    async def work(made: Rig) -> Reply:
        made.fake.models = {name.split(":", maxsplit=1)[0] + ":latest": Model(digest="abc", context=16_384)}
        return await made.ask()

    fake = FakeOllama()
    reply = asked(fake, work, OPSIN_VISION_MODEL=name)
    assert (reply.digest, fake.loads) == ("abc", [])


def test_a_cold_model_is_loaded_by_a_request_of_its_own_that_outlives_its_caller() -> None:
    async def work(made: Rig) -> None:
        made.fake.loading = asyncio.Event()
        task = asyncio.ensure_future(made.ask())
        await until(lambda: len(made.steps) > 1)
        assert set(made.steps) == {"loading the model"}
        assert made.fake.chats == []
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        made.fake.loading.set()
        await until(lambda: made.fake.models["qwen3-vl:4b"].context > 0)
        assert made.fake.given_up == 0
        assert (await made.ask()).content == REPORT
        assert len(made.fake.loads) == 1
        assert made.fake.loads[0] == {
            "model": "qwen3-vl:4b:local",
            "messages": [],
            "stream": False,
            "keep_alive": "24h",
            "options": {"num_ctx": 16_384},
        }

    asked(FakeOllama(loaded=0), work)


def test_a_load_without_time_left_is_told_and_goes_on() -> None:
    async def work(made: Rig) -> None:
        made.fake.loading = asyncio.Event()
        refused = await made.refused(seconds=0.3)
        assert refused.error_code is Code.TIMEOUT
        assert "ollama run qwen3-vl:4b" in refused.hint
        made.fake.loading.set()
        await until(lambda: made.fake.models["qwen3-vl:4b"].context > 0)
        assert (made.fake.given_up, made.fake.chats) == (0, [])

    asked(FakeOllama(loaded=0), work)


def test_a_load_ends_with_the_services() -> None:
    async def work(made: Rig) -> None:
        made.fake.loading = asyncio.Event()
        asking = asyncio.ensure_future(made.refused(seconds=60))
        await until(lambda: len(made.fake.loads) == 1)
        asking.cancel()
        await asyncio.wait([asking])
        assert made.fake.given_up == 0
        await made.background.aclose()
        await until(lambda: made.fake.given_up == 1)

    asked(FakeOllama(loaded=0), work)


def test_a_load_that_fails_is_told() -> None:
    refused = refusal_of(FakeOllama(mode="out-of-memory", loaded=0))
    assert refused.error_code is Code.OLLAMA_HTTP_ERROR
    assert "smaller one" in refused.hint


def test_a_cancelled_question_closes_its_connection_so_that_ollama_stops() -> None:
    async def work(made: Rig) -> None:
        task = asyncio.ensure_future(made.ask())
        await until(lambda: any("characters so far" in step for step in made.steps))
        assert made.server.open_now == 1
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: made.server.open_now == 0)

    asked(FakeOllama(mode="stalls"), work)


def test_a_server_without_the_newer_routes_is_asked_all_the_same() -> None:
    fake = FakeOllama(version="0.5.7")
    fake.has_ps = False
    model = fake.models["qwen3-vl:4b"]
    model.capabilities, model.told = None, {"projector_info": {"clip.has_vision_encoder": True}}
    assert reply_of(fake).content == REPORT
    assert fake.chats[0]["model"] == "qwen3-vl:4b"


def test_nobody_there_is_told() -> None:
    async def scenario() -> Any:
        async with rig(FakeOllama()) as made:
            settings = settings_for(made.server)
        async with Web() as web:
            with pytest.raises(Exception, match="ollama serve") as info:
                await Ollama(settings, web).ask(QUESTION, made.told)
            return info.value

    assert asyncio.run(scenario()).error_code is Code.OLLAMA_UNAVAILABLE


def test_a_path_behind_a_proxy_of_the_users_own_is_kept() -> None:
    async def scenario() -> None:
        async with rig(FakeOllama()) as made, Web() as web:
            settings = settings_for(made.server, OPSIN_VISION_OLLAMA_HOST=f"{made.server.place}/behind/")
            assert (await Ollama(settings, web).ask(QUESTION, made.told)).content == REPORT
            assert all(" /behind/api/" in one for one in made.fake.asked)

    asyncio.run(scenario())


def test_unloading_says_what_happened() -> None:
    async def work(made: Rig) -> None:
        assert await made.engine.unload() == "Ollama let go of qwen3-vl:4b."
        assert made.fake.models["qwen3-vl:4b"].context == 0
        assert made.fake.loads == [
            {"model": "qwen3-vl:4b:local", "messages": [], "stream": False, "keep_alive": 0}
        ]
        assert await made.engine.unload() == "qwen3-vl:4b was not loaded in Ollama."

    asked(FakeOllama(), work)
