"""How many of the user's own pictures fit a query that nobody could be asked: they need no network."""

from datetime import UTC, datetime

from opsin.errors import OpsinError
from opsin.images.providers.local import Local
from opsin.images.query import Query, Safe
from opsin.services import Services
from opsin.threads import LOCAL


async def own_pictures(services: Services, query: Query) -> str:
    """Search the index of the user's own pictures. Nobody is asked, and nothing of them is told but their number.

    Args:
        services: The settings, and the work that goes on after an answer.
        query: What was to be shown.

    Returns:
        A sentence that offers them; empty where none fits, no folders are named, or the words are not the caller's own.
    """
    is_own = query.provider == Local.name
    if is_own or query.shown_as or query.page > 1 or query.safe is Safe.STRICT:
        return ""
    if Local.missing(services.settings):
        return ""
    from opsin.local.asked import read_query
    from opsin.local.indexing import bring_up_to_date, index_of

    asked = read_query(query.text, datetime.now(UTC).astimezone())
    if not asked.number:
        return ""
    try:
        await bring_up_to_date(services)
        index = await LOCAL.run(index_of, services.settings)
        status = await LOCAL.run(index.status)
        found = await LOCAL.run(index.search, asked, most=1)
    except OpsinError:
        # It is a makeshift: that nobody could be asked is what has to be told.
        return ""
    if not found.matches:
        return ""
    one = found.total == 1
    fits = "fits" if one else "fit"
    if found.matches[0].matched < asked.number:
        fits = f"{'has' if one else 'have'} some of it"
    so_far = "" if status.complete and not status.waiting else " so far"
    return (
        f"{found.total:,} of your own pictures {fits}{so_far}, by their index, which needs no network: "
        f"the same search with provider={Local.name} shows {'it' if one else 'them'}."
    )
