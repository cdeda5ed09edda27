"""Finding icons: search where the settings say, then get the drawings, so that rows can be rendered and numbered."""

from collections.abc import Sequence
from dataclasses import replace

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.drawings import NOT_INSIDE, Drawn, draw_rows
from opsin.icons.icon_search import DrawnRow, IconSearch, OnProgress, Source, day
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.searching import api_search
from opsin.icons.iconify.trouble import IconifyDown
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found, Row
from opsin.icons.source import API, EMBEDDED, Lists, known_icon, lists_of, open_catalogue
from opsin.services import Services
from opsin.threads import ICONS

SPARE = 6
"""Rows beyond those that are shown, for those that turn out broken or blank, or cannot be drawn now."""

_MOST_TOLD = 3
"""Sentences about data that could not be used."""


async def find_icons(
    services: Services,
    query: IconQuery,
    progress: OnProgress | None = None,
    *,
    api: IconifyApi | None = None,
) -> IconSearch:
    """Find icons, with the drawing of each that could be had.

    With OPSIN_ICON_SOURCE=auto the catalogue is searched, and the Iconify API is asked for drawings that are not in
    it; embedded asks nobody; api has the API search.

    Args:
        services: The settings, the way out and the store.
        query: What is asked for.
        progress: Told what goes on.
        api: The Iconify API; as the settings say where None.

    Raises:
        InvalidInput: the query names a set that there is none of.
        SettingError: a setting cannot be used.
        IconifyError: the API was to search, and does not serve.
        OpsinError: the catalogue's data cannot be read.
    """
    settings = services.settings
    lists = lists_of(settings)
    say = progress or _say_nothing
    api = api or IconifyApi(services)
    await say(0, query.limit, "searching")
    inside: Catalogue | None = None
    outside: IconifyApi | None = api
    if settings.icon_source == API:
        found, source = await _by_api(api, query, lists)
    else:
        inside = catalogue = await open_catalogue(settings)
        outside = None if settings.icon_source == EMBEDDED else api
        found = await ICONS.run(_by_catalogue, catalogue, query, lists, outside is None)
        source = Source(catalogue.source, catalogue.data_version)
    rows = _candidates(found)
    wanted = len(rows) if found.same_set else query.limit
    await say(0, query.limit, "fetching the drawings")
    drawn = await draw_rows(rows, wanted, catalogue=inside, api=outside)
    missed = () if inside is None else _missed(inside)
    return _outcome(query, replace(found, notes=(*found.notes, *missed)), rows, wanted, drawn, source)


async def _by_api(api: IconifyApi, query: IconQuery, lists: Lists) -> tuple[Found, Source]:
    try:
        answer = await api_search(
            api, query, spare=SPARE, allow=lists.allow, deny=lists.deny, known=known_icon
        )
    except IconifyDown as why:
        raise IconifyDown(
            why.message,
            hint="Set OPSIN_ICON_SOURCE=auto to search the catalogue inside opsin, which needs no network.",
            outside=why.outside,
        ) from why
    return answer.found, Source(API, day(answer.made), answer.hosts, stale=answer.stale)


def _by_catalogue(catalogue: Catalogue, query: IconQuery, lists: Lists, only_here: bool) -> Found:
    from opsin.icons.search.search import search

    # Where nobody can be asked for drawings, those that can be seen stand in for those that cannot.
    spare = 0 if query.same_set else SPARE + query.limit
    wider = replace(query, limit=query.limit + spare)
    return search(catalogue, wider, allow=lists.allow, deny=lists.deny, only_here=only_here)


def _candidates(found: Found) -> Sequence[Row]:
    """The rows that may be shown: those of the sets that have everything, where such sets were asked for."""
    if not found.same_set:
        return found.rows
    return [row for choice in found.same_set for row in choice.rows]


def _outcome(
    query: IconQuery, found: Found, rows: Sequence[Row], wanted: int, drawn: Drawn, source: Source
) -> IconSearch:
    by_api = source.kind == API
    good = [drawn.row(row, by_drawing=by_api) for row in rows if row.icon.id not in drawn.broken]
    shown = good[:wanted]
    chosen = {one.row.icon.id for one in shown}
    return IconSearch(
        query=query,
        found=found,
        rows=tuple(shown),
        spare=tuple(one for one in good[wanted:] if one.drawing is not None),
        left_out=drawn.left_out(rows),
        source=replace(
            source,
            hosts=tuple(dict.fromkeys((*source.hosts, *drawn.hosts))),
            drawings_fetched=len(drawn.fetched & chosen),
            stale=source.stale or drawn.stale,
        ),
        notes=(*found.notes, *_notes(shown)),
    )


def _missed(catalogue: Catalogue) -> tuple[str, ...]:
    """What of the data could not be used."""
    number, told = len(catalogue.skipped), " ".join(catalogue.skipped[:_MOST_TOLD])
    more = f" {number - _MOST_TOLD} more could not be used." if number > _MOST_TOLD else ""
    return (f"{told}{more}",) if told else ()


def _notes(shown: Sequence[DrawnRow]) -> list[str]:
    """What is to be said of icons without a drawing."""
    reasons = [one.undrawn for one in shown if one.drawing is None]
    if not reasons:
        return []
    number = len(reasons)
    notes = [
        f"{number} icon{'s have' if number > 1 else ' has'} no preview. {' '.join(dict.fromkeys(reasons))}"
    ]
    if NOT_INSIDE in reasons:
        notes.append("OPSIN_ICON_SOURCE=auto fetches drawings that are not at hand from the Iconify API.")
    return notes


async def _say_nothing(_done: int, _total: int, _sentence: str) -> None:
    """Nobody asked for progress."""
