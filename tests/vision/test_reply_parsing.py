import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opsin.vision.reply_parsing import (
    MOST_ITEM_CHARACTERS,
    MOST_ITEMS,
    MOST_READ_CHARACTERS,
    MOST_TEXT_CHARACTERS,
    Parsed,
    parse_reply,
)
from opsin.vision.schema import EXAMPLE_LINE

MOST = 12_000
REPORT: dict[str, Any] = {
    "answer": "A sign-in form.",
    "observations": ["A button at the bottom."],
    "visible_text": ["Sign in", "Password"],
    "uncertainties": ["The logo is blurred."],
}
WHOLE = Parsed(
    "A sign-in form.", ("A button at the bottom.",), ("Sign in", "Password"), ("The logo is blurred.",)
)


def parse(content: str, *, truncated: bool = False, max_chars: int = MOST) -> Parsed:
    return parse_reply(content, truncated=truncated, max_chars=max_chars)


def fields(**given: Any) -> Parsed:
    return parse(json.dumps({"answer": "x", **given}))


WRITTEN = json.dumps(REPORT)


@pytest.mark.parametrize(
    "content",
    [
        WRITTEN,
        json.dumps(REPORT, indent=2),
        f"\ufeff  {WRITTEN}\n",
        f"```json\n{WRITTEN}\n```",
        f"```\n{WRITTEN}\n```",
        f"```JSON {WRITTEN}```",
        f"```json\n{WRITTEN}",
        f"Here is the report:\n```json\n{WRITTEN}\n```\nI hope it helps.",
        f"Here is the report:\n{WRITTEN}\nI hope it helps.",
        WRITTEN + "}",
        WRITTEN + "\n\nThat is all.",
        WRITTEN[:-1],
        f"```json\n{WRITTEN[:-1]}\n```",
        f"<think>I see {{a form}}.</think>\n{WRITTEN}",
        f"I see a form.\n</think>\n\n{WRITTEN}",
        f"<THINKING lang='en'>\nhm\n</THINKING>```json\n{WRITTEN}\n```",
        f"<|begin_of_box|>{WRITTEN}<|end_of_box|>",
        f"{WRITTEN}<|im_end|>",
        json.dumps({"report": REPORT}),
        json.dumps({"Response": REPORT}),
        json.dumps({"properties": REPORT}),
        json.dumps({name.upper().replace("_", " "): value for name, value in REPORT.items()}),
        WRITTEN.replace("answer", "summary"),
        WRITTEN.replace("answer", "report"),
        WRITTEN.replace("visible_text", "visibleText"),
        WRITTEN.replace("visible_text", "text_seen"),
        WRITTEN.replace("uncertainties", "uncertain"),
        WRITTEN.replace(" form.", " \x00form.").replace("Password", "Password\r"),
    ],
)
def test_a_report_is_read_however_it_is_wrapped(content: str) -> None:
    assert parse(content) == WHOLE


@pytest.mark.parametrize(
    "content",
    [
        "A sign-in form with two fields.",
        '["a", "b"]',
        '"text"',
        "12",
        WRITTEN[:-2],
        WRITTEN[:40],
        '{"colour": "red"}',
        "The editor shows:\n" + json.dumps({"answer": 42}),
        "{'answer': 'x'}",
        "[" * 20_000 + "x",
        json.dumps({"answer": "x"})[:-1] + "," * 70,
        '{"answer":' * 70 + '"x"' + "}" * 70,
    ],
)
def test_anything_else_is_kept_as_the_raw_answer(content: str) -> None:
    read = parse(content, max_chars=200_000)
    assert read.structured is False
    assert read.note
    if not read.degenerate:
        assert read.answer == content
        assert not read.truncated


def test_a_report_that_was_cut_off_says_so_and_is_never_passed_off_as_whole() -> None:
    read = parse(WRITTEN[:-30], truncated=True)
    assert (read.answer, read.truncated, read.structured) == (WRITTEN[:-30], True, False)
    assert "cut off" in read.note


def test_defect_of_the_older_server_forty_lines_of_a_terminal_are_forty() -> None:
    lines = [f"$ step {number}" for number in range(40)]
    read = fields(visible_text=lines)
    assert read.visible_text == tuple(lines)
    assert not read.truncated


def test_defect_of_the_older_server_what_is_left_out_is_told_as_truncated() -> None:
    read = fields(observations=[f"thing {number}" for number in range(MOST_ITEMS + 1)])
    assert len(read.observations) == MOST_ITEMS
    assert read.truncated
    read = fields(uncertainties=["x" * 1_500])
    assert read.uncertainties == ("x" * (MOST_ITEM_CHARACTERS - 1) + "…",)
    assert read.truncated
    read = fields(visible_text=["x" * 1_500])
    assert read.visible_text == ("x" * (MOST_ITEM_CHARACTERS - 1) + "…",)
    assert read.truncated


def test_the_answer_is_capped() -> None:
    read = parse(json.dumps({"answer": " ".join(map(str, range(100)))}), max_chars=50)
    assert len(read.answer) <= 50
    assert read.answer.endswith("…")
    assert read.truncated
    assert parse("one two three four five", max_chars=20).truncated


@pytest.mark.full
def test_visible_text_has_only_a_bound_that_nobody_meets() -> None:
    read = fields(visible_text=["y" * 900] * 1_300)
    assert sum(len(line) + 1 for line in read.visible_text) <= MOST_TEXT_CHARACTERS
    assert len(read.visible_text) > 1_000
    assert read.truncated
    assert parse("z, " * 2_000_000).truncated


def test_blanks_that_set_lines_in_stay_and_others_go() -> None:
    assert fields(visible_text=["  a  "]).visible_text == ("a",)
    assert fields(visible_text=["  def f():  ", "      return 1"]).visible_text == (
        "def f():",
        "    return 1",
    )
    assert fields(visible_text="one\n\n  two\r\nthree").visible_text == ("one", "  two", "three")


def test_values_of_other_kinds_become_text_and_empty_ones_go() -> None:
    read = parse(
        '{"answer": 7, "visible_text": [12.50, true, null, "", "  ", {"text": "Save", "x": 1}, {"a": "b", "c": 2},'
        ' ["d", "e"], NaN, 1e999, ' + "9" * 5_000 + '], "observations": null, "uncertainties": "one"}'
    )
    assert read.answer == "7"
    assert read.visible_text[:-1] == ("12.50", "true", "Save", "a: b; c: 2", "d", "e", "NaN", "1e999")
    assert read.visible_text[-1] == "9" * 999 + "…"
    assert read.observations == ()
    assert read.uncertainties == ("one",)


def test_of_keys_that_stand_twice_nothing_is_lost() -> None:
    read = parse('{"answer": "", "visible_text": ["a"], "visible_text": ["b"], "answer": "x", "answer": "y"}')
    assert read.answer == "x"
    assert read.visible_text == ("a", "b")


def test_an_item_that_is_said_again_counts_once() -> None:
    assert fields(observations=["same"] * 30) == Parsed("x", ("same",))
    assert fields(visible_text=["0"] * 30).visible_text == ("0",) * 30


def test_half_characters_and_signals_to_a_terminal_do_not_get_through() -> None:
    read = parse('{"answer": "a\\ud800b\\u0000\\u001b[31mc \\ud83d\\ude00"}')
    assert read.answer == "a\ufffdb[31mc \U0001f600"
    read.answer.encode()
    assert parse("raw \ud800\x1b[0m").answer == "raw \ufffd[0m"


@pytest.mark.parametrize(
    "content", ["", " \n ", "\ufeff", "{}", "<think>", "<think>what is it", "<|im_end|>"]
)
def test_nothing_is_told_as_nothing(content: str) -> None:
    read = parse(content)
    if content == "{}":
        assert (read.answer, read.structured) == ("{}", False)
    else:
        assert read.degenerate
        assert read.answer == ""


def test_thinking_is_no_answer() -> None:
    assert parse("<think>It may be a cat").degenerate == "it holds no more than the model's thinking."
    assert parse("<think>a</think>A cat.<think>b</think> It sleeps.").answer == "A cat. It sleeps."
    assert parse("The log has a line <think> in it.").answer == "The log has a line <think> in it."
    held = {**REPORT, "visible_text": ["<think>", "</think>"]}
    assert parse(json.dumps(held)).visible_text == ("<think>", "</think>")


def test_an_empty_report_and_a_repeated_example_are_no_answers() -> None:
    assert (
        parse('{"answer": " ", "observations": [], "visible_text": []}').degenerate == "its report is empty."
    )
    assert parse(EXAMPLE_LINE).degenerate == "it repeats the example that it was given."
    schema = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}
    assert "the form that was asked for" in parse(json.dumps(schema)).degenerate
    read = parse('{"answer": "", "visible_text": ["Sign in"]}')
    assert (read.degenerate, read.visible_text) == ("", ("Sign in",))
    assert read.note


def test_a_loop_is_told_and_what_was_good_is_kept() -> None:
    read = parse(json.dumps({"answer": "A form. " + "It is blue. " * 900}), max_chars=200)
    assert read.degenerate == "it repeats the same 3 words 900 times in a row."
    assert read.answer.startswith("A form. It is blue")
    assert len(read.answer) < 25
    read = parse('{"answer": "A log", "visible_text": ["one", ' + '"two", ' * 200, truncated=True)
    assert read.degenerate.startswith("it repeats")
    assert read.truncated
    assert len(read.answer) < 80


@pytest.mark.parametrize(
    "content",
    [
        '"' + '\\"' * 60_000,
        "<think>" * 20_000,
        "a<think>" * 20_000,
        '\n{"answer":1,' * 10_000,
        "</s>  " * 20_000 + "x",
        "{" * 30_000,
        '{"answer":"' + "\\u0000" * 20_000,
        "```json\n{" * 20_000,
    ],
)
def test_no_reply_takes_long(content: str) -> None:
    began = time.process_time()
    parse(content, truncated=True)
    assert time.process_time() - began < 5


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(
            st.one_of(
                st.sampled_from([*REPORT, "report", "text", "summary", "textSeen"]), st.text(max_size=5)
            ),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=15,
)
REAL = (
    WRITTEN,
    json.dumps(REPORT, indent=2, ensure_ascii=False),
    f"```json\n{WRITTEN}\n```",
    f"<think>\nOkay, a form.\n</think>\n\n{WRITTEN}",
    json.dumps(
        {**REPORT, "visible_text": [f"line {number} \u00fc\u4e2d\U0001f600 \\" for number in range(30)]}
    ),
    '{"answer":"\\u0041\\n\\"q\\"","observations":[],"visible_text":[],"uncertainties":[]}',
    "The image shows a terminal.\n\n- line 1\n- line 2\n",
)
SCRAPS = st.sampled_from(
    ['"', "\\", "{", "}", "[", "]", ",", ":", "```", "<think>", "</think>", "\x00", "\ud800", "\\ud800", "null",
     "1e999", "9" * 50, "NaN", "\n", " ", "\ufeff", "<|im_end|>", '"answer":', "[" * 80, "\\u"]
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A reply as models write them, with pieces cut out, doubled, moved or replaced."""
    text = draw(st.sampled_from(REAL))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 20)))
        piece = draw(st.one_of(SCRAPS, st.just(""), st.just(text[start:stop] * 3), st.text(max_size=4)))
        text = text[:start] + piece + text[stop:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


REPLIES = st.one_of(
    mutated(),
    st.text(max_size=200),
    VALUES.map(lambda value: json.dumps(value, ensure_ascii=False)),
    st.fixed_dictionaries(dict.fromkeys(REPORT, VALUES)).map(json.dumps),
    st.text(alphabet='{}[]",:\\ answer\n`<>/think', max_size=200),
)


def holds(content: str, truncated: bool, max_chars: int) -> None:
    read = parse_reply(content, truncated=truncated, max_chars=max_chars)
    assert len(read.answer) <= max_chars
    assert len(read.observations) <= MOST_ITEMS
    assert len(read.uncertainties) <= MOST_ITEMS
    assert sum(map(len, read.visible_text)) <= MOST_TEXT_CHARACTERS
    items = (*read.observations, *read.visible_text, *read.uncertainties)
    assert all(item.strip() and len(item) <= MOST_ITEM_CHARACTERS for item in items)
    assert read.answer or items or read.degenerate
    assert not truncated or read.truncated
    "".join((read.answer, *items, read.note, read.degenerate)).encode()
    assert all("\n" not in line for line in read.visible_text)


@given(REPLIES, st.booleans(), st.sampled_from([1, 30, MOST]))
@settings(max_examples=150)
def test_no_reply_raises_and_the_bounds_hold(content: str, truncated: bool, max_chars: int) -> None:
    holds(content, truncated, max_chars)


@pytest.mark.full
@pytest.mark.timeout(900)
@given(REPLIES, st.booleans(), st.sampled_from([1, 30, MOST]))
@settings(max_examples=10_000, suppress_health_check=list(HealthCheck))
def test_ten_thousand_replies_raise_nothing(content: str, truncated: bool, max_chars: int) -> None:
    holds(content, truncated, max_chars)


@given(
    st.text(min_size=1, max_size=50),
    *[st.lists(st.text(max_size=40), max_size=10, unique=True)] * 3,
)
def test_what_keeps_to_the_schema_comes_back_whole(
    answer: str, observations: list[str], lines: list[str], uncertainties: list[str]
) -> None:
    told = {
        "answer": f"is: {answer}",
        "observations": observations,
        "visible_text": lines,
        "uncertainties": uncertainties,
    }
    for written in (json.dumps(told), json.dumps(told, ensure_ascii=False)):
        read = parse(written)
        assert read.structured
        assert not read.degenerate
        assert not read.truncated
        letters = {
            char
            for text in (answer, *observations, *lines, *uncertainties)
            for char in text
            if char.isalnum()
        }
        kept = {
            char
            for text in (read.answer, *read.observations, *read.visible_text, *read.uncertainties)
            for char in text
        }
        assert letters <= kept


@pytest.mark.full
def test_more_than_can_be_read_is_cut_and_told() -> None:
    read = parse('{"answer":"x","visible_text":["' + 'word","' * (MOST_READ_CHARACTERS // 7 + 1))
    assert read.truncated
