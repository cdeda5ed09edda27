"""One request to an ASGI application, without a socket."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message

HOST = "127.0.0.1:8931"


@dataclass(frozen=True, slots=True)
class Answered:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def ask(
    site: ASGIApp,
    path: str = "/mcp",
    *,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
    body: Sequence[Message] = ({"type": "http.request", "body": b"{}", "more_body": False},),
) -> Answered:
    waiting, sent = list(body), list[Message]()

    async def receive() -> Message:
        if not waiting:
            import asyncio

            await asyncio.Event().wait()
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    told = {"host": HOST, **(headers or {})}
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in told.items()]
    await site({"type": "http", "method": method, "path": path, "headers": raw}, receive, send)
    assert sent, "no answer"
    answer = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return Answered(sent[0]["status"], answer, b"".join(part.get("body", b"") for part in sent[1:]))
