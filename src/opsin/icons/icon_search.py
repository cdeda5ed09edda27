"""The outcome of a search for icons: rows with their drawings, and where all of it comes from."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found, Row
from opsin.icons.svg.tree import SafeBody

OnProgress = Callable[[int, int, str], Awaitable[None]]
"""Told how many icons are ready, of how many, and what goes on."""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row, and the drawing of its icon.

    Attributes:
        row: The row.
        drawing: The drawing, checked; None where it could not be had.
        undrawn: Why there is none, a sentence in words of our own; empty where there is one.
    """

    row: Row
    drawing: SafeBody | None
    undrawn: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An icon that was found, and is not shown because its drawing is broken.

    Attributes:
        id: Its id.
        why: A sentence in words of our own.
    """

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where an answer comes from.

    Attributes:
        kind: "embedded", "folder" or "api": who searched.
        data_version: Version of the data; of the API, which tells none, the day of its oldest answer (UTC).
        hosts: Hosts of the Iconify API that answered for this search.
        drawings_fetched: Drawings that came from the API, now or within the last seven days.
        stale: Something is older than Iconify says it holds, because the API could not be asked.
    """

    kind: str
    data_version: str
    hosts: tuple[str, ...] = ()
    drawings_fetched: int = 0
    stale: bool = False

    @property
    def sentence(self) -> str:
        """All of it, for people and models."""
        if self.kind == "api":
            by = f" at {', '.join(self.hosts)}" if self.hosts else ", from answers that were kept"
            text = f"Searched by the Iconify API{by}; data as of {self.data_version}"
        else:
            where = (
                "catalogue inside opsin"
                if self.kind == "embedded"
                else "folder that OPSIN_ICONIFY_JSON names"
            )
            text = f"Searched in the {where}, Iconify data {self.data_version}"
            if self.drawings_fetched:
                number = self.drawings_fetched
                by = f" ({', '.join(self.hosts)})" if self.hosts else ", kept from before"
                text += f"; {number} drawing{'s' if number > 1 else ''} from the Iconify API{by}"
        old = " Some of it is kept from more than seven days ago, because the API could not be asked."
        return f"{text}.{old if self.stale else ''}"


@dataclass(frozen=True, slots=True)
class IconSearch:
    """What a search for icons found, before it is rendered and numbered.

    Attributes:
        query: What was asked for.
        found: All that the search says: what was left out and why, suggestions, sets that have everything.
        rows: The best rows, each with its drawing where it could be had; none is known to be broken. Where sets that
            have everything were asked for, the rows of these sets, one set after the other.
        spare: Rows that may take the place of some that turn out blank or have no drawing, the best first, all with
            their drawings.
        left_out: Icons that are not among the rows because their drawings are broken.
        source: Where it comes from.
        notes: Sentences that a caller should know, those of `found` included.
    """

    query: IconQuery
    found: Found
    rows: tuple[DrawnRow, ...]
    spare: tuple[DrawnRow, ...]
    left_out: tuple[LeftOut, ...]
    source: Source
    notes: tuple[str, ...]


def day(seconds: float) -> str:
    """The day of a time (seconds since 1970), in UTC: 2026-11-30."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
