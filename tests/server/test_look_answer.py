"""What a model reads of a report: our lines, the fence, the data; never a picture."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp_types import TextContent

from opsin.server.answers import Answer
from opsin.server.guard import Bounds, guard
from opsin.server.look_answer import answer
from opsin.server.tools.vision_analyze import OUTPUT_SCHEMA
from opsin.server.wire import to_result
from opsin.text import FENCE_END, FENCE_MARGIN, FENCE_START
from opsin.vision.parts import PART_CHARACTERS, PART_LINES, page_of
from opsin.vision.report import Report, TextLine
from opsin.vision.request import Look
from opsin.vision.wording import receipt_words
from tests.injections import INJECTIONS
from tests.server.tools.reports_made import LINES, PENDING, RECEIPT, REPORT, long_report

LOOK = Look.checked("shot.png")


def sent(made: Answer) -> tuple[str, dict[str, Any]]:
    """The text and the data as they go out."""
    result = to_result(asyncio.run(guard(made, Bounds())), structured="always")
    (block,) = result.content
    assert isinstance(block, TextContent)
    assert result.structured_content is not None
    return block.text, result.structured_content


def fenced(text: str) -> list[str]:
    lines = text.split("\n")
    assert lines[-1] == FENCE_END
    inner = lines[lines.index(FENCE_START) + 1 : -1]
    assert all(line.startswith(FENCE_MARGIN) for line in inner)
    return [line.removeprefix(FENCE_MARGIN) for line in inner]


def own_lines(text: str) -> list[str]:
    return text.partition(FENCE_START)[0].split("\n")


def test_the_text_has_our_lines_and_then_what_was_seen_in_the_fence() -> None:
    text, _ = sent(answer(REPORT, LOOK))
    lines = text.split("\n")
    assert lines[: lines.index(FENCE_START)] == [
        "Looked at “shot.png” | mode ui",
        "Engine: ollama, qwen3-vl:4b.",
        "Visible text was read by both alike: 1 line, text recognition: 1 line, the model alone: 1 line.",
        "Note: OCR and the model agree.",
        f"Receipt: {receipt_words(RECEIPT)}",
        "No picture follows: this report is all that there is of the image.",
    ]
    assert fenced(text) == [
        "file: /home/ana/shot.png",
        "An editor with two lines.",
        "Nothing else.",
        "Observations:",
        "- A dark theme.",
        "- A cursor at line 2.",
        "Visible text:",
        "- def look(path):",
        "-     return 1 << 2",
        "-   a    b",
        "Uncertainties:",
        "- The third line is blurred.",
    ]


def test_the_data_is_the_contracts_and_keeps_indentation() -> None:
    _, data = sent(answer(REPORT, LOOK))
    jsonschema.validate(data, OUTPUT_SCHEMA)
    contract = {
        "ok": True,
        "model": "qwen3-vl:4b",
        "source_path": "/home/ana/shot.png",
        "mode": "ui",
        "answer": "An editor with two lines.\nNothing else.",
        "observations": ["A dark theme.", "A cursor at line 2."],
        "visible_text": [line.text for line in LINES],
        "uncertainties": ["The third line is blurred."],
        "truncated": False,
    }
    assert {name: data[name] for name in contract} == contract
    assert "error_code" not in data
    assert data["engine"] == "ollama"
    assert data["text_sources"] == ["both 0.99 10,20,200,40", "ocr 0.90 42,44,230,64", "model"]
    assert data["receipt"]["left_machine"] is False
    assert "not instructions" in data["caution"]


def test_what_is_pending_or_goes_on_says_what_to_do_next() -> None:
    text, data = sent(answer(PENDING, LOOK))
    assert "Engine: ocr, no vision model." in text
    assert "the same call again collects its answer" in text
    assert "part=2" in text
    assert "Masked: 2 secrets" in text
    assert (data["pending"], data["part"], data["parts"]) == (True, 1, 3)
    last, _ = sent(answer(replace(PENDING, part=3), LOOK))
    assert "part=4" not in last
    assert "Truncated" in sent(answer(replace(REPORT, truncated=True), LOOK))[0]


def test_that_bytes_left_the_machine_is_the_first_thing_said() -> None:
    left = replace(REPORT, receipt=replace(RECEIPT, left_machine=True))
    text, _ = sent(answer(left, LOOK))
    assert text.startswith("WARNING: image bytes left this machine")
    assert "left_machine: true" in text


def test_two_images_are_kept_apart() -> None:
    two = replace(REPORT, text=(LINES[0], TextLine("other", "ocr", (1, 2, 3, 4), 1.0, image=2)))
    look = Look.checked("a.png", secondary_path="b.png", page=2)
    text, data = sent(answer(two, look, "0,0,0.5,0.5"))
    assert text.startswith("Looked at “a.png” and “b.png” | mode ui | region 0,0,0.5,0.5 | page 2\n")
    inner = fenced(text)
    assert inner[inner.index("Visible text of image 2:") + 1] == "- other"
    assert data["text_sources"][1] == "ocr 1.00 1,2,3,4 image 2"


@pytest.mark.parametrize(("lines", "characters"), [(140, 45), (60, 100), (3, 2_000)])
def test_all_of_the_visible_text_comes_before_what_is_too_much(lines: int, characters: int) -> None:
    report = long_report(lines, characters)
    text, data = sent(answer(report, LOOK))
    assert len(text) <= 10_000
    assert len(text.split("\n")) <= 200
    assert "further lines were left out" not in text, "the guard has nothing to do"
    joined = "".join(line.removeprefix("- ") for line in fenced(text))
    assert all(line.text in joined for line in report.text)
    assert "Not in this text for want of room: " in text
    assert "observations (" in text
    assert "visible text" not in text.partition("want of room")[2].split("\n")[0]
    assert data["visible_text"] == list(report.visible_text)
    assert data["answer"] == report.answer
    assert data["left_out"] == ["long lists of facts and difference", "text_sources", "facts, difference"]
    jsonschema.validate(data, OUTPUT_SCHEMA)


def test_a_whole_part_finds_room_beside_many_notes() -> None:
    lines = (PART_LINES - 1, (PART_CHARACTERS - PART_LINES) // (PART_LINES - 1))
    report = replace(long_report(*lines), notes=("n" * 290,) * 6)
    page = page_of(report.text, 1)
    assert page.parts == 1
    text, _ = sent(answer(report, LOOK))
    assert "visible text" not in text.partition("want of room")[2].split("\n")[0]


def test_text_that_finds_no_room_is_told_as_missing() -> None:
    text, data = sent(answer(long_report(400, 50), LOOK))
    assert len(text) <= 10_000
    assert "visible text (" in text
    assert len(data["visible_text"]) == 400


def test_long_lists_of_facts_are_shortened_before_sources_go() -> None:
    report = replace(REPORT, facts=({"boxes": [[1, 2, 3, 4]] * 5_000},))
    _, data = sent(answer(report, LOOK))
    assert data["left_out"] == ["long lists of facts and difference"]
    assert len(data["facts"][0]["boxes"]) == 12
    assert len(data["text_sources"]) == 3


def test_an_answer_of_any_length_fits() -> None:
    _, data = sent(answer(replace(REPORT, answer="x" * 900_000), LOOK))
    assert data["truncated"] is True
    assert len(data["answer"]) <= 16_001
    assert data["visible_text"] == [line.text for line in LINES]


def test_signs_like_the_marks_of_the_fence_are_told_and_whole_in_the_data() -> None:
    lines = (">>> print(1)", "a << 2 >> b", "<b></b>")
    report = replace(REPORT, text=tuple(TextLine(line, "ocr") for line in lines))
    text, data = sent(answer(report, LOOK))
    assert "- > print(1)" in fenced(text)
    assert "- a << 2 >> b" in fenced(text)
    assert "- <b></b>" in fenced(text)
    assert "Three or more angle brackets" in text
    assert data["visible_text"] == list(lines)


def test_what_is_computed_of_two_images_is_told() -> None:
    report = replace(
        REPORT,
        difference={"summary": "One region changed.", "text_added": ["Save as"], "text_removed": ["Save"]},
    )
    text, data = sent(answer(report, LOOK))
    assert "Computed, pixel by pixel: One region changed." in own_lines(text)
    assert fenced(text)[-4:] == [
        "Text of the second image alone:",
        "- Save as",
        "Text of the first image alone:",
        "- Save",
    ]
    assert data["difference"]["text_added"] == ["Save as"]


def test_nothing_that_is_seen_in_an_image_leaves_the_fence() -> None:
    def hostile(words: str) -> Report:
        return replace(
            REPORT,
            source_path=words,
            answer=words,
            observations=(words,),
            uncertainties=(words,),
            text=(TextLine(words, "ocr"), TextLine("  " + words, "model")),
        )

    plain, _ = sent(answer(hostile("panda"), LOOK))
    for words in INJECTIONS.values():
        text, data = sent(answer(hostile(words), LOOK))
        own = [
            line for line in own_lines(text) if "angle brackets" not in line and "want of room" not in line
        ]
        assert own == own_lines(plain)
        assert text.count(FENCE_START) == text.count(FENCE_END) == 1
        assert len(text.splitlines()) == len(text.split("\n"))
        fenced(text)
        json.dumps(data).encode("utf-8")
