"""What the transport's errors mean to a caller of the web.

Some of their texts quote what the other side sent. The sentences here are our own; what was quoted goes apart.
"""

import os
import re
import ssl

import httpcore2

from opsin.errors import BadReply, TimedOut, Unreachable, WebError
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


def web_error(exc: Exception, host: str) -> WebError:
    """Turn one of `FAILURES` into the error that names the host and what happened."""
    if isinstance(exc, httpcore2.TimeoutException):
        return TimedOut(f"{host} could not be connected to in time.")
    if isinstance(exc, httpcore2.LocalProtocolError):
        return unsendable(host)
    if isinstance(exc, httpcore2.ProtocolError):
        if str(exc) == _CLOSED:
            return Unreachable(f"{host} closed the connection without an answer.")
        return BadReply(f"{host} sent an answer that breaks HTTP.", outside=quoted(exc))
    return _unreachable(exc, host)


def unsendable(host: str) -> WebError:
    """Make the error for a request with line breaks or foreign characters in its headers."""
    return WebError(f"The request to {host} has a header that cannot be sent.")


def _unreachable(exc: Exception, host: str) -> Unreachable:
    cause = exc.args[0] if exc.args else ""
    if isinstance(cause, ssl.SSLCertVerificationError):
        why = _CERTIFICATE.get(cause.verify_code, f"error {cause.verify_code}")
        return Unreachable(
            f"The certificate of {host} is not valid: {why}.", outside=quoted(cause.verify_message)
        )
    if isinstance(exc, httpcore2.ProxyError):
        status = re.match(r"[1-5]\d\d\b", str(cause))
        told = f" (HTTP status {status[0]})" if status else ""
        return Unreachable(f"The proxy did not connect to {host}{told}.", outside=quoted(cause))
    if isinstance(exc, httpcore2.ConnectError):
        return _not_connected(cause, host)
    return Unreachable(f"The connection to {host} broke.")


def _not_connected(cause: object, host: str) -> Unreachable:
    # Of the transport's texts only those of our own back end stand in the sentence, and the system's own words.
    if cause in {f"{host} does not resolve", "the name has no address"}:
        return Unreachable(f"{host} could not be connected to: {cause}.")
    if isinstance(cause, ssl.SSLError):
        return Unreachable(f"{host} could not be connected to: no TLS came about.", outside=quoted(cause))
    if isinstance(cause, OSError) and cause.errno is not None and cause.errno > 0:
        # Windows has no words for its own numbers.
        refused = isinstance(cause, ConnectionRefusedError)
        why = "Connection refused" if refused else os.strerror(cause.errno)
        return Unreachable(f"{host} could not be connected to: {why}.")
    return Unreachable(f"{host} could not be connected to.", outside=quoted(cause))
