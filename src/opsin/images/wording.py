"""The sentences in which a search is told."""

from opsin.images.chain import Served
from opsin.images.filling import Filled
from opsin.images.outcome import Attempt, NothingServed, Outcome
from opsin.images.query import Query, Safe


def notes_of(query: Query, served: Served, filled: Filled, *, more: bool) -> tuple[str, ...]:
    """What else is to be known of a search that served; `more` says that the next page may have hits."""
    notes = list(served.ignored)
    folded = sum(len(candidate.alike) for candidate in filled.cells)
    if folded:
        notes.append(f"{folded} hits show a picture that is here already and were folded")
    if served.left_out:
        notes.append(served.left_out)
    if served.broke:
        notes.append(f"{served.provider} could not be asked on: {served.broke}")
    if filled.replaced:
        notes.append(f"{filled.replaced} pictures could not be loaded; the next hits took their place")
    failed = sum(bool(candidate.failed) for candidate in filled.cells)
    if failed:
        notes.append(f"{failed} of {len(filled.cells)} cells failed; their numbers stay")
        notes += dict.fromkeys(candidate.hint for candidate in filled.cells if candidate.hint)
    if len(filled.cells) < query.count:
        rest = f"page={query.page + 1} goes on" if more else "there were no more that fit"
        notes.append(f"{len(filled.cells)} of {query.count} wanted: {rest}")
    return tuple(notes)


def nothing_served(query: Query, attempts: tuple[Attempt, ...]) -> NothingServed:
    """The error of a search that brought nothing, telling an empty web from a shut door."""
    told = "; ".join(map(_told, attempts))
    error = NothingServed("", attempts=attempts)
    if not error.found_nothing:
        message = f"No provider served {query.text!r}. {told}."
        return NothingServed(message, attempts=attempts, hint=_way_out(query, attempts))
    if query.page > 1:
        return NothingServed(
            f"Page {query.page} of {query.text!r} has no pictures: the hits end before it. {told}.",
            attempts=attempts,
            hint="Take what the earlier pages showed, or try other words.",
        )
    return NothingServed(
        f"No pictures found for {query.text!r}. {told}.",
        attempts=attempts,
        hint="Try fewer or other words, or loosen the filters.",
    )


def _told(attempt: Attempt) -> str:
    if attempt.outcome is Outcome.SERVED:
        return f"{attempt.provider}: {attempt.hits} hits in all"
    cause = attempt.cause.rstrip(".")
    return f"{attempt.provider}: {attempt.outcome}" + (f" ({cause})" if cause else "")


def _way_out(query: Query, attempts: tuple[Attempt, ...]) -> str:
    outcomes = {attempt.outcome for attempt in attempts}
    ways = []
    if waits := [attempt.retry_after for attempt in attempts if attempt.retry_after]:
        ways.append(f"try again in {max(1, round(min(waits)))} s")
    elif outcomes <= {Outcome.UNREACHABLE, Outcome.SKIPPED}:
        ways.append("check the network (`opsin doctor --online` does)")
    else:
        ways.append("try again later")
    if Outcome.EMPTY in outcomes:
        ways.append("use other words")
    if Outcome.SKIPPED in outcomes and query.safe is Safe.STRICT:
        ways.append("use safe=moderate, which more providers can be asked with")
    ways.append("name another provider")
    return f"{', '.join(ways[:-1])}, or {ways[-1]}.".capitalize()
