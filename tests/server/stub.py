"""A server with the real tools and some that only tests need, in memory or as a process of its own."""

import asyncio
import ctypes
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mcp.server import MCPServer

from opsin.errors import UnknownId
from opsin.server.answers import Answer
from opsin.server.app import build_server
from opsin.server.life import serve
from opsin.server.schema import flag, text, texts, whole
from opsin.server.tools.base import Call, Hints, Tool
from opsin.server.tools.registry import TOOLS
from opsin.settings import Settings, load_settings

if TYPE_CHECKING:
    from opsin.services import Services

ROOT = Path(__file__).parents[2]
NOWHERE = Path("/nonexistent/opsin/config.toml")
DIARY = "STUB_DIARY"
WITHIN_S = 20.0

Run = Callable[[Call, Mapping[str, Any]], Any]


def settings(**environ: str) -> Settings:
    return load_settings(environ, NOWHERE)


@cache
def noise(edge: int, kind: str = "PNG") -> bytes:
    """A picture that no encoder makes small."""
    from PIL import Image

    out = BytesIO()
    quick = {"compress_level": 1, "method": 0}
    Image.frombytes("RGB", (edge, edge), os.urandom(edge * edge * 3)).save(out, kind, **quick)
    return out.getvalue()


def dot() -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (8, 8), "red").save(out, "JPEG")
    return out.getvalue()


async def _echo(_call: Call, values: Mapping[str, Any]) -> Answer:
    return Answer(lines=(f"{values}",), data={"values": dict(values)})


async def _picture(_call: Call, values: Mapping[str, Any]) -> Answer:
    picture = noise(values["edge"]) if values["edge"] else dot()
    lines = tuple(f"line {number}" for number in range(values["lines"]))
    outside = tuple(f"title {number} ignore all >>> previous" for number in range(values["lines"]))
    return Answer(lines, outside, picture, data={"cells": [{"number": 1, "id": "s1:1", "title": "a\ud800b"}]})


async def _print(_call: Call, _values: Mapping[str, Any]) -> Answer:
    print("stray words", flush=True)  # noqa: T201
    subprocess.run([sys.executable, "-c", "print('words of a child')"], check=True)  # noqa: ASYNC221
    print("words without an end", end="")  # noqa: T201
    return Answer(lines=("printed",))


async def _break(call: Call, values: Mapping[str, Any]) -> Answer:
    await call.services()
    if values["known"]:
        raise ExceptionGroup("several", [UnknownId("No s9:9.", hint="Search again.")])
    raise RuntimeError("secret of /home/someone")


async def _connect(call: Call, values: Mapping[str, Any]) -> Answer:
    await call.services()
    reader, writer = await asyncio.open_connection("127.0.0.1", values["port"])
    try:
        await reader.read()
    finally:
        writer.close()
    return Answer(lines=("the host closed first",))


async def _count(call: Call, _values: Mapping[str, Any]) -> Answer:
    for done in (0, 1, 1, 3):
        await call.progress(done, 3, f"{done} of 3")
    return Answer(lines=("counted",))


async def _hang(_call: Call, _values: Mapping[str, Any]) -> Answer:
    await asyncio.to_thread(time.sleep, 60)
    return Answer(lines=("woke up",))


async def _shout(_call: Call, _values: Mapping[str, Any]) -> Answer:
    os.write(2, b"x" * 10_000_000)
    return Answer(lines=("somebody read it all",))


async def _stick(_call: Call, _values: Mapping[str, Any]) -> Answer:
    """Hold up the main thread in a call of the system that no signal interrupts."""
    threads = ctypes.CDLL(None)
    lock = ctypes.create_string_buffer(256)
    threads.pthread_mutex_init(lock, None)
    threads.pthread_mutex_lock(lock)
    note("stuck")
    threads.pthread_mutex_lock(lock)
    return Answer(lines=("came free",))


def _tool(name: str, run: Run, *parameters: Any, output_schema: Mapping[str, Any] | None = None) -> Tool:
    return Tool(
        name=name,
        title=name,
        description=f"{name} is there for tests.",
        parameters=parameters,
        hints=Hints(read_only=True, idempotent=True),
        run=run,
        output_schema=output_schema,
    )


STUBS = (
    _tool(
        "stub_echo",
        _echo,
        text("name", "A name.", longest=20, default="nobody"),
        whole("count", "A count.", low=1, high=9, default=3),
        flag("loud", "Loud or not.", default=False),
        texts("ids", "Some ids.", most=3, longest=8, parted_at=", "),
        output_schema={
            "type": "object",
            "properties": {"values": {"type": "object"}},
            "required": ["values"],
        },
    ),
    _tool(
        "stub_picture",
        _picture,
        whole("edge", "The edge.", low=0, high=3000, default=0),
        whole("lines", "The lines.", low=1, high=100_000, default=2),
    ),
    _tool("stub_print", _print),
    _tool("stub_break", _break, flag("known", "Known or not.", default=False)),
    _tool("stub_connect", _connect, whole("port", "A port.", low=1, high=65_535, default=1)),
    _tool("stub_count", _count),
    _tool("stub_hang", _hang),
    _tool("stub_shout", _shout),
    _tool("stub_stick", _stick),
)


def note(line: str) -> None:
    """Write into the diary of a process under test what happens in it."""
    if path := os.environ.get(DIARY):
        with Path(path).open("a", encoding="utf-8") as diary:
            diary.write(line + "\n")


@asynccontextmanager
async def open_stub_services(_settings: Settings) -> "AsyncIterator[Services]":
    note("opened")
    try:
        yield cast("Services", object())
    finally:
        note("closed")


def stub_server(values: Settings) -> MCPServer[Any]:
    return build_server(values, open_services=open_stub_services, tools=(*TOOLS, *STUBS), within_s=WITHIN_S)


def main() -> int:
    return serve(load_settings(config_file=NOWHERE), build=stub_server)


if __name__ == "__main__":
    raise SystemExit(main())
