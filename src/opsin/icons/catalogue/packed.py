"""A catalogue over packs: the one inside opsin, and the one made from a folder."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from opsin.icons.catalogue.index import Index
from opsin.icons.catalogue.set_file import is_name
from opsin.icons.catalogue.tables import Tables
from opsin.icons.icon import Body, Icon, IconSet

DrawingAt = Callable[[str, int], Body | None]
"""A drawing by its set's prefix and its place among the set's icons."""


class PackedCatalogue:
    """A catalogue whose tables are a pack; see `Catalogue` for its methods.

    Attributes:
        skipped: What of the data could not be used, as sentences for a person.

    Args:
        source: "embedded" or "folder".
        tables: The tables.
        bodies: Prefixes of the sets whose drawings can be had, but for near copies.
        drawing_at: Gives a drawing of those sets.
    """

    def __init__(self, source: str, tables: Tables, bodies: frozenset[str], drawing_at: DrawingAt) -> None:
        self.source = source
        self.data_version = str(tables.about["data_version"])
        self.skipped: tuple[str, ...] = tuple(map(str, tables.about.get("skipped", ())))
        self.bodies = bodies
        self.index = Index(tables)
        self._tables = tables
        self._drawing_at = drawing_at

    @cached_property
    def sets(self) -> Mapping[str, IconSet]:
        """Every set by its prefix, in Iconify's order."""
        return MappingProxyType({one.facts.prefix: one.facts for one in self._tables.sets})

    def icon(self, icon_id: str) -> Icon | None:
        """The icon of an id; an alias gives the icon that it stands for."""
        _, number = self._find(icon_id)
        return self.index.icon_at(number) if number >= 0 else None

    def icons(self, prefix: str) -> Sequence[Icon]:
        """All icons of a set, by their names."""
        if prefix not in self._places:
            return ()
        icons = (self.index.icon_at(number) for number in self._tables.icons_of_set(self._places[prefix]))
        return sorted(icons, key=lambda icon: icon.name)

    def body(self, icon_id: str) -> Body | None:
        """The drawing of an id; None where there is no such icon, or its drawing is not here."""
        set_number, number = self._find(icon_id)
        if number < 0:
            return None
        prefix = self._tables.sets[set_number].facts.prefix
        if prefix not in self.bodies:
            return None
        body = self._drawing_at(prefix, self._tables.place_in_set(number))
        return body if body is not None and body.width > 0 and body.height > 0 else None

    def _find(self, icon_id: str) -> tuple[int, int]:
        prefix, colon, name = icon_id.partition(":")
        place = self._places.get(prefix, -1)
        if not colon or place < 0 or not is_name(name):
            return -1, -1
        return place, self.index.find(place, name)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {one.facts.prefix: number for number, one in enumerate(self._tables.sets)}
