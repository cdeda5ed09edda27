"""Ollama's API over the door to this machine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opsin.errors import WebError
from opsin.vision.engines.ollama_failure import OllamaFailure, failed_answer, failed_request, unreadable
from opsin.vision.engines.ollama_stream import ChatAnswer
from opsin.vision.engines.server_json import json_object, read_error
from opsin.web.client import Limits, Web
from opsin.web.clock import Phase
from opsin.web.machine import is_here
from opsin.web.reply import Reply
from opsin.web.urls import check_url

CONNECT_S = 5.0
MOST_ANSWER_BYTES = 8_388_608

_JSON = "application/json"
_CHAT = "/api/chat"


@dataclass(frozen=True, slots=True)
class Told:
    """A JSON answer.

    Attributes:
        peer: `ip:port` of the connected socket.
    """

    answer: dict[str, Any]
    peer: str


class OllamaServer:
    """One server, asked for JSON.

    Args:
        web: The way out.
        base: Its base address, as `opsin.ollama_host` gives it.
        allowed: Exact `host:port` entries of other machines that the user allows.
    """

    def __init__(self, web: Web, base: str, allowed: frozenset[str]) -> None:
        self.base = base
        self._web = web
        self._allowed = allowed
        self._host = check_url(base, named=True).host

    def is_here(self, peer: str) -> bool:
        """Whether the other end of a connected socket, as `ip:port`, is this machine."""
        return is_here(self._host, peer.rpartition(":")[0].strip("[]"))

    async def get(self, path: str, *, within_s: float, model: str = "") -> Told:
        """Ask for a JSON object.

        Raises:
            OllamaFailure: there is none.
        """
        return _object(await self._ask(path, None, within_s, None), model)

    async def post(self, path: str, body: bytes, *, within_s: float, model: str) -> Told:
        """Send JSON, and ask for a JSON object.

        Raises:
            OllamaFailure: there is none.
        """
        return _object(await self._ask(path, body, within_s, None), model)

    async def chat(self, body: bytes, answer: ChatAnswer, *, within_s: float, model: str) -> str:
        """Ask a model.

        Args:
            body: The request.
            answer: Takes the pieces as they come.
            within_s: The time for the whole answer, in seconds.
            model: Its name, for the sentence of an error.

        Returns:
            `ip:port` of the connected socket.

        Raises:
            OllamaFailure: there is no answer.
        """
        reply = await self._ask(_CHAT, body, within_s, answer.feed)
        if not reply.ok:
            raise _failure(reply, model)
        answer.finish(reply.body)
        if answer.error:
            raise failed_answer(reply.status, answer.error, answer.beside, model=model)
        if not answer.is_chat:
            raise unreadable("it is no JSON of a chat")
        return reply.peer

    async def _ask(
        self, path: str, body: bytes | None, within_s: float, on_piece: Callable[[bytes], None] | None
    ) -> Reply:
        limits = Limits(
            max_bytes=MOST_ANSWER_BYTES,
            connect=min(CONNECT_S, within_s),
            first_byte=within_s,
            between_bytes=within_s,
            whole=within_s,
        )
        phases: list[Phase] = []
        url = self.base + path
        try:
            if body is None:
                return await self._web.get(
                    url, limits=limits, machine=self._allowed, on_phase=phases.append, on_piece=on_piece
                )
            return await self._web.post(
                url,
                body=body,
                content_type=_JSON,
                limits=limits,
                machine=self._allowed,
                on_phase=phases.append,
                on_piece=on_piece,
            )
        except WebError as exc:
            phase = phases[-1] if phases else None
            raise failed_request(exc, phase, within_s, of_model=path == _CHAT) from exc


def _object(reply: Reply, model: str) -> Told:
    if not reply.ok:
        raise _failure(reply, model)
    answer = json_object(reply.body)
    if not answer:
        raise unreadable("it is no JSON object")
    if error := answer.get("error"):
        told, beside = read_error(error)
        raise failed_answer(reply.status, told, beside, model=model)
    return Told(answer, reply.peer)


def _failure(reply: Reply, model: str) -> OllamaFailure:
    told, beside = read_error(reply.body)
    return failed_answer(reply.status, told, beside, model=model)
