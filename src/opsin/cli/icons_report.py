"""A search for icons as lines for a person, and as JSON for a program."""

from collections.abc import Iterator
from typing import Any

from opsin.cli.console import table
from opsin.cli.described import described_lines
from opsin.cli.shell_words import in_shell
from opsin.icons.cells import IconCell, ShownIcons
from opsin.icons.licences.closing import CLOSING
from opsin.icons.telling import OWN, Detail, keyword_words, same_set_lines, set_lines
from opsin.icons.wording import (
    duties,
    filtered_sentence,
    hidden_sentence,
    licence_label,
    suggestion_sentence,
)
from opsin.plural import counted
from opsin.text import clean, fence, unmarked

_CHARACTERS = 600
_PATH_CHARACTERS = 4_000


def as_lines(shown: ShownIcons, sheet: str, *, fenced: bool = True) -> list[str]:
    """Everything that is needed to choose; what comes from outside is cleaned.

    Args:
        shown: The search.
        sheet: Path of the sheet; empty when it is saved nowhere.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    own = shown.source.kind == OWN
    sets = list(set_lines(shown.cells, Detail()))
    first = shown.cells[0]
    described = described_lines(shown.cells)
    lines = [
        f"{counted(len(shown.cells), 'icon')} for {keyword_words(shown)} (policy {shown.query.policy})",
        "",
        *cell_lines(shown.cells),
        "",
        *(() if fenced or not described else (*described, "")),
        *(f"set:    {line}" for line in same_set_lines(shown)),
        *(f"terms:  {line}" for line in sets if own or not fenced),
        f"sheet:  {clean(sheet, _PATH_CHARACTERS)}" if sheet else "sheet:  not saved; --out FILE saves it",
        *([f"data:   {clean(shown.json_path, _PATH_CHARACTERS)}"] if shown.json_path else []),
        f"source: {shown.source.sentence}",
        *(f"note:   {clean(in_shell(note), _CHARACTERS)}" for note in _notes(shown)),
        f"note:   {CLOSING}",
        f"next:   opsin icon-download {first.id}    opsin icon-download {first.icon.id} --format svg",
    ]
    if not fenced:
        return lines
    return [
        *map(unmarked, lines),
        *fence([*described, *([] if own else [f"terms of {line}" for line in sets])]),
    ]


def as_json(shown: ShownIcons, sheet: str) -> dict[str, Any]:
    """The search as JSON values. Text from outside stands as it came: a program decides what to do with it."""
    return {**shown.to_json(), "sheet": sheet}


def cell_lines(cells: tuple[IconCell, ...]) -> list[str]:
    """A row for each icon."""
    return table(
        (
            f"{cell.number:3}",
            str(cell.id),
            cell.icon.id,
            licence_label(cell.terms),
            ", ".join(duties(cell.terms)) or "no duties",
            f"{clean('; '.join(cell.why), 100)}{_remarks(cell)}".strip(),
        )
        for cell in cells
    )


def _remarks(cell: IconCell) -> str:
    remarks = [f"+{counted(cell.variant_count, 'variant')}"] if cell.variant_count else []
    remarks += [f"no picture: {clean(cell.failed, 100)}"] if cell.failed else []
    return f"  [{'; '.join(remarks)}]" if remarks else ""


def _notes(shown: ShownIcons) -> Iterator[str]:
    hidden = hidden_sentence(shown.found, shown.query, own=shown.source.kind == OWN)
    yield from filter(None, (hidden, filtered_sentence(shown.found)))
    yield from map(suggestion_sentence, shown.found.suggestions)
    yield from shown.notes
