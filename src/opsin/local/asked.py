"""What a query asks of the index: words, spans of time, and what is left out because it says nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from opsin.local.index_words import plain_words

MOST_WORDS = 12

_SAYS_NOTHING = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "our",
        "me",
        "i",
        "it",
        "its",
        "is",
        "was",
        "were",
        "are",
        "be",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "with",
        "without",
        "by",
        "and",
        "or",
        "that",
        "this",
        "these",
        "those",
        "which",
        "where",
        "when",
        "who",
        "there",
        "have",
        "has",
        "had",
        "show",
        "find",
        "get",
        "give",
        "search",
        "look",
        "looking",
        "some",
        "any",
        "all",
        "one",
        "ones",
        "picture",
        "pictures",
        "image",
        "images",
        "pic",
        "pics",
        "img",
        "file",
        "files",
    ]
)
_UNITS = ("day", "week", "month", "year")


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment to before another, in seconds since 1970; `told` names it as it was asked for."""

    start: float
    end: float
    told: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, read.

    Attributes:
        words: In their order, each once; empty where the query says nothing that tells one picture from another.
        spans: Times within which a picture was taken or changed.
        more: How many words there were beyond those that are searched for.
    """

    words: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    more: int = 0

    @property
    def number(self) -> int:
        """How many things are asked for."""
        return len(self.words) + len(self.spans)


def read_query(text: str, now: datetime) -> Asked:
    """Read a query. Today, yesterday, this or last week, month and year are times; a year or a month by name is a word.

    Args:
        text: The query.
        now: The local time, with its zone.
    """
    words = plain_words(text)
    spans: list[Span] = []
    left: list[str] = []
    at = 0
    while at < len(words):
        two = tuple(words[at : at + 2])
        if words[at] in {"today", "yesterday"}:
            spans.append(_span("day", 0 if words[at] == "today" else 1, now, words[at]))
            at += 1
        elif len(two) == 2 and two[0] in {"this", "last"} and two[1] in _UNITS:  # noqa: PLR2004
            spans.append(_span(two[1], int(two[0] == "last"), now, " ".join(two)))
            at += 2
        else:
            left.append(words[at])
            at += 1
    said = tuple(dict.fromkeys(word for word in left if word not in _SAYS_NOTHING))
    return Asked(said[:MOST_WORDS], tuple(dict.fromkeys(spans)), len(said[MOST_WORDS:]))


def _span(unit: str, back: int, now: datetime, told: str) -> Span:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "day":
        start = midnight - timedelta(days=back)
        return Span(start.timestamp(), (start + timedelta(days=1)).timestamp(), told)
    if unit == "week":
        start = midnight - timedelta(days=midnight.weekday() + 7 * back)
        return Span(start.timestamp(), (start + timedelta(days=7)).timestamp(), told)
    if unit == "month":
        months = midnight.year * 12 + midnight.month - 1 - back
        start, end = _month(midnight, months), _month(midnight, months + 1)
        return Span(start.timestamp(), end.timestamp(), told)
    start = midnight.replace(year=midnight.year - back, month=1, day=1)
    return Span(start.timestamp(), start.replace(year=start.year + 1).timestamp(), told)


def _month(day: datetime, months: int) -> datetime:
    return day.replace(year=months // 12, month=months % 12 + 1, day=1)
