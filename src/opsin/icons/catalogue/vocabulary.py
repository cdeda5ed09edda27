"""Reading the words of a catalogue's pack, and which glyphs each speaks for. `evidence` says what its parts are."""

from array import array
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from opsin.icons.catalogue.columns import Lines
from opsin.icons.catalogue.tables import Tables


class Word(NamedTuple):
    """A word of the index: its number and its text."""

    number: int
    text: str


class Vocabulary:
    """The words of one pack, read when they are first needed.

    Raises:
        OpsinError: The pack cannot be read; from any of its parts.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the bits in a mask of evidence, from the lowest."""
        return tuple(self._tables.about["kinds"])

    @cached_property
    def words(self) -> list[str]:
        """All words, sorted by stem and then by themselves; a word's place is its number."""
        return list(self._texts)

    def words_of(self, stem: str) -> tuple[Word, ...]:
        """The words with a stem."""
        place = self._stems.find(stem)
        if place < 0:
            return ()
        first, end = self._stem_starts[place], self._stem_starts[place + 1]
        return tuple(map(Word, range(first, end), self._texts[first:end]))

    def weight(self, word: int) -> int:
        """How many glyphs a word speaks for."""
        return self._word_starts[word + 1] - self._word_starts[word]

    def postings(self, word: int) -> "tuple[list[int], array[int]]":
        """The glyphs that a word speaks for, ascending, and beside each the mask of kinds."""
        first, end = self._word_starts[word], self._word_starts[word + 1]
        return list(accumulate(self._glyph_steps[first:end])), self._kinds[first:end]

    @cached_property
    def _texts(self) -> Lines:
        return self._tables.lines("words", self._stem_starts[-1])

    @cached_property
    def _stems(self) -> Lines:
        return self._tables.lines("stems", len(self._stem_starts) - 1)

    @cached_property
    def _stem_starts(self) -> "array[int]":
        return array("I", accumulate(self._tables.column("stem_words"), initial=0))

    @cached_property
    def _word_starts(self) -> "array[int]":
        sizes = self._tables.column("word_glyphs", self._stem_starts[-1])
        return array("I", accumulate(sizes, initial=0))

    @cached_property
    def _glyph_steps(self) -> "array[int]":
        return self._tables.column("glyphs_of_words", self._word_starts[-1])

    @cached_property
    def _kinds(self) -> "array[int]":
        return self._tables.column("kinds_of_words", self._word_starts[-1])
