"""Replies that their server cut off: what says something passes, what says nothing is no answer."""

from pathlib import Path

import pytest

from opsin.vision.refused import Code, VisionRefused
from opsin.vision.reply_parsing import Parsed, parse_reply
from tests.loopback.ollama import FakeOllama
from tests.vision.test_look import one_look


def parse(content: str, *, truncated: bool) -> Parsed:
    return parse_reply(content, truncated=truncated, max_chars=12_000)


@pytest.mark.parametrize(
    "content",
    ['{"answ', "{", '```json\n{"', "```json", '{"answer": "', '{"answer": "A s', '{"answer": "", "observations": [],\n"visi',
     'Here is the report:\n{"answ', '<think>Hm.</think>{"answer":', "The", '{"answer": "", "observations": ["']
)  # fmt: skip
def test_the_beginning_of_a_form_is_no_answer(content: str) -> None:
    read = parse(content, truncated=True)
    assert read.degenerate == "it was cut off before it said anything."
    assert read.truncated


@pytest.mark.parametrize(
    "content",
    ['{"answer": "A form", "obs', '{"answer": "A sign-in fo', '{"answer": "", "visible_text": ["OK", "C', "The page shows",
     '{"answer": "\u767b\u5f55", "o', 'Here it is:\n```json\n{"answer": "A form.", "visible_text": ["a']
)  # fmt: skip
def test_a_cut_reply_with_words_in_it_passes_and_tells_the_cut(content: str) -> None:
    read = parse(content, truncated=True)
    assert not read.degenerate
    assert (read.truncated, read.answer) == (True, content)


def test_for_one_that_says_nothing_the_embedded_report_stands_in(tmp_path: Path) -> None:
    fake = FakeOllama(mode="length")
    report = one_look(tmp_path, fake)
    assert (report.ok, report.engine) == (True, "ocr")
    assert "INVALID_RESPONSE: Both answers of the model were none: it was cut off" in report.answer
    assert "answ" not in report.answer.replace("answer", "")
    assert len(fake.chats) == 2


@pytest.mark.full
def test_a_named_engine_that_says_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VisionRefused) as caught:
        one_look(tmp_path, FakeOllama(mode="length"), settings={"OPSIN_VISION_ENGINE": "ollama"})
    assert caught.value.error_code is Code.INVALID_RESPONSE
    assert caught.value.outside == '{"answ'
