"""Ids such as `s3:4`: cell 4 of search 3, given out once and never again for another picture."""

import re
from dataclasses import dataclass

from opsin.errors import UnknownId

_ID = re.compile(r"s([1-9][0-9]{0,17}):([1-9][0-9]{0,2})")


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
    found = _ID.fullmatch(text.strip().strip("`'\"[]()").lower())
    if found is None:
        raise UnknownId(
            f"{text[:40]!r} is not an id.",
            hint="An id looks like s3:4 (search 3, cell 4); take it from the list under the sheet.",
        )
    return CellId(int(found[1]), int(found[2]))
