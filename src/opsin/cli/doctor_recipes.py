"""The checks of `opsin doctor` on the ways in which DuckDuckGo can be asked: which there are, and which work."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from opsin.cli.findings import Finding, Level
from opsin.errors import WebError
from opsin.images.outcome import ProviderError
from opsin.images.query import Query
from opsin.plural import counted
from opsin.settings import Settings
from opsin.text import clean
from opsin.web.curl_transfer import INSTALL, is_installed

if TYPE_CHECKING:
    from opsin.images.providers.duckduckgo_protocol import Recipe
    from opsin.services import Services

SECONDS = 15.0
"""How long one try may take, the wait for its turn included."""

_WHAT = "duckduckgo"


def check_impersonation(settings: Settings) -> Finding:
    """Whether DuckDuckGo can be asked the way a browser does."""
    what = "impersonation"
    if reason := _why_not(settings):
        return Finding(
            Level.OK, what, f"not used: {reason}", "" if is_installed() else f"Add it with {INSTALL}."
        )
    try:
        which = f"curl_cffi {version('curl_cffi')}"
    except PackageNotFoundError:
        which = "curl_cffi"
    return Finding(Level.OK, what, f"{which}: DuckDuckGo is asked the way a browser does once it blocks")


async def check_recipes(services: "Services", query: Query) -> list[Finding]:
    """Ask DuckDuckGo in every way that there is, one after the other at the usual pace, and say which works."""
    from opsin.images.providers.duckduckgo_protocol import IMPERSONATED, RECIPES

    reason = _why_not(services.settings)
    tried = RECIPES if reason else (*RECIPES, *IMPERSONATED)
    findings: list[Finding] = []
    served: list[Recipe] = []
    async for recipe, finding in _tried(services, query, tried):
        findings.append(finding)
        if finding.level is Level.OK:
            served.append(recipe)
    if reason:
        findings.append(Finding(Level.OK, _WHAT, f"the ways of a browser are not tried: {reason}"))
    return [*findings, _best(served)]


async def _tried(
    services: "Services", query: Query, recipes: Sequence["Recipe"]
) -> AsyncIterator[tuple["Recipe", Finding]]:
    """Try the recipes until one is told how long to stay away, or its turn would come too late."""
    from opsin.images.providers.asking import until
    from opsin.images.providers.duckduckgo import DuckDuckGo
    from opsin.web.pacing import NoTurn

    loop = asyncio.get_running_loop()
    for recipe in recipes:
        provider = DuckDuckGo(services.settings, recipe=recipe)
        told = f"{_named(recipe)}: "
        try:
            await services.pacer.turn(DuckDuckGo.name, deadline=loop.time() + SECONDS)
            started = loop.time()
            with until(started + SECONDS):
                results = await provider.search(services.web, query, wanted=query.count)
        except NoTurn as why:
            yield recipe, Finding(Level.WARN, _WHAT, f"{told}not tried ({clean(why.message, 300)})")
            return
        except ProviderError as why:
            cause = f"{told}{why.outcome} ({clean(why.message, 300)})"
            yield recipe, Finding(Level.WARN, _WHAT, cause, outside=clean(why.outside, 300))
            if why.retry_after:
                return
        except WebError as why:
            yield recipe, Finding(Level.WARN, _WHAT, f"{told}{clean(why.message, 300)}")
        else:
            seconds = loop.time() - started
            shown = f"served, {counted(len(results.hits), 'result')} in {seconds:.1f} s"
            level = Level.OK if results.hits else Level.WARN
            yield recipe, Finding(level, _WHAT, f"{told}{shown if results.hits else 'empty'}")


def _best(served: Sequence["Recipe"]) -> Finding:
    from opsin.images.providers.duckduckgo_protocol import IMPERSONATED, RECIPES

    if not served:
        return Finding(Level.WARN, _WHAT, "no way of asking it is served", "Ask other providers meanwhile.")
    best = next((one for one in (RECIPES[0], IMPERSONATED[0]) if one in served), served[0])
    told = f"best: {_named(best)}"
    if best is RECIPES[0]:
        return Finding(Level.OK, _WHAT, f"{told}, the usual way")
    if best is IMPERSONATED[0]:
        return Finding(Level.OK, _WHAT, f"{told}, which is used by itself once the usual way is blocked")
    return Finding(
        Level.WARN, _WHAT, told, "It blocks the ways that opsin uses by itself; look for a newer opsin."
    )


def _named(recipe: "Recipe") -> str:
    return f"asked {recipe.name}" if recipe.browser else f"with the headers “{recipe.name}”"


def _why_not(settings: Settings) -> str:
    """Why nothing is asked the way a browser does; empty where it can be."""
    from opsin.images.providers.asking import is_named

    if settings.impersonate == "never":
        return "OPSIN_IMPERSONATE is never"
    if settings.proxy and not is_named(settings, settings.duckduckgo_url):
        return "requests go through a proxy"
    return "" if is_installed() else "the extra `impersonate` is not installed"
