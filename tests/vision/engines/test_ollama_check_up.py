import asyncio
import json

from opsin.vision.engines.base import Health
from opsin.vision.engines.ollama import Ollama
from opsin.web.client import Web
from tests.loopback.ollama import FakeOllama, Model
from tests.vision.engines.ollama_asked import Rig, asked, rig, settings_for


def _health(fake: FakeOllama, **settings: str) -> Health:
    async def work(made: Rig) -> Health:
        return await made.engine.check_up()

    health: Health = asked(fake, work, **settings)
    json.dumps(health.details)
    return health


def _failing(health: Health) -> dict[str, str]:
    return {finding.what: f"{finding.told} {finding.remedy}" for finding in health.findings if not finding.ok}


def test_a_healthy_server_has_no_failing_line_and_the_older_keys() -> None:
    health = _health(FakeOllama())
    assert health.usable
    assert {finding.what for finding in health.findings} == {
        "server", "address", "cloud", "model", "vision", "privacy", "local name", "loaded",
    }  # fmt: skip
    details = health.details
    assert list(details)[:4] == ["ok", "host", "model", "checks"]
    assert details["ok"] is True
    assert details["host"].startswith("http://127.0.0.1:")
    assert details["model"] == "qwen3-vl:4b"
    assert details["checks"] == {"ollama_reachable": True, "model_installed": True}
    assert (details["loaded"], details["context_length"], details["vision"]) == (True, 16_384, True)
    assert details["cloud_disabled"] is False


def test_nothing_is_loaded_by_a_check_up() -> None:
    fake = FakeOllama(loaded=0)
    assert _health(fake).usable
    assert (fake.chats, fake.loads) == ([], [])


def test_each_failing_line_says_what_to_do() -> None:
    missing = _health(FakeOllama(), OPSIN_VISION_MODEL="llava")
    assert missing.details["checks"] == {"ollama_reachable": True, "model_installed": False}
    assert "ollama pull llava" in _failing(missing)["model"]

    fake = FakeOllama()
    fake.models["qwen3-vl:4b"].capabilities = ["completion"]
    assert "ollama show qwen3-vl:4b" in _failing(_health(fake))["vision"]

    fake.models["eyes:latest"] = Model(capabilities=["vision"], remote_host="https://ollama.com:443")
    health = _health(fake, OPSIN_VISION_MODEL="eyes")
    assert "runs on another host" in _failing(health)["privacy"]
    assert "ollama.com" in health.details["remote_host"]

    cloud = _health(fake, OPSIN_VISION_MODEL="gpt-oss:120b-cloud")
    assert "does not run on this machine" in _failing(cloud)["model name"]
    assert "POST /api/show" not in cloud.details


def test_a_server_that_is_not_there_says_how_to_start_it() -> None:
    async def scenario() -> Health:
        async with rig(FakeOllama()) as made:
            settings = settings_for(made.server)
        async with Web() as web:
            return await Ollama(settings, web).check_up()

    health = asyncio.run(scenario())
    assert not health.reachable
    assert "ollama serve" in _failing(health)["server"]
    assert health.details["checks"] == {"ollama_reachable": False, "model_installed": False}
    assert health.details["ok"] is False


def test_an_old_server_and_its_cloud_are_told() -> None:
    fake = FakeOllama(version="0.15.0")
    fake.cloud = None
    told = {finding.what: finding.told for finding in _health(fake).findings}
    assert "0.21.1" in told["version"]
    assert "does not say" in told["cloud"]
    fake = FakeOllama()
    fake.cloud = {"cloud": {"disabled": True, "source": "env"}}
    health = _health(fake)
    assert {finding.what: finding.told for finding in health.findings}[
        "cloud"
    ] == "Ollama's cloud is turned off."
    assert health.details["cloud_disabled"] is True
