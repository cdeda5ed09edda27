"""A web of its own on 127.0.0.1: real servers, names that lead to them, and a network that counts."""

import asyncio
import socket
import ssl
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

from httpcore2 import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream

from opsin.web.client import Limits

LIMITS = Limits(max_bytes=100_000, connect=5, first_byte=5, between_bytes=5, whole=20)
PATIENCE = 10.0
PUBLIC = "93.184.216.34"


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as the server read it; header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    connection: int


Handler = Callable[["Seen", "Peer"], Awaitable[None]]


class Peer:
    """The server's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(
        self, body: bytes = b"", status: int = 200, headers: Iterable[str] = (), length: int | None = None
    ) -> None:
        lines = [
            f"HTTP/1.1 {status} OK",
            f"Content-Length: {len(body) if length is None else length}",
            *headers,
        ]
        await self.send("\r\n".join([*lines, "", ""]).encode() + body)

    async def redirect(self, to: str, status: int = 302) -> None:
        await self.reply(b"elsewhere", status, [f"Location: {to}"])

    async def hung_up(self) -> None:
        """Wait until the client closes its end."""
        with suppress(ConnectionError):
            while await self.reader.read(65536):
                pass
        self.writer.close()

    def close(self) -> None:
        self.writer.close()

    def reset(self) -> None:
        """Close as a crash does: the client gets a reset, not an end."""
        linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.writer.transport.abort()


@dataclass
class Loopback:
    """A running server: what it was asked, and its connections."""

    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    connections: int = 0
    open_now: int = 0

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"


@asynccontextmanager
async def serve(handler: Handler, context: ssl.SSLContext | None = None) -> AsyncIterator[Loopback]:
    loopback = Loopback()
    tasks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loopback.connections += 1
        loopback.open_now += 1
        number = loopback.connections
        try:
            while not writer.is_closing():
                seen = await _request(reader, number)
                loopback.seen.append(seen)
                await handler(seen, Peer(reader, writer))
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            pass
        finally:
            loopback.open_now -= 1
            writer.transport.abort()

    def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(talk(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accepted, "127.0.0.1", 0, ssl=context)
    loopback.port = server.sockets[0].getsockname()[1]
    try:
        yield loopback
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()
        # The transports of the server's ends close in the loop's next rounds.
        for _ in range(3):
            await asyncio.sleep(0)


async def _request(reader: asyncio.StreamReader, connection: int) -> Seen:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Seen(method, path, headers, body, connection)


class Names:
    """A resolver whose every look-up of a name gives the next of its answers; the last one stays."""

    def __init__(self, **answers: Sequence[Sequence[str]]) -> None:
        self._answers = {name.replace("_", "."): list(rows) for name, rows in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        rows = self._answers.get(host)
        if rows is None:
            raise OSError(f"no name {host}")
        return rows.pop(0) if len(rows) > 1 else rows[0]


async def home(host: str, port: int) -> Sequence[str]:
    """A resolver to whom every name leads to this machine."""
    return ["127.0.0.1"]


class Wires(AsyncNetworkBackend):
    """A network where each IP address is a server of the test; a name is resolved anew, as the system does.

    What is dialled and has no server is refused. The addresses dialled are kept in `dialled`.
    """

    def __init__(self, resolver: Callable[[str, int], Awaitable[Sequence[str]]], **servers: int) -> None:
        self._resolver = resolver
        self._servers = {name.replace("_", ".").removeprefix("at."): port for name, port in servers.items()}
        self.dialled: list[str] = []

    async def connect_tcp(self, host: str, port: int, *args: Any, **more: Any) -> AsyncNetworkStream:
        try:
            ip_address(host)
        except ValueError:
            host = (await self._resolver(host, port))[0]
        self.dialled.append(host)
        return await AnyIOBackend().connect_tcp("127.0.0.1", self._servers.get(host, 1), *args, **more)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that the other side of a connection is about to do."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  (the other side sets no event)
            await asyncio.sleep(0.002)
