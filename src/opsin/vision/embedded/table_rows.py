"""Cells that stand beside each other in a table, written as one line: a table read cell by cell is a list of words.

Lines come in reading order, so that the cells of a row follow each other and columns of prose do not.
"""

from collections.abc import Sequence
from itertools import pairwise

from opsin.vision.report import Box, TextLine

BETWEEN = " | "

_LEVEL = 0.4
"""Heights by which the middles of two cells of a row may differ."""

_AS_HIGH = 0.6
_ALIGNED = 0.7
"""Heights by which the edges of two cells of a column may differ."""

_NEXT_ROW = 4.0
"""Heights from one row of a table to the next."""

_LEAST_ALONE = 3
"""Cells of a row that has no other beside it: two may be two buttons."""

_NARROWEST = 0.1
"""Heights that a character of a line is wide at least; text on its side has lines that are high and narrow."""

_LEAST_COLUMNS = 2
_MOST_CELLS = 40

Row = list[tuple[int, Box]]


def table_rows(lines: Sequence[TextLine]) -> tuple[tuple[int, ...], ...]:
    """The places of the lines that are shown as one, in the order in which they are shown.

    Cells are put together in rows of which two or more stand below each other with two columns in common, and in a
    row of three or more.
    """
    rows = _rows(lines)
    together = [len(row) >= _LEAST_ALONE for row in rows]
    for number, (above, below) in enumerate(pairwise(rows)):
        if len(above) > 1 and len(below) > 1 and _is_next(above, below) and _columns(above, below):
            together[number] = together[number + 1] = True
    shown: list[tuple[int, ...]] = []
    for row, joined in zip(rows, together, strict=True):
        places = tuple(place for place, _ in row)
        shown += [places] if joined else [(place,) for place in places]
    return tuple(shown)


def in_rows(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Lines as they are shown, the cells of one row as one line."""
    return tuple(joined([lines[place] for place in places]) for places in table_rows(lines))


def joined(lines: Sequence[TextLine]) -> TextLine:
    """The cells of one row as a line, with a sign between two."""
    if len(lines) == 1:
        return lines[0]
    boxes = [line.box for line in lines if line.box is not None]
    weight = sum(len(line.text) for line in lines)
    sure = sum((line.confidence or 0.0) * len(line.text) for line in lines) / max(1, weight)
    return TextLine(
        BETWEEN.join(line.text.strip() for line in lines),
        lines[0].source,
        (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        ),
        sure,
        lines[0].image,
    )


def _rows(lines: Sequence[TextLine]) -> list[Row]:
    rows: list[Row] = []
    for place, line in enumerate(lines):
        box = line.box or (0, 0, 0, 0)
        before = lines[place - 1] if place else line
        beside = before.image == line.image and _is_level(before) and _is_level(line)
        if rows and beside and _continues(rows[-1][-1][1], box) and len(rows[-1]) < _MOST_CELLS:
            rows[-1].append((place, box))
        else:
            rows.append([(place, box)])
    return rows


def _is_level(line: TextLine) -> bool:
    if line.box is None:
        return False
    wide, high = line.box[2] - line.box[0], line.box[3] - line.box[1]
    return wide >= _NARROWEST * high * len(line.text.strip())


def _continues(before: Box, after: Box) -> bool:
    high, higher = sorted((before[3] - before[1], after[3] - after[1]))
    level = abs(before[1] + before[3] - after[1] - after[3]) / 2 <= _LEVEL * high
    return level and after[0] >= before[2] and high >= _AS_HIGH * higher


def _is_next(above: Row, below: Row) -> bool:
    height = max(1, min(box[3] - box[1] for _, box in (*above, *below)))
    return 0 < below[0][1][1] - above[0][1][1] <= _NEXT_ROW * height


def _columns(above: Row, below: Row) -> bool:
    """Whether two rows have two columns in common: cells with the same left or right edge, or the same middle."""
    slack = _ALIGNED * min(box[3] - box[1] for _, box in (*above, *below))
    found = sum(any(_aligned(one, other, slack) for _, other in below) for _, one in above)
    return found >= _LEAST_COLUMNS


def _aligned(one: Box, other: Box, slack: float) -> bool:
    middles = abs(one[0] + one[2] - other[0] - other[2]) / 2
    return min(abs(one[0] - other[0]), abs(one[2] - other[2]), middles) <= slack
