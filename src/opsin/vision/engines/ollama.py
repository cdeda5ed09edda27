"""The default engine: a model that Ollama runs on this machine."""

import asyncio
import time
from collections.abc import Callable

from opsin.background import Background
from opsin.settings import Settings
from opsin.threads import PIXELS
from opsin.vision.engines.attempts import Budget
from opsin.vision.engines.base import Health, OnStep, Question, Reply
from opsin.vision.engines.ollama_check_up import check_up
from opsin.vision.engines.ollama_failure import OllamaFailure, remote_model
from opsin.vision.engines.ollama_model import Known, ask_version, known, loaded, show, usable_name
from opsin.vision.engines.ollama_request import (
    MOST_CTX,
    chat_body,
    larger_window,
    load_body,
    unload_body,
    window,
)
from opsin.vision.engines.ollama_server import OllamaServer
from opsin.vision.engines.ollama_stream import ChatAnswer
from opsin.vision.engines.watching import ended, watched
from opsin.vision.refused import Code
from opsin.web.client import Web

LOAD_S = 1_800.0
"""Seconds that a model may take to load. The request goes on for so long, whoever waits for it."""

STEP_S = 5.0
PAUSE_S = 0.3
_UNLOAD_S = 30.0
_LEAST_LEFT_S = 0.1


class Ollama:
    """Asks a model of Ollama's.

    The time of a question covers everything that its caller waits for: finding out about the model, loading it, and
    both attempts. Loading is a request of its own, sent before any picture is encoded. It runs on when its caller goes
    or has no time left, because Ollama gives a load up with the connection that asked for it.

    Args:
        settings: The values in force.
        web: The way out.
        background: Keeps the loading of a model; one of its own when None.
        clock: Gives the time in seconds; any clock that never goes back.
        step_s: Seconds between two words on what goes on.
        pause_s: Seconds before a second attempt.
    """

    name = "ollama"

    def __init__(
        self,
        settings: Settings,
        web: Web,
        *,
        background: Background | None = None,
        clock: Callable[[], float] = time.monotonic,
        step_s: float = STEP_S,
        pause_s: float = PAUSE_S,
    ) -> None:
        self._model = settings.vision_model
        self._keep_alive = settings.vision_keep_alive
        self._allowed = settings.vision_allow_remote
        self._server = OllamaServer(web, settings.vision_ollama_host, settings.vision_allow_remote)
        self._background = Background() if background is None else background
        self._clock = clock
        self._step_s = step_s
        self._pause_s = pause_s
        self._left = ""

    async def ask(self, question: Question, on_step: OnStep) -> Reply:
        """Ask the model about pictures, and once more where the connection breaks or the server fails.

        A time-out is never followed by another attempt. Where the pictures did not fit into the window, the second
        attempt asks for a larger one. Where another host has answered once, no more is asked.

        Raises:
            VisionRefused: there is no answer; the code says why.
        """
        if self._left:
            raise remote_model(self._model, "another host has answered for it", outside=self._left)
        budget = Budget(question.seconds, self._clock)
        try:
            return await self._attempt(question, budget, on_step, least=0)
        except OllamaFailure as failure:
            least = larger_window(question, failure.tokens) if failure.tokens else 0
            if not failure.again or least > MOST_CTX or budget.left < _LEAST_LEFT_S:
                raise
        await asyncio.sleep(min(self._pause_s, budget.left / 2))
        return await self._attempt(question, budget, on_step, least=least)

    async def check_up(self) -> Health:
        """Find out whether it can look at pictures, sending none."""
        return await check_up(self._server, self._model, self._allowed, self._clock)

    async def unload(self) -> str:
        """Have Ollama let go of the model, and say in a sentence what happened.

        Raises:
            VisionRefused: the server does not answer, or does not have the model.
        """
        bare = usable_name(self._model)
        budget = Budget(_UNLOAD_S, self._clock)
        version = await ask_version(self._server, budget)
        sent, _, _ = await show(self._server, bare, version, budget)
        was = await loaded(self._server, bare, budget)
        await self._server.post("/api/chat", unload_body(sent), within_s=budget.left, model=bare)
        return f"Ollama let go of {bare}." if was is not None else f"{bare} was not loaded in Ollama."

    async def _attempt(self, question: Question, budget: Budget, on_step: OnStep, *, least: int) -> Reply:
        model = await known(self._server, self._model, budget)
        num_ctx = window(question, model.context, least)
        if model.context != num_ctx:
            await self._load(model, num_ctx, budget, on_step)
        body = await PIXELS.run(
            chat_body,
            question,
            model=model.sent,
            version=model.version,
            thinks=model.thinks,
            num_ctx=num_ctx,
            keep_alive=self._keep_alive,
        )
        answer = ChatAnswer()
        chat = self._server.chat(body, answer, within_s=budget.left, model=model.name)
        task = asyncio.ensure_future(chat)
        try:
            await watched(
                task, on_step, lambda _: _looking(answer), every_s=self._step_s, within_s=budget.left + LOAD_S
            )
        except BaseException:
            await ended(task)
            raise
        return self._reply(model, answer, task.result())

    async def _load(self, model: Known, num_ctx: int, budget: Budget, on_step: OnStep) -> None:
        """Wait until the model is loaded; it goes on loading whatever happens here."""
        body = load_body(model=model.sent, num_ctx=num_ctx, keep_alive=self._keep_alive)
        load = self._server.post("/api/chat", body, within_s=LOAD_S, model=model.name)
        task = self._background.start(load, f"load {model.name}")
        if not await watched(
            task,
            on_step,
            lambda seconds: "loading the model" + (f", {seconds:.0f} s so far" if seconds >= 1 else ""),
            every_s=self._step_s,
            within_s=budget.left,
        ):
            raise OllamaFailure(
                Code.TIMEOUT,
                f"Ollama is still loading {model.name}; {round(budget.seconds, 1):g} s were not enough.",
                hint="An MCP server goes on loading it: ask again in a while. A command gives it up when it ends: load "
                f"it with `ollama run {model.name}`, or raise OPSIN_VISION_TIMEOUT_MS.",
            )
        task.result()

    def _reply(self, model: Known, answer: ChatAnswer, peer: str) -> Reply:
        content, thought = answer.words()
        here = self._server.is_here(peer)
        notes = list(model.notes)
        if answer.remote:
            self._left = answer.remote
            notes.insert(
                0,
                "WARNING: Ollama says that another host answered; the pictures have left this machine. Its name: "
                f"{answer.remote}. Use another model.",
            )
        if thought:
            notes.append("The model wrote nothing but thoughts; the answer was taken from them.")
        if not answer.ended:
            notes.append("The answer stopped without an end, as it does where a model repeats itself.")
        place = (
            f"The connected socket led to {peer}, which is this machine."
            if here
            else f"The connected socket led to {peer}, another machine, which OPSIN_VISION_ALLOW_REMOTE allows."
        )
        said = (
            "The answer names another host."
            if answer.remote
            else "The answer names no other host that gave it."
        )
        return Reply(
            content=content,
            truncated=answer.reason == "length" or not answer.ended,
            model=model.name,
            digest=model.digest,
            address=peer,
            left_machine=bool(answer.remote) or not here,
            checked=(place, *model.checked, said),
            notes=tuple(notes),
        )


def _looking(answer: ChatAnswer) -> str:
    written = answer.characters
    return f"looking, {written:,} characters so far" if written else "looking"
