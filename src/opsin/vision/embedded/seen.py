"""One image as the embedded engine knows it: its facts, its lines as they may be shown, and what stands out in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from opsin.ocr.lines import Read
from opsin.ocr.strays import is_stray
from opsin.text import LINE_CHARACTERS, clean
from opsin.vision.embedded.injections import suspicious_lines
from opsin.vision.embedded.kind_of_screen import Screen, kind_of_screen
from opsin.vision.embedded.problem_lines import problem_lines
from opsin.vision.embedded.table_rows import joined, table_rows
from opsin.vision.facts.written import inside
from opsin.vision.report import Box, TextLine

_GAP = re.compile(r"( {2,})")
SURE = 0.8
"""Confidence under which a line is doubtful: it is named so, and nothing is concluded from it."""
_QUOTE = 160
_SHORT = 16
_MOST_CELLS = 8
_MOST_BLANKS = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """One image.

    Attributes:
        lines: Cleaned, with the blanks that they begin with.
        suspicious: Places of lines that read like an instruction to an AI; no answer begins with them.
        problems: Places of lines that read like errors, the surest first.
        rows: The places of the lines that are shown, and as one: those of a table's row. Icons are left out.
    """

    facts: Mapping[str, Any]
    read: Read
    lines: tuple[TextLine, ...]
    screen: Screen
    suspicious: tuple[int, ...]
    problems: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def shown(self) -> tuple[TextLine, ...]:
        """The lines as they are shown."""
        return tuple(joined([self.lines[place] for place in places]) for places in self.rows)

    def number(self, place: int) -> int:
        """Which of the shown lines one belongs to, from 1."""
        return next(number for number, places in enumerate(self.rows, 1) if place in places)

    def quote(self, place: int) -> str:
        """A line in quotation marks, with the place of its upper left corner."""
        line = self.lines[place]
        if line.box is None:
            return f'"{clean(line.text, _QUOTE)}"'
        row = self._row(line.box) if len(line.text.strip()) <= _SHORT else ()
        within = f', in the row "{clean(" ".join(row), _QUOTE)}"' if 1 < len(row) <= _MOST_CELLS else ""
        return f'"{clean(line.text, _QUOTE)}" (at {line.box[0]},{line.box[1]}{within})'

    def _row(self, box: Box) -> tuple[str, ...]:
        """The texts on a level with a line: a short one says little without them."""
        middle, slack = (box[1] + box[3]) / 2, (box[3] - box[1]) / 3
        level = [
            (line.box[0], line.text.strip())
            for place, line in enumerate(self.lines)
            if line.box
            and place not in self.suspicious
            and abs((line.box[1] + line.box[3]) / 2 - middle) <= slack
        ]
        return tuple(text for _, text in sorted(level))


def seen(facts: Mapping[str, Any], read: Read, number: int) -> Seen:
    """Look at one image.

    Args:
        facts: Of `opsin.vision.facts.gather`.
        read: Its text; boxes in pixels of the whole upright picture.
        number: 1, or 2 for the second image.
    """
    lines = tuple(
        TextLine(shown_line(line.text), "ocr", line.box, line.confidence, number) for line in read.lines
    )
    texts = [line.text for line in lines]
    suspicious = tuple(suspicious_lines(texts))
    harmless = ["" if place in suspicious else text for place, text in enumerate(texts)]
    sure = [text for text, line in zip(harmless, lines, strict=True) if (line.confidence or 0.0) >= SURE]
    screen = kind_of_screen(facts, sure)
    red = {line["line"] for line in facts.get("text", {}).get("standing_out", ()) if "red" in line["hues"]}
    alarming = _in_red_notices(facts, lines)
    problems = problem_lines(harmless, red, alarming, prose=screen.name in {"code", "page"})
    return Seen(facts, read, lines, screen, suspicious, tuple(problems), _rows(lines))


def _rows(lines: tuple[TextLine, ...]) -> tuple[tuple[int, ...], ...]:
    kept = [place for place, line in enumerate(lines) if not is_stray(line.text, line.confidence or 0.0)]
    rows = table_rows([lines[place] for place in kept])
    return tuple(tuple(kept[number] for number in row) for row in rows)


def _in_red_notices(facts: Mapping[str, Any], lines: tuple[TextLine, ...]) -> set[int]:
    red = [
        box["box"]
        for box in facts.get("boxes", ())
        if box["role"] == "notice"
        and "red" in (box.get("border", {}).get("hue"), box.get("fill", {}).get("hue"))
    ]
    return {
        place for place, line in enumerate(lines) for notice in red if line.box and inside(line.box, notice)
    }


def shown_line(text: str) -> str:
    """Clean a line of outside text; the blanks that it begins with and those between columns stay."""
    text = text.rstrip()
    bare = text.lstrip()
    indent = min(len(text) - len(bare), _MOST_BLANKS)
    # Every second part is a gap between columns.
    parts = [
        part if number % 2 else clean(part, LINE_CHARACTERS)
        for number, part in enumerate(_GAP.split(bare[: 2 * LINE_CHARACTERS]))
    ]
    shown = "".join(parts).strip()
    line = " " * indent + shown if shown else ""
    return line if len(line) <= LINE_CHARACTERS else line[: LINE_CHARACTERS - 1] + "…"
