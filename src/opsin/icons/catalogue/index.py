"""What a search reads of a catalogue: glyphs, the icons that show them, and the words that speak for them.

Everything is a number until it is shown. Icons are numbered by glyph, then by the order of their sets, then by name,
so that the icons of a glyph are a range.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from opsin.icons.catalogue.columns import Lines
from opsin.icons.catalogue.flags import ANIMATED, HIDDEN, PALETTE, style_in
from opsin.icons.catalogue.tables import Tables
from opsin.icons.catalogue.vocabulary import Vocabulary, Word
from opsin.icons.icon import Icon

SET_STEP = 256
"""What a set counts in `Index.sets_and_flags`."""


class Index:
    """The index over one pack. Its parts are read when they are first needed, from any thread.

    A hidden icon speaks in no posting; a glyph whose icons are all hidden has none.

    Raises:
        OpsinError: The data cannot be read; from any method.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._words = Vocabulary(tables)

    @property
    def glyphs(self) -> Lines:
        """Every glyph by its number, sorted by code points."""
        return self._tables.glyphs

    def glyph_number(self, name: str) -> int:
        """The number of the glyph of exactly this name; -1 where there is none."""
        return self._tables.glyphs.find(name)

    @property
    def starts(self) -> "array[int]":
        """The number of each glyph's first icon, and at the end the number of icons."""
        return self._tables.starts

    @property
    def sizes(self) -> "array[int]":
        """How many icons show each glyph, hidden ones too."""
        return self._tables.sizes

    def icons_of(self, glyph: int) -> range:
        """The numbers of the icons that show a glyph, hidden ones too."""
        starts = self._tables.starts
        return range(starts[glyph], starts[glyph + 1])

    def glyph_of(self, icon: int) -> int:
        """The number of the glyph that an icon shows."""
        return self._tables.glyph_of(icon)

    @property
    def set_numbers(self) -> "array[int]":
        """Each icon's set, as its place among the catalogue's sets."""
        return self._tables.icon_sets

    @property
    def flags(self) -> "array[int]":
        """Each icon's style and facts, as `flags` puts them into a byte."""
        return self._tables.icon_flags

    @property
    def sets_and_flags(self) -> "array[int]":
        """Each icon's set, times `SET_STEP`, and its flags, as one number."""
        return self._tables.icon_sets_and_flags

    def name_of(self, icon: int) -> str:
        """An icon's name within its set."""
        return self._tables.name_of(icon)

    def ids_of(self, icons: Iterable[int], glyph: str = "") -> tuple[str, ...]:
        """The ids of icons; quicker where they all show one glyph, whose name is given."""
        sets, of, variants = self._tables.sets, self._tables.icon_sets, self._tables.icon_variants
        ids = []
        for icon in icons:
            one = sets[of[icon]]
            lead, tail = one.variants[variants[icon]]
            name = glyph or self._tables.glyphs[self._tables.glyph_of(icon)]
            ids.append(f"{one.facts.prefix}:{lead}{name}{tail}")
        return tuple(ids)

    def categories_of(self, icon: int) -> tuple[str, ...]:
        """An icon's categories within its set."""
        tables = self._tables
        return tables.sets[tables.icon_sets[icon]].combinations[tables.icon_categories[icon]]

    def icon_at(self, number: int) -> Icon:
        """The icon of a number, as a value."""
        tables = self._tables
        facts, variants, combinations = tables.sets[tables.icon_sets[number]]
        flags = tables.icon_flags[number]
        glyph = tables.glyphs[tables.glyph_of(number)]
        lead, tail = variants[tables.icon_variants[number]]
        return Icon(
            facts,
            f"{lead}{glyph}{tail}",
            tuple(sorted(map(self._alias, tables.places_of(number)))),
            combinations[tables.icon_categories[number]],
            style_in(flags),
            bool(flags & PALETTE),
            bool(flags & ANIMATED),
            bool(flags & HIDDEN),
            glyph,
        )

    def find(self, set_number: int, name: str) -> int:
        """The number of a set's icon of this name or alias; -1 where there is none."""
        tables = self._tables
        for variant, (lead, tail) in enumerate(tables.sets[set_number].variants):
            if not (name.startswith(lead) and name.endswith(tail)) or len(name) <= len(lead) + len(tail):
                continue
            base = name[len(lead) : len(name) - len(tail)]
            glyph = tables.glyphs.find(base)
            for icon in self.icons_of(glyph) if glyph >= 0 else ():
                if tables.icon_sets[icon] == set_number and tables.icon_variants[icon] == variant:
                    return icon
            for place in self._places(base):
                icon = tables.alias_targets[place]
                if tables.icon_sets[icon] == set_number and tables.alias_variants[place] == variant:
                    return icon
        return -1

    def alias_glyphs(self, name: str) -> tuple[int, ...]:
        """The glyphs of all icons that have this alias, theme words cut: of the house for "home"."""
        places, starts = self._places(name), self._tables.starts
        found: list[int] = []
        end = 0
        # They are ascending, and many of them show one glyph.
        for icon in self._tables.alias_targets[places.start : places.stop] if places else ():
            if icon >= end:
                found.append(self._tables.glyph_of(icon))
                end = starts[found[-1] + 1]
        return tuple(found)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of evidence: bit 0 of a posting's mask is the first."""
        return self._words.kinds

    @property
    def vocabulary(self) -> Sequence[str]:
        """All words, by number."""
        return self._words.words

    def words_of(self, stem: str) -> tuple[Word, ...]:
        """All words with a stem, as `words.stem` gives it."""
        return self._words.words_of(stem)

    def weight(self, word: int) -> int:
        """How many glyphs a word speaks for."""
        return self._words.weight(word)

    def postings(self, word: int) -> "tuple[list[int], array[int]]":
        """The glyphs that a word speaks for, ascending, and beside each the mask of kinds of evidence."""
        return self._words.postings(word)

    def _places(self, alias: str) -> range:
        number = self._tables.aliases.find(alias)
        starts = self._tables.alias_starts
        return range(starts[number], starts[number + 1]) if number >= 0 else range(0)

    def _alias(self, place: int) -> str:
        tables = self._tables
        variants = tables.sets[tables.icon_sets[tables.alias_targets[place]]].variants
        lead, tail = variants[tables.alias_variants[place]]
        number = bisect_right(tables.alias_starts, place) - 1
        return f"{lead}{tables.aliases[number]}{tail}"
