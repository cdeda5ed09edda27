"""What the transport's errors mean to a caller of the web."""

import ssl

import httpcore2

from opsin.errors import BadReply, TimedOut, Unreachable, WebError

FAILURES = (
    httpcore2.TimeoutException,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    OSError,
)
"""What the transport raises."""


def web_error(exc: Exception, host: str) -> WebError:
    """Turn one of `FAILURES` into the error that names the host and what happened."""
    cause = exc.args[0] if exc.args else ""
    if isinstance(exc, httpcore2.TimeoutException):
        return TimedOut(f"{host} could not be connected to in time.")
    if isinstance(exc, httpcore2.LocalProtocolError):
        return unsendable(host)
    if isinstance(exc, httpcore2.ProtocolError):
        return _broken_protocol(host, str(exc))
    return Unreachable(_unreachable(exc, cause, host))


def unsendable(host: str) -> WebError:
    """Make the error for a request with line breaks or foreign characters in its headers."""
    return WebError(f"The request to {host} has a header that cannot be sent.")


def _broken_protocol(host: str, said: str) -> WebError:
    if "without sending a response" in said:
        return Unreachable(f"{host} closed the connection without an answer.")
    return BadReply(f"{host} sent an answer that breaks HTTP: {_brief(said)}.")


def _unreachable(exc: Exception, cause: object, host: str) -> str:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"The certificate of {host} is not valid: {_brief(cause.verify_message)}."
    if isinstance(exc, httpcore2.ProxyError):
        return f"The proxy did not connect to {host}: {_brief(cause)}."
    if isinstance(exc, httpcore2.ConnectError):
        return f"{host} could not be connected to: {_brief(cause)}."
    return f"The connection to {host} broke."


def _brief(cause: object) -> str:
    return str(cause)[:200].rstrip(". ")
