"""Openverse: openly licensed pictures of many collections, each with its licence and a ready attribution.

https://api.openverse.org/v1/ (anonymous use: 20 results a page, 240 deep, a few hundred requests a day)
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from opsin.images.hit import Hit, page_of
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, mapping, number, text
from opsin.images.providers.trouble import TOO_MANY_REQUESTS, changed_page, status_error
from opsin.images.query import Query, Safe
from opsin.rights.attribution import attribution
from opsin.rights.openverse import openverse_licence
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

_QUERY_CHARACTERS = 200
_PAGE_SIZE = 20
_LAST_PAGE = 12  # 240 results without a key
_PATIENCE_SECONDS = 60.0
_SHAPES = {"any": "", "square": "square", "landscape": "wide", "portrait": "tall"}
_LICENCE_TYPES = {"any": "", "commercial": "commercial", "share-alike": "commercial,modification"}
_MEDIUM_FROM = 640
_LARGE_FROM = 2_000
_MIMES = {"jpg": "image/jpeg", "jpeg": "image/jpeg", "tif": "image/tiff", "svg": "image/svg+xml"}
_FORBIDDEN = 403


class Openverse(Provider):
    """First in the chain where a licence is asked for.

    A hit's thumbnail is Openverse's own rendition of about 600 pixels. It fails (HTTP 424) for many pictures that
    are there: the `original` then stands in, as for any hit. The first of the `renditions` is Openverse's copy
    in full size, for hosts that refuse the original. The cursor is the number of the next page.
    """

    name: ClassVar[str] = "openverse"
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off", "moderate", "strict"}), licence_evidence=True
    )
    standing: ClassVar[str] = (
        "Asked first when license is set. About 20 requests a minute and 200 a day without an account."
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"api.openverse.org": 4}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page of 20, the most that is given without a key.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        del wanted
        base = self.settings.openverse_url.rstrip("/")
        page = number(cursor) or 1
        reply = await web.get(
            f"{base}/v1/images/",  # without the last slash it redirects
            limits=answer_limits(),
            headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
            params=parameters(query, page),
            named=is_named(self.settings, base),
        )
        if trouble := api_trouble(reply.status, reply.body, reply.retry_after):
            raise trouble
        return parse_answer(reply.body, page=page, strict=query.safe is Safe.STRICT)


def parameters(query: Query, page: int = 1) -> dict[str, str]:
    """Write the parameters of one request.

    Raises:
        ProviderError: the query is too long for it.
    """
    sizes = ""
    if query.min_width >= _MEDIUM_FROM:
        sizes = "large" if query.min_width >= _LARGE_FROM else "medium,large"
    optional = {
        "license_type": _LICENCE_TYPES[query.licence],
        "aspect_ratio": _SHAPES[query.orientation],
        "size": sizes,
        "mature": "true" if query.safe is Safe.OFF else "",
        "page": str(page) if page > 1 else "",
    }
    return {
        "q": words_for(Openverse.name, query.text, _QUERY_CHARACTERS),
        "page_size": str(_PAGE_SIZE),
        **{name: value for name, value in optional.items() if value},
    }


def api_trouble(status: int, body: bytes, retry_after: float = 0.0) -> ProviderError | None:
    """Tell what an HTTP status means, in the API's own words where it gives any; nothing for success."""
    detail = text((json_object(body) or {}).get("detail"))
    if status == TOO_MANY_REQUESTS and not retry_after:
        seconds = re.search(r"\b(\d{1,6}) seconds?\b", detail)
        retry_after = float(seconds[1]) if seconds else _PATIENCE_SECONDS
    if status == _FORBIDDEN and not detail:
        # The API itself says why; a bare 403 is the shield in front of it.
        return ProviderError(Outcome.BLOCKED, "openverse answered HTTP 403 before its API was reached.")
    return status_error(Openverse.name, status, detail=detail, retry_after=retry_after)


def parse_answer(body: bytes, *, page: int = 1, strict: bool = False) -> Results:
    """Read one page of results. Warnings about parameters are told as ignored filters.

    Args:
        body: The answer.
        page: Its number, from 1.
        strict: Leave out what Openverse marks as sensitive for any reason.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body)
    rows = (answer or {}).get("results")
    if answer is None or not isinstance(rows, list):
        raise changed_page(Openverse.name, "no JSON object with results")
    hits = [
        hit
        for row in rows
        if isinstance(row, dict) and not (strict and _is_sensitive(row)) and (hit := _hit(row)) is not None
    ]
    more = bool(rows) and page < min(number(answer.get("page_count")), _LAST_PAGE)
    return Results(tuple(hits), str(page + 1) if more else "", _warnings(answer.get("warnings")))


def _is_sensitive(row: dict[str, Any]) -> bool:
    return row.get("mature") is True or bool(row.get("unstable__sensitivity"))


def _warnings(given: Any) -> tuple[str, ...]:
    """A warning names parameters that were not kept to; its own words say nothing of use to a reader."""
    if not isinstance(given, list) or not any(mapping(one) for one in given):
        return ()
    return ("openverse could not keep to some of the filters",)


def _hit(row: dict[str, Any]) -> Hit | None:
    original = address(row.get("url"))
    if not original:
        return None
    licence = openverse_licence(
        text(row.get("license")), text(row.get("license_version")), text(row.get("license_url"))
    )
    thumbnail = address(row.get("thumbnail")) or original
    title, creator = strip_html(text(row.get("title"))), strip_html(text(row.get("creator")))
    renditions = _renditions(thumbnail)
    page = page_of((address(row.get("foreign_landing_url")),), (original, thumbnail, *renditions))
    filetype = text(row.get("filetype")).lower()
    source, ready = text(row.get("source")) or text(row.get("provider")), text(row.get("attribution"))
    return Hit(
        provider=Openverse.name,
        original=original,
        thumbnail=thumbnail,
        page=page,
        title=title,
        width=number(row.get("width")),
        height=number(row.get("height")),
        size_bytes=number(row.get("filesize")),
        mime=_MIMES.get(filetype)
        or (f"image/{filetype}" if re.fullmatch(r"[a-z0-9]{2,5}", filetype) else ""),
        creator=creator,
        creator_url=address(row.get("creator_url")),
        licence=licence,
        attribution=attribution(
            licence,
            title=title,
            author=creator,
            author_url=address(row.get("creator_url")),
            source=source,
            page=page,
            ready=ready,
        ),
        source=source,
        ready=ready,
        renditions=renditions,
    )


def _renditions(thumbnail: str) -> tuple[str, ...]:
    parts = urlsplit(thumbnail)
    if not parts.path.endswith("/thumb/") or parts.query:
        return ()
    return (f"{thumbnail}?full_size=true&compressed=false",)
