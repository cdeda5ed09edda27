"""Which way DuckDuckGo is asked: as opsin asks everybody, or the way a browser does, once it turns that away."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from opsin.errors import WebError
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named
from opsin.images.providers.duckduckgo_protocol import IMPERSONATED, RECIPES, Recipe
from opsin.settings import Settings
from opsin.web.curl_transfer import INSTALL

if TYPE_CHECKING:
    from opsin.web.client import Reply, Web

REMEMBERED_SECONDS = 3_600.0
"""How long the next searches begin with the way that worked: a block lasts about an hour."""

LEAST_SECONDS = 1.0
"""Less time than this is not worth a second try."""

_TURNED_AWAY = frozenset({Outcome.BLOCKED, Outcome.RATE_LIMITED})


class Ways:
    """Chooses the recipe of a search, and the one other that is tried where DuckDuckGo turns it away.

    Args:
        settings: The values in force.
        only: The one recipe that is used, whatever comes of it; None to choose.
        installed: Says whether the extra is there.
        clock: Gives the time in seconds; any clock that never goes back.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        only: Recipe | None,
        installed: Callable[[], bool],
        clock: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._base = settings.duckduckgo_url.rstrip("/")
        self._named = is_named(settings, self._base)
        self._only = only
        self._installed = installed
        self._clock = clock
        self._as_browser_until = clock()

    @property
    def first(self) -> Recipe:
        """The recipe that a search begins with."""
        if self._only is not None:
            return self._only
        return IMPERSONATED[0] if self._clock() < self._as_browser_until else RECIPES[0]

    def second(self, web: "Web", failed: Recipe, error: ProviderError) -> Recipe | None:
        """The recipe to try once more with, at once; None where nothing more is to be tried.

        Where the server said how long it wants to be left alone, it is.

        Raises:
            ProviderError: the same failure, naming what is not installed.
        """
        if failed.browser:
            # It worked, and does no longer: the next search begins as any.
            self._as_browser_until = self._clock()
            return None
        may = self._only is None and self._settings.impersonate == "auto"
        if not may or error.outcome not in _TURNED_AWAY or error.retry_after:
            return None
        if web.as_browser(self._base, named=self._named) is None:
            return None
        if not self._installed():
            raise _told(
                error, f"{error.message} {INSTALL} lets it be asked the way a browser does."
            ) from error
        return IMPERSONATED[0] if answer_limits().whole >= LEAST_SECONDS else None

    def worked(self, recipe: Recipe) -> None:
        """Remember a recipe that was tried second and served."""
        if recipe.browser:
            self._as_browser_until = self._clock() + REMEMBERED_SECONDS

    async def ask(
        self, web: "Web", recipe: Recipe, path: str, headers: Mapping[str, str], params: Mapping[str, str]
    ) -> "Reply":
        """Make one request with a recipe, to the base address and no other.

        Raises:
            WebError: it failed on the way.
        """
        sent = {name: value.replace("{base}", self._base) for name, value in headers.items()}
        url, limits = f"{self._base}{path}", answer_limits()
        if not recipe.browser:
            agent = {"User-Agent": recipe.user_agent}
            return await web.get(
                url, limits=limits, headers={**agent, **sent}, params=params, named=self._named
            )
        way = web.as_browser(self._base, named=self._named)
        if way is None:
            raise WebError("Through a proxy nothing is asked the way a browser does.")
        return await way.get(
            f"{url}?{urlencode(params)}", browser=recipe.browser, limits=limits, headers=sent
        )


def both(first: ProviderError, second: ProviderError) -> ProviderError:
    """The first failure, with what came of the second try."""
    return _told(first, f"{first.message} Asked the way a browser does: {second.message}", second.outside)


def _told(error: ProviderError, message: str, outside: str = "") -> ProviderError:
    return ProviderError(
        error.outcome,
        message,
        hint=error.hint,
        outside=error.outside or outside,
        retry_after=error.retry_after,
    )
