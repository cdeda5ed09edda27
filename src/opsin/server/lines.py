"""Lines that the SDK cannot read as the message that they are: each is mended or answered, so that no call stays without an answer.

The SDK drops such a line without a word. It hands the failure on, though, and the failure holds the line. So a line
that is well costs nothing here, and an answer goes out through the SDK's own writer, between whole messages.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from opsin.server.line_limit import CUT, MAX_LINE_BYTES
from opsin.server.repeated import Unrepeated
from opsin.server.request_ids import INVALID_REQUEST, NO_ID, is_request, lacks_its_id, sound_id

if TYPE_CHECKING:
    from contextvars import Context

    from mcp.server import MCPServer
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage
    from mcp_types import JSONRPCError, JSONRPCMessage

log = logging.getLogger(__name__)

_PARSE_ERROR = -32700
_OURS = frozenset({_PARSE_ERROR, INVALID_REQUEST})
"""Codes of errors that are answers of ours: a line that was mended may be an error of the client's own."""

_LONGEST_ID = 1000
_BOM = "\ufeff"
# An even number of backslashes before is text; a whole pair is matched so that it stays.
_ESCAPE = re.compile(
    r"(?<!\\)((?:\\\\)*+)\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(d[89a-f][0-9a-f]{2}))", re.IGNORECASE
)
# Possessive, and with an end that may lack: a text without its closing quote costs one pass as well.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[^\s"\[\]{},:]++|[\[\]{},:]', re.DOTALL)


def mend(line: str) -> str:
    """The line without a byte order mark, and with U+FFFD for each escape of half a character (RFC 8259, 8.2)."""
    return _ESCAPE.sub(lambda found: found[1] + "\\ufffd" if found[2] else found[0], line.removeprefix(_BOM))


def id_in(line: str) -> int | str | None:
    """The id of the message in a line that is no JSON, or JSON that no parser takes; None where there is none."""
    depth = 0
    key = before = ""
    found: int | str | None = None
    for match in _TOKEN.finditer(line):
        part = match[0]
        if part in "[{":
            depth += 1
        elif part in "]}":
            depth -= 1
        elif depth == 1 and part == ":":
            key = before
        elif depth == 1 and before == ":" and key == '"id"':
            found = _id(part)
        before = part
    return found


def _id(token: str) -> int | str | None:
    if len(token) > _LONGEST_ID:
        return None
    try:
        return sound_id(json.loads(token))
    except ValueError:
        return None


def look_at(failure: Exception) -> "JSONRPCMessage | None":
    """What becomes of a line that the SDK could not read.

    Args:
        failure: What its parser raised.

    Returns:
        The message, where the line could be mended; the error to answer with (JSON-RPC 2.0, section 5.1); or None
        for an empty line, and for a notification or an answer, which are not answered.
    """
    from mcp_types import jsonrpc_message_adapter
    from pydantic import ValidationError

    if not isinstance(failure, ValidationError):
        return _error(_PARSE_ERROR, None, "The message could not be read.")
    faults: list[Any] = failure.errors(include_url=False)
    if faults[0]["type"] != "json_invalid":
        return _misshapen(faults)
    line: str = faults[0]["input"]
    if not line.strip(_BOM + " \t\r\n"):
        return None
    mended = mend(line)
    if mended != line:
        try:
            return jsonrpc_message_adapter.validate_json(mended, by_name=False)
        except ValidationError as again:
            faults = again.errors(include_url=False)
            if faults[0]["type"] != "json_invalid":
                return _misshapen(faults)
    if mended.rstrip("\r\n").endswith(CUT.decode()):
        why = f"the message is longer than {MAX_LINE_BYTES // 1024**2} MB"
    else:
        why = faults[0]["ctx"]["error"]
    return _error(_PARSE_ERROR, id_in(mended), f"Parse error: {why}.")


def _misshapen(faults: list[Any]) -> "JSONRPCError | None":
    """The answer to JSON that is no message. The field that a kind of message lacks is told with the whole object."""
    lacking = (fault["input"] for fault in faults if fault["type"] == "missing" and fault["loc"][2:] == ())
    message = next(lacking, None)
    if message is None:
        return _error(INVALID_REQUEST, None, "Invalid request: the message is no JSON-RPC object.")
    if "id" not in message and lacks_its_id(message):
        return _error(INVALID_REQUEST, None, NO_ID)
    if "method" in message and "id" not in message:
        log.warning("a notification that is no valid JSON-RPC was left out")
        return None
    if "method" not in message and ("result" in message or "error" in message):
        log.warning("an answer that is no valid JSON-RPC was left out")
        return None
    wrong = sorted({str(fault["loc"][1]) for fault in faults if fault["loc"][0] == "JSONRPCRequest"})
    return _error(
        INVALID_REQUEST,
        sound_id(message.get("id")),
        f"Invalid request: missing or wrong: {', '.join(wrong)}.",
    )


def _error(code: int, about: int | str | None, message: str) -> "JSONRPCError":
    from mcp_types import ErrorData, JSONRPCError

    log.warning("a line on standard input was answered with error %d", code)
    return JSONRPCError(jsonrpc="2.0", id=about, error=ErrorData(code=code, message=message))


def sorted_out(item: "SessionMessage | Exception") -> "tuple[JSONRPCMessage | None, JSONRPCError | None]":
    """What the SDK is to see of what came in, and what is answered in its place.

    Args:
        item: The message that the SDK read, or what its parser raised.
    """
    from mcp_types import JSONRPCError, JSONRPCNotification

    message = look_at(item) if isinstance(item, Exception) else item.message
    if isinstance(message, JSONRPCNotification) and is_request(message.method):
        return None, _error(INVALID_REQUEST, None, NO_ID)
    if isinstance(item, Exception) and isinstance(message, JSONRPCError) and message.error.code in _OURS:
        return None, message
    return message, None


class Answered:
    """The SDK's stream of messages, without its failures: each was mended or answered.

    Args:
        messages: The SDK's stream of what comes in.
        answers: Its stream of what goes out.
    """

    def __init__(
        self, messages: "ReadStream[SessionMessage | Exception]", answers: "WriteStream[SessionMessage]"
    ) -> None:
        self._messages = messages
        self._answers = answers

    @property
    def last_context(self) -> "Context | None":
        """The context of the sender of the last message; the SDK asks for it."""
        return getattr(self._messages, "last_context", None)

    async def receive(self) -> "SessionMessage | Exception":
        """The next message. It raises what the SDK's stream raises at its end."""
        while True:
            if (message := await self._sound(await self._messages.receive())) is not None:
                return message

    async def aclose(self) -> None:
        """Close the stream."""
        await self._messages.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "SessionMessage | Exception":
        while True:
            if (message := await self._sound(await self._messages.__anext__())) is not None:
                return message

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _sound(self, item: "SessionMessage | Exception") -> "SessionMessage | None":
        from mcp.shared.message import SessionMessage

        # A long line takes a while; the calls under way go on.
        failed = isinstance(item, Exception)
        message, answer = await asyncio.to_thread(sorted_out, item) if failed else sorted_out(item)
        if answer is not None:
            await self._answers.send(SessionMessage(answer))
        if isinstance(item, SessionMessage) and message is not None:
            return item
        return SessionMessage(message) if message is not None else None


async def serve_lines(server: "MCPServer[Any]", dismiss_front: Callable[[], bytes]) -> None:
    """Serve MCP over standard input and output, as `MCPServer.run_stdio_async` does, and answer every line.

    Args:
        server: The server.
        dismiss_front: Called right before; from then on nobody else answers. It returns the result that was given
            to the opening request already, if any.
    """
    from mcp.server.stdio import stdio_server

    # The SDK has no public way to serve other streams than its own.
    inner = server._lowlevel_server  # noqa: SLF001
    given = dismiss_front()
    async with stdio_server() as (messages, answers):
        unrepeated = Unrepeated(answers, given)
        await inner.run(Answered(messages, answers), unrepeated, inner.create_initialization_options())
