"""Ids such as `s3:4`: cell 4 of search 3, given out once and never again for another picture."""

import re
from dataclasses import dataclass

from opsin.errors import UnknownId

_ID = re.compile(r"s([1-9][0-9]{0,17}):([1-9][0-9]{0,2})")
_ICON = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]*[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, order=True)
class CellId:
    """The number of a search and of one of its cells."""

    search: int
    cell: int

    def __str__(self) -> str:
        return f"s{self.search}:{self.cell}"


def parse_id(text: str) -> CellId:
    """Read an id as a model or a person writes it.

    Raises:
        UnknownId: the text is not of the form.
    """
    plain = text.strip().strip("`'\"[]()").lower()
    found = _ID.fullmatch(plain)
    if found is None and _ICON.fullmatch(plain):
        raise UnknownId(
            f"{plain[:60]!r} is an icon, not a picture of a sheet.",
            hint="icon_download saves it; search_icons shows icons on a sheet.",
        )
    if found is None:
        raise UnknownId(
            f"{text[:40]!r} is not an id.",
            hint="An id looks like s3:4 (search 3, cell 4); take it from the list under the sheet.",
        )
    return CellId(int(found[1]), int(found[2]))
