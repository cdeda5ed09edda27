"""A search as lines for a person, and as JSON for a program."""

from typing import Any

from opsin.cli.console import table
from opsin.cli.described import described_lines
from opsin.cli.program_words import quoted_words
from opsin.cli.shell_words import in_shell
from opsin.images.cells import Cell, Search, licence_label, size_label
from opsin.images.hit import Hit
from opsin.images.outcome import Attempt, Outcome
from opsin.images.query import Query
from opsin.plural import counted
from opsin.text import clean, fence, unmarked

LAST_PAGE = 100
"""As `Query.checked` has it."""

_CAUSE_CHARACTERS = 300
_PATH_CHARACTERS = 4_000
_QUERY_CHARACTERS = 400


def as_lines(search: Search, sheet: str, *, fenced: bool = True) -> list[str]:
    """Everything that is needed to choose; what comes from outside is cleaned.

    Args:
        search: The search.
        sheet: Path of the sheet; empty when it is saved nowhere.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    page = f", page {search.query.page}" if search.query.page > 1 else ""
    words = f"{clean(search.query.called)!r}{page}"
    number = len(search.cells)
    if all(cell.failed for cell in search.cells):
        lines = [
            f"{counted(number, 'result')} for {words}, from {search.served_by}: no picture could be loaded"
        ]
    else:
        lines = [f"{counted(number, 'picture')} for {words}, from {search.served_by}"]
    described = described_lines(search.cells)
    lines += ["", *cell_lines(search.cells, titles=not fenced, named=search.several), ""]
    if described and not fenced:
        lines += [*described, ""]
    lines += [
        f"sheet:  {clean(sheet, _PATH_CHARACTERS)}" if sheet else "sheet:  not saved; --out FILE saves it"
    ]
    lines += [f"note:   {clean(in_shell(note), _CAUSE_CHARACTERS)}" for note in search.notes]
    several = len(search.attempts) > 1
    lines += [f"asked:  {_attempt_line(one)}" for one in search.attempts if several and one.asked]
    lines += [f"not:    {_attempt_line(one)}" for one in search.attempts if not one.asked]
    said = [clean(attempt.said, _CAUSE_CHARACTERS) for attempt in search.attempts if attempt.said]
    if not fenced:
        lines += [f"        {one}" for one in said]
    if search.cells:
        lines.append(f"next:   opsin inspect {search.cells[0].id}    opsin download {search.cells[0].id}")
    if search.more and search.query.page < LAST_PAGE:
        lines.append(f"next:   {next_page(search.query)}")
    return [*map(unmarked, lines), *fence([*described, *_words(search.cells), *said])] if fenced else lines


def next_page(query: Query) -> str:
    """The command that brings the next page of a query, with everything else as it was asked for."""
    usual = Query(query.text)
    options = (
        ("--count", query.count, usual.count),
        ("--safe", query.safe, usual.safe),
        ("--license", query.licence, usual.licence),
        ("--min-width", query.min_width, usual.min_width),
        ("--orientation", query.orientation, usual.orientation),
        ("--provider", query.provider, usual.provider),
        ("--like", query.like, usual.like),
    )
    words = [word for name, value, default in options if value != default for word in (name, str(value))]
    asked = [] if query.shown_as else [clean(query.text, _QUERY_CHARACTERS)]
    return quoted_words(["opsin", "search", *asked, *words, "--page", str(query.page + 1)])


def cell_lines(cells: tuple[Cell, ...], *, titles: bool, named: bool = False) -> list[str]:
    """A row for each cell; its title last, where titles may stand outside the fence.

    Args:
        cells: The cells.
        titles: Whether titles stand in the rows.
        named: Whether each names its provider.
    """
    return table(
        (
            f"{cell.number:3}",
            str(cell.id),
            size_label(cell.hit) or "?",
            licence_label(cell.hit),
            clean(cell.host, 40) or "?",
            *([cell.hit.provider] if named else []),
            f"{_titles(cell.hit) if titles else ''}{_remarks(cell)}".strip(),
        )
        for cell in cells
    )


def _titles(hit: Hit) -> str:
    """What a person reads of a picture: its title, and where its file lies if that is on this machine."""
    return "  ".join(filter(None, [clean(hit.title, 60), clean(hit.path, _PATH_CHARACTERS)]))


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
                "retry_after": round(attempt.retry_after, 1),
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
            clean(cell.hit.path, _PATH_CHARACTERS),
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
    if attempt.outcome is Outcome.RESTING:
        return attempt.rest
    cause = f" ({clean(attempt.cause, _CAUSE_CHARACTERS)})" if attempt.cause else ""
    hits = f", {counted(attempt.hits, 'result')}" if attempt.outcome is Outcome.SERVED else ""
    return f"{attempt.provider}: {attempt.outcome}{cause}{hits}, {attempt.seconds:.1f} s"
