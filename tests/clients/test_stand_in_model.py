"""The stand-in model itself: each dialect as an agent speaks it, over HTTP."""

import base64
import json
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.clients.model_dialects import Brought, ToolCall
from tests.clients.stand_in_model import ASIDE, LAST_WORDS, StandInModel

CALLS = (ToolCall("look", {"at": "ü"}), ToolCall("read"))
PICTURE = b"\xff\xd8 a picture"
DATA = base64.b64encode(PICTURE).decode()
MESSAGES, RESPONSES = "/v1/messages", "/v1/responses"
GEMINI = "/v1beta/models/some:generateContent"
GEMINI_STREAM = "/v1beta/models/some:streamGenerateContent"

Json = dict[str, Any]


def ask(model: StandInModel, path: str, request: Json) -> Json | list[Json]:
    """Send a request; the answer is its value, or the values of its events."""
    connection = HTTPConnection(model.address.removeprefix("http://"), timeout=10)
    try:
        connection.request("POST", path, json.dumps(request), {"Connection": "close"})
        response = connection.getresponse()
        assert response.status == 200
        body = response.read().decode()
        kind = response.getheader("Content-Type")
    finally:
        connection.close()
    if kind == "text/event-stream":
        return [json.loads(line[6:]) for line in body.splitlines() if line.startswith("data: ")]
    answer: Json = json.loads(body)
    return answer


def messages(number: int, *, stream: bool, **more: Any) -> Json:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": DATA}}
    results = [
        {"type": "tool_result", "content": [{"type": "text", "text": "seen"}, image, image]},
        {"type": "tool_result", "content": "no file", "is_error": True},
    ]
    return {
        "system": "You look at things.",
        "tools": [{"name": "mcp__eyes__look"}, {"name": "mcp__eyes__read"}],
        "messages": [
            {"role": "user", "content": "Look."},
            *({"role": "user", "content": [result]} for result in results[:number]),
        ],
        "stream": stream,
        **more,
    }


def responses(number: int) -> Json:
    image = {"type": "input_image", "image_url": f"data:image/jpeg;base64,{DATA}"}
    outputs = [[{"type": "input_text", "text": "seen"}, image], "no file"]
    inner = [{"type": "function", "name": "look"}, {"type": "function", "name": "read"}]
    return {
        "tools": [{"type": "web_search"}, {"type": "namespace", "name": "eyes", "tools": inner}],
        "input": [
            {"type": "message", "role": "user", "content": []},
            *({"type": "function_call_output", "output": output} for output in outputs[:number]),
        ],
    }


def gemini(number: int, *, inside: bool) -> Json:
    image = {"inlineData": {"mimeType": "image/jpeg", "data": DATA}}
    seen = {"name": "look", "response": {"output": "seen"}}
    parts = (
        [{"functionResponse": {**seen, "parts": [image]}}] if inside else [{"functionResponse": seen}, image]
    )
    results = [parts, [{"functionResponse": {"name": "read", "response": {"error": "no file"}}}]]
    return {
        "tools": [{"functionDeclarations": [{"name": "mcp_eyes_look"}, {"name": "mcp_eyes_read"}]}],
        "contents": [
            {"role": "user", "parts": [{"text": "Look."}]},
            *({"role": "user", "parts": result} for result in results[:number]),
        ],
    }


def test_messages_at_once() -> None:
    with StandInModel(CALLS) as model:
        first = ask(model, MESSAGES, messages(0, stream=False))
        assert isinstance(first, dict)
        assert first["stop_reason"] == "tool_use"
        (block,) = first["content"]
        assert (block["name"], block["input"]) == ("mcp__eyes__look", {"at": "ü"})
        assert not model.ended
        ask(model, MESSAGES, messages(1, stream=False))
        last = ask(model, MESSAGES, messages(2, stream=False))
    assert isinstance(last, dict)
    assert last["content"] == [{"type": "text", "text": LAST_WORDS}]
    assert model.ended
    assert model.brought == [Brought("seen", (PICTURE, PICTURE), error=False), Brought("no file", error=True)]
    assert "You look at things." in model.prompt


def test_messages_as_a_stream() -> None:
    with StandInModel(CALLS) as model:
        events = ask(model, f"{MESSAGES}?beta=true", messages(1, stream=True))
    assert isinstance(events, list)
    assert [event["type"].removeprefix("message_").removeprefix("content_block_") for event in events] == [
        *("start", "start", "delta", "stop", "delta", "stop")
    ]
    assert events[1]["content_block"]["name"] == "mcp__eyes__read"
    assert events[2]["delta"] == {"type": "input_json_delta", "partial_json": "{}"}
    assert events[4]["delta"]["stop_reason"] == "tool_use"


def test_responses() -> None:
    with StandInModel(CALLS) as model:
        first = ask(model, RESPONSES, responses(0))
        ask(model, RESPONSES, responses(2))
    assert isinstance(first, list)
    item = next(event["item"] for event in first if event["type"] == "response.output_item.done")
    assert (item["type"], item["namespace"], item["name"]) == ("function_call", "eyes", "look")
    assert json.loads(item["arguments"]) == {"at": "ü"}
    assert first[-1]["type"] == "response.completed"
    assert model.brought == [Brought("seen", (PICTURE,)), Brought("no file")]
    assert model.ended


@pytest.mark.parametrize("inside", [True, False])
def test_generate_content(inside: bool) -> None:
    with StandInModel(CALLS) as model:
        first = ask(model, GEMINI_STREAM, gemini(0, inside=inside))
        last = ask(model, GEMINI, gemini(2, inside=inside))
    assert isinstance(first, list)
    (part,) = first[0]["candidates"][0]["content"]["parts"]
    assert part["functionCall"] == {"name": "mcp_eyes_look", "args": {"at": "ü"}}
    assert isinstance(last, dict)
    assert last["candidates"][0]["content"]["parts"] == [{"text": LAST_WORDS}]
    assert model.brought == [Brought("seen", (PICTURE,), error=False), Brought("no file", error=True)]


def test_a_request_without_the_tools_is_no_part_of_the_work() -> None:
    with StandInModel(CALLS) as model:
        title = ask(model, MESSAGES, messages(0, stream=False, tools=[]))
        assert isinstance(title, dict)
        assert title["content"][0]["text"] == ASIDE
    assert model.asides == [f"POST {MESSAGES}"]
    assert model.brought == []
    assert not model.ended
