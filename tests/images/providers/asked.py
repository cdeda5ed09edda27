"""What the tests of providers share: settings for a server of their own, and the requests that it saw."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from opsin.demo.http_server import HttpServer, Request, Response
from opsin.settings import Settings, load_settings
from opsin.web.client import Web

ANSWERS = Path(__file__).parent / "answers"
USER_AGENT = "opsin/test (mail@example.org)"

_Value = TypeVar("_Value")
Respond = Callable[[Request], Response]


def answer(name: str) -> bytes:
    return (ANSWERS / name).read_bytes()


def settings(**environ: str) -> Settings:
    return load_settings(
        {f"OPSIN_{name.upper()}": value for name, value in environ.items()}, Path("nowhere.toml")
    )


def with_server(
    respond: Respond, use: Callable[[str, Web], Awaitable[_Value]]
) -> tuple[_Value, Sequence[Request]]:
    """Run `use` with the address of a server that answers with `respond`; give its value and the requests seen."""
    seen: list[Request] = []

    async def handle(request: Request) -> Response:
        seen.append(request)
        return respond(request)

    async def run() -> _Value:
        async with HttpServer(handle) as server, Web(user_agent=USER_AGENT) as web:
            return await use(server.address, web)

    return asyncio.run(run()), seen


def json_reply(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status=status, content_type="application/json", headers=headers or {})
