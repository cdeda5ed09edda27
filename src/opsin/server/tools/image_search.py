"""The tool `image_search`: one query, one numbered contact sheet."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from opsin.images.cells import Cell, Search
from opsin.images.outcome import NothingServed
from opsin.images.query import MAX_COUNT, MAX_QUERY_CHARACTERS, LicenceFilter, Orientation, Query, Safe
from opsin.plural import counted
from opsin.server.answers import (
    NOT_SAVED,
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
from opsin.server.in_words import DESCRIBE, IN_WORDS, Since, description_line, wants_words
from opsin.server.schema import choice, text, whole
from opsin.server.tools.base import Call, Hints, Progress, Tool
from opsin.store.ids import search_name
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.services import Services

Work = Callable[["Services", Query, Progress], Awaitable[Search]]

DESCRIPTION = """\
Searches the web for pictures: one contact sheet of numbered cells, and a line per cell with id, size, host, \
licence and marks. Use it for photos and illustrations, to choose by looking. Next: image_inspect shows an \
id larger, image_download saves picks, page=2 brings more. For publishing use license=commercial or \
share-alike. For icons use search_icons."""

PARAMETERS = (
    text(
        "query",
        'What they show, such as "red panda on a branch".',
        longest=10 * MAX_QUERY_CHARACTERS,
        default="",
    ),
    whole(
        "count",
        "How many, such as 4 for large cells.",
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
        "Their shape, such as landscape.",
        allowed=tuple(Orientation),
        default=Orientation.ANY.value,
    ),
    text(
        "provider",
        "One by name, such as wikimedia; all at once; local: the user's own.",
        default="auto",
        longest=60,
    ),
    text("like", "Ranks by likeness to a cell, such as s3:4.", default="", longest=60),
    DESCRIBE,
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
            like=values["like"],
        )
        since = Since()
        services = await call.services()
        try:
            search = await (work or _search_images())(services, query, call.progress)
        except NothingServed as nothing:
            instead = await _icons_instead(nothing, query, call, services, values["describe"], since)
            if instead is None:
                raise
            return instead
        in_words = wants_words(call.settings, values["describe"])
        if in_words:
            from opsin.describing import describe_search

            search = await describe_search(services, search, within_s=since.left, progress=call.progress)
        return answer(search, in_words=in_words)

    return Tool(
        name="image_search",
        title="Search for pictures",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=True, idempotent=True),
        run=run,
    )


def answer(search: Search, *, in_words: bool = False) -> Answer:
    """What the model gets of a search: a line for each cell, then the rest, then the sheet, or what it shows in words."""
    page = f", page {search.query.page}" if search.query.page > 1 else ""
    return Answer(
        lines=(
            f"Search {search_name(search.number)}: {counted(len(search.cells), 'picture')} for “{clean(search.query.called, 100)}”{page}.",
            f"One line per cell: number | id | pixels | host{' | provider' if search.several else ''} | licence | marks.",
            *(_cell_line(cell, named=search.several) for cell in search.cells),
            f"Served by {search.served_by}.",
            *provider_lines(search.attempts),
            *(f"Note: {sentence(note)}" for note in search.notes),
            f"The sheet is saved as {search.sheet_path}." if search.sheet_path else NOT_SAVED,
            IN_WORDS if in_words else UNSEEN,
            _next(search),
        ),
        outside=tuple(
            filter(
                None,
                (
                    f"searched for: {clean(search.query.text)}" if search.query.shown_as else "",
                    *(_described(cell) for cell in search.cells if in_words),
                    *map(_outside_line, search.cells),
                    *provider_words(search.attempts),
                ),
            )
        ),
        picture=b"" if in_words else search.sheet,
        in_words=in_words,
        data={
            "search": search_name(search.number),
            "provider": search.provider,
            "cells": [cell.to_json() for cell in search.cells],
        },
    )


async def _icons_instead(
    nothing: NothingServed, query: Query, call: Call, services: "Services", describe: str, since: Since
) -> Answer | None:
    """What is answered where there is no network: icons that come with opsin, called so; None where there are none."""
    if not nothing.offline:
        return None
    from opsin.offline import icons_instead
    from opsin.server.tools.search_icons import answer as icons_answer

    shown = await icons_instead(services, query, call.progress)
    if shown is None:
        return None
    in_words = wants_words(call.settings, describe)
    if in_words:
        from opsin.describing import describe_icons

        shown = await describe_icons(services, shown, within_s=since.left, progress=call.progress)
    icons = icons_answer(shown, in_words=in_words)
    first = (
        sentence(nothing.message),
        *filter(None, (nothing.own,)),
        "Instead, with no network: icons that come with opsin. They are no photos; say so to the user.",
        *provider_lines(nothing.attempts),
    )
    return replace(icons, lines=(*first, *icons.lines))


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


def _described(cell: Cell) -> str:
    return description_line(cell.number, cell.description, cell.failed)


def _outside_line(cell: Cell) -> str:
    hit = cell.hit
    told = row(
        clean(hit.title),
        clean(hit.page, 300),
        clean(hit.path, 300),
        licence_stated(hit.licence),
        said("its host", cell.outside),
    )
    return row(str(cell.number), told) if told else ""


def _next(search: Search) -> str:
    example = search.cells[0].id if search.cells else f"s{search_name(search.number)}:1"
    more = (
        f"; image_search with page={search.query.page + 1} for more" if search.more else "; no further page"
    )
    return (
        f"Next: image_inspect (id={example}) for a closer look; image_download (ids) to save the picks{more}."
    )


def _search_images() -> Work:
    from opsin.images.search import search_images

    return search_images
