"""Pixabay: stock pictures that may be used freely, by an API with a key. Its answers are kept for a day, as it asks.

https://pixabay.com/api/docs/
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, number, text, without
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.terms import DAY_S, Hotlinking, Terms
from opsin.images.providers.trouble import TOO_MANY_REQUESTS, bad_key, changed_page, status_error, used_up
from opsin.images.query import Query, Safe
from opsin.rights.attribution import attribution
from opsin.rights.platforms import platform_licence
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

KEY = "OPSIN_PIXABAY_API_KEY"
BASE = "OPSIN_PIXABAY_URL"

_QUERY_CHARACTERS = 100
_PAGE_SIZE = 60
_WINDOW_SECONDS = 60.0
_LARGE = 1_280
_FULL_HD = 1_920
_SHAPES = {"any": "", "square": "", "landscape": "horizontal", "portrait": "vertical"}
_BAD_REQUEST = 400
_FORBIDDEN = 403
_KEY_WORDS = re.compile(r"api key", re.IGNORECASE)


class Pixabay(Provider):
    """Pages of 60 pictures, of 500 in all. The cursor is the number of the next page.

    Sizes are those of what can be had: 1280 pixels for most keys, whatever the picture was uploaded with.
    """

    name: ClassVar[str] = "pixabay"
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off", "moderate", "strict"}), licence_evidence=True
    )
    standing: ClassVar[str] = (
        "Stock pictures of at most 1280 pixels; asked when named, or with all. 100 requests a minute. The same search is "
        "answered from what was kept for a day, when addresses end too. No licence filter lets its licence through."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    key_from: ClassVar[str] = "https://pixabay.com/api/docs/"
    terms: ClassVar[Terms] = Terms(
        address="https://pixabay.com/api/docs/",
        own_licence="Pixabay licence",
        notice="Pictures provided by Pixabay: https://pixabay.com/",
        credit="Say that the picture is from Pixabay, with a link; naming the author is welcome.",
        hotlinking=Hotlinking.FORBIDDEN,
        keep_answers_s=DAY_S,
        addresses_last_s=DAY_S,
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"pixabay.com": 4, "cdn.pixabay.com": 4}

    def request_of(self, query: Query, *, wanted: int, cursor: str = "") -> str:
        """The request without the key."""
        del wanted
        return self.written(self.settings.pixabay_url, parameters(query, number(cursor) or 1))

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way. No error names the address, which carries the key.
        """
        del wanted
        page = number(cursor) or 1
        base = self.settings.pixabay_url
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        with hiding(key):
            reply = await web.get(
                f"{base}/",
                limits=answer_limits(),
                headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
                params={"key": key, **parameters(query, page)},
                named=is_named(self.settings, base),
            )
        reset = number(reply.headers.get("x-ratelimit-reset", ""))
        if trouble := api_trouble(
            reply.status, reply.body, retry_after=reply.retry_after or reset, secret=key
        ):
            raise trouble
        return parse_answer(reply.body, page=page, secret=key)


def parameters(query: Query, page: int = 1) -> dict[str, str]:
    """Write the parameters of one request, without the key. Its `min_width` is that of the upload, which none can have.

    Raises:
        ProviderError: the query is too long for it.
    """
    shape = _SHAPES[query.orientation]
    return {
        "q": words_for(Pixabay.name, query.text, _QUERY_CHARACTERS),
        "per_page": str(_PAGE_SIZE),
        "safesearch": "false" if query.safe is Safe.OFF else "true",
        **({"orientation": shape} if shape else {}),
        **({"min_width": str(query.min_width)} if query.min_width else {}),
        **({"page": str(page)} if page > 1 else {}),
    }


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what an HTTP status means, by the plain text that comes with it; nothing for success."""
    said = without(body[:400].decode("utf-8", "replace"), secret)
    is_page = said.lstrip().startswith("<")
    detail = "" if is_page else strip_html(said)
    if status == TOO_MANY_REQUESTS:
        return used_up(Pixabay.name, "quota of the minute", retry_after or _WINDOW_SECONDS, detail)
    if status == _FORBIDDEN and is_page:
        return ProviderError(Outcome.BLOCKED, "pixabay answered HTTP 403 before its API was reached.")
    if status in {401, _FORBIDDEN} or (status == _BAD_REQUEST and _KEY_WORDS.search(detail)):
        return bad_key(Pixabay.name, KEY, status, detail)
    return status_error(Pixabay.name, status, detail=detail, retry_after=retry_after)


def parse_answer(body: bytes, *, page: int = 1, secret: str = "") -> Results:
    """Read one page of results.

    Args:
        body: The answer, with a status of success.
        page: Its number, from 1.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    rows = (answer or {}).get("hits")
    if answer is None or not isinstance(rows, list):
        raise changed_page(Pixabay.name, "no JSON object with hits")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row)) is not None)
    if rows and not hits:
        raise changed_page(Pixabay.name, "hits without addresses of pictures")
    more = bool(rows) and page * _PAGE_SIZE < number(answer.get("totalHits"))
    return Results(hits, str(page + 1) if more else "")


def _hit(row: dict[str, Any]) -> Hit | None:
    upload = number(row.get("imageWidth")), number(row.get("imageHeight"))
    middle = number(row.get("webformatWidth")), number(row.get("webformatHeight"))
    ways = [
        (address(row.get("imageURL")), upload),
        (address(row.get("fullHDURL")), _within(upload, _FULL_HD)),
        (address(row.get("largeImageURL")), _within(upload, _LARGE)),
        (address(row.get("webformatURL")), middle),
    ]
    found = [(url, size) for url, size in ways if url]
    if not found:
        return None
    original, (width, height) = found[0]
    thumbnail = address(row.get("webformatURL")) or original
    title, creator = strip_html(text(row.get("tags"))), strip_html(text(row.get("user")))
    page, licence = address(row.get("pageURL")), platform_licence("pixabay")
    own, id_ = text(row.get("user")), number(row.get("user_id"))
    creator_url = (
        f"https://pixabay.com/users/{own}-{id_}/" if re.fullmatch(r"[\w.-]{1,60}", own) and id_ else ""
    )
    return Hit(
        provider=Pixabay.name,
        original=original,
        thumbnail=thumbnail,
        thumbnail_width=middle[0] if thumbnail != original else 0,
        thumbnail_height=middle[1] if thumbnail != original else 0,
        page=page,
        title=title,
        width=width,
        height=height,
        size_bytes=number(row.get("imageSize")) if row.get("imageURL") == original else 0,
        creator=creator,
        creator_url=creator_url,
        licence=licence,
        attribution=attribution(
            licence, title=title, author=creator, author_url=creator_url, source="Pixabay", page=page
        ),
        source="Pixabay",
        renditions=tuple(dict.fromkeys(url for url, _ in found[1:] if url not in {original, thumbnail})),
    )


def _within(size: tuple[int, int], longest: int) -> tuple[int, int]:
    """The size of a rendition whose longer side has at most so many pixels; (0, 0) where the size is not known."""
    width, height = size
    if not (width and height):
        return 0, 0
    shrink = min(1.0, longest / max(size))
    return max(1, round(width * shrink)), max(1, round(height * shrink))
