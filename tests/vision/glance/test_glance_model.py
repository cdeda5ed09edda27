"""What a model is asked about one small picture, and what is read of its reply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from opsin.settings import load_settings
from opsin.vision.engines.base import Reply
from opsin.vision.glance.model import MOST_EDGE, glance_question, read_glance
from opsin.vision.refused import Code, VisionRefused
from tests.server.stub import NOWHERE
from tests.vision.drawn import plain


def reply(content: str, *, truncated: bool = False) -> Reply:
    return Reply(content, truncated, "m", "", "127.0.0.1:1", left_machine=False, checked=())


def test_one_small_picture_is_sent_with_a_short_question() -> None:
    question = glance_question(
        plain(Image.linear_gradient("L").resize((1200, 900)).convert("RGB")),
        load_settings({}, NOWHERE),
        seconds=5,
    )
    (sent,) = question.pictures
    assert max(sent.width, sent.height) == MOST_EDGE
    assert len(question.prompt) < 900
    assert question.most_tokens <= 256
    assert question.schema["required"] == ["description"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"description": "A red panda."}', "A red panda."),
        ('```json\n{"description": "A red panda."}\n```', "A red panda."),
        ('<think>hm</think>{"description":"A red panda."}', "A red panda."),
        ('{"caption": "A red panda."}', "A red panda."),
        ("A red panda.", "A red panda."),
        ('{"description": "A red pan', "A red pan"),
        ('{"description": "one\\ntwo\\u202e three"}', "one two three"),
    ],
)
def test_the_sentence_is_found(content: str, sentence: str) -> None:
    assert read_glance(reply(content), mask_secrets=True) == sentence


@pytest.mark.parametrize(
    "content", ["", "{}", '{"description": ""}', '{"description": 7}', "[1]"[:0], " \n "]
)
def test_none_is_refused(content: str) -> None:
    with pytest.raises(VisionRefused) as why:
        read_glance(reply(content), mask_secrets=True)
    assert why.value.error_code is Code.INVALID_RESPONSE


def test_a_reply_that_repeats_itself_is_refused() -> None:
    with pytest.raises(VisionRefused):
        read_glance(reply('{"description": "' + "la " * 400, truncated=True), mask_secrets=True)


def test_secrets_are_masked() -> None:
    key = "sk-proj-" + "aB3dE5gH7jK9" * 4
    told = read_glance(reply(f'{{"description": "A screen that shows {key}"}}'), mask_secrets=True)
    assert key not in told
    assert key in read_glance(reply(f'{{"description": "A screen that shows {key}"}}'), mask_secrets=False)


@settings(max_examples=40)
@given(st.text(max_size=400))
def test_any_reply_gives_one_line_or_is_refused(content: str) -> None:
    try:
        told = read_glance(reply(content), mask_secrets=True)
    except VisionRefused:
        return
    assert told
    assert "\n" not in told
    assert len(told) <= 400
