"""The tool `image_search`: one query, one numbered contact sheet."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from opsin.images.cells import Cell, Search
from opsin.images.query import MAX_COUNT, MAX_QUERY_CHARACTERS, LicenceFilter, Orientation, Query, Safe
from opsin.server.answers import (
    UNSEEN,
    Answer,
    licence_stated,
    licence_words,
    provider_lines,
    provider_words,
    row,
    said,
    sentence,
    size,
    word,
)
from opsin.server.schema import choice, text, whole
from opsin.server.tools.base import Call, Hints, Progress, Tool
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.services import Services

Work = Callable[["Services", Query, Progress], Awaitable[Search]]

DESCRIPTION = """\
Searches the web for pictures and returns one contact sheet of numbered cells, and a line per cell with id, size, \
host, licence and marks. Use it for photos and illustrations, to choose by looking and not by titles. No key is \
needed. Next: image_inspect shows an id larger, image_download saves the picks, page=2 brings more. Ids such as \
s3:4 (search 3, cell 4) stay valid at least 30 days. For publishing use license=commercial or share-alike. For \
icons use search_icons."""

PARAMETERS = (
    text(
        "query",
        'What they show, in a few words, such as "red panda on a branch".',
        longest=10 * MAX_QUERY_CHARACTERS,
    ),
    whole(
        "count",
        "How many: 4 gives large cells, 16 is the most.",
        low=1,
        high=MAX_COUNT,
        default=9,
    ),
    whole(
        "page",
        "2 goes on after page 1 of the same query.",
        low=1,
        high=100,
        default=1,
    ),
    choice(
        "safe",
        "Filter of adult content, such as strict for children.",
        allowed=tuple(Safe),
        default=Safe.MODERATE.value,
    ),
    choice(
        "license",
        "What the licence must allow, such as commercial use.",
        allowed=tuple(LicenceFilter),
        default=LicenceFilter.ANY.value,
    ),
    whole(
        "min_width",
        "Least width in pixels, such as 1920.",
        low=0,
        high=100_000,
        default=0,
    ),
    choice(
        "orientation",
        "Their shape, such as landscape for a header.",
        allowed=tuple(Orientation),
        default=Orientation.ANY.value,
    ),
    text(
        "provider",
        "One by name, such as wikimedia; auto asks in turn, all asks all at once.",
        default="auto",
        longest=60,
    ),
)


def image_search(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Does the search; `opsin.images.search` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        query = Query.checked(
            values["query"],
            count=values["count"],
            page=values["page"],
            safe=values["safe"],
            licence=values["license"],
            min_width=values["min_width"],
            orientation=values["orientation"],
            provider=values["provider"],
        )
        search_images = work or _search_images()
        return answer(await search_images(await call.services(), query, call.progress))

    return Tool(
        name="image_search",
        title="Search for pictures",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=True, idempotent=True),
        run=run,
    )


def answer(search: Search) -> Answer:
    """What the model gets of a search: a line for each cell, then the rest, then the sheet."""
    page = f", page {search.query.page}" if search.query.page > 1 else ""
    return Answer(
        lines=(
            f"Search {search.number}: {len(search.cells)} pictures for “{clean(search.query.text, 100)}”{page}.",
            f"One line per cell: number | id | pixels | host{' | provider' if search.several else ''} | licence | marks.",
            *(_cell_line(cell, named=search.several) for cell in search.cells),
            f"Served by {search.served_by}.",
            *provider_lines(search.attempts),
            *(f"Note: {sentence(note)}" for note in search.notes),
            f"The sheet is saved as {search.sheet_path}."
            if search.sheet_path
            else "The sheet could not be saved.",
            UNSEEN,
            _next(search),
        ),
        outside=tuple(filter(None, (*map(_outside_line, search.cells), *provider_words(search.attempts)))),
        picture=search.sheet,
        data={
            "search": search.number,
            "provider": search.provider,
            "cells": [cell.to_json() for cell in search.cells],
        },
    )


def _cell_line(cell: Cell, *, named: bool) -> str:
    alike = f"+{cell.alike} like it" if cell.alike else ""
    failed = f"failed: {sentence(cell.failed)}" if cell.failed else ""
    hit = cell.hit
    return row(
        str(cell.number),
        str(cell.id),
        size(hit.width, hit.height),
        word(cell.host),
        hit.provider if named else "",
        licence_words(hit.licence, hit.claim),
        ", ".join(filter(None, (*cell.marks, alike))),
        failed,
    )


def _outside_line(cell: Cell) -> str:
    hit = cell.hit
    told = row(
        clean(hit.title), clean(hit.page, 300), licence_stated(hit.licence), said("its host", cell.outside)
    )
    return row(str(cell.number), told) if told else ""


def _next(search: Search) -> str:
    example = search.cells[0].id if search.cells else f"s{search.number}:1"
    more = (
        f"; image_search with page={search.query.page + 1} for more" if search.more else "; no further page"
    )
    return (
        f"Next: image_inspect (id={example}) for a closer look; image_download (ids) to save the picks{more}."
    )


def _search_images() -> Work:
    from opsin.images.search import search_images

    return search_images
