"""Flickr: photos of its members and of archives, each with its own licence, by an API with a key.

https://www.flickr.com/services/api/flickr.photos.search.html
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers import sized_pages
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, is_video_still, json_object, mapping, number, text
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.terms import Hotlinking, Terms
from opsin.images.providers.trouble import bad_key, changed_page, status_error
from opsin.images.query import LicenceFilter, Query, Safe
from opsin.rights.attribution import attribution
from opsin.rights.flickr import flickr_licence
from opsin.rights.policy import allows
from opsin.text import quoted, strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

KEY = "OPSIN_FLICKR_API_KEY"
BASE = "OPSIN_FLICKR_URL"

_QUERY_CHARACTERS = 400
_PAGE_SIZE = 50
_FULL_PAGE = 100
_MOST_RESULTS = 4_000
_LICENCES = range(17)  # flickr.photos.licenses.getInfo
_SAFE = {Safe.OFF: "3", Safe.MODERATE: "2", Safe.STRICT: "1"}
_LARGEST_FIRST = ("o", "k", "h", "l", "c", "z", "m", "n", "s")
_THUMBNAILS = ("z", "m", "n", "c", "s", "l")
_OWNER = re.compile(r"[\w@-]{1,80}", re.ASCII)
_BAD_KEY = 100
_UNAVAILABLE = frozenset({0, 10, 105, 201})
_FORBIDDEN = 403


class Flickr(Provider):
    """Pages of 50 photos, of 100 where filters leave some out. The cursor is the page's number and size ("2x50").

    A key alone sees nothing but what its members marked as safe, so every level of `safe` is kept to.
    """

    name: ClassVar[str] = "flickr"
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off", "moderate", "strict"}), licence_evidence=True
    )
    standing: ClassVar[str] = (
        "Members' photos with their own licences, many with all rights reserved; asked when named, with all, and with a "
        "licence filter after openverse and wikimedia. 3,600 requests an hour. Commercial use of the API needs its consent."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    key_from: ClassVar[str] = "https://www.flickr.com/services/apps/create/"
    terms: ClassVar[Terms] = Terms(
        address="https://www.flickr.com/help/terms/api",
        notice="This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.",
        credit="Name the member, and link to the photo's page on Flickr.",
        hotlinking=Hotlinking.ALLOWED,
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"live.staticflickr.com": 2}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way. No error names the address, which carries the key.
        """
        del wanted
        page, size = place(query, cursor)
        base = self.settings.flickr_url
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        with hiding(key):
            reply = await web.get(
                f"{base}/",
                limits=answer_limits(),
                headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
                params={"api_key": key, **parameters(query, page, size)},
                named=is_named(self.settings, base),
            )
        if trouble := api_trouble(reply.status, reply.body, retry_after=reply.retry_after, secret=key):
            raise trouble
        return parse_answer(reply.body, page=page, size=size, secret=key)


def place(query: Query, cursor: str = "") -> tuple[int, int]:
    """Which page to ask for, and of which size: a query goes on with the size that it began with."""
    return sized_pages.place(query, cursor, usual=_PAGE_SIZE, full=_FULL_PAGE)


def licence_numbers(wish: LicenceFilter) -> str:
    """The numbers of the licences that a filter lets through, as the API takes them; empty for all."""
    if wish is LicenceFilter.ANY:
        return ""
    return ",".join(str(one) for one in _LICENCES if allows(flickr_licence(one), wish))


def parameters(query: Query, page: int = 1, size: int = _PAGE_SIZE) -> dict[str, str]:
    """Write the parameters of one request, without the key. Size and shape are filtered here.

    Raises:
        ProviderError: the query is too long for it.
    """
    licences = licence_numbers(query.licence)
    sizes = ",".join(f"url_{one}" for one in _LARGEST_FIRST)
    return {
        "method": "flickr.photos.search",
        "format": "json",
        "nojsoncallback": "1",
        "text": words_for(Flickr.name, query.text, _QUERY_CHARACTERS),
        "sort": "relevance",
        "media": "photos",
        "content_types": "0",
        "safe_search": _SAFE[query.safe],
        "extras": f"license,owner_name,path_alias,o_dims,{sizes}",
        "per_page": str(size),
        **({"license": licences} if licences else {}),
        **({"page": str(page)} if page > 1 else {}),
    }


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what went wrong: the API says so in its answer, under HTTP 200 too; nothing where it served."""
    answer = json_object(body, secret=secret) or {}
    if text(answer.get("stat")) == "fail":
        code, detail = number(answer.get("code")), strip_html(text(answer.get("message")))
        if code == _BAD_KEY:
            return bad_key(Flickr.name, KEY, status, detail)
        outcome = Outcome.UNREACHABLE if code in _UNAVAILABLE else Outcome.REFUSED
        said = quoted(detail)
        return ProviderError(outcome, f"flickr answered with error {code} of its API.", outside=said)
    if status == _FORBIDDEN:
        return ProviderError(Outcome.BLOCKED, "flickr answered HTTP 403 before its API was reached.")
    return status_error(Flickr.name, status, retry_after=retry_after)


def parse_answer(body: bytes, *, page: int = 1, size: int = _PAGE_SIZE, secret: str = "") -> Results:
    """Read one page of results.

    Args:
        body: The answer, with a status of success.
        page: Its number, from 1.
        size: How many were asked for.
        secret: The key, hidden where the answer repeats it.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    found = mapping((answer or {}).get("photos"))
    rows = found.get("photo")
    if not isinstance(rows, list):
        raise changed_page(Flickr.name, "no JSON object with photos")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row)) is not None)
    more = bool(rows) and page < number(found.get("pages")) and page * size < _MOST_RESULTS
    return Results(hits, f"{page + 1}x{size}" if more else "")


def _hit(row: dict[str, Any]) -> Hit | None:
    sizes = {
        name: (url, number(row.get(f"width_{name}")), number(row.get(f"height_{name}")))
        for name in _LARGEST_FIRST
        if (url := address(row.get(f"url_{name}")))
    }
    if not sizes:
        return None
    largest = next(iter(sizes))
    original, width, height = sizes[largest]
    if largest == "o":
        width, height = width or number(row.get("o_width")), height or number(row.get("o_height"))
    small, small_width, small_height = next(
        (sizes[one] for one in _THUMBNAILS if one in sizes), (original, 0, 0)
    )
    title, creator = strip_html(text(row.get("title"))), strip_html(text(row.get("ownername")))
    page, creator_url = _pages(row)
    licence = flickr_licence(_licence_number(row.get("license")))
    larger = (sizes[one][0] for one in ("k", "h", "l") if one in sizes)
    return Hit(
        provider=Flickr.name,
        original=original,
        thumbnail=small,
        thumbnail_width=small_width if small != original else 0,
        thumbnail_height=small_height if small != original else 0,
        page=page,
        title=title,
        width=width,
        height=height,
        creator=creator,
        creator_url=creator_url,
        licence=licence,
        attribution=attribution(
            licence, title=title, author=creator, author_url=creator_url, source="Flickr", page=page
        ),
        source="Flickr",
        renditions=tuple(dict.fromkeys(one for one in larger if one not in {original, small})),
        video=is_video_still(original),
    )


def _licence_number(value: Any) -> str:
    """The licence's number as text; empty for what is none, so that nothing is read from it."""
    told = str(value) if isinstance(value, int) and not isinstance(value, bool) else text(value)
    return told if re.fullmatch(r"\d{1,3}", told, re.ASCII) else ""


def _pages(row: dict[str, Any]) -> tuple[str, str]:
    """The addresses of the photo's page and of its member, made of ids as Flickr documents it."""
    owner, alias = text(row.get("owner")), text(row.get("pathalias"))
    who = alias if _OWNER.fullmatch(alias) else owner
    photo = text(row.get("id")) or str(number(row.get("id")) or "")
    if not _OWNER.fullmatch(who):
        return "", ""
    member = f"https://www.flickr.com/photos/{who}/"
    return (f"{member}{photo}/" if re.fullmatch(r"\d{1,20}", photo, re.ASCII) else ""), member
