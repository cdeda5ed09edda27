"""Writes src/opsin/server/stored_answers.jsonl anew: what the SDK itself answers at every version of the protocol."""

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.shared._context_streams import create_context_streams
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, jsonrpc_message_adapter
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from opsin.server.app import build_server
from opsin.server.front import STORED
from opsin.server.lines import Answered, sorted_out
from tests.server.stub import settings

ANSWERS_WITHIN_S = 10.0
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


async def answers(server: MCPServer[Any], lines: Sequence[bytes]) -> list[bytes]:
    """What is written where the SDK alone reads these lines; each is answered before the next one is sent."""
    inner = server._lowlevel_server
    to_server, messages = create_context_streams[SessionMessage | Exception](0)
    written, from_server = create_context_streams[SessionMessage](0)
    answered: list[bytes] = []
    serving = asyncio.create_task(
        inner.run(Answered(messages, written), written, inner.create_initialization_options())
    )
    async with to_server, from_server:
        for line in lines:
            try:
                message: SessionMessage | Exception = SessionMessage(
                    jsonrpc_message_adapter.validate_json(line.decode(errors="replace"), by_name=False)
                )
            except ValidationError as why:
                message = why
            async with asyncio.timeout(ANSWERS_WITHIN_S):
                await to_server.send(message)
                answer = await from_server.receive() if is_answered(message) else None
            if answer is not None:
                answered.append(answer.message.model_dump_json(by_alias=True, exclude_unset=True).encode())
    await serving
    return answered


def is_answered(item: SessionMessage | Exception) -> bool:
    """Whether what was read in a line has to be answered: all but notifications, answers and blank lines."""
    message, answer = sorted_out(item)
    return answer is not None or isinstance(message, JSONRPCRequest)


def line_of(number: int | str, method: str, params: Any) -> bytes:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    # Python alone escapes what is not ASCII.
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


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
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    Path(STORED).write_bytes(asyncio.run(stored_answers(build_server(settings()))))
