"""The user's own lists of what icons to allow and to deny: SPDX ids and sets, as two settings give them."""

import re
from collections.abc import Iterable

from opsin.icons.licences.expression import Licence, NoExpression, parse
from opsin.icons.licences.lists import never

_PREFIX = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SEPARATOR = re.compile(r"[,\n]")


def allow_list(given: str) -> frozenset[str]:
    """Read what to allow: SPDX ids and prefixes of sets with commas between.

    Raises:
        ValueError: An item can be neither, or it names a licence that is never offered.
    """
    found = deny_list(given)
    for item in found:
        kind = never(item) if item != item.lower() else ""
        if kind:
            raise ValueError(f"without {item}: {kind} is never offered, allowed or not")
    return found


def deny_list(given: str) -> frozenset[str]:
    """Read what to deny: SPDX ids and prefixes of sets with commas between.

    An id is read whatever its capitals, and one that was withdrawn is that of today. A word that may be either, such as
    `jam`, is taken for both.

    Raises:
        ValueError: An item can be neither.
    """
    return frozenset(
        name for item in _SEPARATOR.split(given) if item.strip() for name in _names(item.strip())
    )


def strangers(listed: Iterable[str], prefixes: Iterable[str]) -> tuple[str, ...]:
    """Give the items of a list that are neither an SPDX id nor one of these sets: most likely slips of the pen."""
    known = frozenset(prefixes)
    return tuple(sorted(item for item in listed if item not in known and not _licence(item)))


def _names(item: str) -> set[str]:
    licence = _licence(item)
    names = {licence} if licence else set()
    if _PREFIX.fullmatch(item):
        names.add(item)
    if not names:
        raise ValueError(
            "SPDX ids, such as CC-BY-4.0, and names of icon sets, such as lucide, with commas between"
        )
    return names


def _licence(item: str) -> str:
    try:
        expression = parse(item)
    except NoExpression:
        return ""
    return str(expression) if isinstance(expression, Licence) else ""
