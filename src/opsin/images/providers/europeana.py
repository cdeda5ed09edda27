"""Europeana: pictures of Europe's museums, archives and libraries, each with a rights statement, by an API with a key.

https://europeana.atlassian.net/wiki/spaces/EF/pages/2385739812/Search+API+Documentation
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar

from opsin.images.hit import Hit, page_of
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.fields import address, json_object, number, text
from opsin.images.providers.sending_keys import checked_key, hiding
from opsin.images.providers.terms import Hotlinking, Terms
from opsin.images.providers.trouble import bad_key, changed_page, status_error
from opsin.images.query import LicenceFilter, Query
from opsin.rights.attribution import attribution
from opsin.rights.europeana import europeana_licence
from opsin.text import strip_html

if TYPE_CHECKING:
    from opsin.web.client import Web

KEY = "OPSIN_EUROPEANA_API_KEY"
BASE = "OPSIN_EUROPEANA_URL"

_QUERY_CHARACTERS = 300
_ROWS = 50
_DEEPEST = 1_000  # beyond it the API wants cursors of its own
_SYNTAX = re.compile(r'[+\-&|!(){}\[\]^"~*?:\\/]')
_OPERATORS = re.compile(r"\b(?:AND|OR|NOT|TO)\b")
_UNAUTHORIZED = 401
_FORBIDDEN = 403


class Europeana(Provider):
    """Answers state no sizes, and there is no filter for `safe`. The cursor is the number of the next result.

    The original lies with the institution, and may be a page around the picture: Europeana's own thumbnail of 400 pixels
    then stands in.
    """

    name: ClassVar[str] = "europeana"
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off"}), licence_evidence=True, sizes=False
    )
    standing: ClassVar[str] = (
        "Museums, archives and libraries, with rights statements; asked when named, with all, and with a licence filter "
        "after openverse and wikimedia. It states no sizes, so neither min_width nor orientation. No filter for safe."
    )
    needs: ClassVar[tuple[str, ...]] = (KEY,)
    key_from: ClassVar[str] = "https://apis.europeana.eu/"
    terms: ClassVar[Terms] = Terms(
        address="https://www.europeana.eu/rights/terms-of-use",
        notice="Found by Europeana: https://www.europeana.eu",
        credit="Name the author, the institution and Europeana, and link to the item's page.",
        hotlinking=Hotlinking.UNSTATED,
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"api.europeana.eu": 4}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page.

        Raises:
            ProviderError: which of the failures it was, with the API's own words.
            WebError: the request failed on the way.
        """
        del wanted
        start = max(1, min(number(cursor), _DEEPEST - _ROWS + 1))
        base = self.settings.europeana_url
        key = checked_key(self.name, self.settings, KEY, base, BASE)
        with hiding(key):
            reply = await web.get(
                f"{base}/record/v2/search.json",
                limits=answer_limits(),
                headers={"Accept": "application/json", "Accept-Encoding": "gzip", "X-Api-Key": key},
                params=parameters(query, start),
                named=is_named(self.settings, base),
            )
        if trouble := api_trouble(reply.status, reply.body, retry_after=reply.retry_after, secret=key):
            raise trouble
        return parse_answer(reply.body, start=start, secret=key)


def parameters(query: Query, start: int = 1) -> dict[str, str]:
    """Write the parameters of one request.

    With a licence filter only what is open is asked for (CC0, the public domain mark, BY, BY-SA).

    Raises:
        ProviderError: the query is too long for it.
    """
    words = words_for(Europeana.name, query.text, _QUERY_CHARACTERS)
    return {
        "query": plain(words),
        "qf": "TYPE:IMAGE",
        "media": "true",
        "thumbnail": "true",
        "profile": "standard",
        "rows": str(_ROWS),
        **({"reusability": "open"} if query.licence is not LicenceFilter.ANY else {}),
        **({"start": str(start)} if start > 1 else {}),
    }


def plain(words: str) -> str:
    """The words without the signs and operators of the search syntax, which a reader does not mean."""
    lowered = _OPERATORS.sub(lambda found: found[0].lower(), _SYNTAX.sub(" ", words))
    return " ".join(lowered.split()) or "*"


def api_trouble(
    status: int, body: bytes, *, retry_after: float = 0.0, secret: str = ""
) -> ProviderError | None:
    """Tell what went wrong, in the API's own words where it gives any; nothing where it served."""
    answer = json_object(body, secret=secret)
    told = answer or {}
    detail = strip_html(text(told.get("message")) or text(told.get("error")))
    if status == _UNAUTHORIZED or (status == _FORBIDDEN and answer is not None):
        return bad_key(Europeana.name, KEY, status, detail)
    if status == _FORBIDDEN:
        return ProviderError(Outcome.BLOCKED, "europeana answered HTTP 403 before its API was reached.")
    if trouble := status_error(Europeana.name, status, detail=detail, retry_after=retry_after):
        return trouble
    if told.get("success") is False:
        if "key" in detail.lower():
            return bad_key(Europeana.name, KEY, status, detail)
        return status_error(Europeana.name, 400, detail=detail)
    return None


def parse_answer(body: bytes, *, start: int = 1, secret: str = "") -> Results:
    """Read one page of results.

    Args:
        body: The answer, with a status of success.
        start: The number of its first result, from 1.
        secret: The key, hidden where the answer repeats it: it does so as a rule.

    Raises:
        ProviderError: a changed page where it is no such answer.
    """
    answer = json_object(body, secret=secret)
    rows = (answer or {}).get("items")
    if answer is None or not isinstance(rows, list):
        raise changed_page(Europeana.name, "no JSON object with items")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row)) is not None)
    following = start + len(rows)
    more = bool(rows) and following <= min(number(answer.get("totalResults")), _DEEPEST - _ROWS + 1)
    return Results(hits, str(following) if more else "")


def _hit(row: dict[str, Any]) -> Hit | None:
    preview = next(filter(None, map(address, _list(row.get("edmPreview")))), "")
    original = next(filter(None, map(address, _list(row.get("edmIsShownBy")))), "") or preview
    if not original:
        return None
    thumbnail = preview or original
    guid = address(row.get("guid")).partition("?")[0]  # what follows counts visits
    shown_at = map(address, _list(row.get("edmIsShownAt")))
    page = page_of((guid, *shown_at), (original, thumbnail))
    # Some creators are given by the address of a record alone.
    creators = (strip_html(text(one)) for one in _list(row.get("dcCreator")))
    creator = next((one for one in creators if one and not address(one)), "")
    title = next(filter(None, (strip_html(text(one)) for one in _list(row.get("title")))), "")
    institution = next(filter(None, (strip_html(text(one)) for one in _list(row.get("dataProvider")))), "")
    source = f"{institution} (Europeana)" if institution else "Europeana"
    licence = europeana_licence([text(one) for one in _list(row.get("rights"))])
    return Hit(
        provider=Europeana.name,
        original=original,
        thumbnail=thumbnail,
        page=page,
        title=title,
        creator=creator,
        licence=licence,
        attribution=attribution(licence, title=title, author=creator, source=source, page=page),
        source=source,
    )


def _list(value: Any) -> list[Any]:
    """The values of a field, which is a list in most answers and one text in some."""
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []
