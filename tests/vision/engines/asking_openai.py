"""How the tests ask the engine for servers with OpenAI's protocol."""

import asyncio
import hashlib
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from opsin.settings import Settings, load_settings
from opsin.vision.engines.base import Health, Question, Reply, Sent
from opsin.vision.engines.openai_compatible import OpenAiCompatible
from opsin.vision.refused import VisionRefused
from opsin.web.client import Web
from tests.loopback.openai_server import OpenAiDouble

PICTURE = b"\x89PNG\r\n\x1a\nnot a whole one, but nobody here looks"
SENT = Sent(PICTURE, "image/png", 96, 96, hashlib.sha256(PICTURE).hexdigest(), (0, 0, 96, 96))
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}
CAP_S = 20.0


def closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def question(seconds: float = CAP_S, pictures: tuple[Sent, ...] = (SENT,)) -> Question:
    return Question("What is it?", pictures, SCHEMA, most_tokens=99, seconds=seconds)


def settings_for(url: str, **more: str) -> Settings:
    return load_settings({"OPSIN_CONFIG": "", "OPSIN_VISION_OPENAI_URL": url, "HOME": "/nowhere", **more})


async def no_step(said: str) -> None:
    """Nobody listens."""


async def at_once(seconds: float) -> None:
    """Wait for nothing."""


def with_engine(
    double: OpenAiDouble, work: Callable[[OpenAiCompatible], Awaitable[Any]], url: str = "", **more: str
) -> Any:
    async def run() -> Any:
        async with double, Web() as web:
            given = url.format(port=double.port) or double.url
            return await work(OpenAiCompatible(settings_for(given, **more), web, pause=at_once))

    return asyncio.run(run())


def ask(double: OpenAiDouble, asked: Question | None = None, url: str = "", **more: str) -> Reply:
    reply = with_engine(double, lambda engine: engine.ask(asked or question(), no_step), url, **more)
    assert isinstance(reply, Reply)
    return reply


def refusal(double: OpenAiDouble, asked: Question | None = None, url: str = "", **more: str) -> VisionRefused:
    with pytest.raises(VisionRefused) as caught:
        ask(double, asked, url, **more)
    return caught.value


def health(double: OpenAiDouble, url: str = "", **more: str) -> Health:
    found = with_engine(double, lambda engine: engine.check_up(), url, **more)
    assert isinstance(found, Health)
    return found
