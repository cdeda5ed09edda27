"""Ids such as `s3:4`: cell 4 of search 3, given out once and never again for another picture.

Where strangers can ask, a search is named by a handle of 64 random bits in the place of its number, such as
`sk7mw2qa5xvt3n:4`, so that nobody comes upon a search of somebody else by counting.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from opsin.errors import NotAnId

HANDLES_FROM = 2**64
"""A search's number from here on is a handle: this and 64 random bits. The store's own numbers are far smaller."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_HANDLE_LENGTH = 13
"""Letters of five bits each for 64 bits; the first one has four of them, so it is never a digit."""

_ID = re.compile(r"s([1-9][0-9]{0,17}|[a-p][a-z2-7]{12}):([1-9][0-9]{0,2})")
_ICON = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]*[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, order=True)
class CellId:
    """The number of a search, which may be its handle, and of one of its cells."""

    search: int
    cell: int

    def __str__(self) -> str:
        return f"s{search_name(self.search)}:{self.cell}"


Ids = str | CellId | Sequence[str | CellId]
"""One id, or several."""


def texts_of(ids: Ids) -> list[str]:
    """Each id as it is written."""
    return [str(one) for one in ([ids] if isinstance(ids, str | CellId) else ids)]


def search_name(number: int) -> int | str:
    """What stands for a search in ids, in text and in JSON: its number, or the letters of its handle."""
    return number if number < HANDLES_FROM else handle_text(number)


def handle_text(number: int) -> str:
    """The letters of a handle, five bits each, as RFC 4648 (section 6) writes them in small letters."""
    bits = number - HANDLES_FROM
    return "".join(_LETTERS[bits >> 5 * place & 31] for place in reversed(range(_HANDLE_LENGTH)))


def parse_id(text: str) -> CellId:
    """Read an id as a model or a person writes it.

    Raises:
        NotAnId: the text is not of the form.
    """
    plain = text.strip().strip("`'\"[]()").lower()
    found = _ID.fullmatch(plain)
    if found is None and _ICON.fullmatch(plain):
        raise NotAnId(
            f"{plain[:60]!r} is an icon, not a picture of a sheet.",
            hint=f"icon_download saves it (ids={plain[:60]}); search_icons shows icons on a sheet.",
        )
    if found is None:
        raise NotAnId(
            f"{text[:40]!r} is not an id.",
            hint="An id looks like s3:4 (search 3, cell 4); take it from the list under the sheet.",
        )
    return CellId(_number(found[1]), int(found[2]))


def _number(text: str) -> int:
    if text[0].isdigit():
        return int(text)
    number = 0
    for letter in text:
        number = number << 5 | _LETTERS.index(letter)
    return HANDLES_FROM + number
