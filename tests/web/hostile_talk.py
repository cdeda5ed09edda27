"""What hostile servers do with a connection."""

import asyncio
import socket
import struct
import sys
import zlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import repeat

from tests.loopback import pictures

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter, float], Awaitable[None]]
"""What a server does with one connection; the number is its pace, the seconds between two drops."""

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
MEBIBYTE = bytes(1 << 20)
TEN_GIGABYTES = 10_000 * 1_000_000 // len(MEBIBYTE)
PICTURE = pictures.jpeg(3, 320, 240)


async def _send(
    *parts: bytes, end: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float
) -> None:
    for part in parts:
        writer.write(part)
        await writer.drain()
    if end == "hang":
        await reader.read()
    elif end == "reset":
        # The reset must not overtake what was sent.
        await asyncio.sleep(0.05)
        linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.transport.abort()


def sends(*parts: bytes, end: str = "close") -> Talk:
    """Read the request, send the parts, and close, hang or reset."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await _send(*parts, end=end, reader=reader, writer=writer, pace=pace)

    return talk


def goes_on(start: bytes, more: Callable[[], Iterator[bytes]], *, drips: bool = False) -> Talk:
    """Read the request, send the start, and then piece after piece: as fast as one can, or one at each beat."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(start)
        for piece in more():
            if writer.is_closing() or reader.at_eof():
                return
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pace if drips else 0)

    return talk


def deflated(wbits: int) -> Iterator[bytes]:
    stream = zlib.compressobj(9, wbits=wbits)
    for block in repeat(MEBIBYTE, 4_096):
        yield stream.compress(block) + stream.flush(zlib.Z_SYNC_FLUSH)


def brotlied() -> Iterator[bytes]:
    import brotli  # type: ignore[import-untyped]

    stream = brotli.Compressor(quality=3)
    for block in repeat(MEBIBYTE, 4_096):
        yield stream.process(block) + stream.flush()


def bomb(coding: str, more: Callable[[], Iterator[bytes]]) -> Talk:
    """Four gigabytes of nothing, encoded."""
    return goes_on(OK + f"Content-Encoding: {coding}\r\n\r\n".encode(), more)


def leads(target: str) -> Talk:
    """Redirect to one address, whatever is asked."""
    return sends(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: %s\r\n\r\n" % target.encode())


async def leads_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
    """Redirect to another address each time."""
    head = await reader.readuntil(b"\r\n\r\n")
    longer = head.split(b" ")[1] + b"x"
    await _send(
        b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: %s\r\n\r\n" % longer,
        end="close",
        reader=reader,
        writer=writer,
        pace=pace,
    )


async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
    """Take the connection and say nothing."""
    await reader.read()


async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
    """Take the connection and read nothing."""
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    await asyncio.Event().wait()


async def bored(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
    """Close the connection at the first byte."""
    await reader.read(1)


async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: float) -> None:
    """Answer in HTTP whatever comes, a TLS handshake too."""
    await reader.read(1)
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    await writer.drain()


def endless(piece: bytes) -> Callable[[], Iterator[bytes]]:
    """Pieces of ten gigabytes in all, or of many more where they are small."""
    return partial(repeat, piece, TEN_GIGABYTES)


FINE = sends(OK + b"Content-Length: %d\r\n\r\n" % len(PICTURE) + PICTURE)
"""A server that does nothing wrong."""
