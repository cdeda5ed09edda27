"""Wikimedia Commons, or any MediaWiki by the address of its API: small, well described, with licences.

https://www.mediawiki.org/wiki/API:Search, https://www.mediawiki.org/wiki/API:Imageinfo
"""

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from opsin.images.hit import Hit, page_of
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, mapping, number, text
from opsin.images.providers.trouble import changed_page, status_error
from opsin.images.query import LicenceFilter, Orientation, Query
from opsin.rights.attribution import attribution
from opsin.rights.wikimedia import wikimedia_licence
from opsin.text import first_href, quoted, strip_html
from opsin.web.urls import host_name

if TYPE_CHECKING:
    from opsin.web.client import Web

_QUERY_CHARACTERS = 300  # CirrusSearch refuses a longer search text
_MOST_RESULTS = 50  # with imageinfo
_THUMBNAIL_WIDTH = 330  # steps: www.mediawiki.org/wiki/Common_thumbnail_sizes
_WIDE_THUMBNAIL_WIDTH = 500
_FEW_CELLS = 4
_PATIENCE_SECONDS = 5.0  # what Wikimedia asks for where no Retry-After says more
_FORBIDDEN = 403

_FIELDS = (
    "Artist|Attribution|AttributionRequired|Copyrighted|Credit|ImageDescription|License|LicenseShortName|"
    "LicenseUrl|ObjectName|Restrictions|UsageTerms"
)
_BUSY = frozenset({"maxlag", "ratelimited", "cirrussearch-too-busy-error"})
_WIKIMEDIA = re.compile(r"(?:[\w-]+\.)*wiki(?:media|pedia)\.org")


class Wikimedia(Provider):
    """Every file states its licence, and none is kept from children: it cannot filter for `safe`.

    The cursor is the offset into the search.
    """

    name: ClassVar[str] = "wikimedia"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset({"off"}), licence_evidence=True)
    standing: ClassVar[str] = (
        "Small index, clear licences. Set OPSIN_CONTACT, as Wikimedia asks of clients. OPSIN_WIKIMEDIA_URL takes any "
        "MediaWiki; for one on a private network, name the hosts of its pictures in OPSIN_ALLOW_HOSTS too."
    )
    # Wikimedia's policy allows a client three requests at a time.
    thumbnail_connections: ClassVar[dict[str, int]] = {"upload.wikimedia.org": 3, "thumb.wikimedia.org": 3}

    @property
    def url(self) -> str:
        """Address of the API."""
        return self.settings.wikimedia_url

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for `wanted` files, or for as many as one request gives where local filters will leave some out.

        The User-Agent is the client's own, which names a contact as Wikimedia's policy asks.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        url = self.url
        reply = await web.get(
            url,
            limits=answer_limits(),
            headers={"Accept": "application/json", "Accept-Encoding": "gzip"},
            params=parameters(query, url, wanted=wanted, offset=number(cursor)),
            named=is_named(self.settings, url),
        )
        trouble = api_trouble(reply.body, reply.retry_after, provider=self.name)
        if trouble is None and reply.status == _FORBIDDEN:
            trouble = ProviderError(
                Outcome.BLOCKED,
                f"{self.name} answered HTTP 403.",
                hint="It refuses clients without a contact; set OPSIN_CONTACT to a mail or web address.",
            )
        trouble = trouble or status_error(self.name, reply.status, retry_after=reply.retry_after)
        if trouble is not None:
            if trouble.outcome is Outcome.RATE_LIMITED:
                trouble.retry_after = trouble.retry_after or _PATIENCE_SECONDS
            raise trouble
        return parse_answer(reply.body, provider=self.name)


def parameters(query: Query, url: str, *, wanted: int, offset: int = 0) -> dict[str, str]:
    """Write the parameters of one request.

    The search operators (`filetype:bitmap`, which leaves out drawings and documents that no decoder here opens,
    and `filew:`) belong to CirrusSearch; they are sent to Wikimedia's own wikis alone, because another search
    engine takes them for words and finds nothing.

    Raises:
        ProviderError: the query is too long for it.
    """
    operators = ""
    if _WIKIMEDIA.fullmatch(urlsplit(url).hostname or ""):
        operators = "filetype:bitmap "
        if query.min_width > 1:
            operators += f"filew:>{query.min_width - 1} "
    words = words_for(Wikimedia.name, query.text, _QUERY_CHARACTERS - len(operators))
    filtered = (
        query.licence is not LicenceFilter.ANY or query.orientation is not Orientation.ANY or query.min_width
    )
    width = _WIDE_THUMBNAIL_WIDTH if query.count <= _FEW_CELLS else _THUMBNAIL_WIDTH
    result = {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrnamespace": "6",
        "gsrsearch": operators + words,
        "gsrlimit": str(_MOST_RESULTS if filtered else max(1, min(wanted, _MOST_RESULTS))),
    }
    if offset:
        result["gsroffset"] = str(offset)
    return result | {
        "prop": "imageinfo",
        "iiprop": "url|size|mime|sha1|extmetadata",
        "iiurlwidth": str(width),
        "iiextmetadatafilter": _FIELDS,
        "iiextmetadatalanguage": "en",
    }


def source_name(page: str) -> str:
    """The name of the source in an attribution, by the file's own page: other wikis show files of Commons too."""
    host = host_name(page).removeprefix("www.")
    return "Wikimedia Commons" if host == "commons.wikimedia.org" else host


def api_trouble(
    body: bytes, retry_after: float = 0.0, *, provider: str = Wikimedia.name
) -> ProviderError | None:
    """Read the error that an API answer carries, whatever its HTTP status; nothing where it carries none."""
    answer = json_object(body) or {}
    errors = answer.get("errors")
    error = mapping(errors[0]) if isinstance(errors, list) and errors else mapping(answer.get("error"))
    if not error:
        return None
    code = text(error.get("code")) or "unknown"
    detail = strip_html(text(error.get("info")) or text(error.get("text")) or text(error.get("html")))
    said = quoted(f"{code}: {detail}" if detail else code)
    if code in _BUSY:
        return ProviderError(
            Outcome.RATE_LIMITED,
            f"{provider} answered that it is too busy.",
            outside=said,
            retry_after=retry_after,
        )
    outcome = Outcome.UNREACHABLE if code.startswith(("internal_api_error", "readonly")) else Outcome.REFUSED
    return ProviderError(outcome, f"{provider} answered with an error of its API.", outside=said)


def parse_answer(body: bytes, *, provider: str = Wikimedia.name) -> Results:
    """Read the answer of `action=query` with `generator=search`, of formatversion 1 or 2.

    The files are put in the order of the search; those without an address are passed over.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body)
    if answer is None:
        raise changed_page(provider, "no JSON object; is the address that of a MediaWiki API?")
    if not answer.keys() & {"query", "batchcomplete", "continue"}:
        raise changed_page(provider, "JSON without a query")
    found = mapping(answer.get("query")).get("pages")
    listed = list(found.values()) if isinstance(found, dict) else found if isinstance(found, list) else []
    pages = sorted((page for page in listed if isinstance(page, dict)), key=_rank)
    hits = tuple(hit for page in pages if (hit := _hit(page, provider)) is not None)
    following = mapping(answer.get("continue")).get("gsroffset")
    return Results(hits, str(number(following)) if number(following) else "")


def _rank(page: dict[str, Any]) -> tuple[bool, int]:
    index = number(page.get("index"))
    return (not index, index)


def _hit(page: dict[str, Any], provider: str) -> Hit | None:
    infos = page.get("imageinfo")
    info = mapping(infos[0]) if isinstance(infos, list) and infos else {}
    original = address(info.get("url"))
    if not original:
        return None
    fields = {
        name: strip_html(value) if name != "Artist" else value
        for name, field in mapping(info.get("extmetadata")).items()
        if (value := _value(field))
    }
    artist = fields.pop("Artist", "")
    thumbnail = address(info.get("thumburl")) or original
    licence = wikimedia_licence(fields)
    title = fields.get("ObjectName") or _plain_title(text(page.get("title")))
    creator, creator_url = strip_html(artist), first_href(artist)
    renditions = _renditions(info, original, thumbnail)
    pages = (address(info.get("descriptionurl")), address(info.get("descriptionshorturl")))
    about = page_of(pages, (original, thumbnail, *renditions))
    ready = fields.get("Attribution", "")
    return Hit(
        provider=provider,
        original=original,
        thumbnail=thumbnail,
        page=about,
        title=title,
        width=number(info.get("width")),
        height=number(info.get("height")),
        size_bytes=number(info.get("size")),
        mime=text(info.get("mime")),
        creator=creator,
        creator_url=creator_url,
        licence=licence,
        attribution=attribution(
            licence,
            title=title,
            author=creator,
            author_url=creator_url,
            source=source_name(about),
            page=about,
            ready=ready,
        ),
        source=source_name(about),
        ready=ready,
        likeness=f"sha1:{sha1.lower()}" if (sha1 := text(info.get("sha1"))) else "",
        renditions=renditions,
    )


def _renditions(info: dict[str, Any], original: str, thumbnail: str) -> tuple[str, ...]:
    """The larger thumbnails that the API names, largest first: the way to an SVG, a PDF or a huge TIFF."""
    larger = [
        (factor, url)
        for key, value in mapping(info.get("responsiveUrls")).items()
        if (factor := _factor(key)) and (url := address(value)) and url not in {original, thumbnail}
    ]
    return tuple(dict.fromkeys(url for _, url in sorted(larger, reverse=True)))


def _factor(key: str) -> float:
    return float(key) if re.fullmatch(r"\d(?:\.\d{1,3})?", key) else 0.0


def _value(field: Any) -> str:
    value = mapping(field).get("value")
    return text(value) if not isinstance(value, bool) else str(value)


def _plain_title(title: str) -> str:
    """A page's title without its namespace, in whatever language, and without the file's extension."""
    name = title.partition(":")[2] or title
    return PurePosixPath(name.replace("/", "_")).stem.strip() if name else ""
