"""The tool `search_icons`: icons that may be shipped, on one numbered contact sheet."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from opsin.plural import counted
from opsin.server.answers import NOT_SAVED, UNSEEN, Answer, sentence
from opsin.server.in_words import DESCRIBE, IN_WORDS, Since, description_line, wants_words
from opsin.server.schema import choice, flag, texts, whole
from opsin.server.tools.base import Call, Hints, Progress, Tool
from opsin.store.ids import search_name
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.icons.cells import ShownIcons
    from opsin.icons.query import IconQuery
    from opsin.icons.telling import Detail
    from opsin.services import Services

Work = Callable[["Services", "IconQuery", Progress], Awaitable["ShownIcons"]]

MOST_KEYWORDS = 5
MAX_LIMIT = 64
MOST_SETS = 32
POLICIES = ("permissive", "permissive_plus_attribution", "all")
READY_WITHIN_S = 16.0
"""Seconds to wait for a folder of icons that is being read; the search itself takes a few more."""

_TEXT_CHARACTERS = 9_200
"""What all lines together may have, of the 10,000 that a client shows."""
_MOST_LINES = 185
_DESCRIBED_CHARACTERS, _LEAST_DESCRIPTION = 3_000, 40
"""What the descriptions of all icons together may have, and one of them at least."""
_DATA_CHARACTERS = 130_000
_LESS: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (
    lambda cell: {"variants": cell["variants"][:6]},
    lambda cell: {"variants": cell["variants"][:2]},
    lambda cell: {"variants": [], "why": cell["why"][:1]},
    lambda cell: {"credit": {"text": cell["credit"]["text"]}},
)
"""What is left out of the data where there is much of it; the saved JSON has it all."""
_OUTSIDE_FIELDS = frozenset({"set", "author", "license", "credit", "why", "description"})
"""Fields of a cell that hold words of the sets, where their data is not opsin's own."""

DESCRIPTION = """\
Finds open-source icons that may be shipped: a numbered contact sheet and a line per icon with id, SPDX \
licence, duties, matched keywords. Use it for UI icons, symbols and logos instead of a name from memory. \
keywords: concrete English nouns, most relevant first, or a phrase such as "undo what I just did". \
license_policy: permissive needs no credit line, permissive_plus_attribution adds CC-BY, all adds copyleft; \
NonCommercial is never offered. Next: icon_download saves ids such as s5:3."""

PARAMETERS = (
    texts(
        "keywords",
        'Words or short phrases, such as ["rocket", "deploy"].',
        most=MOST_KEYWORDS,
        longest=100,
        parted_at=",;\n",
    ),
    whole("limit", "How many, such as 12.", low=1, high=MAX_LIMIT, default=12),
    choice(
        "license_policy",
        "What licences may ask, such as all for GPL too.",
        allowed=POLICIES,
        default="permissive",
    ),
    texts(
        "sets",
        'Only these sets, such as ["lucide", "tabler"].',
        most=MOST_SETS,
        longest=100,
        parted_at=", ;\n",
        needed=False,
    ),
    choice(
        "style",
        "How they are drawn, such as stroke.",
        allowed=("any", "stroke", "fill"),
        default="any",
    ),
    choice(
        "palette",
        "Colours of their own, such as no.",
        allowed=("any", "yes", "no"),
        default="any",
    ),
    choice(
        "animated",
        "Whether they move, such as yes.",
        allowed=("any", "yes", "no"),
        default="any",
    ),
    flag("exclude_logos", "Leave out brands a keyword names, such as apple.", default=False),
    flag(
        "same_set",
        "Several things in one style, such as cart and user.",
        default=False,
    ),
    DESCRIBE,
)


def search_icons(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Does the search; `opsin.icons.showing` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        from opsin.icons.query import IconQuery

        query = IconQuery.checked(
            values["keywords"],
            limit=values["limit"],
            policy=values["license_policy"],
            sets=values["sets"],
            style=values["style"],
            palette=values["palette"],
            animated=values["animated"],
            exclude_logos=values["exclude_logos"],
            same_set=values["same_set"],
        )
        since = Since()
        search = work or _search_icons()
        services = await call.services()
        shown = await search(services, query, call.progress)
        in_words = wants_words(call.settings, values["describe"])
        if in_words:
            from opsin.describing import describe_icons

            shown = await describe_icons(services, shown, within_s=since.left, progress=call.progress)
        return answer(shown, in_words=in_words)

    return Tool(
        name="search_icons",
        title="Search for icons",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=True, idempotent=True),
        run=run,
    )


def answer(shown: "ShownIcons", *, in_words: bool = False) -> Answer:
    """What the model gets of a search: a line for each icon, the licences, then the rest, then the sheet or its words.

    Where many icons were asked for, less is said of each, so that all of them are told.
    """
    from opsin.icons.telling import LEVELS, OWN

    own = shown.source.kind == OWN
    described = _described(shown) if in_words else ()
    lines, outside = _told(shown, LEVELS[0], described)
    for detail in LEVELS:
        lines, outside = _told(shown, detail, described)
        if _length((*lines, *outside)) <= _TEXT_CHARACTERS and len(lines) + len(outside) <= _MOST_LINES:
            break
    return Answer(
        lines=lines,
        outside=outside,
        picture=b"" if in_words else shown.sheet,
        in_words=in_words,
        data={
            "search": search_name(shown.number),
            "source": shown.source.kind,
            "cells": _cells(shown),
        },
        outside_fields=frozenset({"description"}) if own else _OUTSIDE_FIELDS,
    )


def _described(shown: "ShownIcons") -> tuple[str, ...]:
    most = max(_LEAST_DESCRIPTION, _DESCRIBED_CHARACTERS // len(shown.cells))
    lines = (description_line(cell.number, cell.description, cell.failed, most=most) for cell in shown.cells)
    return tuple(filter(None, lines))


def _told(
    shown: "ShownIcons", detail: "Detail", described: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    from opsin.icons.telling import OWN, cell_line, keyword_words, same_set_lines, set_lines, untold_sentence

    own = shown.source.kind == OWN
    sets = tuple(set_lines(shown.cells, detail))
    columns = (
        "number",
        "sheet id",
        "id",
        "set" if detail.set_name and own else "",
        "SPDX",
        "duties",
        "matched" if detail.words else "matched keywords (k1 is the first)",
    )
    lines = [
        f"{_first(shown)} for {keyword_words(shown)} (license_policy={shown.query.policy}).",
        f"One line per icon: {' | '.join(filter(None, (*columns, 'why' if detail.why else '')))}.",
        *same_set_lines(shown),
        *(cell_line(cell, shown.query.keywords, detail, own=own) for cell in shown.cells),
        *(("Licences of the sets:", *sets) if own else ()),
        *filter(None, [untold_sentence(shown, detail)]),
        *_rest(shown, IN_WORDS if described else UNSEEN),
    ]
    return tuple(lines), (*described, *(() if own else (f"licence of {line}" for line in sets)))


def _first(shown: "ShownIcons") -> str:
    number = len(shown.cells)
    return f"Search {search_name(shown.number)}: {counted(number, 'icon')}"


def _rest(shown: "ShownIcons", seen: str) -> Iterator[str]:
    from opsin.icons.licences.closing import CLOSING
    from opsin.icons.wording import OWN, filtered_sentence, hidden_sentence, suggestion_sentence

    cell = shown.cells[0]
    pattern = cell.preview_url.removesuffix(cell.icon.id.replace(":", "/") + ".svg") + "{set}/{name}.svg"
    yield shown.source.sentence
    yield from filter(
        None,
        (
            hidden_sentence(shown.found, shown.query, own=shown.source.kind == OWN),
            filtered_sentence(shown.found),
        ),
    )
    yield from (suggestion_sentence(one) for one in shown.found.suggestions)
    yield from (f"Note: {sentence(note)}" for note in shown.notes)
    yield f"preview_url of set:name is {pattern}, download_url the same with ?download=1; ship saved files, not such links."
    yield _files(shown)
    yield seen
    yield f"Next: icon_download (ids={cell.id} or {cell.icon.id}) saves the picks with licence, credit and NOTICE.md."
    yield CLOSING


def _files(shown: "ShownIcons") -> str:
    if not shown.sheet_path:
        return NOT_SAVED
    data = f" Every field of each icon is in {clean(shown.json_path, 800)}." if shown.json_path else ""
    return f"The sheet is saved as {clean(shown.sheet_path, 800)}.{data}"


def _cells(shown: "ShownIcons") -> list[dict[str, Any]]:
    """The icons for programs, with as much as there is room for: a shortened address or credit line would be wrong."""
    cells = [cell.to_json() for cell in shown.cells]
    for less in _LESS:
        if len(json.dumps(cells, ensure_ascii=False)) <= _DATA_CHARACTERS:
            break
        cells = [{**cell, **less(cell)} for cell in cells]
    return cells


def _length(lines: tuple[str, ...]) -> int:
    return sum(len(line) + 1 for line in lines)


def _search_icons() -> Work:
    from opsin.icons.showing import search_icons as work
    from opsin.icons.source import ready

    async def when_ready(services: "Services", query: "IconQuery", progress: Progress) -> "ShownIcons":
        await ready(services.settings, READY_WITHIN_S)
        return await work(services, query, progress)

    return when_ready
