"""Text whose characters are equally wide: the grid on which they stand, and the blanks that it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, linear_regression, median

from opsin.ocr.piece import Piece

LONG = 10
"""Characters of a piece from which on it tells how wide a character is."""

_FEWEST_LONG = 3
_ENOUGH = 60
"""Characters of long pieces, all together."""

_ALIKE = 0.045
"""By how much the widths of characters may differ from one line to the other; they are measured that well."""

_MOST_ALIKE = 0.7
_MOST_AT_ONE_DISTANCE = 0.8
_EMPTY = 1.6
"""Cells between two characters from which on one is empty."""

_NARROW, _WIDE = frozenset("ijltfI.,:;'|!"), frozenset("mwMW@%")
_ENOUGH_NARROW = _ENOUGH_WIDE = 3
_EQUAL_TO_WIDE, _EQUAL_TO_OTHER = 0.84, 0.94
"""Where widths differ, there is two thirds of the room around narrow letters that is around wide ones."""

_MOST_BLANKS = 200
_OFF = 0.2
_TRIED = 12
"""Rows that are tried as the first."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the left edge of the first cell is, and how wide a cell is, in pixels."""

    left: float
    cell: float


@dataclass(frozen=True, slots=True)
class Pitch:
    """How rows follow each other.

    Attributes:
        start: Height of the middle of the row with number 0, in pixels.
        step: From one row to the next.
        rows: How many rows keep to it.
    """

    start: float
    step: float
    rows: int

    def number(self, middle: float) -> int | None:
        """The number of a row; None where it does not keep to the steps."""
        number = round((middle - self.start) / self.step)
        return number if abs(self.start + number * self.step - middle) < _OFF * self.step else None


def grid_of(pieces: Sequence[Piece]) -> Grid | None:
    """The grid of pieces; None where their characters are not equally wide."""
    long = [piece for piece in pieces if len(piece.text) >= LONG and piece.text.isascii()]
    if len(long) < _FEWEST_LONG:
        return None
    advances = [_advance(piece) for piece in long]
    cell = median(advances)
    alike = [
        piece for piece, advance in zip(long, advances, strict=True) if abs(advance - cell) <= _ALIKE * cell
    ]
    if len(alike) < _MOST_ALIKE * len(long) or not _equally_wide(alike):
        return None
    # The longest pieces tell it best.
    longest = sorted(alike, key=lambda piece: len(piece.text), reverse=True)[: max(3, len(alike) // 3)]
    cell = median(_advance(piece) for piece in longest)
    return Grid(min(piece.at(0) for piece in pieces) - cell / 2, cell)


def tells_enough(pieces: Sequence[Piece]) -> bool:
    """Whether a grid is to be believed that no ink has confirmed: a few words may be equally wide by chance."""
    return sum(len(piece.text) for piece in pieces if len(piece.text) >= LONG) >= _ENOUGH


def pitch_of(middles: Sequence[float], *, least: float) -> Pitch | None:
    """How rows at these heights follow each other, at no less than so many pixels; None for not at one distance."""
    steps = [after - before for before, after in pairwise(middles) if after - before > least]
    if len(steps) < _FEWEST_LONG:
        return None
    step = median(one for one in steps if one <= _EMPTY * min(steps) + 1)
    best: Pitch | None = None
    for first in middles[:_TRIED]:
        numbers = [round((middle - first) / step) for middle in middles]
        pairs = [
            (number, middle)
            for number, middle in zip(numbers, middles, strict=True)
            if abs(first + number * step - middle) < _OFF * step
        ]
        if len({number for number, _ in pairs}) < _FEWEST_LONG:
            continue
        slope, start = linear_regression(*zip(*pairs, strict=True))
        kept = sum(abs(start + number * slope - middle) < _OFF * slope for number, middle in pairs)
        if slope > 0 and (best is None or kept > best.rows):
            best = Pitch(start, slope, kept)
    return best if best is not None and best.rows >= _MOST_AT_ONE_DISTANCE * len(middles) else None


def on_grid(row: Sequence[Piece], grid: Grid) -> str:
    """The text of one row, every character in its cell."""
    text = ""
    for piece in row:
        start = round((piece.at(0) - grid.left) / grid.cell - 0.5)
        text += " " * min(_MOST_BLANKS, max(1 if text else 0, start - len(text)))
        text += _spaced(piece, grid.cell)
    return text


def _equally_wide(pieces: Sequence[Piece]) -> bool:
    """Whether letters that are narrow elsewhere take as much room here as wide ones."""
    rooms: dict[str, list[float]] = {"narrow": [], "wide": [], "other": []}
    for piece in pieces:
        for number in range(1, len(piece.text) - 1):
            if " " not in piece.text[number - 1 : number + 2]:
                sign = piece.text[number]
                kind = "narrow" if sign in _NARROW else "wide" if sign in _WIDE else "other"
                rooms[kind].append((piece.at(number + 1) - piece.at(number - 1)) / 2)
    narrow, wide = rooms["narrow"], rooms["wide"]
    if len(narrow) < _ENOUGH_NARROW:
        return False
    if len(wide) < _ENOUGH_WIDE:
        return not rooms["other"] or fmean(narrow) > _EQUAL_TO_OTHER * fmean(rooms["other"])
    return fmean(narrow) > _EQUAL_TO_WIDE * fmean(wide)


def _advance(piece: Piece) -> float:
    last = len(piece.text) - 1
    return max(0.1, (piece.at(last) - piece.at(0)) / last)


def _spaced(piece: Piece, cell: float) -> str:
    """A piece with as many blanks between its words as there are empty cells."""
    words: list[tuple[int, str]] = []
    for number, character in enumerate(piece.text):
        if character == " ":
            continue
        if words and number == words[-1][0] + len(words[-1][1]):
            words[-1] = (words[-1][0], words[-1][1] + character)
        else:
            words.append((number, character))
    text = ""
    for number, (start, word) in enumerate(words):
        if number:
            last = words[number - 1][0] + len(words[number - 1][1]) - 1
            empty = (piece.at(start) - piece.at(last)) / cell - 1
            text += " " * min(_MOST_BLANKS, max(1, round(empty)))
        text += word
    return text
