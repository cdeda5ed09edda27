"""What the reading process answers, and how much of it is believed.

A picture that took over the process could answer anything. So every value is checked for its kind and its range, and
text is cleaned as all text from outside is.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from opsin.ocr.joining import Quad
from opsin.ocr.lines import BarCode
from opsin.pixels.isolated.framing import BadMessage
from opsin.text import aligned, clean

MOST_LINES = 4_000
"""Of one tile."""

MOST_CHARACTERS = 2_000
"""Of one line, or one bar code."""

_CORNERS = 8


@dataclass(frozen=True, slots=True)
class Said:
    """What a line says.

    Attributes:
        text: Its characters.
        confidence: 0 to 1.
        places: Where each character stands, from 0 (left edge of the line) to 1.
    """

    text: str
    confidence: float
    places: tuple[float, ...]


def quads_told(told: Mapping[str, Any], body: bytes, *, width: int, height: int) -> list[Quad]:
    """The corners of lines within a tile.

    Raises:
        BadMessage: they are none, or lie outside.
    """
    quads = []
    for value in _rows(told, body):
        if not isinstance(value, list) or len(value) != _CORNERS:
            raise BadMessage("not four corners")
        across = [_number(number, width) for number in value[0::2]]
        down = [_number(number, height) for number in value[1::2]]
        first, second, third, fourth = zip(across, down, strict=True)
        quads.append((first, second, third, fourth))
    return quads


def lines_told(told: Mapping[str, Any], body: bytes, *, count: int) -> list[Said]:
    """What lines say, one for each that was asked for.

    Raises:
        BadMessage: they are not as many, or no lines.
    """
    rows = _rows(told, body)
    if len(rows) != count:
        raise BadMessage("not the lines that were asked for")
    return [_said(row) for row in rows]


def _said(row: object) -> Said:
    if not isinstance(row, list) or len(row) != len(("text", "confidence", "places")):
        raise BadMessage("no line")
    text, confidence, places = row
    if (
        not isinstance(text, str)
        or not isinstance(places, list)
        or not len(text) == len(places) <= MOST_CHARACTERS
    ):
        raise BadMessage("no text, or no places of it")
    kept = tuple(_number(place, 1) for place in places)
    visible = aligned(text, MOST_CHARACTERS)
    # Where cleaning changes how many characters there are, nothing is known of their places.
    return Said(visible, _number(confidence, 1), kept if len(visible) == len(text) else ())


def rows_told(told: Mapping[str, Any], body: bytes, *, count: int) -> list[str | None]:
    """The text of rows of a grid, one for each that was asked for.

    Raises:
        BadMessage: they are not as many, or no texts.
    """
    rows = _rows(told, body)
    if len(rows) != count or not all(row is None or isinstance(row, str) for row in rows):
        raise BadMessage("not the rows that were asked for")
    return [row if row is None else aligned(row, MOST_CHARACTERS) for row in rows]


def codes_told(told: Mapping[str, Any], body: bytes, *, width: int, height: int) -> tuple[BarCode, ...]:
    """Bar codes.

    Raises:
        BadMessage: they are none.
    """
    codes = []
    for row in _rows(told, body):
        match row:
            case [str(kind), str(text), [left, top, right, bottom]]:
                across = [round(_number(_within(number, width), width)) for number in (left, right)]
                down = [round(_number(_within(number, height), height)) for number in (top, bottom)]
                box = (across[0], down[0], across[1], down[1])
                codes.append(BarCode(clean(kind, 40), clean(text, MOST_CHARACTERS), box))
            case _:
                raise BadMessage("no bar code")
    return tuple(codes)


def _rows(told: Mapping[str, Any], body: bytes) -> list[Any]:
    if "refused" in told:
        raise BadMessage(f"refused: {str(told['refused'])[:80]}")
    try:
        rows = json.loads(body)
    except (ValueError, RecursionError) as why:
        raise BadMessage("not JSON") from why
    if not isinstance(rows, list) or len(rows) > MOST_LINES:
        raise BadMessage("no list, or too long a one")
    return rows


def _within(value: object, most: int) -> object:
    """A code's corner may lie a little outside the picture."""
    return min(max(value, 0), most) if isinstance(value, int | float) else value


def _number(value: object, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise BadMessage("no number")
    if not 0 <= value <= most:
        raise BadMessage("a number that cannot be")
    return float(value)
