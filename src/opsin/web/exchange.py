"""One request and its answer over one connection, within the limits on bytes and time."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

import httpcore2

from opsin.errors import BadReply, TooLarge, Unreachable
from opsin.web.cancelling import cancelled_once
from opsin.web.clock import Clock, Limits
from opsin.web.decoding import decoder_for
from opsin.web.failure import FAILURES, unsendable, web_error
from opsin.web.hop import Hop, is_redirect
from opsin.web.permits import Permit
from opsin.web.pinned import MOST_BEFORE_BODY, PinnedStream, peer_of
from opsin.web.reply import is_success, read_headers

HEAD_BYTES = 64
"""How much of a body its first check is shown."""

CheckHead = Callable[[bytes], None]

OnPiece = Callable[[bytes], None]
"""Handed each decoded piece of a 2xx body as it comes; what it raises ends the transfer."""

_ENCODED_SLACK = 65_536
_DRAINED = 16_384
_DRAIN_SECONDS = 0.25
_MOST_OF_AN_ERROR = 262_144
"""Bytes of an error's page: it is only read for what it says."""
_MOST_FRAMING = 2
"""How many times a body's length its chunks may come to, with their sizes and extensions."""
_FIRST_FINAL_STATUS = 200


@dataclass(frozen=True, slots=True)
class RawReply:
    """The answer to one hop; the body of a redirect is not read."""

    status: int
    headers: dict[str, str]
    cookies: tuple[tuple[str, str], ...]
    body: bytes
    peer: str = ""


async def exchange(
    pool: httpcore2.AsyncConnectionPool,
    hop: Hop,
    clock: Clock,
    permit: Permit,
    limits: Limits,
    check_head: CheckHead | None,
    on_piece: OnPiece | None = None,
) -> RawReply:
    """Send one request and read its answer. The connection is free, or closed, when this returns or raises.

    Raises:
        WebError: no connection, too slow, too large, or no proper answer.
    """

    async def ask() -> RawReply:
        response = await _send(pool, hop, clock, permit)
        try:
            return await _receive(response, hop, clock, permit, limits, check_head, on_piece)
        finally:
            await response.aclose()

    try:
        return await cancelled_once(ask())
    except FAILURES as exc:
        raise web_error(exc, hop.target.host, hop.target.authority) from exc


@dataclass(slots=True)
class _Connecting:
    """What the pool tells while it sends a request."""

    clock: Clock
    permit: Permit
    fresh: bool = False
    """The request goes over a connection that was made for it."""
    heard: Callable[[], bool] = lambda: False
    """Whether anything came over that connection."""

    async def told(self, event: str, info: dict[str, Any]) -> None:
        if event.endswith("connect_tcp.started"):
            self.fresh = True
            self.clock.connecting()
            self.permit.connecting()
        elif event.endswith("connect_tcp.complete"):
            self.clock.queueing()
            await _keep_or_close(info["return_value"], self.permit)
            self.clock.connecting()
        elif event.endswith("send_request_headers.started"):
            self.clock.awaiting()
            self.permit.sign()
        stream = info.get("return_value")
        if isinstance(stream, PinnedStream):
            self.heard = lambda: stream.heard


async def _send(
    pool: httpcore2.AsyncConnectionPool, hop: Hop, clock: Clock, permit: Permit
) -> httpcore2.Response:
    while True:
        connecting = _Connecting(clock, permit)
        try:
            response = await pool.handle_async_request(_request(hop, connecting.told))
        except (httpcore2.RemoteProtocolError, httpcore2.ReadError, httpcore2.WriteError) as exc:
            # A connection kept from before, which the server had closed meanwhile. It is gone from the pool
            # now, so this ends at the latest with a fresh one. Only a GET may be asked twice.
            if connecting.fresh or hop.method != "GET":
                heard = connecting.heard()
                raise web_error(exc, hop.target.host, hop.target.authority, heard=heard) from exc
            continue
        stream = response.extensions["network_stream"]
        if not isinstance(stream, PinnedStream):
            return response
        stream.in_body = True
        if connecting.fresh or stream.heard:
            return response
        # The server sent more than the answer before said, and the rest was about to be taken for this one.
        await response.aclose()
        if hop.method != "GET":
            raise BadReply(f"{hop.target.host} answered before it was asked.")


async def _keep_or_close(connection: httpcore2.AsyncNetworkStream, permit: Permit) -> None:
    """Wait for the permit. The pool does not know the connection yet, so nobody else would close it."""
    try:
        await permit.connected()
    except BaseException:
        await connection.aclose()
        raise


def _request(hop: Hop, trace: Any) -> httpcore2.Request:
    target = hop.target
    headers = [(b"host", target.authority.encode("ascii"))]
    try:
        headers += [(name.encode("ascii"), value.encode("latin-1")) for name, value in hop.headers.items()]
    except UnicodeError as exc:
        raise unsendable(target.host) from exc
    if hop.method != "GET":
        headers.append((b"content-length", str(len(hop.body)).encode("ascii")))
    url = httpcore2.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
    return httpcore2.Request(hop.method, url, headers=headers, content=hop.body, extensions={"trace": trace})


async def _receive(
    response: httpcore2.Response,
    hop: Hop,
    clock: Clock,
    permit: Permit,
    limits: Limits,
    check_head: CheckHead | None,
    on_piece: OnPiece | None,
) -> RawReply:
    headers, cookies = read_headers(response.headers)
    peer = peer_of(response.extensions["network_stream"])
    if response.status < _FIRST_FINAL_STATUS:
        raise BadReply(f"{hop.target.host} answered with the interim status {response.status}.")
    clock.reading()
    permit.sign()
    if is_redirect(response.status, headers):
        await _drain(response, headers)
        return RawReply(response.status, headers, cookies, b"", peer)
    body = bytearray()
    if not is_success(response.status):
        limits = replace(limits, max_bytes=min(limits.max_bytes, _MOST_OF_AN_ERROR))
    try:
        await _read(response, headers, body, clock, permit, limits, check_head, on_piece)
    except (TooLarge, BadReply, httpcore2.RemoteProtocolError) as exc:
        # An error's status says more than what is wrong with its page.
        if is_success(response.status) and not (limits.cut and isinstance(exc, TooLarge)):
            raise
    except httpcore2.NetworkError as exc:
        raise Unreachable(f"The connection to {hop.target.host} broke in the middle of its answer.") from exc
    return RawReply(response.status, headers, cookies, bytes(memoryview(body)[: limits.max_bytes]), peer)


async def _read(
    response: httpcore2.Response,
    headers: dict[str, str],
    body: bytearray,
    clock: Clock,
    permit: Permit,
    limits: Limits,
    check_head: CheckHead | None,
    on_piece: OnPiece | None,
) -> None:
    coding = headers.get("content-encoding", "")
    decoder = decoder_for(coding)
    # What does not compress gets longer when encoded, by little.
    most_sent = limits.max_bytes + (_ENCODED_SLACK if coding else 0)
    most_received = _MOST_FRAMING * most_sent + MOST_BEFORE_BODY
    success = is_success(response.status)
    if success and not limits.cut and _length(headers) > most_sent:
        raise _too_large(clock, limits)
    unchecked = check_head if success else None
    told = on_piece if success else None
    stream = response.extensions["network_stream"]
    sent = 0
    async with aclosing(response.aiter_stream()) as chunks:
        async for chunk in chunks:
            clock.reading()
            permit.received(len(chunk))
            sent += len(chunk)
            if coding and sent > most_sent:
                raise _too_large(clock, limits)
            if isinstance(stream, PinnedStream) and stream.received > most_received:
                raise _too_large(clock, limits)
            for piece in decoder.feed(chunk):
                body += piece
                if unchecked and len(body) >= HEAD_BYTES:
                    unchecked(bytes(body[:HEAD_BYTES]))
                    unchecked = None
                if len(body) > limits.max_bytes:
                    raise _too_large(clock, limits)
                if told:
                    told(piece)
    decoder.finish()
    if unchecked:
        unchecked(bytes(body))


async def _drain(response: httpcore2.Response, headers: dict[str, str]) -> None:
    # A short body is read to its end, so that the connection can serve the next hop to the same host. One that
    # does not come holds nobody up: the connection is closed instead.
    if 0 <= _length(headers) <= _DRAINED:
        try:
            async with asyncio.timeout(_DRAIN_SECONDS), aclosing(response.aiter_stream()) as chunks:
                async for _ in chunks:
                    pass
        except (httpcore2.NetworkError, httpcore2.ProtocolError, TimeoutError):
            return


def _length(headers: dict[str, str]) -> int:
    value = headers.get("content-length", "")
    return int(value) if value.isascii() and value.isdigit() else -1


def _too_large(clock: Clock, limits: Limits) -> TooLarge:
    return TooLarge(f"{clock.host} sends more than the {limits.max_bytes:,} bytes that are allowed.")
