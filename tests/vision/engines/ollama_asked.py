"""An Ollama of the tests, and the engine that asks it."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from opsin.background import Background
from opsin.settings import Settings, load_settings
from opsin.vision.engines.base import Question, Reply, Sent
from opsin.vision.engines.ollama import Ollama
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Web
from tests.loopback.ollama import FakeOllama, ollama
from tests.web.loopback import Loopback

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}
PIXELS = b"\x89PNG pixels that must not leave"


def picture(data: bytes = PIXELS, width: int = 96, height: int = 96) -> Sent:
    digest = hashlib.sha256(data).hexdigest()
    return Sent(data, "image/png", width, height, digest, (0, 0, width, height))


QUESTION = Question("What is it?", (picture(),), SCHEMA, 2_048, seconds=20.0)


def settings_for(server: Loopback, **more: str) -> Settings:
    environ = {"OPSIN_VISION_OLLAMA_HOST": server.place, **more}
    return load_settings(environ, Path("none.toml"))


@dataclass
class Rig:
    fake: FakeOllama
    server: Loopback
    engine: Ollama
    background: Background
    steps: list[str] = field(default_factory=list)

    async def ask(self, question: Question = QUESTION, **more: Any) -> Reply:
        return await self.engine.ask(replace(question, **more), self.told)

    async def told(self, step: str) -> None:
        self.steps.append(step)

    async def refused(self, question: Question = QUESTION, **more: Any) -> VisionRefused:
        with pytest.raises(VisionRefused) as info:
            await self.ask(question, **more)
        return info.value


@asynccontextmanager
async def rig(fake: FakeOllama, **settings: str) -> AsyncIterator[Rig]:
    background = Background()
    async with ollama(fake) as server, Web() as web:
        engine = Ollama(settings_for(server, **settings), web, background=background, step_s=0.02, pause_s=0)
        try:
            yield Rig(fake, server, engine, background)
        finally:
            await background.aclose()


def asked(fake: FakeOllama, work: Callable[[Rig], Awaitable[Any]], **settings: str) -> Any:
    """Do some work with a rig in a loop of its own."""

    async def scenario() -> Any:
        async with rig(fake, **settings) as made:
            return await work(made)

    return asyncio.run(scenario())


def reply_of(fake: FakeOllama, **settings: str) -> Reply:
    reply: Reply = asked(fake, lambda made: made.ask(), **settings)
    return reply


def refusal_of(fake: FakeOllama, **settings: str) -> VisionRefused:
    refused: VisionRefused = asked(fake, lambda made: made.refused(), **settings)
    return refused


__all__ = ["PIXELS", "QUESTION", "SCHEMA", "Code", "Rig", "asked", "picture", "refusal_of", "reply_of", "rig"]
