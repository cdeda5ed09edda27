"""Text that one answer does not hold, given by parts, and none of it lost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from opsin.errors import InvalidInput
from opsin.plural import counted
from opsin.vision.report import TextLine

PART_CHARACTERS = 6_000
PART_LINES = 120
"""What one part holds: an answer has 10,000 characters and 200 lines in all, and says other things too."""

PIECE_CHARACTERS = 1_000
"""The longest line that an answer shows whole."""

_NEAR_END = 100


class Page(NamedTuple):
    """One part of a text.

    Attributes:
        lines: What it holds. A line that is too long stands in several pieces, which joined are the line again.
        part, parts: Which one it is, of how many.
    """

    lines: tuple[TextLine, ...]
    part: int
    parts: int


def page_of(
    lines: Sequence[TextLine],
    part: int,
    *,
    most_characters: int | None = PART_CHARACTERS,
    most_lines: int | None = PART_LINES,
) -> Page:
    """Give one part of a text; the parts are the same for each call with the same text and bounds.

    Args:
        lines: The whole text.
        part: Which part, from 1.
        most_characters: Of one part, the end of each line counted as one; None for everything in one part.
        most_lines: Of one part; None for any number.

    Raises:
        InvalidInput: there is no such part.
    """
    pages = list(_pages(lines, most_characters, most_lines))
    if not 1 <= part <= len(pages):
        has = counted(len(pages), "part")
        raise InvalidInput(
            f"There is no part {part:,}: the text has {has}.", hint=f"Ask for part=1 to part={len(pages)}."
        )
    return Page(tuple(pages[part - 1]), part, len(pages))


def _pages(
    lines: Sequence[TextLine], most_characters: int | None, most_lines: int | None
) -> Iterator[list[TextLine]]:
    page: list[TextLine] = []
    room = most_characters
    for line in lines:
        for piece in _pieces(line, most_characters):
            cost = len(piece.text) + 1
            full = (room is not None and cost > room) or (most_lines is not None and len(page) >= most_lines)
            if page and full:
                yield page
                page, room = [], most_characters
            page.append(piece)
            if room is not None:
                room -= cost
    yield page


def _pieces(line: TextLine, most_characters: int | None) -> Iterator[TextLine]:
    """Split a line that is too long, at a blank where there is one near the end."""
    if most_characters is None:
        yield line
        return
    most = max(1, min(PIECE_CHARACTERS, most_characters - 1))
    text = line.text
    while len(text) > most:
        blank = text.rfind(" ", max(0, most - _NEAR_END), most) + 1
        at = blank or most
        yield replace(line, text=text[:at])
        text = text[at:]
    yield replace(line, text=text)
