"""A small HTTP/1.1 server on the loopback address: enough for the demo's web, and for the web of the tests.

It answers requests of one process to another on the same machine, so it knows no TLS, no chunked requests and no limits
beyond the size of a request.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
MOST_HEAD_BYTES = 64 * 1024
MOST_BODY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """One request. Header names are in lower case; of a parameter given twice the last counts."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path, with its percent-encoding undone."""
        return unquote(urlsplit(self.target).path)

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of the query string."""
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    @property
    def origin(self) -> str:
        """`http://host:port` as the client named it."""
        return f"http://{self.headers.get('host', LOOPBACK)}"


Write = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Response:
    """One answer.

    Attributes:
        write: Writes what follows the head in a way of its own (slowly, in part, never); then the
            connection closes. `body` is not sent, but its length stands in the head.
        silent: Nothing is sent by the server itself, not even the head: `write` does it all.
    """

    body: bytes = b""
    status: int = 200
    content_type: str = "application/octet-stream"
    headers: Mapping[str, str] = field(default_factory=dict)
    write: Write | None = None
    silent: bool = False

    def head(self, *, keep: bool) -> bytes:
        """The status line and the headers."""
        lines = [f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}"]
        headers = {
            "Content-Type": self.content_type,
            "Content-Length": str(len(self.body)),
            "Connection": "keep-alive" if keep else "close",
            **self.headers,
        }
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


Handler = Callable[[Request], Awaitable[Response]]


class HttpServer:
    """Serves a handler on a port of 127.0.0.1, as an async context manager."""

    def __init__(self, handler: Handler, *, port: int = 0) -> None:
        self._handler = handler
        self._wanted_port = port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def address(self) -> str:
        """`http://127.0.0.1:PORT`, without a slash at its end."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def open_connections(self) -> int:
        """How many connections are open now."""
        return len(self._tasks)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._serve, LOOPBACK, self._wanted_port, limit=MOST_HEAD_BYTES
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None, "the server was not started"
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None, "connections are served by tasks"
        self._tasks.add(task)
        try:
            while await self._one_request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as why:
            log.debug("A connection ended: %r", why)
        except asyncio.CancelledError:
            # The server is closing. The streams' own callback would print a cancellation as an error.
            log.debug("A connection was closed with the server.")
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _one_request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        request = parse_head(head)
        length = int(request.headers.get("content-length", "0"))
        if not 0 <= length <= MOST_BODY_BYTES:
            raise ValueError(f"a body of {length} bytes")
        if length:
            body = await reader.readexactly(length)
            request = Request(request.method, request.target, request.headers, body)
        response = await self._answer(request)
        keep = response.write is None and request.headers.get("connection", "").lower() != "close"
        if not response.silent:
            writer.write(response.head(keep=keep))
        if response.write is not None:
            await _while_connected(response.write, reader, writer)
        elif request.method != "HEAD":
            writer.write(response.body)
        await writer.drain()
        return keep

    async def _answer(self, request: Request) -> Response:
        try:
            return await self._handler(request)
        except Exception:
            log.exception("The handler failed.")
            return Response(b"The server failed.\n", status=500, content_type="text/plain")


async def _while_connected(write: Write, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Write for as long as the client stays: one that has gone must not leave its connection counted as open."""
    await writer.drain()
    writing = asyncio.ensure_future(write(writer))
    leaving = asyncio.ensure_future(reader.read(1))
    try:
        await asyncio.wait({writing, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (writing, leaving):
            task.cancel()
        ended = await asyncio.gather(writing, leaving, return_exceptions=True)
        log.debug("A client was written to: %r", ended)


def parse_head(head: str) -> Request:
    """Read a request line and its headers.

    Raises:
        ValueError: the text is no head of a request.
    """
    first, *lines = head.split("\r\n")
    method, target, version = first.split(" ")
    if not version.startswith("HTTP/1."):
        raise ValueError(f"not HTTP/1: {version!r}")
    headers = {}
    for line in filter(None, lines):
        name, colon, value = line.partition(":")
        if not colon:
            raise ValueError(f"not a header: {line!r}")
        headers[name.strip().lower()] = value.strip()
    return Request(method, target, headers)
