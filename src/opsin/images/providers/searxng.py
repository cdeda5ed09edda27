"""SearXNG, a search engine of one's own that asks many others: no key, and the address of the user's own server.

https://docs.searxng.org/dev/search_api.html
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, is_video_still, json_object, mime, number, text
from opsin.images.providers.trouble import changed_page, status_error
from opsin.images.query import LicenceFilter, Query, Safe
from opsin.text import quoted, strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

BASE = "OPSIN_SEARXNG_URL"

_QUERY_CHARACTERS = 1_000
_LAST_PAGE = 50
_FORBIDDEN = 403
_PATIENCE_SECONDS = 60.0
_SAFE = {Safe.OFF: "0", Safe.MODERATE: "1", Safe.STRICT: "2"}
_SIZE = re.compile(r"\s*(\d{1,6})\s*(?:px)?\s*[x×X*]\s*(\d{1,6})\s*(?:px)?\s*")
_MARKUP = re.compile(rb"\s*<")
_MOST_REASONS = 4

ENGINES = frozenset(
    {
        "adobe stock", "artic", "artstation", "baidu images", "bing images", "brave.images", "deviantart",
        "duckduckgo images", "flickr", "frinkiac", "google images", "imgur", "library of congress", "mojeek images",
        "naver images", "openverse", "pexels", "pinterest", "pixabay images", "presearch images",
        "public domain image archive", "quark images", "qwant images", "sogou images", "startpage images", "unsplash",
        "wallhaven", "wikicommons.images", "www.1x.com", "yahoo images", "yandex images", "yep images",
    }
)  # fmt: skip
"""Names of engines for pictures: one that is among them may be named in our own words, others are counted."""

_ENABLE = "add json to search.formats in its settings.yml"


class SearXNG(Provider):
    """First of the chain where an address is set. The server may be private; its results may not.

    What its engines give differs: many state no size, and thumbnails have from 225 pixels upwards. The cursor is
    the number of the next page.
    """

    name: ClassVar[str] = "searxng"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset({"off", "moderate", "strict"}))
    standing: ClassVar[str] = (
        "A server of your own that asks other search engines; free. Its settings.yml must list json under search.formats. "
        "Engines that block it are told in the answer."
    )
    needs: ClassVar[tuple[str, ...]] = (BASE,)
    thumbnail_connections: ClassVar[dict[str, int]] = {"*.gstatic.com": 4}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page; its length is the server's to decide.

        Raises:
            ProviderError: which of the failures it was.
            WebError: the request failed on the way.
        """
        del wanted
        if query.licence is not LicenceFilter.ANY:
            # None of it could pass, and a request may cost.
            return Results(
                (), ignored=(f"license={query.licence}: searxng states no licences and was not asked",)
            )
        page = max(1, min(number(cursor), _LAST_PAGE))
        base = self.settings.searxng_url.rstrip("/")
        reply = await web.get(
            f"{base}/search",
            limits=answer_limits(),
            headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
            params=parameters(query, page),
            named=is_named(self.settings, base),
        )
        if trouble := server_trouble(reply.status, reply.retry_after):
            raise trouble
        return parse_answer(reply.body, page=page)


def parameters(query: Query, page: int = 1) -> dict[str, str]:
    """Write the parameters of one request. Size and shape have none; they are filtered here.

    Raises:
        ProviderError: the query is too long for it.
    """
    return {
        "q": words_for(SearXNG.name, query.text, _QUERY_CHARACTERS),
        "categories": "images",
        "format": "json",
        "safesearch": _SAFE[query.safe],
        **({"pageno": str(page)} if page > 1 else {}),
    }


def server_trouble(status: int, retry_after: float = 0.0) -> ProviderError | None:
    """Tell what an HTTP status means; nothing for success. What stands on the error's page is of no use."""
    if status == _FORBIDDEN:
        return ProviderError(
            Outcome.REFUSED,
            f"searxng refuses to answer in JSON (HTTP 403): {_ENABLE}.",
            hint="Restart it after that. A public server may refuse programs altogether.",
        )
    trouble = status_error(SearXNG.name, status, retry_after=retry_after)
    if trouble is not None and trouble.outcome is Outcome.RATE_LIMITED:
        trouble.retry_after = trouble.retry_after or _PATIENCE_SECONDS
        trouble.hint = "On a server of your own, let this machine pass in its limiter.toml."
    return trouble


def parse_answer(body: bytes, *, page: int = 1) -> Results:
    """Read one page of results; engines that did not answer are told.

    Raises:
        ProviderError: a changed page where it is no such answer; unreachable where there are no results and engines
            that did not answer.
    """
    answer = json_object(body)
    if answer is None:
        if _MARKUP.match(body):
            raise changed_page(
                SearXNG.name, f"a web page instead of JSON; {_ENABLE}, or its limiter stands before it"
            )
        raise changed_page(SearXNG.name, "no JSON object" if body.strip() else "an empty answer")
    rows = answer.get("results")
    if not isinstance(rows, list):
        raise changed_page(SearXNG.name, "JSON without a list of results")
    rows = [row for row in rows if isinstance(row, dict)]
    if rows and not any("img_src" in row for row in rows):
        raise changed_page(SearXNG.name, f"results that are no pictures; is {BASE} the address of a SearXNG?")
    hits = tuple(hit for row in rows if (hit := _hit(row)) is not None)
    silent = _silent(answer.get("unresponsive_engines"))
    if silent and not rows and page == 1:
        reasons = "; ".join(f"{name}: {why}" if why else name for name, why in silent[:_MOST_REASONS])
        message = f"searxng brought nothing: {_told(silent)}."
        raise ProviderError(Outcome.UNREACHABLE, message, outside=quoted(reasons))
    more = bool(rows) and page < _LAST_PAGE
    return Results(hits, str(page + 1) if more else "", (f"searxng: {_told(silent)}",) if silent else ())


def size_of(resolution: Any) -> tuple[int, int]:
    """Read a size such as "1920 x 1080" or "1920×1080"; zeros where there is none."""
    found = _SIZE.fullmatch(text(resolution))
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _hit(row: dict[str, Any]) -> Hit | None:
    original = address(row.get("img_src"))
    if not original:
        return None
    width, height = size_of(row.get("resolution"))
    return Hit(
        provider=SearXNG.name,
        original=original,
        thumbnail=address(row.get("thumbnail_src")) or address(row.get("thumbnail")) or original,
        page=address(row.get("url")),
        title=strip_html(text(row.get("title"))),
        width=width,
        height=height,
        mime=mime(row.get("img_format")),
        creator=strip_html(text(row.get("author"))),
        video=is_video_still(original),
    )


def _silent(listed: Any) -> list[tuple[str, str]]:
    """The engines that did not answer, each with what the server says of it: outside text both."""
    pairs = [one for one in listed if isinstance(one, list) and one] if isinstance(listed, list) else []
    return [(name, text(one[1]) if len(one) > 1 else "") for one in pairs if (name := text(one[0]))]


def _told(silent: list[tuple[str, str]]) -> str:
    known = sorted({name for name, _ in silent if name in ENGINES})
    number_of = len(silent)
    named = f" ({', '.join(known)}{' among them' if len(known) < number_of else ''})" if known else ""
    return f"{number_of} of its engines did not answer{named}"
