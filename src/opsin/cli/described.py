"""What cells show, in words, as lines for a person or for an agent that reads them in a shell."""

from collections.abc import Iterable
from typing import Protocol

from opsin.text import clean

_CHARACTERS = 900


class Described(Protocol):
    """A cell of a sheet of any kind."""

    @property
    def number(self) -> int:
        """Its number."""

    @property
    def failed(self) -> str:
        """Why it shows nothing; empty where it shows something."""

    @property
    def description(self) -> str:
        """What it shows; empty where nobody has looked."""


def described_lines(cells: Iterable[Described]) -> list[str]:
    """A line for each cell, where any of them is described. They are outside text."""
    seen = [cell for cell in cells if not cell.failed]
    if not any(cell.description for cell in seen):
        return []
    return [f"{cell.number} | {shows(cell.description)}" for cell in seen]


def shows(description: str) -> str:
    """What one picture shows, on one line."""
    return f"shows: {clean(description, _CHARACTERS)}" if description else "not described"
