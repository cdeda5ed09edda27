"""What can be had without a network: icons that come with opsin, where a search for pictures reached nobody.

It stands above pictures and icons, which do not know each other.
"""

from dataclasses import replace

from opsin.errors import OpsinError
from opsin.icons.cells import ShownIcons
from opsin.icons.find import find_icons
from opsin.icons.icon_search import OnProgress
from opsin.icons.query import MAX_KEYWORD_CHARACTERS, IconQuery, Wish
from opsin.icons.showing import search_icons
from opsin.icons.source import EMBEDDED
from opsin.images.query import Query
from opsin.services import Services

MOST = 12


async def icons_instead(
    services: Services, query: Query, progress: OnProgress | None = None
) -> ShownIcons | None:
    """Search the icons on this machine for what pictures were to show, and draw them on a sheet. Nobody is asked.

    Coloured ones are preferred, where any is drawn from what is here. Their licences ask for no credit.

    Args:
        services: The settings and the store.
        query: What the pictures were to show.
        progress: Told how many are ready.

    Returns:
        The icons; None where none can be seen, or the words are not the caller's own.
    """
    if query.shown_as or query.page > 1:
        return None
    here = replace(services, settings=replace(services.settings, icon_source=EMBEDDED))
    words = query.text[:MAX_KEYWORD_CHARACTERS].rpartition(" ")[0] if _is_long(query.text) else query.text
    try:
        for palette in (Wish.YES, Wish.ANY):
            asked = IconQuery.checked(words, limit=min(query.count, MOST), palette=palette)
            found = await find_icons(here, asked)
            if any(one.drawing is not None for one in (*found.rows, *found.spare)):
                return await search_icons(here, asked, progress)
    except OpsinError:
        # It is a makeshift: that pictures cannot be had is what has to be told.
        return None
    return None


def _is_long(text: str) -> bool:
    return len(text) > MAX_KEYWORD_CHARACTERS
