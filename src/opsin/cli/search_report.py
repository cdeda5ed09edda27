"""A search as lines for a person, and as JSON for a program."""

from typing import Any

from opsin.cli.console import table
from opsin.images.cells import Cell, Search, licence_label, size_label
from opsin.images.outcome import Attempt, Outcome
from opsin.text import clean, fence

_CAUSE_CHARACTERS = 300
_PATH_CHARACTERS = 4_000


def as_lines(search: Search, sheet: str, *, fenced: bool = True) -> list[str]:
    """Everything that is needed to choose; what comes from outside is cleaned.

    Args:
        search: The search.
        sheet: Path of the sheet; empty when it is saved nowhere.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    page = f", page {search.query.page}" if search.query.page > 1 else ""
    lines = [f"{len(search.cells)} pictures for {clean(search.query.text)!r}{page}, from {search.provider}"]
    lines += ["", *cell_lines(search.cells, titles=not fenced), ""]
    lines += [
        f"sheet:  {clean(sheet, _PATH_CHARACTERS)}" if sheet else "sheet:  not saved; --out FILE saves it"
    ]
    lines += [f"note:   {clean(note, _CAUSE_CHARACTERS)}" for note in search.notes]
    lines += [f"asked:  {_attempt_line(attempt)}" for attempt in search.attempts if len(search.attempts) > 1]
    said = [clean(attempt.said, _CAUSE_CHARACTERS) for attempt in search.attempts if attempt.said]
    if not fenced:
        lines += [f"        {one}" for one in said]
    if search.cells:
        lines.append(f"next:   opsin inspect {search.cells[0].id}    opsin download {search.cells[0].id}")
    return [*lines, *fence([*_words(search.cells), *said])] if fenced else lines


def cell_lines(cells: tuple[Cell, ...], *, titles: bool) -> list[str]:
    """A row for each cell; its title last, where titles may stand outside the fence."""
    return table(
        (
            f"{cell.number:3}",
            str(cell.id),
            size_label(cell.hit) or "?",
            licence_label(cell.hit),
            clean(cell.host, 40) or "?",
            f"{clean(cell.hit.title, 60) if titles else ''}{_remarks(cell)}".strip(),
        )
        for cell in cells
    )


def as_json(search: Search, sheet: str) -> dict[str, Any]:
    """The search as JSON values. Text from outside stands as it came: a program decides what to do with it."""
    return {
        "search": search.number,
        "query": search.query.to_json(),
        "provider": search.provider,
        "sheet": sheet,
        "more": search.more,
        "notes": list(search.notes),
        "attempts": [
            {
                "provider": attempt.provider,
                "outcome": str(attempt.outcome),
                "cause": attempt.cause,
                "seconds": round(attempt.seconds, 3),
                "hits": attempt.hits,
                "outside": attempt.outside,
            }
            for attempt in search.attempts
        ],
        "cells": [cell.to_json() for cell in search.cells],
    }


def _words(cells: tuple[Cell, ...]) -> list[str]:
    """A line for the fence for each cell that words from outside are known of."""
    lines = []
    for cell in cells:
        stated = cell.hit.licence.stated
        parts = [
            clean(cell.hit.title),
            f"licence stated as: {clean(stated)}" if stated else "",
            f"its host said: {clean(cell.outside, _CAUSE_CHARACTERS)}" if cell.outside else "",
        ]
        if any(parts):
            lines.append(" | ".join([str(cell.number), *filter(None, parts)]))
    return lines


def _remarks(cell: Cell) -> str:
    remarks = [*cell.marks, *([f"+{cell.alike} like it"] if cell.alike else [])]
    remarks += [f"failed: {clean(cell.failed, _CAUSE_CHARACTERS)}"] if cell.failed else []
    return f"  [{'; '.join(remarks)}]" if remarks else ""


def _attempt_line(attempt: Attempt) -> str:
    cause = f" ({clean(attempt.cause, _CAUSE_CHARACTERS)})" if attempt.cause else ""
    hits = f", {attempt.hits} results" if attempt.outcome is Outcome.SERVED else ""
    return f"{attempt.provider}: {attempt.outcome}{cause}{hits}, {attempt.seconds:.1f} s"
