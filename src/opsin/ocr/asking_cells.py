"""What the reading process is asked about the rows of a grid, and the lines that its answer makes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any
from unicodedata import east_asian_width

from opsin.ocr.layout import Looked
from opsin.ocr.lines import Box, Line
from opsin.ocr.monospace import Grid, Pitch, pitch_of
from opsin.ocr.piece import Piece

FOUND_BY_INK = 0.6
"""The confidence of a line in which nothing was recognised but strokes."""

_MOST_ROWS = 400
_MARGIN_CELLS = 2
_LEAST_PITCH = 1.2
"""Rows are at least so many widths of a cell apart."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a part of a picture.

    Attributes:
        asked: As the process reads it.
        data: What stands before the pixels of the part.
        box: The part.
        rows: For each row that is asked for, which of the given rows it is; None for one in between.
    """

    asked: Mapping[str, Any]
    data: bytes
    box: Box
    rows: tuple[int | None, ...]
    given: int
    pitch: Pitch
    first: int
    cell: float

    def looked(self, texts: Sequence[str | None]) -> Looked:
        """The answer, by the rows that were given."""
        known: list[str | None] = [None] * self.given
        more = []
        for number, (row, text) in enumerate(zip(self.rows, texts, strict=True)):
            if row is not None:
                known[row] = text
            elif text and text.strip():
                more.append(Line(text, self._box(number, text), FOUND_BY_INK))
        asked = sum(row is not None for row in self.rows)
        return Looked(tuple(known), tuple(more), sum(text is not None for text in known) / asked)

    def _box(self, number: int, text: str) -> Box:
        left = self.asked["left"] + self.box[0]
        middle = self.pitch.start + (self.first + number) * self.pitch.step
        blanks = len(text) - len(text.lstrip())
        return (
            round(left + blanks * self.cell),
            round(middle - self.pitch.step / 2),
            round(left + len(text) * self.cell),
            round(middle + self.pitch.step / 2),
        )


def ask_cells(
    grid: Grid, rows: Sequence[Sequence[Piece]], width: int, height: int, *, picture: int
) -> Question | None:
    """The question about these rows; None where they do not follow each other at one distance.

    Args:
        grid: On which their characters stand.
        rows: From the top.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.
        picture: Its number.
    """
    pitch = pitch_of([_middle(row) for row in rows], least=_LEAST_PITCH * grid.cell)
    if pitch is None:
        return None
    numbered: dict[int, int] = {}
    for row, pieces in enumerate(rows):
        number = pitch.number(_middle(pieces))
        if number is not None and number not in numbered and _narrow(pieces):
            numbered[number] = row
    if not numbered:
        return None
    first, last = min(numbered), max(numbered)
    if last - first >= _MOST_ROWS:
        return None
    right = max(piece.box[2] for row in numbered.values() for piece in rows[row])
    box = (
        max(0, int(grid.left - _MARGIN_CELLS * grid.cell)),
        max(0, int(pitch.start + (first - 1) * pitch.step)),
        min(width, int(right + _MARGIN_CELLS * grid.cell)),
        min(height, int(pitch.start + (last + 1) * pitch.step) + 1),
    )
    told = [
        [
            round(pitch.start + number * pitch.step - box[1], 2),
            _said(rows[numbered[number]], box[0]) if number in numbered else [],
        ]
        for number in range(first, last + 1)
    ]
    data = json.dumps(told).encode("ascii")
    asked = {
        "work": "cells",
        "picture": picture,
        "rows": len(data),
        "width": box[2] - box[0],
        "height": box[3] - box[1],
        "left": grid.left - box[0],
        "cell": grid.cell,
        "pitch": pitch.step,
    }
    which = tuple(numbered.get(number) for number in range(first, last + 1))
    return Question(asked, data, box, which, len(rows), pitch, first, grid.cell)


def _middle(row: Sequence[Piece]) -> float:
    return fmean(piece.middle for piece in row)


def _narrow(row: Sequence[Piece]) -> bool:
    """Whether each character has one cell: those of Chinese and Japanese have two."""
    return all(east_asian_width(character) not in "WF" for piece in row for character in piece.text)


def _said(row: Sequence[Piece], left: int) -> list[tuple[str, float]]:
    return [
        (character, round(piece.at(number) - left, 1))
        for piece in row
        for number, character in enumerate(piece.text)
        if character != " "
    ]
