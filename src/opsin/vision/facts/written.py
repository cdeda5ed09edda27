"""Pieces of text with their places: a line that runs through several boxes of a layout is taken apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from opsin.ocr.lines import Line
from opsin.text import clean

Box = tuple[int, int, int, int]

_PIECE = re.compile(r"\S+(?: \S+)*")
MOST_CHARACTERS = 80
_TICK = re.compile(r"(?:[\u2713\u2714\u221a\u2610-\u2612]\s*|[vV]\s+)(?=\w)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words without a gap, and its box in pixels."""

    text: str
    box: Box

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, in pixels."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def height(self) -> int:
        """How high it is, in pixels."""
        return self.box[3] - self.box[1]


def pieces(lines: tuple[Line, ...]) -> Iterator[Piece]:
    """Take lines apart where two blanks or more stand in them. The place of a part is reckoned from its letters."""
    for line in lines:
        text = line.text.rstrip()
        inner = len(text) - len(text.lstrip())
        runs = list(_PIECE.finditer(text))
        width = max(1, len(text) - inner)
        left, top, right, bottom = line.box
        for run in runs:
            start, end = run.start() - inner, run.end() - inner
            box = (
                left + round((right - left) * start / width),
                top,
                left + round((right - left) * end / width),
                bottom,
            )
            said = clean(run[0], MOST_CHARACTERS)
            if said:
                yield Piece(said, box)


def after_tick(text: str) -> str:
    """What follows the sign that a tick box before a text is read as; empty where the text begins with none."""
    tick = _TICK.match(text)
    return text[tick.end() :] if tick else ""


def inside(inner: Box, outer: Box, slack: int = 3) -> bool:
    """Whether a box lies within another, apart from a few pixels."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def area(box: Box) -> int:
    """How many pixels a box has."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])
