"""The small server: requests read, answers written, connections counted and closed."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.demo.http_server import HttpServer, Request, Response, parse_head


async def echo(request: Request) -> Response:
    if request.path == "/fail":
        raise RuntimeError("as asked")
    text = f"{request.method} {request.path} {sorted(request.parameters.items())}"
    return Response(text.encode() + b" " + request.body, content_type="text/plain")


async def exchange(port: int, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


def ask(sent: bytes) -> bytes:
    async def run() -> bytes:
        async with HttpServer(echo) as server:
            return await asyncio.wait_for(exchange(server.port, sent), 30)

    return asyncio.run(run())


def test_a_request_is_answered_with_its_path_and_parameters_decoded() -> None:
    answer = ask(b"GET /a%20b?q=red%20panda&n=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"GET /a b [('n', '1'), ('q', 'red panda')] ")


def test_a_body_is_read_and_a_connection_is_kept() -> None:
    answer = ask(
        b"POST /one HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloGET /two HTTP/1.1\r\nConnection: close\r\n\r\n"
    )
    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert b"POST /one [] hello" in answer
    assert answer.endswith(b"GET /two [] ")


def test_head_gets_no_body() -> None:
    answer = ask(b"HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert answer.endswith(b"\r\n\r\n")
    assert b"Content-Length: 10" in answer


def test_a_handler_that_fails_answers_500() -> None:
    assert ask(b"GET /fail HTTP/1.1\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 500 ")


@pytest.mark.parametrize(
    "sent", [b"nonsense\r\n\r\n", b"GET / HTTP/2\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n"]
)
def test_what_is_no_request_closes_the_connection(sent: bytes) -> None:
    assert ask(sent) == b""


class Hanging:
    """A handler that never answers, and says when it began to wait."""

    def __init__(self) -> None:
        self.waiting = asyncio.Event()

    async def __call__(self, request: Request) -> Response:
        return Response(write=self._hang, silent=True)

    async def _hang(self, writer: asyncio.StreamWriter) -> None:
        self.waiting.set()
        await asyncio.sleep(3600)


def test_a_client_that_leaves_is_no_open_connection_any_more() -> None:
    async def run() -> tuple[int, int]:
        handler = Hanging()
        async with HttpServer(handler) as server:
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            await asyncio.wait_for(handler.waiting.wait(), 30)
            before = server.open_connections
            writer.close()
            for _ in range(3000):
                if not server.open_connections:
                    break
                await asyncio.sleep(0.01)
            return before, server.open_connections

    assert asyncio.run(run()) == (1, 0)


def test_closing_the_server_ends_what_hangs() -> None:
    async def run() -> bytes:
        handler = Hanging()
        async with HttpServer(handler) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            await asyncio.wait_for(handler.waiting.wait(), 30)
        left = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return left

    assert asyncio.run(run()) == b""


@given(st.text(st.characters(codec="latin-1"), max_size=200))
def test_any_head_is_read_or_refused_with_a_value_error(text: str) -> None:
    try:
        request = parse_head(text)
    except ValueError:
        return
    assert request.method == text.split(" ", maxsplit=1)[0]
