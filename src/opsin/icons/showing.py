"""Search, look, number, draw, keep: icons on one numbered contact sheet."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from opsin.icons.cells import IconCell, ShownIcons, answer_json
from opsin.icons.find import find_icons
from opsin.icons.icon import Body
from opsin.icons.icon_json import body_json, icon_json
from opsin.icons.icon_search import DrawnRow, IconSearch, LeftOut, OnProgress
from opsin.icons.iconify.addresses import download_address, preview_address
from opsin.icons.licences.credit import credit
from opsin.icons.query import IconQuery
from opsin.icons.svg.tree import SafeBody
from opsin.icons.wording import left_out_sentence, licence_label, nothing_found, unseen_sentence
from opsin.services import Services
from opsin.store.ids import CellId
from opsin.store.shelf import SHEETS, shelve_if_possible
from opsin.text import json_text
from opsin.threads import FILES, PIXELS, STORE

KIND = "icons"

LARGEST_KEPT = 60_000
"""Characters of a drawing that is kept with its id; the one that was seen is then the one that is saved."""

_LEAST_DRAWING_S = 2.0
_AFTER_DRAWING_S = 1.0


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A row that has a number, and why its cell shows no picture."""

    one: DrawnRow
    failed: str


async def search_icons(
    services: Services, query: IconQuery, progress: OnProgress | None = None
) -> ShownIcons:
    """Search for icons and draw them on one numbered sheet. What is blank or broken gets no number.

    Where some drawings cannot be had, icons that can be seen take their places, and the answer names those that
    stand back.

    Args:
        services: The settings, the way out and the store.
        query: What is asked for.
        progress: Told how many icons are ready.

    Raises:
        NoIconsFound: there is nothing to show; the error says which word found nothing and what was hidden.
        InvalidInput: the query names a set that there is none of.
        IconifyError: the API was to search, and does not serve.
        OpsinError: the catalogue's data cannot be read.
    """
    from opsin.icons.looking import Candidate, look_at
    from opsin.icons.rendering.renderer import WITHIN_S, prepare
    from opsin.icons.sheet import draw_icon_sheet

    clock, settings = asyncio.get_running_loop().time, services.settings
    deadline = clock() + settings.search_deadline_s
    say = progress or _say_nothing
    prepare()
    search = await find_icons(services, query, say)
    rows, unseen = _in_order(search)
    if not rows:
        raise nothing_found(search)
    await say(0, len(search.rows), "drawing the icons")
    candidates = [Candidate(one.row.icon, _body(one.drawing), _caption(one)) for one in rows]
    left = min(WITHIN_S, max(_LEAST_DRAWING_S, deadline - clock() - _AFTER_DRAWING_S))
    look = await look_at(candidates, len(search.rows), canvas=settings.canvas, within_s=left)
    blank = tuple(LeftOut(icon.id, f"{why.value}.") for icon, why in look.dropped)
    left_out = (*search.left_out, *blank)
    if not look.seen:
        raise nothing_found(_with(search, left_out))
    seen = iter(look.seen)
    shown, numbered = next(seen, None), []
    for one in rows:
        if shown is not None and shown.icon is one.row.icon:
            numbered.append(_Numbered(one, shown.trouble))
            shown = next(seen, None)
    sheet = await PIXELS.run(
        draw_icon_sheet, look.seen, canvas=settings.canvas, max_bytes=settings.picture_max_bytes
    )
    await say(len(numbered), len(numbered), "the sheet is drawn")
    number = await STORE.run(_save, services, search, numbered)
    cells = tuple(_cell(services, CellId(number, place), one) for place, one in enumerate(numbered, 1))
    standing = {one.one.row.icon.id for one in numbered}
    notes = (
        *search.notes,
        *filter(
            None,
            (unseen_sentence([one for one in unseen if one not in standing]), left_out_sentence(left_out)),
        ),
    )
    sheet_path = await FILES.run(_shelve, services, f"s{number}.jpg", sheet.jpeg)
    answer = answer_json(number, query, cells, search.source, search.found, left_out, notes, sheet_path)
    data = f"{json_text(answer)}\n".encode()
    return ShownIcons(
        number=number,
        query=query,
        cells=cells,
        sheet=sheet.jpeg,
        sheet_width=sheet.width,
        sheet_height=sheet.height,
        sheet_path=sheet_path,
        json_path=await FILES.run(_shelve, services, f"s{number}.json", data),
        source=search.source,
        found=search.found,
        left_out=left_out,
        notes=notes,
    )


def _in_order(search: IconSearch) -> tuple[list[DrawnRow], list[str]]:
    """The rows and spares that can be seen, and the ids of those that stand back; all rows where none can be seen."""
    seen = [one for one in (*search.rows, *search.spare) if one.drawing is not None]
    if search.found.same_set or not seen:
        return list(search.rows), []
    return seen, [one.row.icon.id for one in search.rows if one.drawing is None]


def _save(services: Services, search: IconSearch, numbered: Sequence[_Numbered]) -> int:
    query = {"text": ", ".join(search.query.keywords), **search.query.to_json()}
    entries = [_entry(one.one, search) for one in numbered]
    return services.store.save_search(KIND, query, entries, served_by=search.source.kind)


def _entry(one: DrawnRow, search: IconSearch) -> dict[str, object]:
    body = _body(one.drawing)
    kept = body is not None and len(body.markup) <= LARGEST_KEPT
    return {
        "icon": icon_json(one.row.icon),
        "body": body_json(body) if body is not None and kept else None,
        "source": search.source.kind,
        "data_version": search.source.data_version,
    }


def _cell(services: Services, id: CellId, numbered: _Numbered) -> IconCell:  # noqa: A002
    row = numbered.one.row
    return IconCell(
        id=id,
        number=id.cell,
        icon=row.icon,
        terms=row.terms,
        credit=credit(row.icon, row.terms),
        download_url=download_address(services.settings, row.icon.id),
        preview_url=preview_address(services.settings, row.icon.id),
        matched_keywords=row.matched_keywords,
        why=row.why,
        variants=row.variants,
        variant_count=row.variant_count,
        failed=numbered.failed,
    )


def _caption(one: DrawnRow) -> str:
    """The licence in the cell's caption: an SPDX id of the list, never a name of somebody's own."""
    label = licence_label(one.row.terms)
    return "see text" if "LicenseRef" in label or " " in label else label


def _body(drawing: SafeBody | None) -> Body | None:
    if drawing is None:
        return None
    return Body(drawing.markup, drawing.left, drawing.top, drawing.width, drawing.height)


def _with(search: IconSearch, left_out: tuple[LeftOut, ...]) -> IconSearch:
    return replace(search, left_out=left_out)


def _shelve(services: Services, name: str, data: bytes) -> str:
    keep_days = services.settings.keep_days
    store = services.store.path if services.shelves else None
    return shelve_if_possible(store, SHEETS, name, data, keep_days=keep_days)


async def _say_nothing(_done: int, _total: int, _sentence: str) -> None:
    """Nobody asked for progress."""
