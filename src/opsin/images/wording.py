"""The sentences in which a search is told."""

from opsin.images.chain import Served
from opsin.images.filling import Filled
from opsin.images.outcome import Attempt, NothingServed
from opsin.images.query import Query


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
    if len(filled.cells) < query.count:
        rest = f"page={query.page + 1} goes on" if more else "there were no more that fit"
        notes.append(f"{len(filled.cells)} of {query.count} wanted: {rest}")
    return tuple(notes)


def nothing_served(query: Query, attempts: tuple[Attempt, ...]) -> NothingServed:
    """The error of a search that brought nothing, telling an empty web from a shut door."""
    told = "; ".join(
        f"{attempt.provider}: {attempt.outcome}"
        + (f" ({attempt.cause.rstrip('.')})" if attempt.cause else "")
        for attempt in attempts
    )
    error = NothingServed("", attempts=attempts)
    if error.found_nothing:
        if query.page > 1:
            return NothingServed(
                f"Page {query.page} of {query.text!r} has no pictures: the results end before it. {told}.",
                attempts=attempts,
                hint="Take what the earlier pages showed, or try other words.",
            )
        return NothingServed(
            f"No pictures found for {query.text!r}. {told}.",
            attempts=attempts,
            hint="Try fewer or other words, or loosen the filters.",
        )
    waits = [attempt.retry_after for attempt in attempts if attempt.retry_after]
    hint = f"Try again in {min(waits):.0f} s, or " if waits else "Try again later, or "
    return NothingServed(
        f"No provider served {query.text!r}. {told}.", attempts=attempts, hint=hint + "name another provider."
    )
