"""Ollama's HTTP API over a real model server: what a client of Ollama gets to see, with a model that really looks.

As Ollama documents it (docs/api.md): answers, streams of JSON lines, the ends `stop`, `length`, `load` and `unload`, and the
errors. Where the server below dies in the middle of a stream, a last line says so; with `dies_too` the connection breaks
instead, as where Ollama itself is killed.
"""

import base64
import binascii
import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, ClassVar, Self

from tests.model_server.rig import CONTEXT, LOOPBACK

NAME = "tiny-vlm:latest"
DIGEST = "0" * 64
VERSION = "0.33.0"
_PATIENCE_S = 300


class OllamaApi:
    """The API as a context manager, on a port of its own; `below` is the port of llama.cpp's server."""

    def __init__(self, below: int, *, dies_too: bool = False) -> None:
        handler = type("Handler", (_Handler,), {"below": below, "dies_too": dies_too})
        self._server = ThreadingHTTPServer((LOOPBACK, 0), handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, name="Ollama's API", daemon=True)

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    below: ClassVar[int]
    dies_too: ClassVar[bool]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""

    def do_GET(self) -> None:
        entry = {
            "name": NAME,
            "model": NAME,
            "modified_at": _now(),
            "size": 539_168,
            "digest": DIGEST,
            "details": {
                "format": "gguf",
                "family": "llama",
                "parameter_size": "108K",
                "quantization_level": "F32",
            },
        }
        answers: Mapping[str, Any] = {
            "/api/version": {"version": VERSION},
            "/api/tags": {"models": [{**entry, "capabilities": ["completion", "vision"]}]},
            "/api/ps": {
                "models": [{**entry, "expires_at": _now(), "size_vram": 0, "context_length": CONTEXT}]
            },
            "/api/status": {"cloud": {"disabled": True, "source": "env"}},
        }
        if self.path in answers:
            self._say(200, answers[self.path])
        else:
            self._say(404, {"error": "404 page not found"})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            asked = json.loads(raw)
        except ValueError as why:
            self._say(400, {"error": str(why) if raw else "missing request body"})
            return
        model = str(asked.get("model", ""))
        if model.removesuffix(":local") not in {NAME, NAME.partition(":")[0]}:
            self._say(404, {"error": f"model '{model}' not found"})
        elif self.path == "/api/show":
            info = {"general.architecture": "llama", "llama.context_length": CONTEXT}
            self._say(200, {"capabilities": ["completion", "vision"], "model_info": info, "details": {}})
        elif self.path not in {"/api/chat", "/api/generate"}:
            self._say(404, {"error": "404 page not found"})
        elif not asked.get("messages"):
            reason = "unload" if asked.get("keep_alive") in {0, "0", "0s"} else "load"
            message = {"role": "assistant", "content": ""}
            self._say(200, {**_piece(model), "message": message, "done": True, "done_reason": reason})
        elif asked.get("think"):
            self._say(400, {"error": f'"{model}" does not support thinking'})
        else:
            self._chat(model, asked)

    def _chat(self, model: str, asked: Mapping[str, Any]) -> None:
        try:
            body = _below(asked)
        except binascii.Error:
            self._say(400, {"error": "illegal base64 data at input byte 4"})
            return
        connection = http.client.HTTPConnection(LOOPBACK, self.below, timeout=_PATIENCE_S)
        try:
            began = time.monotonic_ns()
            connection.request(
                "POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"}
            )
            reply = connection.getresponse()
            if reply.status >= 400:
                self._say(reply.status, {"error": reply.read().decode()})
            elif asked.get("stream", True):
                self._stream(model, _events(reply), began)
            else:
                events = list(_events(reply))
                content = "".join(content for content, _ in events)
                self._say(200, _last(model, events[-1][1], began, content))
        except ConnectionRefusedError as why:
            self._say(500, {"error": f"model runner has unexpectedly stopped ({why})"})
        except (OSError, http.client.HTTPException):
            # Below nobody is left, or the client has gone.
            self.close_connection = True
        finally:
            connection.close()

    def _stream(self, model: str, events: Iterator[tuple[str, str]], began: int) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        reason = ""
        try:
            for content, ended in events:
                reason = reason or ended
                if content:
                    message = {"role": "assistant", "content": content}
                    self._line({**_piece(model), "message": message, "done": False})
        except http.client.HTTPException:
            if self.dies_too:
                raise
            self._line({"error": "an error was encountered while running the model: unexpected EOF"})
        if reason:
            self._line(_last(model, reason, began, ""))
        self.wfile.write(b"0\r\n\r\n")

    def _line(self, value: Mapping[str, Any]) -> None:
        line = json.dumps(value).encode() + b"\n"
        self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
        self.wfile.flush()

    def _say(self, status: int, value: Mapping[str, Any]) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _below(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Say the same in OpenAI's protocol.

    Raises:
        binascii.Error: a picture is no base64.
    """
    messages = []
    for message in asked["messages"]:
        parts = []
        for picture in message.get("images") or []:
            base64.b64decode(picture, validate=True)
            parts.append({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}})
        text = message.get("content", "")
        content = [*parts, {"type": "text", "text": text}] if parts else text
        messages.append({"role": message["role"], "content": content})
    options = asked.get("options") or {}
    body: dict[str, Any] = {
        "messages": messages,
        "stream": True,
        "max_tokens": options.get("num_predict", 256),
        "temperature": options.get("temperature", 0.8),
        "seed": options.get("seed", -1),
    }
    wanted = asked.get("format")
    if isinstance(wanted, dict):
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": wanted}}
    elif wanted == "json":
        body["response_format"] = {"type": "json_object"}
    return body


def _events(reply: http.client.HTTPResponse) -> Iterator[tuple[str, str]]:
    """Read the pieces of a stream: what is written, and why it ended, empty while it goes on.

    Raises:
        http.client.IncompleteRead: it broke off.
    """
    for line in reply:
        data = line.removeprefix(b"data: ").strip()
        if data == b"[DONE]":
            return
        if not line.startswith(b"data: "):
            continue
        for choice in json.loads(data).get("choices", []):
            reason = {"length": "length", None: ""}.get(choice.get("finish_reason"), "stop")
            yield choice.get("delta", {}).get("content") or "", reason
    raise http.client.IncompleteRead(b"")


def _piece(model: str) -> dict[str, Any]:
    return {"model": model, "created_at": _now()}


def _last(model: str, reason: str, began: int, content: str) -> dict[str, Any]:
    return {
        **_piece(model),
        "message": {"role": "assistant", "content": content},
        "done": True,
        "done_reason": reason,
        "total_duration": time.monotonic_ns() - began,
        "load_duration": 0,
    }


def _now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")
