"""A model that needs no network: it asks an agent for tool calls that were set beforehand, and keeps what they bring.

It answers on the loopback address in each of `model_dialects`, so that real agents can be run against it. It thinks
nothing: the request itself says how many calls have been answered, and the next one is asked for, or the turn ends.
"""

import json
import threading
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from tests.clients.model_dialects import DIALECTS, JSON, Brought, Dialect, Offered, ToolCall

LAST_WORDS = "That is all."
ASIDE = "Pictures"
"""What it answers to requests that do not offer the next tool, such as for a title of the conversation."""


class StandInModel:
    """The server as a context manager.

    Args:
        calls: What it asks for, one after the other.

    Attributes:
        brought: What each call brought, as it reached the model.
        prompt: The strings of the first request that offered the first tool: what the agent told the model.
        asides: Requests that were no part of the work, as `METHOD path`.
        ended: Whether the model got so far as to say its last words.
    """

    def __init__(self, calls: Sequence[ToolCall]) -> None:
        self.calls = tuple(calls)
        self.brought: list[Brought] = []
        self.prompt = ""
        self.asides: list[str] = []
        self.ended = False
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, name="stand-in model"
        )

    @property
    def address(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, path: str, body: bytes) -> tuple[str, bytes] | None:
        """Answer one request: content type and body; None where no dialect has the path."""
        for dialect in DIALECTS:
            if dialect.takes(path):
                with self._lock:
                    return self._turn(dialect, path, json.loads(body))
        return None

    def _turn(self, dialect: Dialect, path: str, request: dict[str, Any]) -> tuple[str, bytes]:
        brought = dialect.brought(request)
        number = len(brought)
        call = self.calls[min(number, len(self.calls) - 1)]
        tool = _named(call.tool, dialect.offered(request))
        if tool is None:
            self.asides.append(f"POST {path}")
            return dialect.words(path, request, ASIDE)
        self.prompt = self.prompt or _words_in(request)
        self.brought = max(self.brought, brought, key=len)
        if number < len(self.calls):
            return dialect.call(path, request, tool, call, number)
        self.ended = True
        return dialect.words(path, request, LAST_WORDS)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 20

            def do_GET(self) -> None:
                model.asides.append(f"{self.command} {self.path}")
                self._send(404, JSON, b'{"error": {"type": "not_found_error", "message": "Not here."}}')

            do_HEAD = do_GET  # noqa: N815 - the name that the standard library looks for

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                answer = model.answer(urlsplit(self.path).path, body)
                if answer is None:
                    self.do_GET()
                else:
                    self._send(200, *answer)

            def _send(self, status: int, kind: str, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing: an agent's requests are many."""

        return Handler


def _named(tool: str, offered: Sequence[Offered]) -> Offered | None:
    """The tool that an agent offers under a longer name, such as `mcp__opsin__image_search`."""
    return next((one for one in offered if one.name.endswith(tool)), None)


def _words_in(value: object) -> str:
    """Every string in a JSON value, one after the other."""
    if isinstance(value, str):
        return value
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return "\n".join(filter(None, map(_words_in, inside)))
