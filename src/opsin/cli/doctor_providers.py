"""The checks of `opsin doctor` on the providers: which are asked, and whether each answers."""

import asyncio

from opsin.cli.findings import Finding, Level
from opsin.errors import OpsinError
from opsin.images.outcome import Attempt, Outcome
from opsin.images.query import LicenceFilter, Query
from opsin.settings import Settings
from opsin.text import clean

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

    plain = [one.name for one in chain_for(Query(PROBE), settings)]
    licensed = [one.name for one in chain_for(Query(PROBE, licence=LicenceFilter.COMMERCIAL), settings)]
    told = f"{' → '.join(plain)}; with a licence filter {' → '.join(licensed)}"
    return [Finding(Level.OK, "providers", told)]


def check_online(settings: Settings) -> list[Finding]:
    """Ask every provider for a few results. Nothing is kept of them."""
    return asyncio.run(_ask_all(settings))


async def _ask_all(settings: Settings) -> list[Finding]:
    from opsin.api import open_services
    from opsin.images.chain import ask_chain
    from opsin.images.providers.registry import chain_for, provider_names

    findings = []
    async with open_services(settings) as services:
        for name in provider_names():
            query = Query(PROBE, count=WANTED, provider=name)
            try:
                served = await ask_chain(
                    chain_for(query, settings),
                    services.web,
                    query,
                    services.pacer,
                    wanted=WANTED,
                    deadline=asyncio.get_running_loop().time() + SECONDS,
                )
            except OpsinError as why:
                findings.append(Finding(Level.FAIL, name, clean(why.message, 300), why.hint))
            else:
                findings += [_finding(attempt) for attempt in served.attempts]
    return findings


def _finding(attempt: Attempt) -> Finding:
    if attempt.outcome is Outcome.SERVED:
        told = f"answers: {attempt.hits} results in {attempt.seconds:.1f} s"
        return Finding(Level.OK, attempt.provider, told)
    cause = f" ({clean(attempt.cause, 300)})" if attempt.cause else ""
    level = Level.WARN if attempt.outcome in {Outcome.RATE_LIMITED, Outcome.EMPTY} else Level.FAIL
    return Finding(level, attempt.provider, f"{attempt.outcome}{cause}", _ADVICE.get(attempt.outcome, ""))
