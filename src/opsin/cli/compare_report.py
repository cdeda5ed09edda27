"""A comparison as lines for a person, and as JSON for a program."""

from typing import Any

from opsin.cli.console import table
from opsin.cli.described import described_lines
from opsin.images.cells import host_of, licence_label
from opsin.images.compared import Compared, Comparison
from opsin.plural import counted
from opsin.text import clean, fence, unmarked

_LINE_CHARACTERS = 300
_PATH_CHARACTERS = 4_000


def as_lines(comparison: Comparison, path: str, *, fenced: bool = True) -> list[str]:
    """The pictures, what differs, and where they are seen side by side.

    Args:
        comparison: The comparison.
        path: Where the picture is saved; empty when it is saved nowhere.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    described = described_lines(comparison.pictures)
    pick = comparison.seen[0]
    lines = [
        *table(map(_row, comparison.pictures)),
        "",
        *(f"differs: {clean(one, _LINE_CHARACTERS)}" for one in comparison.differences),
        *(f"note:    {clean(note, _LINE_CHARACTERS)}" for note in comparison.notes),
        f"picture: {clean(path, _PATH_CHARACTERS)}" if path else "picture: not saved; --out FILE saves it",
        f"next:    opsin {'icon-download' if pick.icon else 'download'} {pick.id}",
    ]
    outside = [
        *described,
        *(f"{one.number} | {told}" for one in comparison.pictures if (told := _words(one))),
    ]
    return [*map(unmarked, lines), *fence(outside)] if fenced else [*lines, *outside]


def as_json(comparison: Comparison, path: str) -> dict[str, Any]:
    """The same as JSON values. Text from outside stands as it came."""
    return {
        "picture": path,
        "picture_width": comparison.width,
        "picture_height": comparison.height,
        "region": comparison.region,
        "differences": list(comparison.differences),
        "notes": list(comparison.notes),
        "pictures": [one.to_json() for one in comparison.pictures],
    }


def _row(one: Compared) -> tuple[str, ...]:
    if one.failed:
        return (f"{one.number:3}", clean(one.id, 60), f"failed: {clean(one.failed, _LINE_CHARACTERS)}")
    return (
        f"{one.number:3}",
        one.id,
        one.icon or f"{one.width}×{one.height} {one.format}",
        counted(one.size_bytes, "byte") if one.hit else "",
        licence_label(one.hit) if one.hit else "",
        (host_of(one.hit) or "?") if one.hit else "",
        f"shown at {one.scale:.0%}",
        clean(one.why, _LINE_CHARACTERS),
    )


def _words(one: Compared) -> str:
    return clean(one.hit.title) if one.hit else clean(one.outside, _LINE_CHARACTERS)
