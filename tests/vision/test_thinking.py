"""A model's thinking, and tags that are none of it."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.engines.ollama_stream import ChatAnswer
from opsin.vision.engines.openai_answers import written
from opsin.vision.reply_parsing import parse_reply
from opsin.vision.thinking import thinking_alone, without_thinking
from tests.loopback.openai_server import completion

SHOWN = json.dumps(
    {
        "answer": "An editor.",
        "observations": ["A tag."],
        "visible_text": ["<think>", "a </think>\n{", "<think>b</think>"],
    }
)
DRAFT = json.dumps({"answer": "A draft </think>.", "observations": ["It shows <think>."]})


@pytest.mark.parametrize("report", [SHOWN, f"```json\n{SHOWN}\n```", SHOWN[:-1], SHOWN[:-6], "b", "b\n\nc"])
@pytest.mark.parametrize(
    "thought",
    [
        "",
        "<think>a</think>",
        "<THINK>a</Think>\n",
        "<thinking lang='en'>\na\n</thinking >\n\n",
        "<reasoning>a</reasoning>",
        f"<think>Perhaps {{a form}}:\n{DRAFT}\n</think>\n",
        f"<think>\n{DRAFT}</think>",
        "<think>It shows <think> twice, <think>.</think>",
        "<think>a</think><think>b</think>",
        "a\n</think>\n",
        "a </think>\n\n",
        f"a:\n{DRAFT}\n</think>\n",
        "<|channel|><think>a</think>",
    ],
)
def test_thinking_goes_and_the_report_stays_as_it_is(thought: str, report: str) -> None:
    assert without_thinking(thought + report) == report
    assert without_thinking(report) == report


@pytest.mark.parametrize(
    ("content", "left"),
    [
        ("<think>it never ends", ""),
        ("<THINK>a</Think> b <think>c</think>", "b"),
        (f"b\n<think>\n{SHOWN}", "b"),
        ('well </think> well</think>{"answer": 1}', '{"answer": 1}'),
        ('<think>It shows "</think>" once.</think>\n{"answer": 1}', '{"answer": 1}'),
        (f"{DRAFT}\n</think>\n{SHOWN}", SHOWN),
        (f"Here it is:\n{SHOWN[:-6]}", f"Here it is:\n{SHOWN[:-6]}"),
        (f"Here it is: {SHOWN}\n<think>done", f"Here it is: {SHOWN}"),
        (f"{SHOWN}<|im_end|>", SHOWN),
        ("The log has <think> in it.", "The log has <think> in it."),
        ("The log has </think> in it.", "The log has </think> in it."),
        ("It shows `<think>` and `</think>` in a line.", "It shows `<think>` and `</think>` in a line."),
    ],
)
def test_what_is_no_thinking_is_told_from_it(content: str, left: str) -> None:
    assert without_thinking(content) == left


@pytest.mark.parametrize("thought", ["", "<think>Hm, <think>.</think>\n"])
@pytest.mark.parametrize("size", [1, 3, 50_000])
def test_both_engines_leave_the_tags_that_the_picture_shows(thought: str, size: int) -> None:
    said = thought + SHOWN
    stream = ChatAnswer()
    for at in range(0, len(said), size):
        stream.feed(json.dumps({"message": {"content": said[at : at + size]}}).encode() + b"\n")
    stream.finish(b"")
    answer = written(completion(said))
    assert answer is not None
    assert stream.words() == (SHOWN, False)
    assert answer.content == SHOWN
    read = parse_reply(said, truncated=False, max_chars=100)
    assert read.visible_text == ("<think>", "a </think>", "{", "<think>b</think>")


def test_a_report_in_the_place_of_the_thinking_keeps_its_tags() -> None:
    stream = ChatAnswer()
    stream.feed(
        json.dumps({"message": {"content": "", "thinking": f"<think>{SHOWN}</think>"}}).encode() + b"\n"
    )
    answer = written(completion("", reasoning_content=f"<think>\n{SHOWN}"))
    assert answer is not None
    assert stream.words() == (SHOWN, True)
    assert (answer.content, answer.from_thinking) == (SHOWN, True)
    assert thinking_alone("") == ""


def test_a_draft_within_the_thinking_is_not_the_report() -> None:
    for thought in (f"<think>\n{DRAFT}\n</think>\n", f"First:\n{DRAFT}\n</think>\n"):
        assert parse_reply(thought + SHOWN, truncated=False, max_chars=100).answer == "An editor."


@given(st.text(alphabet='<>/think{}"\\\n `a', max_size=80))
def test_it_never_raises_and_twice_is_as_once_for_reports(text: str) -> None:
    without_thinking(text)
    thinking_alone(text)
    report = json.dumps({"answer": text})
    assert without_thinking(without_thinking(f"<think>x</think>{report}")) == report


@pytest.mark.full
@pytest.mark.parametrize(
    "unit",
    [
        "<think>",
        "a<think>",
        "</think>",
        "a </think> b",
        '\n{"',
        "\n",
        "</think> ",
        "{",
        '\n{"a":"</think>"}',
        "<think ",
    ],
)
def test_no_reply_takes_long(unit: str) -> None:
    began = time.process_time()
    without_thinking(unit * 20_000)
    assert time.process_time() - began < 3
