"""The engine for servers with OpenAI's protocol: llama-server, LM Studio, vLLM, Jan, and Ollama's /v1."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from opsin.settings import Settings
from opsin.text import quoted
from opsin.vision.engines.attempts import Budget, Clock, server_failed, twice
from opsin.vision.engines.base import Finding, Health, OnStep, Question, Reply
from opsin.vision.engines.openai_answers import (
    Complaint,
    Model,
    Written,
    complaint,
    error_text,
    written,
)
from opsin.vision.engines.openai_refusal import blind, elsewhere, http_error, refusal, shown_name
from opsin.vision.engines.openai_request import FORMS, has_schema, next_form, request_body
from opsin.vision.engines.openai_server import (
    START_HINT,
    Found,
    OpenAiServer,
    address_of,
    chosen,
    name_to_send,
)
from opsin.vision.engines.server_json import json_of
from opsin.vision.privacy import is_cloud_name
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Web
from opsin.web.reply import Reply as HttpReply

_CHECK_UP_S = 10.0
_LOADING_PAUSE_S = 0.5

Pause = Callable[[float], Awaitable[None]]


class OpenAiCompatible:
    """Asks the model of a server that OPSIN_VISION_OPENAI_URL names.

    Pictures are sent as `data:` addresses, so that the server has nothing to fetch.

    Args:
        settings: The settings.
        web: The client; its door to this machine is used.
        clock: What tells the time.
        pause: Waits so many seconds, while the server loads its model.

    Raises:
        VisionRefused: no server is named.
    """

    name = "openai"

    def __init__(
        self, settings: Settings, web: Web, *, clock: Clock = time.monotonic, pause: Pause = asyncio.sleep
    ) -> None:
        if not settings.vision_openai_url:
            raise VisionRefused(
                Code.OLLAMA_UNAVAILABLE,
                "No model server is named.",
                hint="Set OPSIN_VISION_OPENAI_URL, for example http://127.0.0.1:8080/v1.",
            )
        self._wanted = settings.vision_model
        self._clock = clock
        self._pause = pause
        self._server = OpenAiServer(
            web,
            address_of(settings.vision_openai_url),
            key=settings.vision_openai_key,
            remote=settings.vision_allow_remote,
        )

    async def ask(self, question: Question, on_step: OnStep) -> Reply:
        """Ask the model: where the server is and what its model can do is found out before a picture is encoded.

        Raises:
            VisionRefused: there is no answer; the code says why.
        """
        budget = Budget(question.seconds, self._clock)
        await on_step("asking the server for its models")
        found, model, note = await self._choose(budget)
        if model.sees is False:
            raise blind(model)
        notes = [note] if note else []
        await on_step("waiting for the model's answer")
        reply, form = await self._complete(question, model, found, budget, on_step)
        value = json_of(reply.body)
        answer = written(value)
        if answer is None:
            raise VisionRefused(
                Code.INVALID_RESPONSE,
                f"{self._server.name} answered with something that is no chat completion.",
                hint="OPSIN_VISION_OPENAI_URL must be the base of OpenAI's paths, as a rule ending in /v1.",
                outside=quoted(error_text(reply.body)),
            )
        if not has_schema(form):
            notes.append("The server does not hold an answer to a schema, so this one was free in its form.")
        notes += _notes(answer)
        return Reply(
            content=answer.content,
            truncated=not answer.whole,
            model=shown_name(model.name),
            digest=model.digest,
            address=reply.peer,
            left_machine=self._is_remote,
            checked=self._checked(found, reply.peer),
            notes=tuple(notes),
        )

    async def check_up(self) -> Health:
        """Find out whether it can look at pictures, sending none."""
        budget = Budget(_CHECK_UP_S, self._clock)
        place = self._server.address.place
        details: dict[str, Any] = {"host": self._server.address.api, "model": self._wanted}
        try:
            found = await self._server.look(budget)
        except VisionRefused as no:
            what = "privacy" if no.error_code is Code.PRIVACY_REFUSED else "server"
            return Health(False, False, (Finding(what, False, no.message, no.hint),), details)
        findings = [Finding("server", True, f"{place} answers{_is_ollama(found)}.")]
        if found.models is None:
            findings.append(_no_list(found))
        try:
            _, model, note = await self._choose(budget, found)
        except VisionRefused as no:
            what = "privacy" if no.error_code is Code.PRIVACY_REFUSED else "model"
            return Health(True, False, (*findings, Finding(what, False, no.message, no.hint)), details)
        name = shown_name(model.name)
        details |= {"answers": name, "vision": model.sees, "ollama": found.ollama}
        listed = found.models is not None
        findings.append(Finding("model", True, f"{name} is asked. {note}".strip()))
        sees = {
            True: Finding("vision", True, f"{name} takes pictures."),
            None: Finding("vision", True, f"The server does not say whether {name} takes pictures."),
            False: Finding("vision", False, f"{name} takes no pictures.", blind(model).hint),
        }
        findings.append(sees[model.sees])
        findings += [Finding("privacy", True, one) for one in self._checked(found, found.peer)]
        return Health(True, listed, tuple(findings), details)

    async def unload(self) -> str:
        """Say that this protocol has no way to let go of a model.

        Raises:
            VisionRefused: the server does not answer.
        """
        found = await self._server.look(Budget(_CHECK_UP_S, self._clock))
        if found.ollama:
            return (
                f"{self._server.name} is an Ollama; name it with OPSIN_VISION_OLLAMA_HOST instead of "
                "OPSIN_VISION_OPENAI_URL, and its model can be unloaded."
            )
        return (
            f"OpenAI's protocol has no way to unload a model: {self._server.name.lower()} keeps its own until it is "
            "stopped."
        )

    @property
    def _is_remote(self) -> bool:
        return self._server.address.place.lower() in self._server.remote

    async def _choose(self, budget: Budget, found: Found | None = None) -> tuple[Found, Model, str]:
        """Find the model to ask, and make sure that it runs where the server is.

        Raises:
            VisionRefused: there is none, or it runs elsewhere.
        """
        if is_cloud_name(self._wanted):
            raise elsewhere(Model(self._wanted))
        found = found or await self._server.look(budget)
        if found.status in {401, 403}:
            raise http_error(self._server.name, found.status, "")
        model, note = chosen(found.models, self._wanted)
        if found.ollama:
            model = await self._server.ask_ollama(model, budget)
        if model.remote or is_cloud_name(model.name):
            raise elsewhere(model)
        return found, model, note

    async def _complete(
        self, question: Question, model: Model, found: Found, budget: Budget, on_step: OnStep
    ) -> tuple[HttpReply, int]:
        """Send the question: with everything, then without the fields of some servers, then without a schema.

        Returns:
            The answer, and the form of the request that it is to.

        Raises:
            VisionRefused: there is no answer, or it is an error.
        """
        url = f"{self._server.address.api}/chat/completions"
        form = 0
        while True:
            body = request_body(question, name_to_send(model, found), form, ollama=bool(found.ollama))

            async def send(seconds: float, body: dict[str, Any] = body) -> HttpReply:
                return await self._send_loaded(url, body, seconds, on_step)

            reply = await twice(
                send,
                budget,
                server=self._server.name,
                unreachable_hint=START_HINT,
                once_more=lambda one: (
                    server_failed(one) and complaint(one.status, error_text(one.body)) is Complaint.OTHER
                ),
            )
            if reply.ok:
                return reply, form
            said = error_text(reply.body)
            form = next_form(form, reply.status, said)
            if form == FORMS:
                raise refusal(self._server.name, model, reply.status, said)

    async def _send_loaded(
        self, url: str, body: dict[str, Any], seconds: float, on_step: OnStep
    ) -> HttpReply:
        """Send, and again for as long as the server says that it is still loading its model."""
        budget = Budget(seconds, self._clock)
        while True:
            reply = await self._server.post(url, body, budget.left)
            if reply.ok or complaint(reply.status, error_text(reply.body)) is not Complaint.LOADING:
                return reply
            await on_step("the server is loading the model")
            await self._pause(min(_LOADING_PAUSE_S, budget.left))

    def _checked(self, found: Found, peer: str) -> tuple[str, ...]:
        """Say how it was made sure that nothing leaves this machine."""
        where = (
            f"{self._server.address.place} is named in OPSIN_VISION_ALLOW_REMOTE; the socket's other end is {peer}."
            if self._is_remote
            else f"The socket's other end is {peer}, on this machine; that is looked at before anything is sent."
        )
        server = (
            f"It is an Ollama {quoted(found.ollama, 20)}, which names no other host for the model."
            if found.ollama
            else "It is no Ollama, which could pass a request on to its cloud."
        )
        return (
            where,
            server,
            "No redirect is followed and no proxy used; pictures are sent as data, with nothing to fetch.",
        )


def _no_list(found: Found) -> Finding:
    remedy = "OPSIN_VISION_OPENAI_URL must be the base of OpenAI's paths, as a rule ending in /v1."
    return Finding("models", False, f"It lists no models (HTTP status {found.status}).", remedy)


def _is_ollama(found: Found) -> str:
    return f"; it is an Ollama {quoted(found.ollama, 20)}" if found.ollama else ""


def _notes(answer: Written) -> list[str]:
    if not answer.content:
        return ["The model wrote nothing."]
    if answer.from_thinking:
        return ["The model gave no answer beside its thinking; the end of that is taken for it."]
    return []
