"""Reading the tables of a catalogue's pack: sets, glyphs, icons and aliases. `building` says what its parts are."""

import json
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from opsin.icons.catalogue.columns import Lines, column, column_above
from opsin.icons.catalogue.pack import Pack
from opsin.icons.icon import IconSet

FORMAT = 1
"""The number of the format that is written and read."""
PARTS = (
    "about",
    "sets",
    "glyphs",
    "glyph_icons",
    "icon_sets",
    "icon_variants",
    "icon_categories",
    "icon_flags",
    "aliases",
    "alias_icons",
    "alias_targets",
    "alias_variants",
    "stems",
    "stem_words",
    "words",
    "word_glyphs",
    "glyphs_of_words",
    "kinds_of_words",
)
_BYTE = 256
_TUPLES = ("theme_prefixes", "theme_suffixes")


class SetTable(NamedTuple):
    """One set: its facts, what stands before and behind a glyph in its names, its combinations of categories."""

    facts: IconSet
    variants: tuple[tuple[str, str], ...]
    combinations: tuple[tuple[str, ...], ...]


class Tables:
    """The tables of one pack, each read when it is first needed.

    Two threads may read one at the same time; they get the same.

    Raises:
        OpsinError: The pack cannot be read or does not fit together; from any of its parts.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self.about: Mapping[str, Any] = self._json("about")
        if not isinstance(self.about, dict) or self.about.get("format") != FORMAT:
            raise pack.broken()

    def check(self) -> None:
        """Read every part once, so that damage shows now.

        Raises:
            OpsinError: One is missing or damaged.
        """
        for name in PARTS:
            self._pack.read(name)

    @cached_property
    def sets(self) -> tuple[SetTable, ...]:
        """All sets, in their order."""
        try:
            sets = tuple(
                SetTable(
                    _facts(one["facts"]),
                    tuple((lead, tail) for lead, tail in one["variants"]),
                    tuple(tuple(titles) for titles in one["combinations"]),
                )
                for one in self._json("sets")
            )
        except (TypeError, ValueError, LookupError) as why:
            raise self._pack.broken() from why
        if len(sets) != self.about.get("sets"):
            raise self._pack.broken()
        return sets

    @cached_property
    def glyphs(self) -> Lines:
        """Every glyph, sorted by code points."""
        return self.lines("glyphs", self.about["glyphs"])

    @cached_property
    def sizes(self) -> "array[int]":
        """How many icons show each glyph."""
        return self.column("glyph_icons", self.about["glyphs"])

    @cached_property
    def starts(self) -> "array[int]":
        """Each glyph's first icon, and at the end the number of icons."""
        return array("I", accumulate(self.sizes, initial=0))

    @cached_property
    def icon_sets(self) -> "array[int]":
        """Each icon's set."""
        return self.column("icon_sets", self.about["icons"])

    @cached_property
    def icon_variants(self) -> "array[int]":
        """Each icon's variant."""
        return self.column("icon_variants", self.about["icons"])

    @cached_property
    def icon_categories(self) -> "array[int]":
        """Each icon's combination of categories."""
        return self.column("icon_categories", self.about["icons"])

    @cached_property
    def icon_flags(self) -> "array[int]":
        """Each icon's flags."""
        return self.column("icon_flags", self.about["icons"])

    @cached_property
    def icon_sets_and_flags(self) -> "array[int]":
        """Each icon's set, times 256, and its flags: as one number, of which there are a few hundred."""
        return column_above(self.icon_flags, self.icon_sets)

    @cached_property
    def aliases(self) -> Lines:
        """Every further name, without its theme, sorted."""
        return self.lines("aliases", self.about["aliases"])

    @cached_property
    def alias_starts(self) -> "array[int]":
        """The place of each alias's first target, and at the end the number of targets."""
        return array("I", accumulate(self.column("alias_icons", self.about["aliases"]), initial=0))

    @cached_property
    def alias_targets(self) -> "array[int]":
        """The icons that the aliases stand for."""
        return self.column("alias_targets", self.alias_starts[-1])

    @cached_property
    def alias_variants(self) -> "array[int]":
        """The variants that make the whole alias."""
        return self.column("alias_variants", self.alias_starts[-1])

    def places_of(self, icon: int) -> "array[int]":
        """The places in `alias_targets` of an icon's aliases."""
        targets, places = self._by_target
        first = bisect_left(targets, icon)
        return places[first : bisect_right(targets, icon, first)]

    @cached_property
    def _by_target(self) -> "tuple[array[int], array[int]]":
        """The targets of aliases, ascending, and beside each its place in `alias_targets`."""
        targets = self.alias_targets
        places = array("I", sorted(range(len(targets)), key=targets.__getitem__))
        return array("I", map(targets.__getitem__, places)), places

    def glyph_of(self, icon: int) -> int:
        """The number of an icon's glyph."""
        return bisect_left(self.starts, icon + 1) - 1

    def name_of(self, icon: int) -> str:
        """An icon's name within its set."""
        lead, tail = self.sets[self.icon_sets[icon]].variants[self.icon_variants[icon]]
        return f"{lead}{self.glyphs[self.glyph_of(icon)]}{tail}"

    def icons_of_set(self, set_number: int) -> "array[int]":
        """The numbers of a set's icons, ascending."""
        if self._set_bytes is None:
            return array("I", [icon for icon, one in enumerate(self.icon_sets) if one == set_number])
        found = array("I")
        icon = self._set_bytes.find(set_number)
        while icon >= 0:
            found.append(icon)
            icon = self._set_bytes.find(set_number, icon + 1)
        return found

    def place_in_set(self, icon: int) -> int:
        """How many icons of an icon's set come before it."""
        set_number = self.icon_sets[icon]
        if self._set_bytes is None:
            return self.icon_sets[:icon].count(set_number)
        return self._set_bytes.count(set_number, 0, icon)

    @cached_property
    def _set_bytes(self) -> bytes | None:
        """Each icon's set in one byte, which is quick to search; None where there are too many sets for that."""
        if len(self.sets) > _BYTE:
            return None
        return self.icon_sets.tobytes()[sys.byteorder == "big" :: 2]

    def lines(self, name: str, count: int) -> Lines:
        """A part that holds lines."""
        try:
            return Lines(self._pack.read(name), count)
        except (ValueError, TypeError) as why:
            raise self._pack.broken() from why

    def column(self, name: str, count: int | None = None) -> "array[int]":
        """A part that holds numbers, as many as expected."""
        try:
            values = column(self._pack.read(name))
        except ValueError as why:
            raise self._pack.broken() from why
        if count is not None and len(values) != count:
            raise self._pack.broken()
        return values

    def _json(self, name: str) -> Any:
        try:
            return json.loads(self._pack.read(name))
        except ValueError as why:
            raise self._pack.broken() from why


def _facts(stored: Mapping[str, Any]) -> IconSet:
    values: dict[str, Any] = {key: tuple(value) if key in _TUPLES else value for key, value in stored.items()}
    return IconSet(**values)
