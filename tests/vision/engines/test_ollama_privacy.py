"""No byte of a picture leaves this machine: held against cloud names, stubs, redirects, proxies and names that lie."""

import asyncio
import base64
from dataclasses import replace
from typing import Any

import pytest

from opsin.errors import OpsinError
from opsin.vision.engines.base import Question
from opsin.vision.engines.ollama import Ollama
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Web
from tests.loopback.ollama import FakeOllama, Model, ollama
from tests.loopback.ollama_chats import HOST
from tests.vision.engines.ollama_asked import (
    PIXELS,
    QUESTION,
    Rig,
    asked,
    picture,
    refusal_of,
    reply_of,
    settings_for,
)
from tests.web.loopback import PUBLIC, Names, Wires, until

STUB = Model(remote_host="https://ollama.com:443", remote_model="qwen3-vl:235b", context=16_384)


class Sealed:
    """A picture whose bytes nobody may ask for."""

    width = height = 96

    @property
    def data(self) -> bytes:
        raise AssertionError("the picture was read")


SEALED: Any = Question("What is it?", (Sealed(),), {}, 2_048, seconds=20.0)  # type: ignore[arg-type]


class Sniffer:
    """Takes every connection, keeps every byte, and says nothing until its end."""

    def __init__(self) -> None:
        self.received = b""
        self.connections = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        while data := await reader.read(65_536):
            self.received += data
        writer.close()


async def _told(step: str) -> None:
    pass


@pytest.mark.parametrize(
    "name",
    [
        "qwen3-vl:cloud",
        "qwen3-vl:235b-cloud",
        "QWEN3-VL:235B-CLOUD",
        "gpt-oss:20b:cloud",
        "x:cloud:local",
        "x-cloud",
    ],
)
@pytest.mark.parametrize(
    "allowed", [pytest.param("", marks=pytest.mark.full), "127.0.0.1:11434 gpu.example:11434"]
)
def test_a_cloud_name_is_refused_without_a_request_whatever_is_allowed(name: str, allowed: str) -> None:
    fake = FakeOllama()
    fake.models[name] = Model()
    more = {"OPSIN_VISION_MODEL": name, "OPSIN_VISION_ALLOW_REMOTE": allowed}

    async def work(made: Rig) -> None:
        refused = await made.refused(SEALED)
        assert refused.error_code is Code.PRIVACY_REFUSED
        assert "no exception" in refused.hint
        with pytest.raises(VisionRefused):
            await made.engine.unload()

    asked(fake, work, **more)
    assert (fake.asked, fake.forwarded) == ([], 0)


@pytest.mark.parametrize("name", ["qwen3-vl:cloud\u200b", "qwen3-vl:ｃloud", "a b", '"x"', "x\n:cloud"])
def test_a_name_that_might_be_read_otherwise_is_not_sent(name: str) -> None:
    fake = FakeOllama()
    refused = asked(fake, lambda made: made.refused(SEALED), OPSIN_VISION_MODEL=name)
    assert refused.error_code in {Code.MODEL_NOT_FOUND, Code.PRIVACY_REFUSED}
    assert fake.asked == []


@pytest.mark.parametrize("version", ["0.12.0", "0.17.7", "0.18.0", "0.32.15", "0.0.0"])
def test_a_stub_of_the_cloud_under_an_innocent_name_is_refused_before_the_picture_is_read(
    version: str,
) -> None:
    fake = FakeOllama(version=version)
    fake.models["eyes:latest"] = STUB
    refused = asked(fake, lambda made: made.refused(SEALED), OPSIN_VISION_MODEL="eyes")
    assert refused.error_code is Code.PRIVACY_REFUSED
    assert "ollama.com" in refused.outside
    assert (fake.chats, fake.loads, fake.forwarded) == ([], [], 0)


@pytest.mark.parametrize("told_by", ["/api/show", "/api/tags"])
def test_one_place_that_tells_of_another_host_is_enough(told_by: str) -> None:
    fake = FakeOllama(version="0.17.0")

    async def work(made: Rig) -> VisionRefused:
        made.fake.models["qwen3-vl:4b"] = _Sly(made.fake, told_by)
        return await made.refused(SEALED)

    refused = asked(fake, work)
    assert (refused.error_code, fake.forwarded) == (Code.PRIVACY_REFUSED, 0)
    assert told_by in refused.message


class _Sly(Model):
    """Tells of its host in one answer only."""

    def __init__(self, fake: FakeOllama, told_by: str) -> None:
        super().__init__(remote_host="https://ollama.com:443")
        self.fake, self.told_by = fake, told_by

    @property
    def remote(self) -> dict[str, str]:
        return super().remote if self.fake.asked[-1].endswith(self.told_by) else {}


def test_a_cloud_that_is_turned_off_is_still_the_cloud() -> None:
    fake = FakeOllama()
    fake.show_status = 403
    assert asked(fake, lambda made: made.refused(SEALED)).error_code is Code.PRIVACY_REFUSED
    assert (fake.chats, fake.loads) == ([], [])


def test_a_model_without_eyes_is_told_before_the_picture_is_read() -> None:
    fake = FakeOllama()
    for capabilities in (["completion"], [], None):
        fake.models["qwen3-vl:4b"].capabilities = capabilities
        refused = asked(fake, lambda made: made.refused(SEALED))
        assert (refused.error_code, fake.chats, fake.loads) == (Code.VISION_ERROR, [], [])
        assert "ollama show qwen3-vl:4b" in refused.hint


@pytest.mark.parametrize(
    ("version", "sent"),
    [("0.17.7", "qwen3-vl:4b"), ("0.18.0", "qwen3-vl:4b:local"), ("0.0.0", "qwen3-vl:4b")],
)
def test_the_name_that_forbids_the_cloud_is_sent_where_it_is_known(version: str, sent: str) -> None:
    for name in ("qwen3-vl:4b", "qwen3-vl:4b:local"):
        fake = FakeOllama(version=version)
        reply = asked(fake, lambda made: made.ask(), OPSIN_VISION_MODEL=name)
        assert (fake.chats[0]["model"], reply.model) == (sent, "qwen3-vl:4b")
        assert any(("does not know" in line) is (sent == "qwen3-vl:4b") for line in reply.checked[2:3])


def test_a_server_that_says_a_newer_release_but_does_not_know_the_name_is_asked_by_the_plain_one() -> None:
    class Fork(FakeOllama):
        def find(self, given: str) -> Model | None:
            return self.models.get(given)

    fake = Fork()
    reply = reply_of(fake)
    assert fake.chats[0]["model"] == "qwen3-vl:4b"
    assert "does not know" in reply.checked[2]


def test_an_answer_from_another_host_is_told_loudly_and_nothing_more_is_asked() -> None:
    async def work(made: Rig) -> None:
        reply = await made.ask()
        assert reply.left_machine
        assert reply.notes[0].startswith("WARNING")
        assert HOST["remote_host"].split("//")[1] in reply.notes[0]
        assert "another host" in reply.checked[-1]
        before = len(made.fake.asked)
        refused = await made.refused(SEALED)
        assert (refused.error_code, len(made.fake.asked)) == (Code.PRIVACY_REFUSED, before)

    asked(FakeOllama(mode="remote-reply"), work)


def test_a_redirect_is_refused_and_not_tried_again() -> None:
    fake = FakeOllama(mode="redirect")
    refused = refusal_of(fake)
    assert (refused.error_code, len(fake.chats)) == (Code.PRIVACY_REFUSED, 1)
    assert "ollama.example" in refused.outside


@pytest.mark.parametrize("answers", [[PUBLIC], ["10.0.0.7"], ["127.0.0.1", PUBLIC], ["192.168.65.254"]])
def test_a_name_that_leads_elsewhere_sees_no_connection(answers: list[str]) -> None:
    async def scenario() -> None:
        sniffer = Sniffer()
        server = await asyncio.start_server(sniffer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        names = Names(model_test=[answers])
        wires = Wires(names, **dict.fromkeys(answers, port))
        async with server, ollama(FakeOllama()) as here, Web(resolver=names, dialler=wires) as web:
            engine = Ollama(settings_for(here, OPSIN_VISION_OLLAMA_HOST="model.test"), web)
            with pytest.raises(VisionRefused) as info:
                await engine.ask(SEALED, _told)
            assert info.value.error_code is Code.PRIVACY_REFUSED
            assert "OPSIN_VISION_ALLOW_REMOTE" in info.value.hint
            health = await engine.check_up()
            assert not health.usable
            with pytest.raises(VisionRefused):
                await engine.unload()
        assert (wires.dialled, sniffer.connections) == ([], 0)

    asyncio.run(scenario())


def test_a_name_that_turns_elsewhere_between_two_requests_never_sees_the_picture() -> None:
    async def scenario() -> None:
        sniffer = Sniffer()
        server = await asyncio.start_server(sniffer, "127.0.0.1", 0)
        fake = FakeOllama()
        for turns in range(1, 6):
            names = Names(model_test=[*[["127.0.0.1"]] * turns, [PUBLIC]])
            async with ollama(fake) as here:
                wires = Wires(names, at_127_0_0_1=here.port, **{PUBLIC: server.sockets[0].getsockname()[1]})
                async with Web(resolver=names, dialler=wires) as web:
                    engine = Ollama(settings_for(here, OPSIN_VISION_OLLAMA_HOST="model.test"), web)
                    if turns < 5:
                        with pytest.raises(VisionRefused) as info:
                            await engine.ask(QUESTION, _told)
                        assert info.value.error_code is Code.PRIVACY_REFUSED
                    else:
                        await engine.ask(QUESTION, _told)
            assert PUBLIC not in wires.dialled
        server.close()
        await server.wait_closed()
        assert (sniffer.connections, len(fake.chats)) == (0, 1)

    asyncio.run(scenario())


def test_no_proxy_of_the_environment_or_the_settings_sees_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        sniffer = Sniffer()
        server = await asyncio.start_server(sniffer, "127.0.0.1", 0)
        proxy = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy", "OPSIN_PROXY"):
            monkeypatch.setenv(name, proxy)
        monkeypatch.delenv("NO_PROXY", raising=False)
        async with server, ollama(FakeOllama()) as here, Web(proxy=proxy) as web:
            engine = Ollama(settings_for(here, OPSIN_PROXY=proxy), web)
            reply = await engine.ask(QUESTION, _told)
            assert (await engine.check_up()).usable
        assert (reply.left_machine, sniffer.connections, sniffer.received) == (False, 0, b"")

    asyncio.run(scenario())


def test_another_machine_is_asked_where_that_very_place_is_allowed_and_the_reply_says_so() -> None:
    async def scenario() -> None:
        names = Names(gpu_test=[["10.0.0.7"]])
        fake = FakeOllama()
        async with ollama(fake) as here:
            wires = Wires(names, at_10_0_0_7=here.port)
            async with Web(resolver=names, dialler=_Named(wires, "10.0.0.7")) as web:
                more = {"OPSIN_VISION_OLLAMA_HOST": "http://GPU.test:11434"}
                allowed = settings_for(here, OPSIN_VISION_ALLOW_REMOTE="gpu.test:11434", **more)
                engine = Ollama(allowed, web)
                reply = await engine.ask(QUESTION, _told)
                assert (reply.left_machine, reply.address) == (True, "10.0.0.7:11434")
                assert "another machine" in reply.checked[0]
                told = " ".join(finding.told for finding in (await engine.check_up()).findings)
                assert "REMOTE" in told
                stub = replace(allowed, vision_model="eyes")
                fake.models["eyes:latest"] = STUB
                with pytest.raises(VisionRefused, match="does not run on this machine"):
                    await Ollama(stub, web).ask(SEALED, _told)
                other = settings_for(here, OPSIN_VISION_ALLOW_REMOTE="gpu.test:11435", **more)
                with pytest.raises(OpsinError, match="not on this machine"):
                    await Ollama(other, web).ask(SEALED, _told)
        assert fake.forwarded == 0

    asyncio.run(scenario())


class _Named(Wires):
    """Wires whose connections say that they lead to the address that was dialled."""

    def __init__(self, wires: Wires, address: str) -> None:
        self.wires, self.address = wires, address

    async def connect_tcp(self, host: str, port: int, *args: Any, **more: Any) -> Any:
        from tests.web.test_machine import OtherEnd

        return OtherEnd(await self.wires.connect_tcp(host, port, *args, **more), (self.address, port))


def test_only_one_request_carries_the_picture() -> None:
    async def work(made: Rig) -> None:
        await made.ask(pictures=(picture(),))
        coded = base64.b64encode(PIXELS)
        assert [seen.path for seen in made.server.seen if coded in seen.body] == ["/api/chat"]
        assert made.fake.asked == [
            "GET /api/version",
            "POST /api/show",
            "GET /api/tags",
            "GET /api/ps",
            "POST /api/chat",
        ]
        await until(lambda: made.server.open_now == 0)

    asked(FakeOllama(), work)
