"""The sentences in which a search is told."""

from math import ceil

from opsin.images.chain import Served
from opsin.images.filling import Filled
from opsin.images.hit import same_file
from opsin.images.outcome import Attempt, NothingServed, Outcome, seems_offline
from opsin.images.providers.registry import (
    ALL,
    LICENCE_CHAIN,
    provider_names,
    states_licences,
    terms_of,
    web_provider_names,
)
from opsin.images.query import LicenceFilter, Query, Safe
from opsin.plural import counted
from opsin.rights.licence import Family


def notes_of(query: Query, served: Served, filled: Filled, *, more: bool) -> tuple[str, ...]:
    """What else is to be known of a search that served; `more` says that the next page may have hits."""
    notes = list(served.ignored)
    folded = sum(len(candidate.alike) for candidate in filled.cells)
    if folded:
        notes.append(f"{counted(folded, 'hit')} with a picture that is here already, folded")
    if served.left_out:
        notes.append(served.left_out)
    if served.broke:
        who = "the providers" if served.provider == ALL else served.provider
        notes.append(f"{who} could not be asked on: {served.broke}")
    if filled.replaced:
        notes.append(
            f"{counted(filled.replaced, 'picture')} could not be loaded; the next hits took their place"
        )
    notes += _contradictions(filled)
    shown = dict.fromkeys(candidate.hit.provider for candidate in filled.cells)
    notes += filter(None, (terms_of(name).notice for name in shown))
    failed = sum(bool(candidate.failed) for candidate in filled.cells)
    if failed:
        notes.append(f"{failed} of {len(filled.cells)} cells failed; their numbers stay")
        notes += dict.fromkeys(candidate.hint for candidate in filled.cells if candidate.hint)
    if len(filled.cells) < query.count:
        rest = f"page={query.page + 1} goes on" if more else "there were no more that fit"
        notes.append(f"{len(filled.cells)} of {query.count} wanted: {rest}")
    return tuple(notes)


def _contradictions(filled: Filled) -> list[str]:
    """Where two providers state different licences for one file, neither is the whole truth."""
    return [
        f"cell {number}: {other.provider} states another licence for the same file: {other.licence.label}"
        for number, candidate in enumerate(filled.cells, start=1)
        for other in candidate.alike
        if Family.UNKNOWN not in {other.licence.family, candidate.hit.licence.family}
        and other.licence.label != candidate.hit.licence.label
        and same_file(other, candidate.hit)
    ]


def nothing_served(query: Query, attempts: tuple[Attempt, ...]) -> NothingServed:
    """The error of a search that brought nothing, telling an empty web from a shut door."""
    told = "; ".join(map(_told, attempts))
    error = NothingServed("", attempts=attempts)
    there = set(web_provider_names())
    if seems_offline(away := [attempt for attempt in attempts if attempt.provider in there]):
        asked = [attempt for attempt in away if attempt.asked]
        who = ", ".join(attempt.provider for attempt in asked)
        # One name alone that leads nowhere may be misspelt.
        message = (
            f"There is no network: none of those who were asked for {query.called!r} could be connected to ({who})."
            if len(asked) > 1
            else f"Nobody served {query.called!r}: there is no network, or the name of the host is wrong. {told}."
        )
        return NothingServed(
            message,
            attempts=attempts,
            hint="Check the network (`opsin doctor --online` does). Icons need none: search_icons.",
            offline=True,
        )
    if not error.found_nothing:
        message = f"No provider served {query.called!r}. {told}."
        return NothingServed(message, attempts=attempts, hint=_way_out(query, attempts))
    if query.page > 1:
        return NothingServed(
            f"Page {query.page} of {query.called!r} has no pictures: the hits end before it. {told}.",
            attempts=attempts,
            hint="Take what the earlier pages showed, or try other words.",
        )
    return NothingServed(
        f"No pictures found for {query.called!r}. {told}.",
        attempts=attempts,
        hint=_without_licences(query) or "Try fewer or other words, or loosen the filters.",
    )


def _without_licences(query: Query) -> str:
    """What to do where a licence is wanted of a named provider that states none; else empty."""
    if query.licence is LicenceFilter.ANY or query.provider not in provider_names():
        return ""
    if states_licences(query.provider):
        return ""
    others = ", ".join(kind.name for kind in LICENCE_CHAIN)
    return (
        f"{query.provider} states no licences, so none of its pictures passes license={query.licence}. "
        f"Leave provider out to ask those that do ({others}), or use license=any."
    )


def _told(attempt: Attempt) -> str:
    if attempt.outcome is Outcome.RESTING:
        return attempt.rest
    if attempt.outcome is Outcome.SERVED:
        return f"{attempt.provider}: {counted(attempt.hits, 'hit')} in all"
    cause = attempt.cause.rstrip(".")
    return f"{attempt.provider}: {attempt.outcome}" + (f" ({cause})" if cause else "")


def _way_out(query: Query, attempts: tuple[Attempt, ...]) -> str:
    outcomes = {attempt.outcome for attempt in attempts}
    # What was refused goes on being refused, whenever it is asked again.
    refused = dict.fromkeys(one.hint for one in attempts if one.outcome is Outcome.REFUSED and one.hint)
    ways = []
    unasked = outcomes == {Outcome.SKIPPED}
    if waits := [attempt.retry_after for attempt in attempts if attempt.retry_after]:
        ways.append(f"try again in {ceil(min(waits))} s")
    elif not unasked and outcomes <= {Outcome.UNREACHABLE, Outcome.SKIPPED}:
        ways.append("check the network (`opsin doctor --online` does)")
    elif not unasked and (not refused or not outcomes <= {Outcome.REFUSED, Outcome.SKIPPED}):
        ways.append("try again later")
    if Outcome.EMPTY in outcomes:
        ways.append("use other words")
    if Outcome.SKIPPED in outcomes and query.safe is Safe.STRICT:
        ways.append("use safe=moderate, which more providers can be asked with")
    ways.append("name another provider")
    if any(one.outcome is Outcome.RESTING and not one.stated for one in attempts):
        ways.append("set OPSIN_COOL_DOWN_S=0, so that none rests after failures")
    told = f"{', '.join(ways[:-1])}, or {ways[-1]}." if len(ways) > 1 else f"{ways[0]}."
    return " ".join([*refused, told[0].upper() + told[1:]])
