"""Serper: the results of Google's image search, by a paid API.

https://serper.dev/ (its playground shows requests and answers)
"""

import json
import re
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, is_video_still, json_object, number, text
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.trouble import (
    PAYMENT_REQUIRED,
    bad_key,
    changed_page,
    no_credit,
    status_error,
)
from opsin.images.query import LicenceFilter, Orientation, Query, Safe
from opsin.text import quoted, strip_html
from opsin.web.reply import is_success

if TYPE_CHECKING:
    from opsin.web.client import Web

KEY = "OPSIN_SERPER_API_KEY"
BASE = "OPSIN_SERPER_URL"

_QUERY_CHARACTERS = 2_048
_CHEAP_PAGE = 10  # more results cost a second credit, and up to 100 no third one
_FULL_PAGE = 100
_FEW = 17
"""A sheet of nine and its spares are content with a cheap page."""
_MOST_RESULTS = 500
_UNAUTHORIZED = 401
_FORBIDDEN = 403
_LARGE_FROM = 1_600
"""From this width on a picture of an ordinary shape is among Google's large ones, wherever their bound is."""
_SHAPES = {
    Orientation.ANY: "",
    Orientation.SQUARE: "iar:s",
    Orientation.LANDSCAPE: "iar:w",
    Orientation.PORTRAIT: "iar:t",
}
_CREATIVE_COMMONS = "sur:cl"
_CURSOR = re.compile(r"([1-9]\d{0,2})x(10|100)")


class Serper(Provider):
    """Ten results cost a credit, up to a hundred two. Thumbnails have about 225 pixels.

    It documents no filter for `safe`: Google's is asked for, and not relied on. The cursor is the number of the next
    page and the size of the pages, as in "2x10".
    """

    name: ClassVar[str] = "serper"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset({"off"}))
    standing: ClassVar[str] = (
        "Google's own results. 2,500 credits free, then $1 to $0.30 for 1,000 (2026); ten results cost one credit, up to "
        "a hundred two. Thumbnails of about 225 pixels, so large cells fetch the originals. No filter for safe."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    thumbnail_connections: ClassVar[dict[str, int]] = {"*.gstatic.com": 4}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page: of ten where a few results are wanted and no filter leaves any out, else of a hundred.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        page, size = place(query, wanted=wanted, cursor=cursor)
        body = json.dumps(parameters(query, page, size)).encode()
        base = self.settings.serper_url.rstrip("/")
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        with hiding(key):
            reply = await web.post(
                f"{base}/images",
                body=body,
                content_type="application/json",
                limits=answer_limits(),
                headers={"Accept": "application/json", "Accept-Encoding": "gzip", "X-API-KEY": key},
                named=is_named(self.settings, base),
            )
        if trouble := api_trouble(reply.status, reply.body, retry_after=reply.retry_after, secret=key):
            raise trouble
        return parse_answer(reply.body, page=page, size=size, licence=query.licence, secret=key)


def place(query: Query, *, wanted: int, cursor: str = "") -> tuple[int, int]:
    """Which page to ask for, and of which size: a query goes on with the size that it began with."""
    if found := _CURSOR.fullmatch(cursor):
        return int(found[1]), int(found[2])
    filtered = query.min_width or query.orientation is not Orientation.ANY
    return 1, _CHEAP_PAGE if wanted <= _FEW and not filtered else _FULL_PAGE


def parameters(query: Query, page: int = 1, size: int = _CHEAP_PAGE) -> dict[str, Any]:
    """Write the request.

    Raises:
        ProviderError: the query is too long for it.
    """
    filters = [
        "isz:l" if query.min_width >= _LARGE_FROM else "",
        _SHAPES[query.orientation],
        _CREATIVE_COMMONS if query.licence is not LicenceFilter.ANY else "",
    ]
    tbs = ",".join(filter(None, filters))
    return {
        "q": words_for(Serper.name, query.text, _QUERY_CHARACTERS),
        "num": size,
        "safe": "off" if query.safe is Safe.OFF else "active",
        **({"page": page} if page > 1 else {}),
        **({"tbs": tbs} if tbs else {}),
    }


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what an HTTP status means; nothing for success.

    The same statuses stand for a wrong key and for an account without credit, so the API's own words decide.
    """
    if is_success(status):
        return None
    answer = json_object(body, secret=secret)
    detail = strip_html(text((answer or {}).get("message")))
    if status == PAYMENT_REQUIRED or "credit" in detail.lower():
        return no_credit(Serper.name, status, detail)
    if status == _UNAUTHORIZED or (status == _FORBIDDEN and "unauthori" in detail.lower()):
        return bad_key(Serper.name, KEY, status, detail)
    if status == _FORBIDDEN and answer is None:
        return ProviderError(Outcome.BLOCKED, "serper answered HTTP 403 before its API was reached.")
    if status == _FORBIDDEN:
        return ProviderError(
            Outcome.REFUSED,
            f"serper refuses the key in {KEY}, or its account has no credit left (HTTP {status}).",
            hint=f"Look at the account, and correct {KEY} if it is wrong.",
            outside=quoted(detail),
        )
    return status_error(Serper.name, status, detail=detail, retry_after=retry_after)


def parse_answer(
    body: bytes,
    *,
    page: int = 1,
    size: int = _CHEAP_PAGE,
    licence: LicenceFilter = LicenceFilter.ANY,
    secret: str = "",
) -> Results:
    """Read one page of results.

    Args:
        body: The answer, with a status of success.
        page: Its number, from 1.
        size: How many results were asked for.
        licence: The filter that was wanted, for which "Creative Commons" was sent: a claim, never a licence.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    if answer is None:
        raise changed_page(Serper.name, "no JSON object" if body.strip() else "an empty answer")
    rows = answer.get("images")
    if rows is None and "searchParameters" in answer:
        rows = []
    if not isinstance(rows, list):
        raise changed_page(Serper.name, "JSON without a list of images")
    claim = "" if licence is LicenceFilter.ANY else f"serper filter tbs={_CREATIVE_COMMONS}"
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row, claim)) is not None)
    if rows and not hits:
        raise changed_page(Serper.name, "images without addresses")
    # Google now and then gives a few fewer than asked for, and still has more.
    more = 2 * len(rows) >= size and page * size < _MOST_RESULTS
    told = f"license={licence}: serper filters for Creative Commons of any kind and states no licence"
    return Results(hits, f"{page + 1}x{size}" if more else "", (told,) if claim else ())


def _hit(row: dict[str, Any], claim: str) -> Hit | None:
    original = address(row.get("imageUrl"))
    if not original:
        return None
    small = address(text(row.get("thumbnailUrl")).replace("&amp;", "&"))
    return Hit(
        provider=Serper.name,
        original=original,
        thumbnail=small or original,
        thumbnail_width=number(row.get("thumbnailWidth")) if small else 0,
        thumbnail_height=number(row.get("thumbnailHeight")) if small else 0,
        page=address(row.get("link")),
        title=strip_html(text(row.get("title"))),
        width=number(row.get("imageWidth")),
        height=number(row.get("imageHeight")),
        creator=strip_html(text(row.get("creator"))),
        claim=claim,
        video=is_video_still(original),
    )
