"""A server with OpenAI's protocol and the manners of llama-server, LM Studio, vLLM or Ollama."""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from opsin.demo.http_server import HttpServer, Request, Response

REPORT = {
    "answer": "An orange square.",
    "observations": ["a square"],
    "visible_text": ["Save"],
    "uncertainties": [],
}
DIALECTS = frozenset({"llama-server", "lm-studio", "vllm", "ollama", "bare"})
DIGEST = "ab" * 32

HANGS = "hangs"
"""An answer that never comes."""
BREAKS = "breaks"
"""The connection closes without an answer."""
CUT = "cut"
"""The connection closes in the middle of the answer."""

Chat = str | tuple[int, Any]


class OpenAiDouble:
    """The server as an async context manager.

    Attributes:
        dialect: One of `DIALECTS`; "bare" lists no models.
        models: The names that it lists.
        sees: Whether its models take pictures; None for a dialect that does not say.
        key: What it asks for as a bearer token.
        version: Of the Ollama.
        remote_host: The host that the Ollama names for its models.
        chat: What it answers to the next chat completions, status and JSON each; then it answers with `REPORT`.
        requests: Every request, in order.
    """

    def __init__(self, dialect: str = "llama-server", models: tuple[str, ...] = ("tiny-vlm",)) -> None:
        assert dialect in DIALECTS, dialect
        self.dialect = dialect
        self.models = models
        self.sees: bool | None = True
        self.key = ""
        self.version = "0.33.0"
        self.remote_host = ""
        self.chat: deque[Chat] = deque()
        self.requests: list[Request] = []
        self._server = HttpServer(self._answer)

    async def __aenter__(self) -> Self:
        await self._server.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.__aexit__(kind, error, trace)

    @property
    def url(self) -> str:
        """The base address, with the version."""
        return f"{self._server.address}/v1"

    @property
    def port(self) -> int:
        return self._server.port

    @property
    def open_connections(self) -> int:
        return self._server.open_connections

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The bodies of the chat completions so far."""
        return [json.loads(one.body) for one in self.requests if one.path.endswith("/chat/completions")]

    @property
    def paths(self) -> list[str]:
        return [f"{one.method} {one.path}" for one in self.requests]

    async def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            return said(401, {"error": {"message": "Invalid API Key", "code": 401}})
        if request.path == "/v1/chat/completions":
            return self._completion()
        told = self._told().get(request.path)
        if told is not None:
            return said(200, told)
        if self.dialect == "lm-studio":
            return said(200, {"error": f"Unexpected endpoint or method. ({request.method} {request.path})"})
        return said(404, {"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}})

    def _told(self) -> Mapping[str, Any]:
        if self.dialect == "bare":
            return {}
        rows: list[dict[str, Any]] = [{"id": name, "object": "model"} for name in self.models]
        told: dict[str, Any] = {"/v1/models": {"object": "list", "data": rows}}
        if self.dialect == "llama-server":
            told["/props"] = {"modalities": {"vision": self.sees, "audio": False}}
        if self.dialect == "lm-studio":
            kind = "vlm" if self.sees else "llm"
            told["/api/v0/models"] = {"data": [{"id": name, "type": kind} for name in self.models]}
        if self.dialect == "ollama":
            remote = {"remote_host": self.remote_host} if self.remote_host else {}
            tags = [{"name": name, "digest": DIGEST, **remote} for name in self.models]
            capabilities = ["completion", *(["vision"] if self.sees else [])]
            told["/api/version"] = {"version": self.version}
            told["/api/tags"] = {"models": tags}
            told["/api/show"] = {"capabilities": capabilities, **remote}
        return told

    def _completion(self) -> Response:
        next_one = self.chat.popleft() if self.chat else (200, completion(json.dumps(REPORT)))
        if isinstance(next_one, tuple):
            return said(*next_one)
        whole = said(200, completion(json.dumps(REPORT)))

        async def misbehave(writer: asyncio.StreamWriter) -> None:
            if next_one == HANGS:
                await asyncio.sleep(3600)
            elif next_one == CUT:
                writer.write(whole.head(keep=False) + whole.body[:40])
                await writer.drain()

        return Response(write=misbehave, silent=True)


def said(status: int, value: Any) -> Response:
    """Answer with JSON, or with a text as it is."""
    body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
    return Response(body, status=status, content_type="application/json")


def completion(content: Any, finish_reason: str | None = "stop", **message: Any) -> dict[str, Any]:
    """A chat completion with one choice."""
    written = {"role": "assistant", "content": content, **message}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "tiny-vlm",
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": written}],
        "usage": {"prompt_tokens": 273, "completion_tokens": 40},
    }
