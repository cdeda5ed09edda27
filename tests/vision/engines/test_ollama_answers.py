import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.vision.engines.ollama_answers import (
    entry_of,
    read_cloud,
    read_models,
    read_show,
    read_version,
)
from opsin.vision.engines.ollama_failure import failed_answer
from opsin.vision.engines.ollama_stream import ChatAnswer
from opsin.vision.engines.server_json import json_object, read_error
from opsin.vision.thinking import without_thinking

LEAF = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(
    ["models", "name", "capabilities", "error", "message", "content", "thinking", "done", "done_reason", "remote_host",
     "cloud", "disabled", "version", "model_info", "projector_info", "context_length", "digest"]
)  # fmt: skip
ROW = st.dictionaries(KEYS, LEAF, max_size=3)
OBJECTS = st.dictionaries(KEYS, LEAF | ROW | st.lists(ROW | LEAF, max_size=2), max_size=4)


@pytest.mark.parametrize(
    ("told", "version"),
    [
        ("0.21.1", (0, 21, 1)),
        ("0.33.0-rc2", (0, 33, 0)),
        ("v1.2.3", (1, 2, 3)),
        ("dev", (0, 0, 0)),
        (7, (0, 0, 0)),
    ],
)
def test_a_release_is_read(told: object, version: tuple[int, int, int]) -> None:
    assert read_version({"version": told}) == version


@pytest.mark.parametrize(
    ("answer", "sees"),
    [
        ({"capabilities": ["completion", "vision"]}, True),
        ({"capabilities": ["completion"]}, False),
        ({"capabilities": [], "projector_info": {"x": 1}}, False),
        ({"projector_info": {"x": 1}}, True),
        ({"model_info": {"qwen25vl.vision.block_count": 32}}, True),
        ({"model_info": {"llama.block_count": 32}}, False),
        ({"capabilities": "vision"}, False),
        ({}, False),
    ],
)
def test_what_sees_is_told_by_the_server_and_never_guessed_from_a_name(
    answer: dict[str, object], sees: bool
) -> None:
    assert read_show(answer).sees is sees


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"error": "model \'x\' not found"}', "model 'x' not found"),
        (b'{"error": {"message": "boom", "code": 400}}', "boom"),
        (b'{"error": "{\\"error\\": {\\"message\\": \\"inner\\", \\"n_prompt_tokens\\": 7}}"}', "inner"),
        (b"404 page not found", "404 page not found"),
        (b"", ""),
        (b"{}", "{}"),
        (b'{"error": 5}', ""),
    ],
)
def test_the_words_of_an_error_are_found(body: bytes, words: str) -> None:
    assert read_error(body)[0] == words


def test_the_tokens_of_an_overflow_are_read_from_both_places() -> None:
    said = "request (4165 tokens) exceeds the available context size (4096 tokens), try increasing it"
    assert failed_answer(400, said, {}, model="m").tokens == 4_165
    assert failed_answer(400, said, {"n_prompt_tokens": 5_000}, model="m").tokens == 5_000
    assert failed_answer(400, "the prompt is longer than the window", {}, model="m").tokens == 1
    assert failed_answer(500, "boom", {}, model="m").tokens == 0


@given(st.lists(st.text(max_size=12), max_size=6), st.integers(1, 7))
def test_a_stream_is_the_same_wherever_it_is_cut(words: list[str], size: int) -> None:
    lines = [json.dumps({"message": {"content": word}, "done": False}) for word in words]
    body = "\n".join(
        [*lines, json.dumps({"message": {"content": ""}, "done": True, "done_reason": "stop"})]
    ).encode()
    answer = ChatAnswer()
    for at in range(0, len(body), size):
        answer.feed(body[at : at + size])
    answer.finish(body)
    assert (answer.is_chat, answer.ended, answer.reason) == (True, True, "stop")
    assert answer.characters == sum(map(len, words))
    assert answer.words()[0] == (without_thinking("".join(words)) or "".join(words).strip())


@settings(max_examples=50)
@given(OBJECTS)
def test_no_answer_is_too_strange_to_be_read(value: dict[str, object]) -> None:
    read_version(value)
    read_show(value)
    read_cloud(value)
    entries = read_models(value)
    entry_of(entries, "x")
    read_error(value)
    body = json.dumps(value).encode()
    answer = ChatAnswer()
    answer.feed(body + b"\n")
    answer.finish(body)
    answer.words()
    assert isinstance(failed_answer(400, read_error(body)[0], read_error(body)[1], model="m").message, str)


@given(st.binary(max_size=60))
def test_no_bytes_are_too_strange_to_be_read(body: bytes) -> None:
    answer = ChatAnswer()
    answer.feed(body)
    answer.finish(body)
    answer.words()
    read_error(body)


@pytest.mark.parametrize("body", [b"[" * 100_000, b"9" * 10_000, b"[1]", b"\xff", b"null"])
def test_what_is_no_object_is_an_empty_one(body: bytes) -> None:
    assert json_object(body) == {}
