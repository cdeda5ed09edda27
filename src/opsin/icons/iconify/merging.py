"""Several searches made into one list: by the number of keywords that an icon matched, then in Iconify's order."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Matched:
    """An icon that searches found.

    Attributes:
        id: Its id.
        keywords: The keywords whose searches found it, in the order of the query.
    """

    id: str
    keywords: tuple[str, ...]


def merged(found: Sequence[tuple[str, Sequence[str]]]) -> list[Matched]:
    """Merge what the keywords found, each icon once.

    Icons that more keywords found come first; among equals, those that stand further up in one of Iconify's answers;
    among these, those that the earlier keyword found.

    Args:
        found: Each keyword with the ids that it found, in Iconify's order.
    """
    keywords: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    for keyword, ids in found:
        for place, one in enumerate(dict.fromkeys(ids)):
            keywords.setdefault(one, []).append(keyword)
            places[one] = min(place, places.get(one, place))
    rows = [Matched(one, tuple(words)) for one, words in keywords.items()]
    # Sorting is stable: of two that stand equally high, the earlier keyword's stays first.
    rows.sort(key=lambda row: (-len(row.keywords), places[row.id]))
    return rows
