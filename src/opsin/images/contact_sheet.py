"""The contact sheet of a search: what is drawn into each cell, and the file that a person can open."""

from collections.abc import Sequence

from opsin.images.cells import caption
from opsin.images.filling import Candidate
from opsin.images.thumbnails import is_coarse
from opsin.services import Services
from opsin.settings import Settings
from opsin.sheet.draw import Sheet, SheetCell, draw_sheet
from opsin.sheet.layout import Box, plan
from opsin.sheet.marks import Mark
from opsin.store.shelf import SHEETS, shelve_if_possible


def marks_of(candidate: Candidate, box: Box) -> tuple[Mark, ...]:
    """What is to be marked on the cell whose picture goes into a box."""
    marks: list[Mark] = []
    if candidate.hit.video:
        marks.append(Mark.VIDEO)
    if candidate.thumbnail is not None:
        if candidate.thumbnail.picture.facts.animated:
            marks.append(Mark.ANIMATION)
        if is_coarse(candidate.hit, candidate.thumbnail, (box.width, box.height)):
            marks.append(Mark.LOW_RESOLUTION)
    return tuple(marks)


def draw(candidates: Sequence[Candidate], settings: Settings) -> tuple[Sheet, list[tuple[Mark, ...]]]:
    """Draw the cells in their order; the first is number 1. Returns the sheet and each cell's marks."""
    box = plan(len(candidates), canvas=settings.canvas, titles=settings.sheet_titles).cells[0].picture
    marks = [marks_of(candidate, box) for candidate in candidates]
    cells = [
        SheetCell(
            number=number,
            picture=candidate.thumbnail.fitted((box.width, box.height)) if candidate.thumbnail else None,
            caption=caption(candidate.hit),
            title=candidate.hit.title if settings.sheet_titles else "",
            marks=frozenset(cell_marks),
        )
        for number, (candidate, cell_marks) in enumerate(zip(candidates, marks, strict=True), start=1)
    ]
    sheet = draw_sheet(
        cells, canvas=settings.canvas, titles=settings.sheet_titles, max_bytes=settings.picture_max_bytes
    )
    return sheet, marks


def save_sheet(services: Services, number: int, jpeg: bytes) -> str:
    """Save the sheet where a person can open it. Returns its path, or "" where that is not possible."""
    keep_days = services.settings.keep_days
    store = services.store.path if services.shelves else None
    return shelve_if_possible(store, SHEETS, f"s{number}.jpg", jpeg, keep_days=keep_days)
