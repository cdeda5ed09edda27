"""DuckDuckGo's image search, in two steps: a page that carries a token, then the results as JSON.

It needs no key and gives no promise. So every way in which it fails is told apart, and the step is named.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from opsin.errors import WebError
from opsin.images.hit import Hit
from opsin.images.outcome import ProviderError
from opsin.images.providers.asking import words_for
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.providers.duckduckgo_blocks import BLOCK_SIGNS, blocked, status_trouble
from opsin.images.providers.duckduckgo_protocol import (
    LICENCES,
    SAFE,
    Recipe,
    checked_region,
    filter_slots,
)
from opsin.images.providers.duckduckgo_ways import Ways, both
from opsin.images.providers.fields import address, is_video_still, json_object, number, text
from opsin.images.providers.trouble import changed_page, outcome_of
from opsin.images.query import LicenceFilter, Query
from opsin.settings import Settings
from opsin.text import strip_html
from opsin.web.curl_transfer import is_installed

if TYPE_CHECKING:
    from opsin.web.client import Reply, Web

STEP_1 = "duckduckgo step 1 (token page)"
STEP_2 = "duckduckgo step 2 (results)"

_QUERY_CHARACTERS = 499
_TOKEN_SECONDS = 3_600
_KEPT_TOKENS = 200
_SHORT_PAGE = 20
_AGAIN = "again "
_TITLE_CHARACTERS = 1_000

_TOKEN = re.compile(rb"""\bvqd["']?\s*[=:]\s*["']?([\w-]{10,})""")
_MARKUP = re.compile(rb"\s*<(?:!doctype|html|head|body|script|!--)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """What step 1 gave: the token, its cookies, and when (seconds of the provider's clock)."""

    value: str
    cookies: tuple[tuple[str, str], ...]
    made: float


@dataclass(frozen=True, slots=True)
class Page:
    """One page of step 2. `following` is the offset of the next page, 0 where there is none."""

    hits: tuple[Hit, ...]
    following: int = 0


class DuckDuckGo(Provider):
    """The default provider: the best coverage, no key, no licences.

    Tokens are kept for at most an hour for one query, region and User-Agent; whatever fails in step 2 drops the
    token, and an empty answer is asked for once more with a new one. The cursor is the offset of the next page, or
    says that the same is to be asked for again. Where both steps are turned away, both are tried once more the way a
    browser asks, within the same turn; what worked then is what the next searches begin with.

    Args:
        settings: The values in force.
        recipe: The one way that is used, whatever comes of it; None to choose.
        installed: Says whether the extra `impersonate` is there.
        clock: Gives the time in seconds; any clock that never goes back.
    """

    name: ClassVar[str] = "duckduckgo"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=frozenset(SAFE))
    standing: ClassVar[str] = (
        "The default: best coverage. It is a web page's inner interface and no contract: it can change or block without "
        "notice."
    )
    thumbnail_connections: ClassVar[dict[str, int]] = {"*.mm.bing.net": 4, "*.explicit.bing.net": 4}

    def __init__(
        self,
        settings: Settings,
        *,
        recipe: Recipe | None = None,
        installed: Callable[[], bool] = is_installed,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(settings)
        self._ways = Ways(settings, only=recipe, installed=installed, clock=clock)
        self._region = checked_region(settings.region)
        self._clock = clock
        self._tokens: dict[tuple[str, str], Token] = {}

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for one page of up to 100 results; all are given, whatever number is wanted.

        Raises:
            ProviderError: which of the failures it was, and in which step.
        """
        del wanted
        words = words_for(self.name, query.text, _QUERY_CHARACTERS)
        again, place = cursor.startswith(_AGAIN), cursor.removeprefix(_AGAIN)
        offset = int(place) if place.isascii() and place.isdigit() else 0
        recipe = self._ways.first
        if again:
            self._tokens.pop((recipe.name, words), None)
        try:
            page = await self._page(web, query, words, offset, recipe)
        except ProviderError as error:
            other = self._ways.second(web, recipe, error)
            if other is None:
                raise
            page = await self._second_try(web, query, words, offset, other, error)
        if not page.hits and not again:
            # A search of its own, so it has to wait for a turn of its own like any further page.
            return Results((), f"{_AGAIN}{offset}", _claims(query))
        following = str(page.following) if page.hits and page.following > offset else ""
        return Results(page.hits, following, _claims(query))

    async def _second_try(
        self, web: "Web", query: Query, words: str, offset: int, recipe: Recipe, first: ProviderError
    ) -> Page:
        try:
            page = await self._page(web, query, words, offset, recipe)
        except ProviderError as second:
            raise both(first, second) from second
        self._ways.worked(recipe)
        return page

    async def _page(self, web: "Web", query: Query, words: str, offset: int, recipe: Recipe) -> Page:
        key = recipe.name, words
        token = self._tokens.get(key)
        if token is None or self._clock() - token.made >= _TOKEN_SECONDS:
            token = await self._token(web, words, recipe)
            self._remember(key, token)
        try:
            return await self._results(web, query, words, offset, token, recipe)
        except ProviderError:
            self._tokens.pop(key, None)
            raise

    def _remember(self, key: tuple[str, str], token: Token) -> None:
        self._tokens.pop(key, None)
        self._tokens[key] = token
        while len(self._tokens) > _KEPT_TOKENS:
            self._tokens.pop(next(iter(self._tokens)))

    async def _token(self, web: "Web", words: str, recipe: Recipe) -> Token:
        params = {"q": words, "iar": "images", "iax": "images", "ia": "images"}
        reply = await self._get(web, STEP_1, recipe, "/", {}, params)
        return Token(parse_token(reply.body), reply.cookies, self._clock())

    async def _results(
        self, web: "Web", query: Query, words: str, offset: int, token: Token, recipe: Recipe
    ) -> Page:
        safe = SAFE[query.safe]
        slots = filter_slots(min_width=query.min_width, orientation=query.orientation, licence=query.licence)
        params = {"o": "json", "q": words, "l": self._region, "vqd": token.value}
        params |= {"p": safe} if safe else {}
        params |= {"f": slots} if slots else {}
        params |= {"s": str(offset), "u": "bing"} if offset else {}
        cookies = dict(token.cookies) | ({"p": safe} if safe else {})
        reply = await self._get(web, STEP_2, recipe, "/i.js", cookies, params)
        return parse_results(reply.body, claim=LICENCES[query.licence].removeprefix("license:"))

    async def _get(
        self,
        web: "Web",
        step: str,
        recipe: Recipe,
        path: str,
        cookies: dict[str, str],
        params: dict[str, str],
    ) -> "Reply":
        headers = dict(recipe.results if step == STEP_2 else recipe.page)
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        try:
            reply = await self._ways.ask(web, recipe, path, headers, params)
        except WebError as error:
            message = f"{step}: {error.message}"
            raise ProviderError(outcome_of(error), message, hint=error.hint, outside=error.outside) from error
        if trouble := status_trouble(step, reply.status, reply.body, reply.retry_after):
            raise trouble
        return reply


def parse_token(body: bytes) -> str:
    """Find the token in the page of step 1.

    Raises:
        ProviderError: there is none: blocked where the page says so, a changed page otherwise.
    """
    if found := _TOKEN.search(body):
        return found[1].decode("ascii", "replace")
    if BLOCK_SIGNS.search(body):
        raise blocked(STEP_1, "a challenge for bots instead of the page")
    raise changed_page(STEP_1, "an empty page" if not body.strip() else "a page without a vqd token")


def parse_results(body: bytes, *, claim: str = "") -> Page:
    """Read the answer of step 2.

    Args:
        body: The answer, with status 200.
        claim: The licence filter that was sent; kept with each hit as a claim, never as its licence.

    Raises:
        ProviderError: blocked where the answer is a script or a page, a changed page where it is JSON, or
            anything else, in an unknown shape.
    """
    answer = json_object(body)
    if answer is None:
        if BLOCK_SIGNS.search(body):
            raise blocked(STEP_2, "a script that tells bots apart instead of results")
        if _MARKUP.match(body):
            raise blocked(STEP_2, "a web page instead of results")
        raise changed_page(STEP_2, "no JSON object" if body.strip() else "an empty answer")
    rows = answer.get("results")
    if not isinstance(rows, list):
        raise changed_page(STEP_2, "JSON without a list of results")
    hits = tuple(hit for row in rows if isinstance(row, dict) and (hit := _hit(row, claim)) is not None)
    if rows and not hits:
        raise changed_page(STEP_2, "results without addresses of pictures")
    # An address of a next page stands even under an answer without results; a short page is the last.
    return Page(hits, _following(answer.get("next")) if len(rows) >= _SHORT_PAGE else 0)


def _hit(row: dict[str, Any], claim: str) -> Hit | None:
    original = address(row.get("image"))
    if not original:
        return None
    return Hit(
        provider=DuckDuckGo.name,
        original=original,
        thumbnail=address(row.get("thumbnail")) or original,
        page=address(row.get("url")),
        title=strip_html(text(row.get("title"))[:_TITLE_CHARACTERS]),
        width=number(row.get("width")),
        height=number(row.get("height")),
        claim=f"duckduckgo filter {claim}" if claim else "",
        video=is_video_still(original),
    )


def _following(following: Any) -> int:
    try:
        offsets = parse_qs(urlsplit(text(following)).query).get("s", [])
    except ValueError:
        return 0
    return number(offsets[0]) if offsets else 0


def _claims(query: Query) -> tuple[str, ...]:
    if query.licence is LicenceFilter.ANY:
        return ()
    return (f"license={query.licence}: duckduckgo filters by its own guess and states no licence",)
