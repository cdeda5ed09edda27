"""Unsplash: stock photos that may be used freely, by an API with a key that wants to be told of each download.

https://unsplash.com/documentation
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, mapping, number, text, without
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.terms import Hotlinking, Terms
from opsin.images.providers.trouble import TOO_MANY_REQUESTS, bad_key, changed_page, status_error, used_up
from opsin.images.query import Query, Safe
from opsin.rights.attribution import attribution
from opsin.rights.platforms import unsplash_licence
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

KEY = "OPSIN_UNSPLASH_ACCESS_KEY"
BASE = "OPSIN_UNSPLASH_URL"

_QUERY_CHARACTERS = 400
_PAGE_SIZE = 30
_FEW_CELLS = 4
_SHAPES = {"any": "", "square": "squarish", "landscape": "landscape", "portrait": "portrait"}
_DOWNLOAD = re.compile(r"/photos/[\w-]{1,64}/download", re.ASCII)
_UNAUTHORIZED = 401
_FORBIDDEN = 403
_LIMIT = re.compile(r"rate ?limit", re.IGNORECASE)


class Unsplash(Provider):
    """Pages of 30 photos. The cursor is the number of the next page.

    Pictures are fetched from the very addresses that the API gives, whose parameters count the views.
    """

    name: ClassVar[str] = "unsplash"
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off", "moderate", "strict"}), licence_evidence=True
    )
    standing: ClassVar[str] = (
        "Stock photos; asked when named, or with all. 50 requests an hour for a new key. It is told of every photo that is "
        "downloaded. Its licence forbids selling a picture unchanged, so no licence filter lets it through."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    key_from: ClassVar[str] = "https://unsplash.com/developers"
    terms: ClassVar[Terms] = Terms(
        address="https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines",
        own_licence="Unsplash licence",
        notice="Photos provided by Unsplash: https://unsplash.com/?utm_source=opsin&utm_medium=referral",
        credit="Name the photographer and Unsplash, and link to both with utm_source and utm_medium=referral.",
        hotlinking=Hotlinking.REQUIRED,
        referral=(("utm_source", "opsin"), ("utm_medium", "referral")),
        tells_downloads=True,
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"images.unsplash.com": 4}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        del wanted
        page = number(cursor) or 1
        status, body, retry_after, key = await self._ask(web, "/search/photos", parameters(query, page))
        if trouble := api_trouble(status, body, retry_after=retry_after, secret=key):
            raise trouble
        return parse_answer(body, page=page, few=query.count <= _FEW_CELLS, secret=key)

    async def tell_download(self, web: "Web", call: str) -> None:
        """Tell Unsplash of a download. Only the path is taken from what the answer said: the key goes nowhere else.

        Raises:
            ProviderError: the address is none of its kind, or Unsplash did not take it.
            WebError: the request failed on the way.
        """
        parts = urlsplit(call)
        found = _DOWNLOAD.search(parts.path)
        if found is None or found.end() != len(parts.path):
            raise ProviderError(Outcome.REFUSED, "The address for it is none of Unsplash's.")
        query = f"?{parts.query}" if parts.query else ""
        status, body, retry_after, key = await self._ask(web, f"{found[0]}{query}", {})
        if trouble := api_trouble(status, body, retry_after=retry_after, secret=key):
            raise trouble

    async def _ask(self, web: "Web", path: str, params: dict[str, str]) -> tuple[int, bytes, float, str]:
        base = self.settings.unsplash_url
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip", "Accept-Version": "v1"}
        with hiding(key):
            reply = await web.get(
                f"{base}{path}",
                limits=answer_limits(),
                headers=headers | {"Authorization": f"Client-ID {key}"},
                params=params,
                named=is_named(self.settings, base),
            )
        return reply.status, reply.body, reply.retry_after, key


def parameters(query: Query, page: int = 1) -> dict[str, str]:
    """Write the parameters of one request. The width is filtered here.

    Raises:
        ProviderError: the query is too long for it.
    """
    shape = _SHAPES[query.orientation]
    return {
        "query": words_for(Unsplash.name, query.text, _QUERY_CHARACTERS),
        "per_page": str(_PAGE_SIZE),
        "content_filter": "high" if query.safe is Safe.STRICT else "low",
        **({"orientation": shape} if shape else {}),
        **({"page": str(page)} if page > 1 else {}),
    }


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what an HTTP status means; nothing for success. A used-up quota is a 403 whose text says so."""
    answer = json_object(body, secret=secret)
    errors = (answer or {}).get("errors")
    listed = [text(one) for one in errors if text(one)] if isinstance(errors, list) else []
    detail = strip_html("; ".join(listed) or without(body[:200].decode("utf-8", "replace"), secret))
    if status == TOO_MANY_REQUESTS or (status == _FORBIDDEN and _LIMIT.search(detail)):
        return used_up(Unsplash.name, "quota of the hour", retry_after, detail)
    if status == _UNAUTHORIZED or (status == _FORBIDDEN and answer is not None):
        return bad_key(Unsplash.name, KEY, status, detail)
    if status == _FORBIDDEN:
        return ProviderError(Outcome.BLOCKED, "unsplash answered HTTP 403 before its API was reached.")
    return status_error(
        Unsplash.name, status, detail=detail if answer is not None else "", retry_after=retry_after
    )


def parse_answer(body: bytes, *, page: int = 1, few: bool = False, secret: str = "") -> Results:
    """Read one page of results.

    Args:
        body: The answer, with a status of success.
        page: Its number, from 1.
        few: The sheet has few cells, so that each needs a larger thumbnail.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    rows = (answer or {}).get("results")
    if answer is None or not isinstance(rows, list):
        raise changed_page(Unsplash.name, "no JSON object with results")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row, few=few)) is not None)
    if rows and not hits:
        raise changed_page(Unsplash.name, "results without addresses of pictures")
    more = bool(rows) and page < number(answer.get("total_pages"))
    return Results(hits, str(page + 1) if more else "")


def _hit(row: dict[str, Any], *, few: bool) -> Hit | None:
    urls, links, user = mapping(row.get("urls")), mapping(row.get("links")), mapping(row.get("user"))
    full, regular = address(urls.get("full")), address(urls.get("regular"))
    original = full or address(urls.get("raw")) or regular
    if not original:
        return None
    small = address(urls.get("small"))
    thumbnail = (few and regular) or small or regular or original
    title = strip_html(text(row.get("alt_description")) or text(row.get("description")))
    creator = strip_html(text(user.get("name")) or text(user.get("username")))
    back = Unsplash.terms.link_back
    page, creator_url = (
        back(address(links.get("html"))),
        back(address(mapping(user.get("links")).get("html"))),
    )
    licence = unsplash_licence(plus=row.get("plus") is True or row.get("premium") is True)
    return Hit(
        provider=Unsplash.name,
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
            licence, title=title, author=creator, author_url=creator_url, source="Unsplash", page=page
        ),
        source="Unsplash",
        renditions=(regular,) if regular and regular not in {original, thumbnail} else (),
        download_call=address(links.get("download_location")),
    )
