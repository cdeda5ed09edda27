"""The checks of `opsin doctor` on whether each provider answers."""

import asyncio
from typing import TYPE_CHECKING

from opsin.cli.findings import Finding, Level
from opsin.errors import OpsinError
from opsin.images.outcome import Attempt, Outcome, words_from_outside
from opsin.images.query import Query
from opsin.plural import counted
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
    Outcome.REFUSED: "Correct the setting that is named; a server of your own is let through by OPSIN_ALLOW_HOSTS.",
}
_NOT_THERE = frozenset({Outcome.UNREACHABLE, Outcome.TIMED_OUT})
"""With these, other ways of asking would say nothing."""


def check_online(settings: Settings) -> list[Finding]:
    """Ask every provider that is configured for a few results. Nothing is kept of them."""
    return asyncio.run(_ask_all(settings))


async def _ask_all(settings: Settings) -> list[Finding]:
    from opsin.cli.doctor_recipes import check_recipes
    from opsin.images.providers.duckduckgo import DuckDuckGo
    from opsin.images.providers.registry import chain_for, configured
    from opsin.opening import open_services

    findings = []
    async with open_services(settings) as services:
        for name in (kind.name for kind in configured(settings) if not kind.private):
            query = Query(PROBE, count=WANTED, provider=name)
            try:
                attempts = await _ask(services, query, chain_for(query, settings))
            except OpsinError as why:
                said = clean(" ".join(words_from_outside(why)), 300)
                findings.append(Finding(Level.FAIL, name, clean(why.message, 300), why.hint, said))
                continue
            findings += [_finding(attempt) for attempt in attempts]
            if name == DuckDuckGo.name and not any(one.outcome in _NOT_THERE for one in attempts):
                findings += await check_recipes(services, query)
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
