"""Brave's image search: an index of its own behind an API with a key, and thumbnails of about 500 pixels.

https://api-dashboard.search.brave.com/app/documentation/image-search
"""

from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.brave_trouble import KEY, api_trouble
from opsin.images.providers.fields import address, is_video_still, json_object, mapping, mime, number, text
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.trouble import changed_page
from opsin.images.query import LicenceFilter, Query, Safe
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

BASE = "OPSIN_BRAVE_URL"

_QUERY_CHARACTERS = 400
_QUERY_WORDS = 50
_COUNT = 200
_SAFE = {Safe.OFF: "off", Safe.MODERATE: "strict", Safe.STRICT: "strict"}
_MODERATE = "safe=moderate: brave has no such level and was asked with strict"
_ALTERED = "brave corrected the spelling of the query"


class Brave(Provider):
    """There is no second page: one request gives up to 200 results, all that there are, at one price.

    So all of them are asked for at once. What one sheet does not show is kept for the next page of the query, which
    then costs no request.
    """

    name: ClassVar[str] = "brave"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset({"off", "moderate", "strict"}))
    standing: ClassVar[str] = (
        "An index of its own, with large thumbnails. $5 for 1,000 searches, of which $5 a month are given free (2026). "
        "One search brings up to 200 results, so further pages cost nothing."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    thumbnail_connections: ClassVar[dict[str, int]] = {"imgs.search.brave.com": 4}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for all results at once, whatever number is wanted.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        del wanted, cursor
        if query.licence is not LicenceFilter.ANY:
            # None of it could pass, and a request may cost.
            return Results(
                (), ignored=(f"license={query.licence}: brave states no licences and was not asked",)
            )
        asked = parameters(query)
        base = self.settings.brave_url.rstrip("/")
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip", "X-Subscription-Token": key}
        with hiding(key):
            reply = await web.get(
                f"{base}/res/v1/images/search",
                limits=answer_limits(),
                headers=headers,
                params=asked,
                named=is_named(self.settings, base),
            )
        if trouble := api_trouble(
            reply.status, reply.body, reply.headers, retry_after=reply.retry_after, secret=key
        ):
            raise trouble
        return parse_answer(reply.body, moderate=query.safe is Safe.MODERATE, secret=key)


def parameters(query: Query) -> dict[str, str]:
    """Write the parameters of the request. Size and shape have none; they are filtered here.

    Raises:
        ProviderError: the query is too long for it.
    """
    words = words_for(Brave.name, query.text, _QUERY_CHARACTERS)
    if (number_of := len(words.split())) > _QUERY_WORDS:
        raise ProviderError(
            Outcome.REFUSED,
            f"brave takes queries of at most {_QUERY_WORDS} words; this one has {number_of}.",
            hint="Shorten the query.",
        )
    return {"q": words, "count": str(_COUNT), "safesearch": _SAFE[query.safe], "country": "ALL"}


def parse_answer(body: bytes, *, moderate: bool = False, secret: str = "") -> Results:
    """Read the answer.

    Args:
        body: The answer, with a status of success.
        moderate: `safe=moderate` was wanted, for which strict was sent.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    if answer is None:
        raise changed_page(Brave.name, "no JSON object" if body.strip() else "an empty answer")
    rows = answer.get("results")
    if rows is None and text(answer.get("type")) == "images":
        rows = []
    if not isinstance(rows, list):
        raise changed_page(Brave.name, "JSON without a list of results")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row)) is not None)
    if rows and not hits:
        raise changed_page(Brave.name, "results without addresses of pictures")
    notes = [_MODERATE] if moderate else []
    asked = mapping(answer.get("query"))
    altered = text(asked.get("altered"))
    notes += [_ALTERED] if altered and altered != text(asked.get("original")) else []
    return Results(hits, ignored=tuple(notes))


def _hit(row: dict[str, Any]) -> Hit | None:
    properties, thumbnail = mapping(row.get("properties")), mapping(row.get("thumbnail"))
    original = address(properties.get("url"))
    if not original:
        return None
    small, resized = address(thumbnail.get("src")), address(properties.get("resized"))
    return Hit(
        provider=Brave.name,
        original=original,
        thumbnail=small or resized or original,
        thumbnail_width=number(thumbnail.get("width")) if small else 0,
        thumbnail_height=number(thumbnail.get("height")) if small else 0,
        page=address(row.get("url")),
        title=strip_html(text(row.get("title"))),
        width=number(properties.get("width")),
        height=number(properties.get("height")),
        size_bytes=number(properties.get("content_size")),
        mime=mime(properties.get("format")),
        renditions=(resized,) if resized and resized not in {original, small} else (),
        video=is_video_still(original),
    )
