"""The three ways in which agents speak with a model over HTTP, as far as a model that only calls tools needs them.

Each dialect reads a request (which tools are offered, what the calls so far brought) and writes the answer to it
(another call, or words). The formats are those of the vendors' API references: Anthropic's Messages, OpenAI's
Responses, Gemini's generateContent. They are pure: a request is a JSON value, an answer is bytes.
"""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Json = dict[str, Any]

MODEL = "stand-in"
SSE = "text/event-stream"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool as the agent offers it: agents put the server's name before it, or beside it as a namespace."""

    name: str
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class Brought:
    """What of one call's result reached the model.

    Attributes:
        text: All of its text, in order.
        pictures: The bytes of each picture, in order.
        error: The dialect's flag for a failed call; None where it has none.
    """

    text: str
    pictures: tuple[bytes, ...] = ()
    error: bool | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model makes."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


class Dialect(Protocol):
    """One way to speak with a model."""

    def takes(self, path: str) -> bool:
        """Whether requests for an answer of the model go to this path."""

    def offered(self, request: Json) -> list[Offered]:
        """The tools that the request offers."""

    def brought(self, request: Json) -> list[Brought]:
        """What the calls so far brought, in the order in which they were made."""

    def call(self, path: str, request: Json, tool: Offered, call: ToolCall, number: int) -> tuple[str, bytes]:
        """The answer that calls a tool: its content type and body. Calls are numbered from 0."""

    def words(self, path: str, request: Json, words: str) -> tuple[str, bytes]:
        """The answer that ends the turn with words."""


class Messages:
    """Anthropic's Messages API."""

    def takes(self, path: str) -> bool:
        return path == "/v1/messages"

    def offered(self, request: Json) -> list[Offered]:
        return [Offered(tool["name"]) for tool in request.get("tools", [])]

    def brought(self, request: Json) -> list[Brought]:
        return [
            self._brought(block)
            for message in request["messages"]
            if isinstance(message["content"], list)
            for block in message["content"]
            if block["type"] == "tool_result"
        ]

    def call(self, path: str, request: Json, tool: Offered, call: ToolCall, number: int) -> tuple[str, bytes]:
        given = json.dumps(call.arguments)
        start = {"type": "tool_use", "id": f"toolu_{number}", "name": tool.name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": given}
        return self._answer(request, start, delta, {**start, "input": call.arguments}, "tool_use")

    def words(self, path: str, request: Json, words: str) -> tuple[str, bytes]:
        delta = {"type": "text_delta", "text": words}
        whole = {"type": "text", "text": words}
        return self._answer(request, {"type": "text", "text": ""}, delta, whole, "end_turn")

    def _brought(self, block: Json) -> Brought:
        content = block.get("content", "")
        parts: list[Json] = [{"type": "text", "text": content}] if isinstance(content, str) else content
        pictures = [part["source"]["data"] for part in parts if part["type"] == "image"]
        return Brought(
            "\n".join(part["text"] for part in parts if part["type"] == "text"),
            tuple(map(base64.b64decode, pictures)),
            bool(block.get("is_error")),
        )

    def _answer(self, request: Json, start: Json, delta: Json, whole: Json, why: str) -> tuple[str, bytes]:
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request.get("model", MODEL),
            "content": [whole],
            "stop_reason": why,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        if not request.get("stream"):
            return JSON, json.dumps(message).encode()
        begun = {**message, "content": [], "stop_reason": None}
        ended = {"stop_reason": why, "stop_sequence": None}
        return SSE, _events(
            {"type": "message_start", "message": begun},
            {"type": "content_block_start", "index": 0, "content_block": start},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}},
            {"type": "message_stop"},
        )


class Responses:
    """OpenAI's Responses API, always as a stream."""

    def takes(self, path: str) -> bool:
        return path == "/v1/responses"

    def offered(self, request: Json) -> list[Offered]:
        return [tool for one in request.get("tools", []) for tool in self._tools(one)]

    def brought(self, request: Json) -> list[Brought]:
        return [
            self._brought(item["output"])
            for item in request["input"]
            if item.get("type") == "function_call_output"
        ]

    def call(self, path: str, request: Json, tool: Offered, call: ToolCall, number: int) -> tuple[str, bytes]:
        return self._answer(
            {
                "type": "function_call",
                "id": f"fc_{number}",
                "call_id": f"call_{number}",
                "name": tool.name,
                **({"namespace": tool.namespace} if tool.namespace else {}),
                "arguments": json.dumps(call.arguments),
            }
        )

    def words(self, path: str, request: Json, words: str) -> tuple[str, bytes]:
        content = [{"type": "output_text", "text": words, "annotations": []}]
        return self._answer({"type": "message", "id": "msg_1", "role": "assistant", "content": content})

    def _tools(self, tool: Json) -> Iterator[Offered]:
        if tool["type"] == "function":
            yield Offered(tool["name"])
        elif tool["type"] == "namespace":
            yield from (Offered(inner["name"], tool["name"]) for inner in tool["tools"])

    def _brought(self, output: Any) -> Brought:
        if isinstance(output, str):
            return Brought(output)
        return Brought(
            "\n".join(part["text"] for part in output if part["type"] == "input_text"),
            tuple(_of_data_url(part["image_url"]) for part in output if part["type"] == "input_image"),
        )

    def _answer(self, item: Json) -> tuple[str, bytes]:
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        response = {"id": "resp_1", "object": "response", "model": MODEL, "output": []}
        return SSE, _events(
            {"type": "response.created", "response": {**response, "status": "in_progress"}},
            {"type": "response.output_item.added", "output_index": 0, "item": item},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {
                "type": "response.completed",
                "response": {**response, "status": "completed", "output": [item], "usage": usage},
            },
        )


class GenerateContent:
    """Gemini's generateContent, at once or as a stream of one chunk."""

    def takes(self, path: str) -> bool:
        return path.startswith("/v1beta/models/") and path.endswith(
            (":generateContent", ":streamGenerateContent")
        )

    def offered(self, request: Json) -> list[Offered]:
        return [
            Offered(declared["name"])
            for tool in request.get("tools", [])
            for declared in tool.get("functionDeclarations", [])
        ]

    def brought(self, request: Json) -> list[Brought]:
        return [one for content in request["contents"] for one in self._brought(content.get("parts", []))]

    def call(self, path: str, request: Json, tool: Offered, call: ToolCall, number: int) -> tuple[str, bytes]:
        return self._answer(path, {"functionCall": {"name": tool.name, "args": call.arguments}})

    def words(self, path: str, request: Json, words: str) -> tuple[str, bytes]:
        return self._answer(path, {"text": words})

    def _brought(self, parts: Sequence[Json]) -> Iterator[Brought]:
        """A response's pictures are parts of it, or follow it."""
        for place, part in enumerate(parts):
            if "functionResponse" not in part:
                continue
            response = part["functionResponse"]
            following = []
            for other in parts[place + 1 :]:
                if "functionResponse" in other:
                    break
                following.append(other)
            beside = [*response.get("parts", []), *following]
            answer = response["response"]
            text = [str(answer[name]) for name in ("output", "error") if name in answer]
            yield Brought(
                "\n".join([*text, *(other["text"] for other in beside if "text" in other)]),
                tuple(
                    base64.b64decode(other["inlineData"]["data"]) for other in beside if "inlineData" in other
                ),
                "error" in answer,
            )

    def _answer(self, path: str, part: Json) -> tuple[str, bytes]:
        answer = {
            "candidates": [
                {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
            ],
            "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
            "modelVersion": MODEL,
        }
        if path.endswith(":generateContent"):
            return JSON, json.dumps(answer).encode()
        return SSE, f"data: {json.dumps(answer)}\n\n".encode()


DIALECTS: tuple[Dialect, ...] = (Messages(), Responses(), GenerateContent())


def _events(*events: Json) -> bytes:
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events).encode()


def _of_data_url(url: str) -> bytes:
    return base64.b64decode(url.partition(";base64,")[2])
