"""The sentences in which a search for icons is told."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from opsin.errors import OpsinError
from opsin.icons.icon_search import IconSearch, LeftOut
from opsin.icons.licences.duties import ShareAlike
from opsin.icons.licences.terms import Terms
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found, Suggestion
from opsin.text import clean

OWN = "embedded"
"""The kind of source whose words are opsin's own data; those of every other come from outside."""

_OWN_NAME = re.compile(r"(?:DocumentRef-[^:]*:)?LicenseRef-[A-Za-z0-9.-]*")
_MOST_REASONS = 6
_MOST_NAMED = 8
_REASON_CHARACTERS = 100


class NoIconsFound(OpsinError):
    """The search worked, and there is nothing to show."""

    code = "no-icons"
    found_nothing = True


def duties(terms: Terms) -> tuple[str, ...]:
    """What a licence asks of whoever ships the icon, in a word each; empty where it asks nothing."""
    return tuple(
        word
        for word, asked in (
            ("notice", terms.notice_required),
            ("credit", terms.credit_required or terms.attribution_required),
            ("share-alike (changed icons)", terms.share_alike is ShareAlike.FILE),
            ("share-alike (copyleft)", terms.copyleft or terms.share_alike is ShareAlike.WORK),
            ("trademark", terms.trademark),
        )
        if asked
    )


def licence_label(terms: Terms) -> str:
    """The licence's SPDX id or expression; words of our own where it has none."""
    return clean(terms.spdx, 60) or "licence unknown"


def hidden_sentence(found: Found, query: IconQuery, *, own: bool = True) -> str:
    """How many matching icons the policy hid, by the reason; empty where it hid none.

    Args:
        found: What the search says.
        query: What was asked for.
        own: The data is opsin's own; the names that other data gives licences of its own are not repeated.
    """
    if not found.hidden_by_policy:
        return ""
    by_reason: Counter[str] = Counter()
    for reason, count in found.hidden_by_policy.items():
        by_reason[reason if own else _OWN_NAME.sub("a licence of its own", reason)] += count
    total = by_reason.total()
    noun = "icon that matches" if total == 1 else "icons that match"
    return f"license_policy={query.policy} hides {total} {noun}: {_counts(by_reason)}."


def filtered_sentence(found: Found) -> str:
    """How many matching icons the other parameters left out; empty where they left out none."""
    if not found.hidden_by_filters:
        return ""
    return f"Left out by other parameters: {_counts(found.hidden_by_filters)}."


def suggestion_sentence(one: Suggestion) -> str:
    """What became of a word that was not found as it was written."""
    word, near = clean(one.word, 60), ", ".join(clean(each, 60) for each in one.nearest)
    if one.corrected:
        return f"“{word}” was read as {near}."
    return (
        f"“{word}” finds nothing; near to it: {near}."
        if near
        else f"“{word}” finds nothing, nor does a word near to it."
    )


def left_out_sentence(left_out: Sequence[LeftOut]) -> str:
    """Which icons got no number because their drawings are blank or broken; empty where there are none."""
    if not left_out:
        return ""
    names = ", ".join(one.id for one in left_out[:_MOST_NAMED])
    return f"Without a number, because the drawing is blank or broken: {names}{_rest(len(left_out))}."


def unseen_sentence(ids: Sequence[str]) -> str:
    """Which icons that match stand back because their drawings could not be had; empty where none do."""
    if not ids:
        return ""
    return f"Not on the sheet, because their drawings are not at hand: {', '.join(ids[:_MOST_NAMED])}{_rest(len(ids))}."


def nothing_found(search: IconSearch) -> NoIconsFound:
    """The error of a search that has nothing to show: which word failed, what would be found, what was hidden."""
    found, query = search.found, search.query
    words = ", ".join(f"“{clean(word, 60)}”" for word in query.keywords)
    told = [f"No icons to show for {words}."]
    told += [suggestion_sentence(one) for one in found.suggestions]
    told += filter(
        None, (hidden_sentence(found, query, own=search.source.kind == OWN), filtered_sentence(found))
    )
    told += [note for note in search.notes if note not in told]
    told += filter(None, [left_out_sentence(search.left_out)])
    return NoIconsFound(" ".join(told), hint=_way_out(found))


def _way_out(found: Found) -> str:
    if any("needs license_policy=" in reason for reason in found.hidden_by_policy):
        return (
            "Use other or broader words, or a license_policy that allows more, if its duties suit the user."
        )
    if found.hidden_by_filters:
        return "Use other or broader words, or leave out sets, style, palette or animated."
    return "Try broader or more concrete words: the thing itself (rocket), not what it stands for (velocity)."


def _counts(by_reason: Mapping[str, int]) -> str:
    told = [f"{count} × {clean(reason, _REASON_CHARACTERS)}" for reason, count in by_reason.items()]
    rest = sum(list(by_reason.values())[_MOST_REASONS:])
    return "; ".join([*told[:_MOST_REASONS], *([f"{rest} for other reasons"] if rest else [])])


def _rest(number: int) -> str:
    return f" and {number - _MOST_NAMED} more" if number > _MOST_NAMED else ""
