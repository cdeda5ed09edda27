"""The Metropolitan Museum of Art: its works in the public domain, without a key. A search gives numbers, each asked for by itself.

https://metmuseum.github.io/
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.errors import OpsinError
from opsin.images.hit import Hit, page_of
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, seconds_left, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, number, text
from opsin.images.providers.terms import Hotlinking, Terms
from opsin.images.providers.trouble import changed_page, status_error
from opsin.images.query import Query
from opsin.in_time import end
from opsin.rights.attribution import attribution
from opsin.rights.met import met_licence
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

AT_ONCE = 6
_MOST_OBJECTS = 24
_QUERY_CHARACTERS = 300
_FORBIDDEN = 403
_SOURCE = "The Metropolitan Museum of Art"


class Met(Provider):
    """One request for the numbers of works, and one for each work, six at a time. What is late is left out, and told.

    Answers state no sizes, and there is no filter for `safe`. The cursor is the place in the list of numbers.
    """

    name: ClassVar[str] = "met"
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off"}), licence_evidence=True, sizes=False
    )
    standing: ClassVar[str] = (
        "The museum's works in the public domain (CC0); asked when named, or with all. No key, but one request for each "
        "work. It states no sizes, so neither min_width nor orientation. No filter for safe."
    )
    terms: ClassVar[Terms] = Terms(
        address="https://www.metmuseum.org/information/terms-and-conditions",
        credit="None is asked for works in the public domain; naming the museum is good manners.",
        hotlinking=Hotlinking.UNSTATED,
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {
        "collectionapi.metmuseum.org": AT_ONCE,
        "images.metmuseum.org": 4,
    }

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for the list of numbers, then for `wanted` of the works, at most 24.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        found = parse_numbers(await self._ask(web, "/search", parameters(query)))
        start = number(cursor)
        part = found[start : start + max(1, min(wanted, _MOST_OBJECTS))]
        rows, missing = await self._objects(web, part)
        hits = tuple(hit for row in rows if (hit := parse_object(row)) is not None)
        after = start + len(part)
        told = f"met: {missing} of {len(part)} works did not answer" if missing else ""
        return Results(hits, str(after) if after < len(found) else "", (told,) if told else ())

    async def _objects(self, web: "Web", numbers: Sequence[int]) -> tuple[list[bytes], int]:
        """The records of some works in their order, and how many did not come in time or at all.

        Raises:
            OpsinError: none came; it is what the first one failed with.
        """
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(id_: int) -> bytes:
            async with slots:
                return await self._ask(web, f"/objects/{id_}", {})

        tasks = [asyncio.ensure_future(one(id_)) for id_ in numbers]
        try:
            if tasks:
                await asyncio.wait(tasks, timeout=seconds_left())
            done = [task for task in tasks if task.done() and not task.cancelled()]
            failures = [why for task in done if (why := task.exception()) is not None]
            rows = [task.result() for task in done if task.exception() is None]
        finally:
            await end(tasks)
        unforeseen = next((why for why in failures if not isinstance(why, OpsinError)), None)
        if unforeseen is not None or (failures and not rows):
            raise unforeseen or failures[0]
        if tasks and not rows:
            raise ProviderError(
                Outcome.TIMED_OUT, "met gave numbers of works, and none of the works in time."
            )
        return rows, len(tasks) - len(rows)

    async def _ask(self, web: "Web", path: str, params: dict[str, str]) -> bytes:
        base = self.settings.met_url
        reply = await web.get(
            f"{base}/public/collection/v1{path}",
            limits=answer_limits(),
            headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
            params=params,
            named=is_named(self.settings, base),
        )
        if reply.status == _FORBIDDEN:
            raise ProviderError(Outcome.BLOCKED, "met answered HTTP 403 before its API was reached.")
        detail = strip_html(text((json_object(reply.body) or {}).get("message")))
        if trouble := status_error(self.name, reply.status, detail=detail, retry_after=reply.retry_after):
            raise trouble
        return reply.body


def parameters(query: Query) -> dict[str, str]:
    """Write the parameters of the search.

    Raises:
        ProviderError: the query is too long for it.
    """
    return {"hasImages": "true", "q": words_for(Met.name, query.text, _QUERY_CHARACTERS)}


def parse_numbers(body: bytes) -> list[int]:
    """Read the list of numbers, best first; it is null where nothing was found.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body)
    if answer is None or not answer.keys() & {"objectIDs", "total"}:
        raise changed_page(Met.name, "no JSON object with numbers of works")
    listed = answer.get("objectIDs")
    found = [number(one) for one in listed] if isinstance(listed, list) else []
    return list(dict.fromkeys(one for one in found if one))


def parse_object(body: bytes) -> Hit | None:
    """Read the record of one work; None where it has no picture, as those that are not in the public domain."""
    row = json_object(body)
    original = _picture(row, "primaryImage") if row is not None else ""
    if row is None or not original:
        return None
    thumbnail = _picture(row, "primaryImageSmall") or original
    title = strip_html(text(row.get("title")) or text(row.get("objectName")))
    creator = strip_html(text(row.get("artistDisplayName")))
    page = page_of((address(row.get("objectURL")),), (original, thumbnail))
    licence = met_licence(row.get("isPublicDomain"))
    return Hit(
        provider=Met.name,
        original=original,
        thumbnail=thumbnail,
        page=page,
        title=title,
        mime="image/jpeg",
        creator=creator,
        licence=licence,
        attribution=attribution(licence, title=title, author=creator, source=_SOURCE, page=page),
        source=_SOURCE,
    )


def _picture(row: dict[str, Any], field: str) -> str:
    """The address of a picture; file names are written into it with their blanks."""
    return address(text(row.get(field)).replace(" ", "%20"))
