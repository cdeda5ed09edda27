"""File names that are meant by a name that is not quite theirs."""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice

_MOST_COMPARED = 1_000
_NEAREST = 3
_LIKE = 0.6


def seen_as(name: str) -> str:
    """What a name looks like: in NFC, every kind of blank a plain one.

    macOS puts a narrow no-break space into the names of screenshots, and hands some names out in NFD.
    """
    composed = unicodedata.normalize("NFC", name)
    return "".join(" " if unicodedata.category(one) == "Zs" else one for one in composed)


def twin(name: str, names: Iterable[str]) -> str | None:
    """The one name that looks the same; None where none does, or where several do."""
    looks = seen_as(name)
    found = list(islice((one for one in names if one != name and seen_as(one) == looks), 2))
    return found[0] if len(found) == 1 else None


def nearest(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """Up to three names that were probably meant, the nearest first; hidden ones are not shown."""
    looks = {seen_as(one).casefold(): one for one in names[:_MOST_COMPARED] if not one.startswith(".")}
    near = get_close_matches(seen_as(name).casefold(), list(looks), _NEAREST, _LIKE)
    return tuple(looks[one] for one in near)
