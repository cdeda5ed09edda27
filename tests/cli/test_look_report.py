"""What `opsin look` prints: for a person on a terminal, and for an agent that reads it in a shell."""

from dataclasses import replace

import pytest

from opsin.cli.look_report import as_lines
from opsin.text import FENCE_END, FENCE_START
from opsin.vision.report import TextLine
from opsin.vision.wording import receipt_words
from tests.injections import INJECTIONS
from tests.server.tools.reports_made import PENDING, RECEIPT, REPORT

OWN = [
    "engine:   ollama, qwen3-vl:4b",
    "read by:  both alike: 1 line, text recognition: 1 line, the model alone: 1 line",
    "note:     OCR and the model agree.",
    f"receipt:  {receipt_words(RECEIPT)}",
]
SEEN = [
    "An editor with two lines.",
    "Nothing else.",
    "",
    "Observations:",
    "- A dark theme.",
    "- A cursor at line 2.",
    "",
    "Visible text:",
    "def look(path):",
    "    return 1 << 2",
    "  a    b",
    "",
    "Uncertainties:",
    "- The third line is blurred.",
]


def test_a_person_reads_it_without_a_fence() -> None:
    assert as_lines(REPORT, fenced=False) == ["file:     /home/ana/shot.png", *OWN, "", *SEEN]


def test_an_agent_reads_what_was_seen_inside_the_fence() -> None:
    lines = as_lines(REPORT)
    assert lines == [
        *OWN, FENCE_START, "| file: /home/ana/shot.png", *(f"| {line}" for line in SEEN), FENCE_END,
    ]  # fmt: skip


def test_everything_of_a_long_text_is_printed() -> None:
    report = replace(REPORT, text=tuple(TextLine(f"{n} " + "x" * 5_000, "ocr") for n in range(100)))
    assert sum(len(line) > 5_000 for line in as_lines(report)) == 100


def test_what_is_to_be_known_of_it_is_told() -> None:
    shown = "\n".join(as_lines(replace(PENDING, receipt=replace(RECEIPT, left_machine=True))))
    assert shown.startswith("WARNING:  image bytes left this machine\n")
    assert "part:     1 of 3" in shown
    assert "masked:   2 secrets" in shown
    assert "cut:      " in shown
    compared = replace(
        REPORT,
        difference={"summary": "One region changed.", "text_added": ["Save as"]},
        text=(*REPORT.text, TextLine("x", "ocr", image=2)),
    )
    shown = "\n".join(as_lines(compared, fenced=False))
    assert "computed: One region changed." in shown
    assert "Visible text of image 2:\nx\n" in shown
    assert shown.endswith("Text of the second image alone:\n- Save as")


@pytest.mark.full
def test_nothing_that_is_seen_in_an_image_leaves_the_fence_or_steers_a_terminal() -> None:
    plain = as_lines(replace(REPORT, answer="panda"))
    for words in INJECTIONS.values():
        report = replace(REPORT, answer=words, text=(TextLine(words, "ocr"),), source_path=words)
        lines = as_lines(report)
        assert lines.index(FENCE_START) == plain.index(FENCE_START)
        assert "\n".join(lines).splitlines() == lines
        assert lines[-1] == FENCE_END
        assert all(line.isprintable() for line in as_lines(report, fenced=False))
