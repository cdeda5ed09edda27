"""Google's Programmable Search (Custom Search JSON API), for those who have an engine and a key.

https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list
"""

import time
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, is_video_still, json_object, mapping, mime, number, text
from opsin.images.providers.google_cse_trouble import ENGINE, KEY, api_trouble
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.trouble import changed_page
from opsin.images.query import LicenceFilter, Query, Safe
from opsin.settings import Settings
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

BASE = "OPSIN_GOOGLE_CSE_URL"

_QUERY_CHARACTERS = 2_048
_PAGE_SIZE = 10
_LAST_START = 91  # 100 results in all
RIGHTS = {
    LicenceFilter.ANY: "",
    LicenceFilter.COMMERCIAL: "(cc_publicdomain|cc_attribute|cc_sharealike|cc_nonderived).-(cc_noncommercial)",
    LicenceFilter.SHARE_ALIKE: "(cc_publicdomain|cc_attribute|cc_sharealike).-(cc_noncommercial|cc_nonderived)",
}


class GoogleCse(Provider):
    """Ten results a request, a hundred in all, with thumbnails of at most 150 pixels.

    Each request counts against a small quota, so one search asks one page of ten at a time. The cursor is the
    number of the next result.
    """

    name: ClassVar[str] = "google_cse"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset({"off", "moderate", "strict"}))
    standing: ClassVar[str] = (
        "100 requests a day free, then $5 for 1,000; a sheet of nine takes one, of sixteen two. Closed to new customers; "
        "the search of the whole web ends on 2027-01-01, engines restricted to sites stay. Thumbnails of 150 pixels, so "
        "the originals are fetched for the sheet."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY, ENGINE)
    ends: ClassVar[date | None] = date(2027, 1, 1)
    thumbnail_connections: ClassVar[dict[str, int]] = {"*.gstatic.com": 4}

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(settings)
        self._clock = clock

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page of ten.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way. No error names the address, which carries the key.
        """
        del wanted
        start = max(1, min(number(cursor), _LAST_START))
        asked = parameters(query, start)
        base = self.settings.google_cse_url.rstrip("/")
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        with hiding(key):
            reply = await web.get(
                f"{base}/customsearch/v1",
                limits=answer_limits(),
                headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
                params={"key": key, "cx": self.settings.google_cse_cx, **asked},
                named=is_named(self.settings, base),
            )
        if trouble := api_trouble(
            reply.status, reply.body, retry_after=reply.retry_after, now=self._clock(), secret=key
        ):
            raise trouble
        return parse_answer(reply.body, start=start, licence=query.licence, secret=key)


def parameters(query: Query, start: int = 1) -> dict[str, str]:
    """Write the parameters of one request, without key and engine.

    `imgSize` names classes that exclude each other and whose bounds are not told, and there is no parameter for the
    shape: both are filtered here.

    Raises:
        ProviderError: the query is too long for it.
    """
    rights = RIGHTS[query.licence]
    return {
        "q": words_for(GoogleCse.name, query.text, _QUERY_CHARACTERS),
        "searchType": "image",
        "num": str(_PAGE_SIZE),
        "safe": "off" if query.safe is Safe.OFF else "active",
        **({"rights": rights} if rights else {}),
        **({"start": str(start)} if start > 1 else {}),
    }


def parse_answer(
    body: bytes, *, start: int = 1, licence: LicenceFilter = LicenceFilter.ANY, secret: str = ""
) -> Results:
    """Read one page of results. Without results the list is left out of the answer.

    Args:
        body: The answer, with a status of success.
        start: The number of its first result, from 1.
        licence: The filter that was sent; kept with each hit as a claim, never as its licence.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    if answer is None:
        raise changed_page(GoogleCse.name, "no JSON object" if body.strip() else "an empty answer")
    rows = answer.get("items")
    if rows is None and answer.keys() & {"queries", "searchInformation", "kind"}:
        rows = []
    if not isinstance(rows, list):
        raise changed_page(GoogleCse.name, "JSON without a list of items")
    claim = f"google_cse filter rights={RIGHTS[licence]}" if RIGHTS[licence] else ""
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row, claim)) is not None)
    if rows and not hits:
        raise changed_page(GoogleCse.name, "items without addresses of pictures")
    following = start + _PAGE_SIZE
    queries = mapping(answer.get("queries"))
    more = bool(queries.get("nextPage")) if queries else len(rows) >= _PAGE_SIZE
    notes = (
        (f"license={licence}: google_cse filters by its own guess and states no licence",) if claim else ()
    )
    return Results(hits, str(following) if rows and more and following <= _LAST_START else "", notes)


def _hit(row: dict[str, Any], claim: str) -> Hit | None:
    original = address(row.get("link"))  # now and then x-raw-image:///…, which leads nowhere
    if not original:
        return None
    image = mapping(row.get("image"))
    small = address(image.get("thumbnailLink"))
    return Hit(
        provider=GoogleCse.name,
        original=original,
        thumbnail=small or original,
        thumbnail_width=number(image.get("thumbnailWidth")) if small else 0,
        thumbnail_height=number(image.get("thumbnailHeight")) if small else 0,
        page=address(image.get("contextLink")),
        title=strip_html(text(row.get("title"))),
        width=number(image.get("width")),
        height=number(image.get("height")),
        size_bytes=number(image.get("byteSize")),
        mime=mime(row.get("mime")) or mime(row.get("fileFormat")),
        claim=claim,
        video=is_video_still(original),
    )
