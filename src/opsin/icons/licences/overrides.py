"""What reviewed evidence says about licences, where it differs from the data of the sets: `overrides.toml`."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from opsin.icons.icon import Icon

_NUMBERS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,5}")


@dataclass(frozen=True, slots=True)
class Override:
    """One finding about a set, or some of its icons.

    Attributes:
        set: The set's prefix.
        why: What was found, in words of our own.
        evidence: Where it can be read.
        seen: When a person looked.
        icons: The icons that it is about, by name or alias; all of the set where empty.
        after: Where given, it holds for newer versions of the set than this, and where the version is not told.
        spdx: The licence that holds; the set's own where empty.
        title: That licence in words.
        url: Where it stands; where there is no other licence, an address for one that has none.
        doubt: What speaks against the licence; empty for nothing.
        credit: Who is to be named; empty where that is the author of the data.
    """

    set: str
    why: str
    evidence: tuple[str, ...]
    seen: date
    icons: frozenset[str] = frozenset()
    after: str = ""
    spdx: str = ""
    title: str = ""
    url: str = ""
    doubt: str = ""
    credit: str = ""

    def holds(self, icon: Icon) -> bool:
        """Say whether it is about this icon, at the version of its set."""
        if self.icons and self.icons.isdisjoint((icon.name, *icon.aliases)):
            return False
        return not self.after or not is_at_most(icon.set.version, self.after)


def is_at_most(version: str, limit: str) -> bool:
    """Say whether a version is known to be no newer than another; one that is not all numbers is not known to be."""
    if not _NUMBERS.fullmatch(version):
        return False
    return _padded(version) <= _padded(limit)


def _padded(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in version.split(".")]
    return (*numbers, *(0,) * (6 - len(numbers)))


def overrides(data: Mapping[str, Any]) -> dict[str, tuple[Override, ...]]:
    """Read the value of a file as `overrides.toml`: the findings about each set, those about single icons first.

    Raises:
        TypeError: An entry has a field that is not known, or lacks one.
    """
    found = defaultdict(list)
    for entry in data["override"]:
        lists = {"evidence": tuple(entry["evidence"]), "icons": frozenset(entry.get("icons", ()))}
        one = Override(**{**entry, **lists})
        found[one.set].append(one)
    return {prefix: tuple(sorted(ones, key=lambda one: not one.icons)) for prefix, ones in found.items()}


@cache
def packaged() -> Mapping[str, tuple[Override, ...]]:
    """Give the findings of the package's own file; read on first use."""
    text = resources.files(__package__).joinpath("overrides.toml").read_text(encoding="utf-8")
    return overrides(tomllib.loads(text))
