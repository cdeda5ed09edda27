"""What a search gives back: numbered cells, their sheet, and what happened on the way."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from opsin.images.hit import Hit
from opsin.images.outcome import Attempt
from opsin.images.query import Query
from opsin.rights.licence import Family
from opsin.store.ids import CellId

THIS_MACHINE = "this machine"
"""Stands for the host of a picture that is the user's own."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One numbered cell of a sheet.

    Attributes:
        number: The number on its badge, from 1.
        host: Host of the page that the picture stands on, without `www.`.
        failed: Why the cell shows no picture, in our own words; empty when it shows one.
        marks: What is marked on it: "video still", "animation", "low resolution".
        alike: How many results showed the same picture and were folded into this one.
        outside: What the host said of the failure: outside text.
        picture: The bytes of the small picture that the cell shows; empty where it shows none.
        description: What the picture shows, in a line, where that was asked for: outside text.
        described_by: The model that says so, or "opsin"; empty where nobody has looked.
    """

    id: CellId
    number: int
    hit: Hit
    host: str
    failed: str = ""
    marks: tuple[str, ...] = ()
    alike: int = 0
    outside: str = ""
    picture: bytes = field(default=b"", repr=False, compare=False)
    description: str = ""
    described_by: str = ""

    def to_json(self) -> dict[str, Any]:
        """The cell as JSON values for programs and views. No address of the picture itself is among them."""
        hit = self.hit
        return {
            "number": self.number,
            "id": str(self.id),
            "width": hit.width,
            "height": hit.height,
            "host": self.host,
            "provider": hit.provider,
            "title": hit.title,
            "page": hit.page,
            "creator": hit.creator,
            "licence": hit.licence.label,
            "licence_stated": hit.licence.stated,
            "spdx": hit.licence.spdx,
            "licence_url": hit.licence.url,
            "marks": list(self.marks),
            "alike": self.alike,
            "failed": self.failed,
            "description": self.description,
            "described_by": self.described_by,
            **({"path": hit.path} if hit.path else {}),
        }


@dataclass(frozen=True, slots=True)
class Search:
    """One search that served.

    Attributes:
        number: The search's number, the `3` of `s3:4`.
        sheet: The contact sheet as JPEG.
        sheet_path: Where the sheet is saved; empty when it could not be.
        provider: Who served the results; several names, separated by commas, where several did.
        attempts: What came of each provider that was asked, in order.
        notes: What else is to be known: filters that were ignored, what was folded, left out or is missing.
        more: Whether the next page may have more.
    """

    number: int
    query: Query
    cells: tuple[Cell, ...]
    sheet: bytes
    sheet_width: int
    sheet_height: int
    sheet_path: str
    provider: str
    attempts: tuple[Attempt, ...]
    notes: tuple[str, ...]
    more: bool

    @property
    def several(self) -> bool:
        """Whether the cells are of more than one provider, so that each is to name its own."""
        return len({cell.hit.provider for cell in self.cells}) > 1

    @property
    def served_by(self) -> str:
        """Who served, in words: each provider with the number of its cells where there are several."""
        if not self.several:
            return self.provider
        counts = Counter(cell.hit.provider for cell in self.cells)
        return ", ".join(f"{name} ({number})" for name, number in counts.items())


def host_of(hit: Hit) -> str:
    """The host that a reader would name as the source: the page's, or else the picture's.

    It is checked and in ASCII, because it stands in lines of our own and in the caption.
    """
    # The list of tools needs none of the web.
    from opsin.web.urls import host_name

    if hit.path:
        return THIS_MACHINE
    hosts = (host_name(address) for address in (hit.page, hit.original))
    return next((host.removeprefix("www.") for host in hosts if host), "")


def licence_label(hit: Hit) -> str:
    """The licence in a few letters; a question mark where nothing is known."""
    return "?" if hit.licence.family is Family.UNKNOWN else hit.licence.label


def size_label(hit: Hit) -> str:
    """The original's size as the provider states it, such as 1920×1080; empty where it states none."""
    return f"{hit.width}×{hit.height}" if hit.width and hit.height else ""


def caption(hit: Hit) -> str:
    """The caption under a cell: size, licence, host. Never the title: that is outside text."""
    return " · ".join(part for part in (size_label(hit), licence_label(hit), host_of(hit)) if part)
