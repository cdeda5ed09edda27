"""Writes src/opsin/server/stored_answers.jsonl anew: what the SDK itself answers at every version of the protocol."""

import asyncio
import json
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.shared._context_streams import create_context_streams
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from opsin.server.app import build_server
from opsin.server.front import STORED
from tests.server.stub import settings

CLIENT = {"name": "test", "version": "1"}


def envelope(version: str) -> dict[str, Any]:
    prefix = "io.modelcontextprotocol/"
    return {
        "_meta": {
            f"{prefix}protocolVersion": version,
            f"{prefix}clientCapabilities": {},
            f"{prefix}clientInfo": CLIENT,
        }
    }


def handshake(version: str) -> dict[str, Any]:
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}


async def answers(server: MCPServer[Any], lines: list[bytes]) -> list[bytes]:
    """What the SDK writes when it reads these lines, each answered before the next one is sent."""
    inner = server._lowlevel_server  # noqa: SLF001
    to_server, messages = create_context_streams[SessionMessage | Exception](0)
    written, from_server = create_context_streams[SessionMessage](0)
    answered: list[bytes] = []
    serving = asyncio.create_task(inner.run(messages, written, inner.create_initialization_options()))
    async with to_server, from_server:
        for line in lines:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
            await to_server.send(SessionMessage(message))
            if hasattr(message, "id"):
                answer = await from_server.receive()
                answered.append(answer.message.model_dump_json(by_alias=True, exclude_unset=True).encode())
    await serving
    return answered


def line_of(number: int | str, method: str, params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


async def stored_answers(server: MCPServer[Any]) -> bytes:
    """The content of the file."""
    places: dict[str, dict[str, int]] = {}
    results: list[bytes] = []

    def keep(method: str, version: str, line: bytes) -> None:
        start, end = b'{"jsonrpc":"2.0","id":0,"result":', b"}"
        assert line.startswith(start), line
        result = line[len(start) : -len(end)]
        if result not in results:
            results.append(result)
        places.setdefault(method, {})[version] = results.index(result)

    for version in HANDSHAKE_PROTOCOL_VERSIONS:
        methods = {"initialize": handshake(version), "tools/list": {}}
        lines = [line_of(0, method, params) for method, params in methods.items()]
        for method, answer in zip(methods, await answers(server, lines), strict=True):
            keep(method, version, answer)
    for version in MODERN_PROTOCOL_VERSIONS:
        for method in ("server/discover", "tools/list"):
            keep(method, version, (await answers(server, [line_of(0, method, envelope(version))]))[0])
    return b"\n".join([json.dumps(places).encode(), *results, b""])


if __name__ == "__main__":
    Path(STORED).write_bytes(asyncio.run(stored_answers(build_server(settings()))))
