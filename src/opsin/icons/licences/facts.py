"""Licences that single icons have, as the packages of their sets state them: `by_icon.json`.

Iconify gives one licence a set. Sets of brand logos hold icons under many: simple-icons is CC0-1.0 as a set, yet some
of its icons are NonCommercial. `scripts/catalogue/licences_by_icon.py` writes the file.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

_VARIANTS = ("-dark", "-light")
"""Iconify puts these behind the name of a logo that its package has for dark and light grounds."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What a package states about one of its icons.

    Attributes:
        licence: The licence, word for word; empty where it states none, so that the set's holds.
        url: Where that licence stands; empty where it gives no address.
        guidelines: What the owner of the brand asks for; empty where it gives no address.
    """

    licence: str = ""
    url: str = ""
    guidelines: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A package that states licences by icon.

    Attributes:
        package: Its name.
        version: Its version.
        url: Where it is made.
        icons: What it states, by the names of its icons. A name that is not there is one that it does not know.
    """

    package: str
    version: str
    url: str
    icons: Mapping[str, Stated] = field(compare=False)

    def stated(self, name: str) -> Stated | None:
        """Look up an icon by its name in Iconify; none where the package does not know it."""
        found = self.icons.get(name)
        if found is None and name.endswith(_VARIANTS):
            found = self.icons.get(name.rpartition("-")[0])
        return found


def sources(data: Mapping[str, Any]) -> dict[str, Source]:
    """Read the JSON value of a file as `by_icon.json`: the package that speaks for each set, by the set's prefix."""
    found: dict[str, Source] = {}
    for one in data["sources"]:
        source = Source(one["package"], one["version"], one["url"], _stated(one))
        found |= dict.fromkeys(one["sets"], source)
    return found


@cache
def packaged() -> Mapping[str, Source]:
    """Give what is stated in the package's own file; read on first use."""
    return sources(json.loads(resources.files(__package__).joinpath("by_icon.json").read_bytes()))


def _stated(source: Mapping[str, Any]) -> dict[str, Stated]:
    urls, guidelines = source["urls"], source["guidelines"]
    plain: Iterable[tuple[str, Stated]] = ((licence, Stated(licence)) for licence in source["licences"])
    found = {name: one for licence, one in plain for name in source["licences"][licence].split()}
    for name in urls.keys() | guidelines.keys():
        found[name] = Stated(found[name].licence, urls.get(name, ""), guidelines.get(name, ""))
    return found
