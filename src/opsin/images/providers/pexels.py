"""Pexels: stock photos that may be used freely, by an API with a key. Each is to be credited with a link back.

https://www.pexels.com/api/documentation/
"""

from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers import sized_pages
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, mapping, number, text
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.terms import DAY_S, Hotlinking, Terms
from opsin.images.providers.trouble import TOO_MANY_REQUESTS, bad_key, changed_page, status_error, used_up
from opsin.images.query import Orientation, Query
from opsin.rights.attribution import attribution
from opsin.rights.platforms import platform_licence
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

KEY = "OPSIN_PEXELS_API_KEY"
BASE = "OPSIN_PEXELS_URL"

_QUERY_CHARACTERS = 400
_PAGE_SIZE = 40
_FULL_PAGE = 80
_FEW_CELLS = 4
_UNAUTHORIZED = 401
_FORBIDDEN = 403


class Pexels(Provider):
    """Pages of 40 photos, of 80 where a filter leaves some out. The cursor is the page's number and size ("2x40")."""

    name: ClassVar[str] = "pexels"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset({"off"}), licence_evidence=True)
    standing: ClassVar[str] = (
        "Stock photos; asked when named, or with all. 200 requests an hour and 20,000 a month are free (2026). Its licence "
        "forbids selling a picture unchanged, so no licence filter lets it through. No filter for safe."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    key_from: ClassVar[str] = "https://www.pexels.com/api/"
    terms: ClassVar[Terms] = Terms(
        address="https://www.pexels.com/api/documentation/#guidelines",
        own_licence="Pexels licence",
        notice="Photos provided by Pexels: https://www.pexels.com",
        credit="Name the photographer, and link to the photo's page on Pexels.",
        hotlinking=Hotlinking.ALLOWED,
        keep_answers_s=DAY_S,
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"images.pexels.com": 4}

    def request_of(self, query: Query, *, wanted: int, cursor: str = "") -> str:
        """The request without the key."""
        del wanted
        return self.written(self.settings.pexels_url, parameters(query, *place(query, cursor)))

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        del wanted
        page, size = place(query, cursor)
        base = self.settings.pexels_url
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        with hiding(key):
            reply = await web.get(
                f"{base}/v1/search",
                limits=answer_limits(),
                headers={"Accept": "application/json", "Accept-Encoding": "gzip", "Authorization": key},
                params=parameters(query, page, size),
                named=is_named(self.settings, base),
            )
        if trouble := api_trouble(reply.status, reply.body, retry_after=reply.retry_after, secret=key):
            raise trouble
        return parse_answer(reply.body, page=page, size=size, few=query.count <= _FEW_CELLS, secret=key)


def place(query: Query, cursor: str = "") -> tuple[int, int]:
    """Which page to ask for, and of which size: a query goes on with the size that it began with."""
    return sized_pages.place(query, cursor, usual=_PAGE_SIZE, full=_FULL_PAGE)


def parameters(query: Query, page: int = 1, size: int = _PAGE_SIZE) -> dict[str, str]:
    """Write the parameters of one request. `size` of the API counts megapixels; the width is filtered here.

    Raises:
        ProviderError: the query is too long for it.
    """
    return {
        "query": words_for(Pexels.name, query.text, _QUERY_CHARACTERS),
        "per_page": str(size),
        **({"orientation": query.orientation.value} if query.orientation is not Orientation.ANY else {}),
        **({"page": str(page)} if page > 1 else {}),
    }


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what an HTTP status means, in the API's own words where it gives any; nothing for success."""
    answer = json_object(body, secret=secret)
    detail = strip_html(text((answer or {}).get("error")) or text((answer or {}).get("code")))
    if status == _UNAUTHORIZED or (status == _FORBIDDEN and answer is not None):
        return bad_key(Pexels.name, KEY, status, detail)
    if status == _FORBIDDEN:
        return ProviderError(Outcome.BLOCKED, "pexels answered HTTP 403 before its API was reached.")
    if status == TOO_MANY_REQUESTS:
        return used_up(Pexels.name, "quota of the hour or the month", retry_after, detail)
    return status_error(Pexels.name, status, detail=detail, retry_after=retry_after)


def parse_answer(
    body: bytes, *, page: int = 1, size: int = _PAGE_SIZE, few: bool = False, secret: str = ""
) -> Results:
    """Read one page of results.

    Args:
        body: The answer, with a status of success.
        page: Its number, from 1.
        size: How many were asked for.
        few: The sheet has few cells, so that each needs a larger thumbnail.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    rows = (answer or {}).get("photos")
    if answer is None or not isinstance(rows, list):
        raise changed_page(Pexels.name, "no JSON object with photos")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row, few=few)) is not None)
    if rows and not hits:
        raise changed_page(Pexels.name, "photos without addresses")
    more = bool(text(answer.get("next_page"))) or page * size < number(answer.get("total_results"))
    return Results(hits, f"{page + 1}x{size}" if more and rows else "")


def _hit(row: dict[str, Any], *, few: bool) -> Hit | None:
    sources = mapping(row.get("src"))
    original = address(sources.get("original"))
    if not original:
        return None
    medium, large = address(sources.get("medium")), address(sources.get("large"))
    thumbnail = (few and large) or medium or large or original
    larger = (address(sources.get("large2x")), large)
    title, creator = strip_html(text(row.get("alt"))), strip_html(text(row.get("photographer")))
    page, creator_url = address(row.get("url")), address(row.get("photographer_url"))
    licence = platform_licence("pexels")
    return Hit(
        provider=Pexels.name,
        original=original,
        thumbnail=thumbnail,
        page=page,
        title=title,
        width=number(row.get("width")),
        height=number(row.get("height")),
        creator=creator,
        creator_url=creator_url,
        licence=licence,
        attribution=attribution(
            licence, title=title, author=creator, author_url=creator_url, source="Pexels", page=page
        ),
        source="Pexels",
        renditions=tuple(dict.fromkeys(one for one in larger if one and one not in {original, thumbnail})),
    )
