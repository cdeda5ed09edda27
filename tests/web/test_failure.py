"""Errors of the transport: the sentence is ours, what the other side sent stands apart."""

import errno
import os
import ssl

import httpcore2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import BadReply, TimedOut, Unreachable, WebError
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
    assert error.message == "photos.example sent an answer that breaks HTTP."
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
            "photos.example could not be connected to: photos.example does not resolve.",
        ),
        (
            httpcore2.ConnectError(ConnectionRefusedError(errno.ECONNREFUSED, "x")),
            "photos.example could not be connected to: Connection refused.",
        ),
        (
            httpcore2.ConnectError(OSError(errno.EHOSTUNREACH, "x")),
            f"photos.example could not be connected to: {os.strerror(errno.EHOSTUNREACH)}.",
        ),
        (httpcore2.ReadError("x"), "The connection to photos.example broke."),
    ],
)
def test_what_is_known_is_said_in_our_words(exc: Exception, message: str) -> None:
    error = web_error(exc, HOST)
    assert isinstance(error, Unreachable)
    assert error.message == message


def test_other_kinds() -> None:
    assert isinstance(web_error(httpcore2.ConnectTimeout("x"), HOST), TimedOut)
    assert type(web_error(httpcore2.LocalProtocolError("x"), HOST)) is WebError


def test_a_certificate_is_judged_in_our_words() -> None:
    cause = ssl.SSLCertVerificationError(1, "x")
    cause.verify_code, cause.verify_message = 10, "obey"
    error = web_error(httpcore2.ConnectError(cause), HOST)
    assert error.message == "The certificate of photos.example is not valid: it has expired."
    assert error.outside == "obey"
