"""Characters put into the cells of a grid by their ink, and those that were not recognised known by their likes.

In code and terminals every character has a cell, and a cell with ink has a character. So the ink tells how many blanks
there are, and which characters are missing: recognition drops repeats ("-----", "^^^^") and single strokes ("|"). A
missing one is looked up among the cells whose character is known, and plain strokes are told by their form. Only the
reading process imports this.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ALIKE = 0.8
"""How alike two cells must be, from 0 to 1, to hold the same character."""

LEAST_INK = 0.012
"""The share of full pixels of a cell from which on it holds a character: a full stop has twice as many."""

_BORDER = 0.12
_MOST_ON_BORDERS = 0.7
"""Ink on the borders of cells, by the ink that is anywhere."""

_MOST_ASTRAY = 2.2
_LOST, _PASSED_OVER = 4.0, 0.8
"""What it costs, in squares of cells, to leave a character out, or a cell."""

_MOST_LOST = 0.15
_SAMPLES = 3
_ROUNDS = 3
_LONGEST = 12
_MARGIN = 0.6
"""How often, how many cells at once, and with how much beside them unknown cells are read."""

_FAINT = 0.55
_STRONG = 0.5
_TALL, _SLIM, _FLAT, _FULL = 0.6, 0.4, 0.2, 0.8
_HIGH, _LOW = 0.35, 0.72
"""The forms of strokes, as shares of the height or width of a cell."""

Row = tuple[float, Sequence[tuple[str, float]]]
"""Height of its middle, and its characters with the places of their middles, in pixels."""

Read = Callable[[Any], str]


@dataclass(slots=True)
class _Inked:
    """One row: its ink (height x width, 0 to 1), its cells that hold some, and what they hold.

    It is trusted where its characters fit its cells. Cells that were tried are not read a second time.
    """

    ink: Any
    occupied: list[int]
    cells: dict[int, str]
    trusted: bool
    tried: set[int] = field(default_factory=set)


def fill_cells(
    picture: Any, left: float, cell: float, pitch: float, rows: Sequence[Row], read: Read
) -> list[str | None]:
    """The text of each row with its blanks; None where its characters do not fit the cells.

    Args:
        picture: Height x width x 3 bytes.
        left: Where the first cell begins, in pixels.
        cell: Its width, about.
        pitch: From one row to the next.
        rows: All rows, those too in which nothing was recognised.
        read: Recognises a few characters: their pixels, and what they say.
    """
    high = max(4, round(pitch))
    inks = _inks(picture, high, rows)
    fitted = _fitted([ink for ink, (_, said) in zip(inks, rows, strict=True) if said], left, cell)
    if fitted is None:
        return [None] * len(rows)
    left, cell = fitted
    count = int((picture.shape[1] - left) / cell)
    inked: list[_Inked] = []
    for ink, (_, said) in zip(inks, rows, strict=True):
        occupied = [number for number in range(count) if _amount(ink, left, cell, number) > LEAST_INK]
        cells, lost = _assigned([(character, (x - left) / cell - 0.5) for character, x in said], occupied)
        inked.append(_Inked(ink, occupied, cells, lost <= _MOST_LOST * len(said)))
    for _ in range(_ROUNDS):
        known = _templates(inked, left, cell)
        for row in inked:
            if row.trusted:
                row.cells.update(_recognised(row, known, left, cell))
        if not _read_more(picture, high, rows, inked, left, cell, read):
            break
    return [_text(row) for row in inked]


def _read_more(
    picture: Any,
    high: int,
    rows: Sequence[Row],
    inked: Sequence[_Inked],
    left: float,
    cell: float,
    read: Read,
) -> bool:
    """Read one stretch of unknown cells in every row; whether any of them is known now."""
    any_known = False
    for row, (middle, _) in zip(inked, rows, strict=True):
        stretch = _first_stretch(
            [number for number in row.occupied if number not in row.cells and number not in row.tried]
        )
        if not row.trusted or not stretch:
            continue
        row.tried.update(stretch)
        start, end = left + (stretch[0] - _MARGIN) * cell, left + (stretch[-1] + 1 + _MARGIN) * cell
        top = max(0, round(middle - high / 2))
        said = "".join(read(picture[top : top + high, max(0, round(start)) : round(end)]).split())
        if len(said) == len(stretch):
            row.cells.update(zip(stretch, said, strict=True))
        elif said and len(set(said)) == 1:
            row.cells[stretch[len(stretch) // 2]] = said[0]
        else:
            continue
        any_known = True
    return any_known


def _first_stretch(numbers: Sequence[int]) -> list[int]:
    """Cells beside each other from the first on, not too many."""
    stretch = list(numbers[:1])
    for number in numbers[1:_LONGEST]:
        if number != stretch[-1] + 1:
            break
        stretch.append(number)
    return stretch


def _inks(picture: Any, high: int, rows: Sequence[Row]) -> list[Any]:
    """The ink of each row: how far its pixels are from its ground, 1 for as far as those of text."""
    distances = []
    for middle, _ in rows:
        top = min(max(0, round(middle - high / 2)), max(0, picture.shape[0] - high))
        band = picture[top : top + high].astype(np.int16)
        ground = np.median(band.reshape(-1, band.shape[2]), axis=0)
        distances.append(np.abs(band - ground).max(axis=2).astype(np.float32))
    strengths = [
        float(np.percentile(one, 99.5)) for one, (_, said) in zip(distances, rows, strict=True) if said
    ]
    usual = float(np.median(strengths)) if strengths else 255.0
    inks = []
    for one, (_, said) in zip(distances, rows, strict=True):
        full = max(float(np.percentile(one, 99.5)), _FAINT * usual) if said else usual
        inks.append(np.clip(one / max(full, 1.0), 0.0, 1.0))
    return inks


def _fitted(inks: Sequence[Any], left: float, cell: float) -> tuple[float, float] | None:
    """Where the first cell begins and how wide a cell is, so that as little ink as can be lies on their borders.

    None where much lies there anyhow: then these are no cells.
    """
    if not inks:
        return None
    profile = np.sum([ink.sum(axis=0) for ink in inks], axis=0)
    widths = np.linspace(0.975 * cell, 1.025 * cell, 41)
    shifts = np.arange(-0.5, 0.5, 0.5 / cell)
    count = max(1, int((len(profile) - 1 - left) / cell))
    # Widths x shifts x borders.
    borders = left + widths[:, None, None] * (shifts[None, :, None] + np.arange(count)[None, None, :])
    inside = (borders >= 0) & (borders <= len(profile) - 1)
    on_them = np.where(inside, np.interp(borders, np.arange(len(profile)), profile), 0.0).sum(axis=2)
    means = on_them / np.maximum(inside.sum(axis=2), 1)
    if means.min() > _MOST_ON_BORDERS * profile[max(0, int(left)) :].mean():
        return None
    which, shift = np.unravel_index(int(means.argmin()), means.shape)
    return float(left + widths[which] * shifts[shift]), float(widths[which])


def _span(left: float, cell: float, number: int) -> tuple[int, int]:
    start = round(left + number * cell)
    return start, start + max(2, round(cell))


def _amount(ink: Any, left: float, cell: float, number: int) -> float:
    """Ink of a cell without its borders, as a share of its area."""
    start, end = left + (number + _BORDER) * cell, left + (number + 1 - _BORDER) * cell
    part = ink[:, max(0, round(start)) : max(0, round(end))]
    return float(np.where(part > _STRONG / 2, part, 0).sum() / max(1, part.size)) if part.size else 0.0


def _assigned(said: Sequence[tuple[str, float]], occupied: Sequence[int]) -> tuple[dict[int, str], int]:
    """Characters in occupied cells, in their order, each near its place; and how many found none."""
    # For each occupied cell where the last character so far may be: the least cost, and the way to it.
    ways: dict[int, tuple[float, tuple[Any, ...]]] = {-1: (0.0, ())}
    for character, place in said:
        near = [which for which, number in enumerate(occupied) if abs(number - place) <= _MOST_ASTRAY]
        further: dict[int, tuple[float, tuple[Any, ...]]] = {}
        for last, (cost, way) in ways.items():
            choices = [(last, cost + _LOST, way)]
            choices += [
                (
                    which,
                    cost + (occupied[which] - place) ** 2 + _PASSED_OVER * (which - last - 1),
                    (way, occupied[which], character),
                )
                for which in near
                if which > last
            ]
            for which, total, longer in choices:
                if which not in further or total < further[which][0]:
                    further[which] = (total, longer)
        ways = further
    end = len(occupied) - 1
    _, way = min((cost + _PASSED_OVER * (end - last), way) for last, (cost, way) in ways.items())
    cells: dict[int, str] = {}
    while way:
        way, number, character = way
        cells[number] = character
    return cells, len(said) - len(cells)


@dataclass(slots=True)
class _Known:
    """Cells whose character is known: the characters, their ink one upon the other, and how much of it there is."""

    characters: list[str]
    inks: Any
    amounts: Any


def _templates(rows: Sequence[_Inked], left: float, cell: float) -> _Known | None:
    counts: dict[str, int] = {}
    characters, inks = [], []
    for row in rows:
        if not row.trusted:
            continue
        for number, character in row.cells.items():
            start, end = _span(left, cell, number)
            if counts.get(character, 0) < _SAMPLES and start >= 0 and end <= row.ink.shape[1]:
                counts[character] = counts.get(character, 0) + 1
                characters.append(character)
                inks.append(row.ink[:, start:end])
    if not inks:
        return None
    stacked = np.stack(inks)
    return _Known(characters, stacked, stacked.sum(axis=(1, 2)))


def _recognised(row: _Inked, known: _Known | None, left: float, cell: float) -> dict[int, str]:
    """What unknown cells hold, by their likes or their form."""
    found = {}
    for number in row.occupied:
        if number not in row.cells:
            start, end = _span(left, cell, number)
            wide = row.ink[:, max(0, start - 1) : end + 1]
            character = (_known_as(wide, known) if known is not None else "") or _stroke(
                row.ink[:, max(0, start) : end]
            )
            if character:
                found[number] = character
    return found


def _text(row: _Inked) -> str | None:
    last = max(row.cells, default=-1)
    return "".join(row.cells.get(number, " ") for number in range(last + 1)) if row.trusted else None


def _known_as(wide: Any, known: _Known) -> str:
    """The character of a cell, given with a pixel more on both sides, by the cell that is most like it."""
    best, found = ALIKE, ""
    across = known.inks.shape[2]
    for shift in range(wide.shape[1] - across + 1):
        part = wide[:, shift : shift + across]
        alike = 1 - np.abs(known.inks - part).sum(axis=(1, 2)) / np.maximum(known.amounts + part.sum(), 1e-6)
        which = int(alike.argmax())
        if alike[which] > best:
            best, found = float(alike[which]), known.characters[which]
    return found


def _stroke(ink: Any) -> str:
    """The character of a cell with plain strokes, by its form; empty for any other."""
    strong = ink > _STRONG
    if not strong.any():
        return ""
    down, across = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
    high, wide = (down[-1] - down[0] + 1) / len(strong), (across[-1] - across[0] + 1) / strong.shape[1]
    middle = (down[0] + down[-1] + 1) / 2 / len(strong)
    if wide < _SLIM:
        return "|" if high > _TALL else ""
    if high < _FLAT and middle > _HIGH:
        return "_" if middle > _LOW else "-"
    if high > _TALL / 2 or middle > _LOW:
        return ""
    if middle < _HIGH + 0.1:
        return "^" if _is_roof(strong[down[0] : down[-1] + 1]) else ""
    ends = strong[[down[0], down[-1]], across[0] : across[-1] + 1].mean(axis=1)
    return "=" if ends.min() > _FULL and not strong[(down[0] + down[-1]) // 2].any() else ""


def _is_roof(strong: Any) -> bool:
    """Whether two strokes meet at the top and stand apart below."""
    top, bottom = np.flatnonzero(strong[0]), np.flatnonzero(strong[-1])
    meets = top[-1] - top[0] + 1 <= strong.shape[1] * _SLIM
    return bool(meets and np.diff(bottom).max(initial=1) > 1 and bottom[0] < top[0] and bottom[-1] > top[-1])
