"""Which server and which model of it is asked, what is refused, and what is said of them."""

import asyncio
import json

import pytest

from opsin.vision.engines.openai_compatible import OpenAiCompatible
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Web
from tests.loopback.openai_server import DIGEST, REPORT, OpenAiDouble
from tests.vision.engines.asking_openai import (
    ask,
    closed_port,
    health,
    no_step,
    question,
    refusal,
    settings_for,
    with_engine,
)


@pytest.mark.parametrize("path", ["/v1", "/v1/", "", "/"])
def test_the_address_may_leave_out_the_version(path: str) -> None:
    double = OpenAiDouble()
    assert json.loads(ask(double, url="http://127.0.0.1:{port}" + path).content) == REPORT
    assert "POST /v1/chat/completions" in double.paths


def test_an_address_to_listen_on_is_asked_at_loopback() -> None:
    assert json.loads(ask(OpenAiDouble(), url="http://0.0.0.0:{port}/v1").content) == REPORT


def test_the_key_goes_along_and_its_lack_is_told() -> None:
    double = OpenAiDouble()
    double.key = "s3cret"
    assert ask(double, OPSIN_VISION_OPENAI_KEY="s3cret").content
    double = OpenAiDouble()
    double.key = "s3cret"
    no = refusal(double)
    assert no.error_code is Code.OLLAMA_HTTP_ERROR
    assert "OPSIN_VISION_OPENAI_KEY" in no.hint
    assert double.asked == []


def test_a_model_that_is_named_is_asked_and_another_is_told() -> None:
    double = OpenAiDouble(models=("first", "qwen/Qwen3-VL-4B"))
    reply = ask(double)
    assert (reply.model, reply.notes) == ("qwen/Qwen3-VL-4B", ())
    double = OpenAiDouble(models=("first", "second"))
    reply = ask(double, OPSIN_VISION_MODEL="third")
    assert reply.model == double.asked[0]["model"] == "first"
    assert any("third" in note for note in reply.notes)


def test_a_path_in_a_models_name_is_sent_and_not_told() -> None:
    double = OpenAiDouble(models=("/home/ada/models/tiny.gguf",))
    reply = ask(double)
    assert double.asked[0]["model"] == "/home/ada/models/tiny.gguf"
    assert reply.model == "tiny.gguf"
    assert "ada" not in repr(reply)


def test_a_server_without_models_has_none() -> None:
    assert refusal(OpenAiDouble(models=())).error_code is Code.MODEL_NOT_FOUND


def test_a_server_that_lists_nothing_is_asked_for_the_named_model() -> None:
    double = OpenAiDouble("bare")
    reply = ask(double)
    assert reply.model == "qwen3-vl:4b"
    assert reply.notes


@pytest.mark.parametrize("dialect", ["llama-server", "lm-studio", "ollama"])
def test_a_blind_model_is_told_before_a_picture_is_sent(dialect: str) -> None:
    double = OpenAiDouble(dialect)
    double.sees = False
    no = refusal(double)
    assert no.error_code is Code.VISION_ERROR
    assert "takes no pictures" in no.message
    assert double.asked == []


def test_an_ollama_is_told_to_leave_out_the_thinking_and_to_run_the_model_here() -> None:
    double = OpenAiDouble("ollama", models=("qwen3-vl:4b",))
    reply = ask(double)
    (body,) = double.asked
    assert body["reasoning_effort"] == "none"
    assert "chat_template_kwargs" not in body
    assert body["model"] == "qwen3-vl:4b:local"
    assert (reply.model, reply.digest) == ("qwen3-vl:4b", DIGEST)


@pytest.mark.parametrize("name", ["qwen3-vl:235b-cloud", "qwen3-vl:cloud", "QWEN3-VL:CLOUD"])
@pytest.mark.parametrize("dialect", ["ollama", "llama-server"])
def test_the_names_of_cloud_models_are_refused_before_anything_is_asked(dialect: str, name: str) -> None:
    double = OpenAiDouble(dialect, models=(name,))
    no = refusal(double, OPSIN_VISION_MODEL=name, OPSIN_VISION_ALLOW_REMOTE="ollama.com:443")
    assert no.error_code is Code.PRIVACY_REFUSED
    assert double.requests == []


def test_a_model_that_an_ollama_runs_elsewhere_is_refused_whatever_its_name() -> None:
    double = OpenAiDouble("ollama", models=("qwen3-vl:4b",))
    double.remote_host = "https://ollama.com:443"
    no = refusal(double)
    assert no.error_code is Code.PRIVACY_REFUSED
    assert "ollama.com" in no.outside
    assert double.asked == []


def test_no_cloud_model_is_picked_in_place_of_the_named_one() -> None:
    double = OpenAiDouble("ollama", models=("big:cloud", "small"))
    assert ask(double).model == "small"


def test_another_machine_is_refused_before_a_byte_is_sent() -> None:
    async def elsewhere(host: str, port: int) -> list[str]:
        return ["93.184.216.34"]

    async def run() -> None:
        async with Web(resolver=elsewhere) as web:
            engine = OpenAiCompatible(settings_for("http://model.example:8080/v1"), web)
            assert not (await engine.check_up()).usable
            await engine.ask(question(), no_step)

    with pytest.raises(VisionRefused) as caught:
        asyncio.run(run())
    assert caught.value.error_code is Code.PRIVACY_REFUSED
    assert "OPSIN_VISION_ALLOW_REMOTE" in caught.value.hint


def test_nobody_at_the_address_is_told() -> None:
    no = refusal(OpenAiDouble(), url=f"http://127.0.0.1:{closed_port()}/v1")
    assert no.error_code is Code.OLLAMA_UNAVAILABLE
    assert "OPSIN_VISION_OPENAI_URL" in no.hint


def test_a_check_up_of_a_server_that_can_look() -> None:
    double = OpenAiDouble()
    found = health(double)
    assert found.usable
    assert found.details["vision"] is True
    assert double.asked == []


def test_a_check_up_says_what_is_wrong_and_what_to_do() -> None:
    blind = OpenAiDouble()
    blind.sees = False
    found = health(blind)
    assert (found.reachable, found.installed, found.usable) == (True, True, False)
    found = health(OpenAiDouble(), url=f"http://127.0.0.1:{closed_port()}")
    assert (found.reachable, found.usable) == (False, False)
    assert all(one.remedy for one in found.findings if not one.ok)
    cloud = OpenAiDouble("ollama", models=("qwen3-vl:4b",))
    cloud.remote_host = "ollama.com"
    assert [one.what for one in health(cloud).findings if not one.ok] == ["privacy"]
    assert not health(OpenAiDouble("bare")).usable
    locked = OpenAiDouble()
    locked.key = "k"
    assert not health(locked).usable


@pytest.mark.parametrize(
    ("dialect", "word"), [("llama-server", "stopped"), ("ollama", "OPSIN_VISION_OLLAMA_HOST")]
)
def test_unloading_says_that_it_cannot(dialect: str, word: str) -> None:
    assert word in with_engine(OpenAiDouble(dialect), lambda engine: engine.unload())


def test_an_engine_without_an_address_is_refused() -> None:
    with pytest.raises(VisionRefused, match="No model server is named"):
        OpenAiCompatible(settings_for(""), Web())
