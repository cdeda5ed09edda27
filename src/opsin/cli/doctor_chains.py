"""The checks of `opsin doctor` on who is asked: the chains, and what is to be known of each provider."""

from datetime import date, timedelta

from opsin.cli.findings import Finding, Level
from opsin.errors import OpsinError
from opsin.images.providers.base import Provider
from opsin.images.query import LicenceFilter, Query
from opsin.settings import Settings
from opsin.text import clean

_ANY_QUERY = "red panda"
_NOTICE = timedelta(days=90)
"""How long before a provider's end one is warned of it."""


def check_chains(settings: Settings, today: date) -> list[Finding]:
    """Which providers are asked, in which order, and what is to be known of every one there is."""
    from opsin.images.providers.registry import PROVIDERS, chain_for

    licensed = Query(_ANY_QUERY, licence=LicenceFilter.COMMERCIAL)
    try:
        chains = [
            " → ".join(one.name for one in chain_for(query, settings))
            for query in (Query(_ANY_QUERY), licensed)
        ]
    except OpsinError as why:
        findings = [Finding(Level.FAIL, "providers", clean(why.message, 300), why.hint)]
    else:
        findings = [Finding(Level.OK, "providers", f"{chains[0]}; with a licence filter {chains[1]}")]
    return [*findings, *(_standing(kind, settings, today) for kind in PROVIDERS)]


def _standing(kind: type[Provider], settings: Settings, today: date) -> Finding:
    """One provider. It is asked on after its end where it is set up: an engine of one's own may still serve."""
    if missing := kind.missing(settings):
        return Finding(Level.OK, kind.name, f"off ({' and '.join(missing)} not set). {kind.standing}")
    there = f"{' and '.join(kind.needs)} set. " if kind.needs else ""
    if kind.ends is None or today < kind.ends - _NOTICE:
        return Finding(Level.OK, kind.name, f"{there}{kind.standing}")
    when = f"ended on {kind.ends}" if today >= kind.ends else f"ends on {kind.ends}"
    hint = "An engine restricted to sites may serve on; else remove " + " and ".join(kind.needs) + "."
    told = f"{there}What it offers everybody {when}. {kind.standing}"
    return Finding(Level.WARN, kind.name, told, hint)
