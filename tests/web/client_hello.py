"""What a TLS client says first, read from the wire (RFC 8446, 4.1.2), and a server that only listens to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

SERVER_NAME = 0
ALPN = 16


@dataclass(frozen=True, slots=True)
class ClientHello:
    ciphers: tuple[int, ...]
    extensions: tuple[int, ...]
    server_name: str
    protocols: tuple[str, ...]


def is_grease(number: int) -> bool:
    """Whether it is one of the values that browsers mix in (RFC 8701)."""
    return number & 0x0F0F == 0x0A0A and number >> 8 == number & 0xFF


def read_hello(record: bytes) -> ClientHello:
    body = record[5 + 4 :]
    place = 2 + 32
    place += 1 + body[place]
    length = int.from_bytes(body[place : place + 2])
    ciphers = _numbers(body[place + 2 : place + 2 + length])
    place += 2 + length
    place += 1 + body[place]
    found: dict[int, bytes] = {}
    place += 2
    while place < len(body):
        kind, size = int.from_bytes(body[place : place + 2]), int.from_bytes(body[place + 2 : place + 4])
        found[kind] = body[place + 4 : place + 4 + size]
        place += 4 + size
    return ClientHello(
        ciphers, tuple(found), found.get(SERVER_NAME, b"")[5:].decode(), _protocols(found.get(ALPN, b""))
    )


def _numbers(data: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(data[place : place + 2]) for place in range(0, len(data), 2))


def _protocols(data: bytes) -> tuple[str, ...]:
    names, place = [], 2
    while place < len(data):
        names.append(data[place + 1 : place + 1 + data[place]].decode())
        place += 1 + data[place]
    return tuple(names)


@asynccontextmanager
async def listening() -> AsyncIterator[tuple[int, list[ClientHello]]]:
    """Give the port, and the hellos heard; each connection is closed after its own."""
    heard: list[ClientHello] = []

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readexactly(5)
        heard.append(read_hello(head + await reader.readexactly(int.from_bytes(head[3:5]))))
        writer.close()

    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], heard
    finally:
        server.close()
        await server.wait_closed()
