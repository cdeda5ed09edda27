"""The checks of `opsin doctor` on the providers: which are asked, and whether each answers."""

import asyncio
from typing import TYPE_CHECKING

from opsin.cli.findings import Finding, Level
from opsin.cli.plural import counted
from opsin.errors import OpsinError
from opsin.images.outcome import Attempt, Outcome, words_from_outside
from opsin.images.query import LicenceFilter, Query
from opsin.settings import Settings
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.images.providers.base import Provider
    from opsin.services import Services

PROBE = "red panda"
WANTED = 3
SECONDS = 15.0

_ADVICE = {
    Outcome.BLOCKED: "It blocks this address for a while, about an hour; the next provider is asked meanwhile.",
    Outcome.RATE_LIMITED: "Wait before the next search, or raise OPSIN_SEARCH_INTERVAL_MS.",
    Outcome.UNREACHABLE: "Check the network, OPSIN_PROXY, and the address in `opsin settings`.",
    Outcome.TIMED_OUT: "Check the network, OPSIN_PROXY, and the address in `opsin settings`.",
    Outcome.CHANGED_PAGE: "It answers in a form that this version cannot read; look for a newer opsin.",
    Outcome.REFUSED: "If it is a server of your own, name its host:port in OPSIN_ALLOW_HOSTS.",
}


def check_chains(settings: Settings) -> list[Finding]:
    """Which providers are asked, in which order."""
    from opsin.images.providers.registry import chain_for

    try:
        plain = [one.name for one in chain_for(Query(PROBE), settings)]
        licensed = [one.name for one in chain_for(Query(PROBE, licence=LicenceFilter.COMMERCIAL), settings)]
    except OpsinError as why:
        return [Finding(Level.FAIL, "providers", clean(why.message, 300), why.hint)]
    told = f"{' → '.join(plain)}; with a licence filter {' → '.join(licensed)}"
    return [Finding(Level.OK, "providers", told)]


def check_online(settings: Settings) -> list[Finding]:
    """Ask every provider for a few results. Nothing is kept of them."""
    return asyncio.run(_ask_all(settings))


async def _ask_all(settings: Settings) -> list[Finding]:
    from opsin.api import open_services
    from opsin.images.providers.registry import chain_for, provider_names

    findings = []
    async with open_services(settings) as services:
        for name in provider_names():
            query = Query(PROBE, count=WANTED, provider=name)
            try:
                attempts = await _ask(services, query, chain_for(query, settings))
            except OpsinError as why:
                said = clean(" ".join(words_from_outside(why)), 300)
                findings.append(Finding(Level.FAIL, name, clean(why.message, 300), why.hint, said))
                continue
            findings += [_finding(attempt) for attempt in attempts]
            if any(attempt.outcome is Outcome.BLOCKED for attempt in attempts):
                findings += await _try_recipes(services, query)
    return findings


async def _ask(services: "Services", query: Query, chain: "list[Provider]") -> tuple[Attempt, ...]:
    from opsin.images.chain import ask_chain

    served = await ask_chain(
        chain,
        services.web,
        query,
        services.pacer,
        wanted=WANTED,
        enough=1,
        deadline=asyncio.get_running_loop().time() + SECONDS,
    )
    return served.attempts


async def _try_recipes(services: "Services", query: Query) -> list[Finding]:
    """Where DuckDuckGo blocks, ask it with the headers of other clients: a block may be laid on ours alone."""
    from opsin.images.providers.duckduckgo import DuckDuckGo
    from opsin.images.providers.duckduckgo_protocol import RECIPES

    if query.provider != DuckDuckGo.name:
        return []
    findings = []
    for recipe in RECIPES[1:]:
        attempts = await _ask(services, query, [DuckDuckGo(services.settings, recipe=recipe)])
        served = any(attempt.outcome is Outcome.SERVED for attempt in attempts)
        told = f"with the headers “{recipe.name}”: {', '.join(attempt.outcome for attempt in attempts)}"
        hint = "It blocks the usual headers alone; look for a newer opsin." if served else ""
        findings.append(Finding(Level.WARN, query.provider, told, hint))
    return findings


def _finding(attempt: Attempt) -> Finding:
    if attempt.outcome is Outcome.SERVED:
        told = f"answers: {counted(attempt.hits, 'result')} in {attempt.seconds:.1f} s"
        return Finding(Level.OK, attempt.provider, told)
    cause = f" ({clean(attempt.cause, 300)})" if attempt.cause else ""
    level = Level.WARN if attempt.outcome in {Outcome.RATE_LIMITED, Outcome.EMPTY} else Level.FAIL
    return Finding(
        level,
        attempt.provider,
        f"{attempt.outcome}{cause}",
        _ADVICE.get(attempt.outcome, ""),
        clean(attempt.said, 300),
    )
