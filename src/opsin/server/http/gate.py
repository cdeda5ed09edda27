"""The gate before the protocol: who may call, how much at a time, how large and how slow; and the two plain pages."""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from opsin import __version__
from opsin.server.http.bodies import BodyRefused, read_body
from opsin.server.http.callers import Callers
from opsin.server.http.metrics import Metrics
from opsin.server.http.prometheus import CONTENT_TYPE
from opsin.server.request_ids import INVALID_REQUEST, NO_ID, lacks_its_id

log = logging.getLogger(__name__)

MCP_PATH = "/mcp"
HEALTH_PATH = "/health"
METRICS_PATH = "/metrics"

CALL_WITHIN_S = 40.0
"""Seconds after which a call is dropped, sending included: tools answer within 25."""

LET_THROUGH = "opsin.let-through"
"""The key in the scope of a request that was let through to the protocol."""

RETRY_AFTER_S = 2
"""Seconds after which to come back, for whom there was no place."""

_PLAIN = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
_METHODS = {MCP_PATH: ("POST",), HEALTH_PATH: ("GET", "HEAD"), METRICS_PATH: ("GET", "HEAD")}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken.

    Attributes:
        calls: Calls at a time.
        body_bytes: Bytes of one request.
        call_within_s: Seconds that a call may take.
    """

    calls: int
    body_bytes: int
    call_within_s: float = CALL_WITHIN_S


class Gate:
    """An ASGI application that lets calls through to another one.

    Args:
        inner: Speaks the protocol.
        callers: Who may call.
        limits: How much is taken.
        metrics: Counts, and is shown.
    """

    def __init__(self, inner: ASGIApp, callers: Callers, limits: Limits, metrics: Metrics) -> None:
        self._inner = inner
        self._callers = callers
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        started, limits = False, self._limits

        async def counted(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._metrics.answers.add(str(message["status"]))
            await send(message)

        try:
            async with asyncio.timeout(limits.call_within_s):
                answer = self._refusal(scope) or self._page(scope)
                if answer is None:
                    await self._call(scope, receive, counted)
                else:
                    await answer(scope, receive, counted)
        except TimeoutError:
            log.warning("A call was dropped: it or its client was slower than %g s.", limits.call_within_s)
            if not started:
                await _refused(504, "It took too long.")(scope, receive, counted)
        except Exception as why:
            log.error("A call broke: %s.", type(why).__name__)  # noqa: TRY400 - its text may hold a query
            log.debug("A call broke:", exc_info=why)
            if not started:
                await _refused(500, "It broke; the server's log says more.")(scope, receive, counted)
        # Where an answer was broken off, the connection is closed by whoever finds it unfinished.

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that is not let through."""
        path, headers = scope["path"], _headers(scope)
        if path not in _METHODS:
            return _refused(404, f"There are {MCP_PATH}, {HEALTH_PATH} and {METRICS_PATH}.")
        # Whoever looks whether the server lives knows it by its IP address only.
        if path != HEALTH_PATH and not self._callers.may_ask_for(headers.get("host", "")):
            return _refused(421, "This server is not known by that name (OPSIN_HTTP_ALLOWED_HOSTS).")
        origin = headers.get("origin", "")
        if origin and not self._callers.may_come_from(origin):
            return _refused(403, "A page of another host may not ask this server.")
        if path != HEALTH_PATH and not self._callers.has_token(headers.get("authorization", "")):
            return _refused(401, "A bearer token is needed.", {"www-authenticate": 'Bearer realm="opsin"'})
        if scope["method"] not in _METHODS[path]:
            return _refused(405, "Another method is needed.", {"allow": ", ".join(_METHODS[path])})
        return None

    def _page(self, scope: Scope) -> Response | None:
        if scope["path"] == HEALTH_PATH:
            return JSONResponse({"status": "ok", "version": __version__}, headers=_PLAIN)
        if scope["path"] == METRICS_PATH:
            return PlainTextResponse(self._metrics.text(), headers={**_PLAIN, "content-type": CONTENT_TYPE})
        return None

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        metrics = self._metrics
        try:
            body, again = await read_body(scope, receive, most=self._limits.body_bytes)
        except BodyRefused as why:
            await _refused(why.status, why.why, {"connection": "close"})(scope, receive, send)
            return
        if metrics.in_flight >= self._limits.calls:
            busy = _refused(503, "Too many calls at once.", {"retry-after": str(RETRY_AFTER_S)})
            await busy(scope, receive, send)
            return
        metrics.in_flight += 1
        scope[LET_THROUGH] = True
        try:
            if _lacks_its_id(body):
                error = {"code": INVALID_REQUEST, "message": NO_ID}
                answer = JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, 400, headers=_PLAIN)
                await answer(scope, again, send)
            else:
                await self._inner(scope, again, send)
        finally:
            metrics.in_flight -= 1


def _lacks_its_id(body: bytes) -> bool:
    """Whether a body is a request that cannot be answered; what is no JSON is the SDK's to refuse."""
    try:
        return lacks_its_id(json.loads(body))
    except (ValueError, RecursionError):
        return False


def _headers(scope: Scope) -> dict[str, str]:
    """The headers; of one that comes twice the values are joined, so that no second one goes unseen."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _refused(status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    log.info("Refused with %d.", status)
    return JSONResponse({"error": why}, status, headers={**_PLAIN, **(headers or {})})
