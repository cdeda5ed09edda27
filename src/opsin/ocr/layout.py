"""Lines in reading order, with the blanks between and before their words, rebuilt from where pieces of text stand."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median

from opsin.ocr.columns import regions
from opsin.ocr.letter_o import with_letter_o
from opsin.ocr.lines import Line
from opsin.ocr.monospace import Grid, grid_of, on_grid, tells_enough
from opsin.ocr.piece import Piece
from opsin.ocr.strays import doubted, is_stray

_ROW = 0.5
"""The share of its height by which a piece's middle may lie beside that of its row."""

_ONE_TEXT = 2.5
"""Character widths that may lie between two pieces of one line; beyond, each is a line by itself."""


@dataclass(frozen=True, slots=True)
class Looked:
    """Rows of a grid by their ink.

    Attributes:
        rows: The text of each row that was given; None where its characters do not fit the cells.
        more: Lines in which nothing had been recognised.
        fitting: The share of the rows that were looked at whose characters fit.
    """

    rows: tuple[str | None, ...]
    more: tuple[Line, ...]
    fitting: float


Look = Callable[[Grid, Sequence[Sequence[Piece]]], Looked | None]
"""Looks at the rows of a grid; gives None where that cannot be."""

_MOST_FIT = 0.6
_LEANS = 0.01
_LONG = 3.0


def arranged(pieces: Sequence[Piece], look: Look | None = None) -> list[Line]:
    """The lines of a picture in reading order.

    Args:
        pieces: What was read.
        look: Puts characters into cells by their ink, where they stand on a grid.

    Where all characters are equally wide, as in code and terminals, a row is one line, and its blanks are those that
    its places mean, those before its first word too. Elsewhere a row is one line as long as its pieces are near each
    other, and parts of a table's row follow each other from left to right.
    """
    levelled = _levelled(doubted(pieces))
    lines = [line for region in regions(levelled) for line in _lines(region, look)]
    return [replace(line, text=with_letter_o(line.text)) for line in lines]


def rows_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces whose middles are at one height, from the top, each row from the left."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.middle):
        row = rows[-1] if rows else []
        near = row and abs(piece.middle - fmean(other.middle for other in row)) < _ROW * min(
            piece.height, max(other.height for other in row)
        )
        if near and not any(_covers(piece, other) for other in row):
            row.append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece.box[0]) for row in rows]


def _covers(one: Piece, other: Piece) -> bool:
    shared = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    return shared > _ROW * min(one.width, other.width)


def _lines(region: Sequence[Piece], look: Look | None) -> list[Line]:
    rows, grid = rows_of(region), grid_of(region)
    texts = look(grid, rows) if grid is not None and look is not None else None
    is_grid = tells_enough(region) if texts is None else texts.fitting >= _MOST_FIT
    if grid is None or not is_grid:
        return [line for row in rows for line in _apart(row)]
    if texts is None:
        return [_in_cells(row, grid) for row in rows]
    lines = [_line(texts.rows[number] or on_grid(row, grid), row) for number, row in enumerate(rows)]
    return sorted([*lines, *texts.more], key=lambda line: line.box[1] + line.box[3])


def _in_cells(row: Sequence[Piece], grid: Grid) -> Line:
    return _line(on_grid(row, grid), row)


def _apart(row: Sequence[Piece]) -> list[Line]:
    groups: list[list[Piece]] = []
    for piece in row:
        before = groups[-1][-1] if groups else None
        if before is not None and _gap(before, piece) <= _ONE_TEXT and _as_high(before, piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    parts = [part for group in groups for part in _without_icons(group)]
    return [_line(_with_blanks(part), part) for part in parts]


def _without_icons(group: list[Piece]) -> list[list[Piece]]:
    """The text of a group, and what may be icons before and after it, each by itself. Within a text it is text."""
    strays = [is_stray(piece.text, piece.confidence) for piece in group]
    if any(strays) and all(len(piece.text.strip()) == 1 for piece in group):
        return [[piece] for piece in group]
    first, last = 0, len(group)
    while first < last and strays[first]:
        first += 1
    while last > first and strays[last - 1]:
        last -= 1
    text = [group[first:last]] if first < last else []
    return [*([piece] for piece in group[:first]), *text, *([piece] for piece in group[last:])]


def _as_high(one: Piece, other: Piece) -> bool:
    return min(one.height, other.height) > _ROW * max(one.height, other.height)


def _gap(before: Piece, after: Piece) -> float:
    """Between two pieces, in widths of a character."""
    return (after.box[0] - before.box[2]) / _character(before, after)


def _character(*pieces: Piece) -> float:
    return max(1.0, median(piece.width / max(1, len(piece.text)) for piece in pieces))


def _with_blanks(group: Sequence[Piece]) -> str:
    text = group[0].text.strip()
    for before, after in pairwise(group):
        text += " " * max(1, round(_gap(before, after))) + after.text.strip()
    return text


def _line(text: str, row: Sequence[Piece]) -> Line:
    boxes = [piece.came for piece in row]
    box = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    weight = sum(len(piece.text) for piece in row)
    sure = sum(piece.confidence * len(piece.text) for piece in row) / max(1, weight)
    return Line(text.rstrip(), box, round(sure, 3))


def _levelled(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a picture that leans, as they would stand if it did not."""
    slopes = [
        (x1 - x0, y1 - y0)
        for piece in pieces
        for (x0, y0), (x1, y1) in [piece.quad[:2]]
        if piece.width > _LONG * piece.height
    ]
    angle = median(math.atan2(rise, run) for run, rise in slopes) if slopes else 0.0
    if abs(angle) < _LEANS:
        return list(pieces)
    across, down = math.cos(angle), math.sin(angle)

    def levelled(corner: tuple[float, float]) -> tuple[float, float]:
        x, y = corner
        return x * across + y * down, y * across - x * down

    moved = []
    for piece in pieces:
        first, second, third, fourth = map(levelled, piece.quad)
        quad = (first, second, third, fourth)
        moved.append(Piece(piece.text, quad, piece.confidence, piece.places, piece.came))
    return moved
