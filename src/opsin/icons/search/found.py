"""What a search for icons gives: one row a glyph, and an honest account of what was left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from opsin.icons.icon import Icon
from opsin.icons.licences.terms import Terms


@dataclass(frozen=True, slots=True)
class Row:
    """One glyph that was found.

    Attributes:
        icon: The icon that shows it best.
        variants: Ids of further icons that show it, the best first; bounded, see `variant_count`.
        variant_count: How many further icons there are.
        matched_keywords: The keywords that it matches, as the caller gave them, in their order.
        why: Why it is there, a short sentence for each reason.
        terms: The terms of `icon`.
        relevance: How well it fits; only to be compared within one answer.
    """

    icon: Icon
    variants: tuple[str, ...]
    variant_count: int
    matched_keywords: tuple[str, ...]
    why: tuple[str, ...]
    terms: Terms
    relevance: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word of a keyword that found nothing, or was not found as it was written.

    Attributes:
        keyword: The keyword, as the caller gave it.
        word: The word in it.
        nearest: Words that would find something, the nearest first.
        corrected: The first of them was searched for.
    """

    keyword: str
    word: str
    nearest: tuple[str, ...]
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class SetChoice:
    """One set, and what it has of several things.

    Attributes:
        prefix: The set.
        rows: For each thing that it has the row of its icon; each row's `matched_keywords` is that one keyword.
        missing: The keywords for which it has nothing.
    """

    prefix: str
    rows: tuple[Row, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to one query.

    Attributes:
        rows: One row a glyph, the best first.
        total: How many glyphs match at all, whatever their licence.
        hidden_by_policy: How many icons the policy left out of those looked at, by the reason. The glyphs that match
            best are looked at; all that match, where these do not give enough rows.
        hidden_by_filters: In the same way, what the other parameters left out, by the parameter.
        brands_left_out: In the same way, icons that are brands which no keyword names.
        suggestions: The words that found nothing or were corrected.
        notes: Further sentences that a caller should know.
        same_set: Where it was asked for: the sets that have the most of the things, the best first.
    """

    rows: tuple[Row, ...]
    total: int
    hidden_by_policy: Mapping[str, int]
    hidden_by_filters: Mapping[str, int]
    brands_left_out: int = 0
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()
    same_set: tuple[SetChoice, ...] = ()
