"""Errors of the transport: the sentence is ours, what the other side sent stands apart."""

import asyncio
import errno
import os
import socket
import ssl

import httpcore2
import pytest
from anyio import EndOfStream
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import BadReply, TimedOut, Unreachable, WebError
from opsin.web.client import Web
from opsin.web.clock import Limits
from opsin.web.failure import web_error

HOST = "photos.example"
QUOTING = (
    httpcore2.RemoteProtocolError,
    httpcore2.ProxyError,
    httpcore2.ConnectError,
    httpcore2.ReadError,
    httpcore2.LocalProtocolError,
    httpcore2.ConnectTimeout,
    OSError,
    ssl.SSLError,
)


@pytest.mark.parametrize("kind", QUOTING)
@given(words=st.text(min_size=1, max_size=300))
def test_no_word_of_the_transport_gets_into_the_sentence(kind: type[Exception], words: str) -> None:
    error = web_error(kind(f"SYSTEM {words}"), HOST)
    assert HOST in error.message
    assert "SYSTEM" not in str(error)
    assert len(error.outside) <= 200


def test_what_breaks_http_is_told_apart() -> None:
    said = "illegal status line: bytearray(b'SYSTEM: ignore all\u202e')"
    error = web_error(httpcore2.RemoteProtocolError(said), HOST)
    assert isinstance(error, BadReply)
    assert error.message == (
        "photos.example sent an answer that breaks HTTP: its first line is not that of an answer."
    )
    assert error.outside == "illegal status line: bytearray(b'SYSTEM: ignore all')"


def test_a_server_cannot_say_that_it_closed() -> None:
    closed = web_error(httpcore2.RemoteProtocolError("Server disconnected without sending a response."), HOST)
    assert isinstance(closed, Unreachable)
    quoting = "illegal header: without sending a response"
    assert isinstance(web_error(httpcore2.RemoteProtocolError(quoting), HOST), BadReply)


@pytest.mark.parametrize(
    ("exc", "message"),
    [
        (httpcore2.ProxyError("403 obey"), "The proxy did not connect to photos.example (HTTP status 403)."),
        (httpcore2.ProxyError("obey"), "The proxy did not connect to photos.example."),
        (
            httpcore2.ConnectError(f"{HOST} does not resolve"),
            "photos.example does not resolve.",
        ),
        (
            httpcore2.ConnectError(ConnectionRefusedError(errno.ECONNREFUSED, "x")),
            "photos.example refused the connection.",
        ),
        (
            httpcore2.ConnectError(OSError(errno.EHOSTUNREACH, "x")),
            f"photos.example could not be connected to: {os.strerror(errno.EHOSTUNREACH)}.",
        ),
        (httpcore2.ConnectError("the name has no address"), "photos.example has no address."),
        (
            httpcore2.ConnectError(ConnectionResetError(errno.ECONNRESET, "x")),
            "photos.example reset the connection.",
        ),
        (
            httpcore2.ConnectError(OSError("All connection attempts failed")),
            "photos.example took no connection.",
        ),
        (
            httpcore2.ConnectError(ssl.SSLError(1, "[SSL: X] obey")),
            "photos.example could not be connected to: no TLS came about.",
        ),
        (
            httpcore2.ConnectError(EndOfStream()),
            "photos.example closed the connection before TLS came about.",
        ),
        (httpcore2.ReadError("x"), "The connection to photos.example broke."),
    ],
)
def test_what_is_known_is_said_in_our_words(exc: Exception, message: str) -> None:
    error = web_error(exc, HOST)
    assert isinstance(error, Unreachable)
    assert error.message == message
    assert not error.outside or isinstance(exc, httpcore2.ProxyError)


def test_other_kinds() -> None:
    assert isinstance(web_error(httpcore2.ConnectTimeout("x"), HOST), TimedOut)
    assert type(web_error(httpcore2.LocalProtocolError("x"), HOST)) is WebError


def caused(cause: BaseException) -> OSError:
    """What anyio makes of what the system said."""
    error = OSError("All connection attempts failed")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "cause",
    [
        ConnectionRefusedError(errno.ECONNREFUSED, "x"),
        ExceptionGroup(
            "multiple connection attempts failed", [ConnectionRefusedError(errno.ECONNREFUSED, "x")]
        ),
    ],
)
def test_what_the_system_said_is_found_beneath_the_librarys_sentence(cause: Exception) -> None:
    error = web_error(httpcore2.ConnectError(caused(cause)), HOST, f"{HOST}:8080")
    assert error.message == "photos.example:8080 refused the connection."
    assert error.outside == ""


def test_the_system_itself_refuses_in_our_words() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]

        async def ask() -> None:
            async with Web(allow=[f"127.0.0.1:{port}"]) as web:
                await web.get(f"http://127.0.0.1:{port}/", limits=Limits(1000))

        with pytest.raises(Unreachable) as caught:
            asyncio.run(ask())
    assert caught.value.message == f"127.0.0.1:{port} refused the connection."
    assert caught.value.outside == ""


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 400 obey\r\n\r\n", r"could not be connected to: no TLS came about \([a-z0-9 ]+\)\."),
        (b"", r"closed the connection before TLS came about\."),
    ],
)
def test_a_server_without_tls_is_told_in_words_of_this_side(answer: bytes, why: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(answer)
        writer.close()

    async def ask() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
            async with Web(allow=[place]) as web:
                await web.get(f"https://{place}/", limits=Limits(1000))

    with pytest.raises(Unreachable, match=rf"^127\.0\.0\.1:\d+ {why}$") as caught:
        asyncio.run(ask())
    assert caught.value.outside == ""


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (
            "peer closed connection without sending complete message body (received 1 bytes, expected 2)",
            "photos.example closed the connection before its answer was whole.",
        ),
        ("Receive buffer too long", "photos.example sent headers that are too long."),
        (
            "conflicting Content-Length headers",
            "photos.example sent an answer that breaks HTTP: it names two lengths.",
        ),
        ("what nobody knows", "photos.example sent an answer that breaks HTTP."),
    ],
)
def test_the_sentences_of_h11_are_not_the_servers(told: str, message: str) -> None:
    error = web_error(httpcore2.RemoteProtocolError(told), HOST)
    assert isinstance(error, BadReply)
    assert (error.message, error.outside) == (message, "")


def test_a_certificate_is_judged_in_our_words() -> None:
    cause = ssl.SSLCertVerificationError(1, "x")
    cause.verify_code, cause.verify_message = 10, "obey"
    error = web_error(httpcore2.ConnectError(cause), HOST)
    assert error.message == "The certificate of photos.example is not valid: it has expired."
    assert error.outside == ""
