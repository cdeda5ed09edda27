"""Which icons show a brand: by the set, by the icon's categories and by words of its name (`trademarks.toml`)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from opsin.icons.icon import Icon, IconSet


@dataclass(frozen=True, slots=True)
class Brands:
    """What tells a brand; see the fields in `trademarks.toml`."""

    set_categories: frozenset[str]
    sets: frozenset[str]
    categories: frozenset[str]
    words: frozenset[str]

    def is_brand_set(self, icons: IconSet) -> bool:
        """Say whether a set is made of brands."""
        return icons.prefix in self.sets or icons.category in self.set_categories

    def is_brand(self, icon: Icon) -> bool:
        """Say whether an icon shows a brand."""
        return (
            self.is_brand_set(icon.set)
            or not self.words.isdisjoint(icon.name.split("-"))
            or any(category.casefold() in self.categories for category in icon.categories)
        )


@cache
def packaged() -> Brands:
    """Give what the package's own file says; read on first use."""
    data = tomllib.loads(resources.files(__package__).joinpath("trademarks.toml").read_text(encoding="utf-8"))
    return Brands(
        frozenset(data["set_categories"]),
        frozenset(data["sets"]),
        frozenset(data["categories"]),
        frozenset(data["words"]) | frozenset(data["brands"]),
    )


def is_brand(icon: Icon) -> bool:
    """Say whether an icon shows a brand, as far as the data tells: a mark of its owner, whatever its licence.

    That none is told is no proof that it is none.
    """
    return packaged().is_brand(icon)
