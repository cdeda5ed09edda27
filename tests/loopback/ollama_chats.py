"""What Ollama's `/api/chat` says to a question, mode by mode: answers, errors, and the quirks of its streams."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from tests.web.loopback import Peer

Line = dict[str, Any]

REPORT = json.dumps(
    {
        "answer": "An orange square.",
        "observations": ["One square."],
        "visible_text": ["OK"],
        "uncertainties": [],
    }
)
HOST = {"remote_host": "https://ollama.com:443", "remote_model": "qwen3-vl:235b"}
CRASHED = "model runner has unexpectedly stopped, this may be due to resource limitations"


def piece(model: str, content: str, **more: str) -> Line:
    message = {"role": "assistant", "content": content, **more}
    return {"model": model, "created_at": "2026-11-30T00:00:00Z", "message": message, "done": False}


def end(model: str, reason: str) -> Line:
    counts = {"total_duration": 5, "load_duration": 1, "prompt_eval_count": 273, "eval_count": 40}
    return {**piece(model, ""), "done": True, "done_reason": reason, **counts}


def _words(model: str, reply: str) -> list[Line]:
    return [*(piece(model, reply[at : at + 20]) for at in range(0, len(reply), 20)), end(model, "stop")]


STREAMS: Mapping[str, Callable[[str, str], Sequence[Line]]] = {
    "serving": _words,
    "thinking-only": lambda m, reply: [piece(m, "", thinking=f"<think>{reply}</think>"), end(m, "stop")],
    "think-tags": lambda m, reply: [piece(m, f"<think>Hm.</think>\n{reply}"), end(m, "stop")],
    "fenced": lambda m, reply: [piece(m, f"```json\n{reply}\n```"), end(m, "stop")],
    "empty": lambda m, _: [end(m, "stop")],
    "no-done": lambda m, _: [piece(m, "\n") for _ in range(31)],
    "length": lambda m, _: [piece(m, '{"answ'), end(m, "length")],
    "error-in-stream": lambda _m, _: [{"error": CRASHED}],
    "error-after-words": lambda m, _: [piece(m, "{"), {"error": CRASHED}],
    "remote-reply": lambda m, reply: [{**line, **HOST} for line in _words(m, reply)],
    "huge": lambda m, _: [piece(m, "k" * 1_000_000) for _ in range(12)],
}
ERRORS: Mapping[str, tuple[int, str]] = {
    "not-found": (404, "model 'qwen3-vl:4b' not found"),
    "not-found-pull": (404, 'model "qwen3-vl:4b" not found, try pulling it first'),
    "busy": (503, "server busy, please try again.  maximum pending requests exceeded"),
    "fails": (500, CRASHED),
    "fails-once": (500, CRASHED),
    "cloud-disabled": (403, "ollama cloud is disabled: remote inference is unavailable"),
    "blind": (
        500,
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    ),
    "bad-request": (400, "illegal base64 data at input byte 4"),
}


def _whole(reply: str) -> Line:
    return {**end("m", "stop"), "message": {"role": "assistant", "content": reply}}


BODIES: Mapping[str, Callable[[str], tuple[bytes, str]]] = {
    "one-json": lambda reply: (json.dumps(_whole(reply)).encode(), "application/json"),
    "pretty-json": lambda reply: (json.dumps(_whole(reply), indent=2).encode(), "application/json"),
    "wrong-type": lambda reply: (as_line(piece("m", reply)) + as_line(end("m", "stop")), "text/plain"),
    "no-message": lambda _: (b'{"model": "m", "done": true}', "application/json"),
    "truncated-json": lambda _: (b'{"model": "m", "message": {"content": "{\\"ans', "application/json"),
    "html": lambda _: (b"<!doctype html><title>It works</title>", "text/html"),
    "nothing": lambda _: (b"", "application/json"),
}


async def _silent(peer: Peer, _first: Line, _go_on: asyncio.Event) -> None:
    await peer.hung_up()


async def _stalls(peer: Peer, first: Line, go_on: asyncio.Event) -> None:
    await start(peer)
    await chunk(peer, as_line(first))
    waiting = [asyncio.ensure_future(peer.hung_up()), asyncio.ensure_future(go_on.wait())]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()


async def _dies(peer: Peer, first: Line, _go_on: asyncio.Event) -> None:
    await start(peer)
    await chunk(peer, as_line(first))
    peer.reset()


async def _ends_early(peer: Peer, first: Line, _go_on: asyncio.Event) -> None:
    await start(peer)
    await chunk(peer, as_line(first))
    peer.close()


async def _drops(peer: Peer, _first: Line, _go_on: asyncio.Event) -> None:
    peer.close()


async def _no_http(peer: Peer, _first: Line, _go_on: asyncio.Event) -> None:
    await peer.send(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
    peer.close()


async def _redirect(peer: Peer, _first: Line, _go_on: asyncio.Event) -> None:
    await peer.redirect("https://ollama.example/api/chat", 307)


async def _no_route(peer: Peer, _first: Line, _go_on: asyncio.Event) -> None:
    await peer.reply(b"404 page not found", 404, ["Content-Type: text/plain"])


ENDINGS: Mapping[str, Callable[[Peer, Line, asyncio.Event], Awaitable[None]]] = {
    "silent": _silent,
    "stalls": _stalls,
    "dies": _dies,
    "dies-once": _dies,
    "ends-early": _ends_early,
    "ends-early-once": _ends_early,
    "drops-once": _drops,
    "no-http": _no_http,
    "redirect": _redirect,
    "no-route": _no_route,
}


def overflow(mode: str, tokens: int, context: int) -> Line:
    """The error for a prompt that does not fit, in three of its forms."""
    told = f"request ({tokens} tokens) exceeds the available context size ({context} tokens)"
    if mode == "overflow-untold":
        return {"error": "the prompt is longer than the context length currently available to the model"}
    if mode == "overflow-in-json":
        inner: Line = {"code": 400, "message": told, "type": "exceed_context_size_error", "n_ctx": context}
        return {"error": json.dumps({"error": {**inner, "n_prompt_tokens": tokens}})}
    return {"error": f"{told}, try increasing it"}


def as_line(value: Line) -> bytes:
    return json.dumps(value).encode() + b"\n"


async def as_json(peer: Peer, value: Line, status: int = 200) -> None:
    await peer.reply(json.dumps(value).encode(), status, ["Content-Type: application/json; charset=utf-8"])


async def start(peer: Peer) -> None:
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    await peer.send(head.encode())


async def chunk(peer: Peer, data: bytes) -> None:
    await peer.send(b"%x\r\n" % len(data) + data + b"\r\n")


async def as_stream(peer: Peer, lines: Sequence[Line]) -> None:
    await start(peer)
    for line in lines:
        await chunk(peer, as_line(line))
    await peer.send(b"0\r\n\r\n")
