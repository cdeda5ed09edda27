"""X-Robots-Tag: what a host asks of those who fetch one file of it.

Its fields are lists of rules; a rule may stand behind the name of the program that it is for
(https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
"""

from collections.abc import Iterable

NO_AI = frozenset({"noai", "noimageai"})
"""The rules by which a host asks that a file not be used for artificial intelligence."""

_MOST_CHARACTERS = 4_000
_WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})


def rules_for(fields: Iterable[str], product: str) -> frozenset[str]:
    """The rules, in lower case, that hold for a program: those for everybody, and those that stand behind its name.

    Args:
        fields: The header's fields, one by one: a name at the start of a field, or within it, holds to its end.
        product: The program's name.
    """
    found: set[str] = set()
    for field in fields:
        for_us = True
        for part in field[:_MOST_CHARACTERS].split(","):
            rule = part.strip().lower()
            name, colon, rest = rule.partition(":")
            if colon and name.strip() not in _WITH_VALUE:
                for_us = name.strip() in {product.lower(), "*"}
                rule = rest.strip()
            if rule and for_us:
                found.add(rule)
    return frozenset(found)


def asks_no_ai(fields: Iterable[str], product: str) -> str:
    """Name the rules by which a host asks that a file not be used for AI, joined by commas; empty where none does."""
    return ", ".join(sorted(NO_AI & rules_for(fields, product)))
