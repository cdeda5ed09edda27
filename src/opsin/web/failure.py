"""What the transport's errors mean to a caller of the web.

The sentences here are our own. Most texts of the transport are sentences of libraries on this side, and are left out;
the few that quote what the other side sent go apart, as outside text.
"""

import os
import re
import ssl

import httpcore2

from opsin.errors import NO_CONNECTION, NO_NAME, BadReply, TimedOut, Unreachable, WebError
from opsin.text import quoted

FAILURES = (
    httpcore2.TimeoutException,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    OSError,
)
"""What the transport raises."""

# X509_V_ERR_… of OpenSSL (x509_vfy.h).
_CERTIFICATE = {
    7: "its signature is wrong",
    9: "it is not valid yet",
    10: "it has expired",
    18: "it is signed by itself",
    19: "its root is not trusted",
    20: "who issued it is not known",
    21: "who issued it is not known",
    23: "it is revoked",
    62: "it is for another host",
    64: "it is for another address",
}
_CLOSED = "Server disconnected without sending a response."
_CUT_OFF = ("peer closed connection", "peer unexpectedly closed connection")
_TOO_LONG = "Receive buffer too long"

NO_END_OF_HEAD = "the head of the answer has no end"
"""What `opsin.web.pinned` raises a protocol error with."""

# How h11's sentences begin, and what they mean.
_BREAKS_HTTP = (
    ("illegal request line", "it does not begin like one"),
    ("no response line", "it does not begin like one"),
    ("illegal status line", "its first line is not that of an answer"),
    ("illegal header line", "one of its header lines is none"),
    ("InformationalResponse status_code", "its status is not one of HTTP's"),
    ("Received server _SWITCH_UPGRADE", "it changes to another protocol"),
    ("conflicting Content-Length", "it names two lengths"),
    ("bad Content-Length", "its length is not a number"),
    ("multiple Transfer-Encoding", "it is transferred in a way that is not known"),
    ("Only Transfer-Encoding", "it is transferred in a way that is not known"),
    ("illegal chunk header", "one of its chunks has no proper size"),
    ("malformed chunk footer", "one of its chunks is longer than it says"),
)

_QUOTES = re.compile(r"\bb['\"]")
"""h11 quotes what a server sent as the bytes that it was; the rest of its sentences are h11's."""

_TLS_REASON = re.compile(r"[A-Z0-9_]{1,60}")
_MOST_CAUSES = 8


def web_error(exc: Exception, host: str, place: str = "", *, heard: bool = False) -> WebError:
    """Turn one of `FAILURES` into the error that names the host and what happened.

    Args:
        exc: What the transport raised.
        host: Whom the request was to.
        place: The same with the port, where that is not the scheme's own; it is named where no connection came
            about. The host when empty.
        heard: The other side has said something.
    """
    if isinstance(exc, httpcore2.TimeoutException):
        late = TimedOut(f"{place or host} could not be connected to in time.")
        late.cut_off = NO_CONNECTION
        return late
    if isinstance(exc, httpcore2.LocalProtocolError):
        return unsendable(host)
    if isinstance(exc, httpcore2.ProtocolError):
        return _broken_http(str(exc), host, heard=heard)
    return _unreachable(exc, host, place or host)


def unsendable(host: str) -> WebError:
    """Make the error for a request with line breaks or foreign characters in its headers."""
    return WebError(f"The request to {host} has a header that cannot be sent.")


def _broken_http(told: str, host: str, *, heard: bool) -> WebError:
    if told == _CLOSED and heard:
        return BadReply(f"{host} sent something that is not HTTP, and closed the connection.")
    if told == _CLOSED:
        return Unreachable(f"{host} closed the connection without an answer.")
    if told.startswith(_CUT_OFF):
        return BadReply(f"{host} closed the connection before its answer was whole.")
    if told == _TOO_LONG:
        return BadReply(f"{host} sent headers that are too long.")
    if told == NO_END_OF_HEAD:
        return BadReply(f"{host} sent interim answers without an end.")
    outside = quoted(told) if _QUOTES.search(told) else ""
    why = next((f": {meaning}" for start, meaning in _BREAKS_HTTP if told.startswith(start)), "")
    return BadReply(f"{host} sent an answer that breaks HTTP{why}.", outside=outside)


def _unreachable(exc: Exception, host: str, place: str) -> Unreachable:
    cause = exc.args[0] if exc.args else ""
    if isinstance(cause, ssl.SSLCertVerificationError):
        # OpenSSL's words for it quote nothing of the certificate; the number says as much.
        why = _CERTIFICATE.get(cause.verify_code, f"error {cause.verify_code}")
        return Unreachable(f"The certificate of {place} is not valid: {why}.")
    if isinstance(exc, httpcore2.ProxyError):
        status = re.match(r"[1-5]\d\d\b", str(cause))
        told = f" (HTTP status {status[0]})" if status else ""
        return Unreachable(f"The proxy did not connect to {host}{told}.", outside=quoted(cause))
    if isinstance(exc, httpcore2.ConnectError):
        error = Unreachable(_not_connected(cause, host, place))
        if cause == f"{host} does not resolve":
            error.cut_off = NO_NAME
        elif not isinstance(cause, ssl.SSLError):
            error.cut_off = NO_CONNECTION
        return error
    return Unreachable(f"The connection to {host} broke.")


def _not_connected(cause: object, host: str, place: str) -> str:
    """Say why no connection came about. Nobody was heard yet, so nothing of it is outside text."""
    if cause == f"{host} does not resolve":
        return f"{host} does not resolve."
    if cause == "the name has no address":
        return f"{host} has no address."
    if isinstance(cause, ssl.SSLZeroReturnError | ssl.SSLEOFError):
        return f"{place} closed the connection before TLS came about."
    if isinstance(cause, ssl.SSLError):
        # One of OpenSSL's own names, also for what the other side's alerts say: those are numbers.
        reason = str(getattr(cause, "reason", None) or "")
        told = f" ({reason.replace('_', ' ').lower()})" if _TLS_REASON.fullmatch(reason) else ""
        return f"{place} could not be connected to: no TLS came about{told}."
    if isinstance(cause, Exception) and not isinstance(cause, OSError):
        # The transport's own kinds for such an end of the stream, which only a handshake meets here. Which kind it is
        # depends on the release of Python.
        return f"{place} closed the connection before TLS came about."
    return _not_taken(_system_error(cause), place)


def _not_taken(why: OSError | None, place: str) -> str:
    if why is None or not why.errno or why.errno < 0:
        return f"{place} took no connection."
    if isinstance(why, ConnectionRefusedError):
        return f"{place} refused the connection."
    if isinstance(why, ConnectionError):
        return f"{place} reset the connection."
    # Windows has no words for its own numbers.
    return f"{place} could not be connected to: {os.strerror(why.errno)}."


def _system_error(cause: object) -> OSError | None:
    """Return the system's error beneath those that the transport made of it."""
    for _ in range(_MOST_CAUSES):
        if isinstance(cause, OSError) and cause.errno is not None:
            return cause
        if isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        elif isinstance(cause, BaseException):
            cause = cause.__cause__
    return None
