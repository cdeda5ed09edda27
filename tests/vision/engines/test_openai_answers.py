"""What servers with OpenAI's protocol say, in their dialects, and nonsense."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.engines.openai_answers import (
    Complaint,
    complaint,
    error_text,
    models_of,
    sees_by_props,
    written,
)
from opsin.vision.engines.server_json import json_of
from tests.loopback.openai_server import completion

KEYS = [
    "data", "models", "id", "name", "type", "capabilities", "architecture", "input_modalities", "modalities", "vision",
    "choices", "message", "content", "finish_reason", "reasoning_content", "error", "detail", "msg", "text", "model",
]  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=6), inner)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("row", "sees"),
    [
        ({"architecture": {"input_modalities": ["text", "image", "video"]}}, True),
        ({"architecture": {"input_modalities": ["text"]}}, False),
        ({"type": "vlm"}, True),
        ({"type": "llm"}, False),
        ({"capabilities": ["completion", "multimodal"]}, True),
        ({"capabilities": ["completion"]}, False),
        ({"capabilities": {"vision": True}}, True),
        ({}, None),
    ],
)
def test_whether_a_model_takes_pictures_is_read_in_every_dialect(
    row: dict[str, Any], sees: bool | None
) -> None:
    (model,) = models_of({"data": [{"id": "m", **row}]}) or ()
    assert (model.name, model.sees) == ("m", sees)


def test_llama_servers_second_list_says_what_the_first_one_does_not() -> None:
    told = {"data": [{"id": "m"}], "models": [{"name": "m", "capabilities": ["completion", "multimodal"]}]}
    (model,) = models_of(told) or ()
    assert model.sees is True


def test_what_is_no_list_of_models_is_told_from_an_empty_one() -> None:
    assert models_of({"error": "Unexpected endpoint"}) is None
    assert models_of({"data": []}) == ()
    assert models_of([{"id": "m"}]) is not None
    (embedding,) = models_of({"data": [{"id": "e", "type": "embeddings"}]}) or ()
    assert not embedding.language


def test_props_say_whether_there_is_an_eye() -> None:
    assert sees_by_props({"modalities": {"vision": True}}) is True
    assert sees_by_props({"modalities": {"vision": False}}) is False
    assert sees_by_props({"modalities": {}}) is None


def test_an_answer_in_parts_is_joined() -> None:
    parts = [{"type": "text", "text": '{"answer"'}, {"type": "text", "text": ": 1}"}, {"type": "other"}]
    answer = written(completion(parts))
    assert answer is not None
    assert answer.content == '{"answer": 1}'
    assert answer.whole


@pytest.mark.parametrize("reason", ["length", "content_filter", None, 7, ["stop"]])
def test_an_answer_without_an_end_of_its_own_is_not_whole(reason: Any) -> None:
    answer = written(completion("x", reason))
    assert answer is not None
    assert not answer.whole


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "thinking"])
@pytest.mark.parametrize("content", [None, "", "<think>x</think>"])
def test_the_thinking_stands_in_for_a_missing_content(field: str, content: str | None) -> None:
    answer = written(completion(content, **{field: '<think>{"answer": 1}</think>'}))
    assert answer is not None
    assert (answer.content, answer.from_thinking) == ('{"answer": 1}', True)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"error": {"message": "boom", "code": 500}}', "boom"),
        (b'{"error": "boom"}', "boom"),
        (b'{"object": "error", "message": "boom"}', "boom"),
        (b'{"detail": "boom"}', "boom"),
        (b'{"detail": [{"msg": "boom"}]}', '[{"msg": "boom"}]'),
        (b"boom", "boom"),
        (b"<html>boom</html>", ""),
        (b"", ""),
    ],
)
def test_the_words_of_an_error_are_found(body: bytes, said: str) -> None:
    assert error_text(body) == said


@pytest.mark.parametrize(
    ("status", "said", "about"),
    [
        (503, "Loading model", Complaint.LOADING),
        (400, "failed to parse grammar", Complaint.FORMAT),
        (400, "Unable to generate parser for this template.", Complaint.FORMAT),
        (422, '[{"loc": ["body", "x"]}]', Complaint.FIELD),
        (400, "Extra inputs are not permitted", Complaint.FIELD),
        (404, "model 'x' not found", Complaint.NO_SUCH_MODEL),
        (400, "No models loaded. Please load a model in the developer page.", Complaint.NO_SUCH_MODEL),
        (400, "This model's maximum context length is 4096 tokens.", Complaint.TOO_LONG),
        (400, "Failed to load image or audio file", Complaint.OTHER),
        (400, "Model does not support images. Please use a model that does.", Complaint.BLIND),
        (500, "", Complaint.OTHER),
    ],
)
def test_what_an_error_is_about_is_known_by_its_words(status: int, said: str, about: Complaint) -> None:
    assert complaint(status, said) is about


@given(JSON)
def test_nothing_that_is_said_raises(value: Any) -> None:
    models_of(value)
    sees_by_props(value)
    written(value)
    error_text(json.dumps(value).encode())


@given(st.binary(max_size=60))
def test_no_bytes_raise(body: bytes) -> None:
    json_of(body)
    complaint(400, error_text(body))
