"""Which words speak for which glyph, and on whose word: the index for searching.

Words come from glyphs' names, from aliases, from categories, and from tags of the sets' authors and of others. A
posting is a glyph and a mask of kinds, one bit for each of `KINDS`.

Its parts of the pack: `stems` and `words` are lines, stems sorted, words sorted by stem; `stem_words` says how many
words each stem has, `word_glyphs` how many postings each word. `glyphs_of_words` holds the postings' glyphs as steps
from one to the next, each word's from 0, and `kinds_of_words` their masks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from opsin.icons.catalogue.building import Numbered, Row, SetRows
from opsin.icons.catalogue.columns import column_bytes, lines_bytes
from opsin.icons.catalogue.flags import HIDDEN
from opsin.icons.catalogue.words import tokens

NAME, ALIAS, CATEGORY = "name", "alias", "category"
TAGS = ("lucide", "tabler", "carbon", "phosphor", "ionicons", "emojilib", "mdi", "cldr", "cldr-other")
KINDS = (NAME, ALIAS, CATEGORY, *TAGS)

Tagged = Iterable[tuple[str, str, Iterable[str]]]
"""Tags as their sources give them: the source's kind, the glyph that it tags, the words."""
Postings = dict[str, dict[int, int]]
"""For each word the glyphs, by number, with the mask of kinds."""


def postings(sets: Sequence[SetRows], all_rows: Numbered, tags: Tagged) -> Postings:
    """All words of all glyphs that have a visible icon. Tags of other glyphs are left out."""
    found = _Found()
    shown: dict[str, int] = {}
    for number, glyph in enumerate(all_rows.glyphs):
        rows = all_rows.rows[all_rows.starts[number] : all_rows.starts[number + 1]]
        visible = [row for row in rows if not row.flags & HIDDEN]
        if visible:
            shown[glyph] = number
            found.add(NAME, glyph, number)
            _add_own(found, sets, visible, number)
    for kind, glyph, texts in tags:
        if glyph in shown:
            for text in texts:
                found.add(kind, text, shown[glyph])
    return found.postings


def _add_own(found: "_Found", sets: Sequence[SetRows], visible: Sequence[Row], glyph: int) -> None:
    """Add the aliases and categories of a glyph's icons."""
    for base in dict.fromkeys(base for row in visible for base, _ in row.aliases):
        found.add(ALIAS, base, glyph)
    for of, combination in dict.fromkeys((row.set_number, row.combination) for row in visible):
        for title in sets[of].combinations[combination]:
            found.add(CATEGORY, title, glyph)


class _Found:
    def __init__(self) -> None:
        self.postings: Postings = {}
        self._words: dict[str, list[str]] = {}

    def add(self, kind: str, text: str, glyph: int) -> None:
        words = self._words.get(text)
        if words is None:
            words = self._words[text] = tokens(text)
        bit = 1 << KINDS.index(kind)
        for word in words:
            glyphs = self.postings.setdefault(word, {})
            glyphs[glyph] = glyphs.get(glyph, 0) | bit


def evidence_parts(
    found: Mapping[str, Mapping[int, int]], stem: Callable[[str], str]
) -> dict[str, list[bytes]]:
    """The parts of the pack that hold the words."""
    words = sorted((stem(word), word) for word in found)
    stems: dict[str, int] = {}
    for stem_of_word, _ in words:
        stems[stem_of_word] = stems.get(stem_of_word, 0) + 1
    steps: list[int] = []
    kinds: list[int] = []
    for _, word in words:
        last = 0
        for glyph, mask in sorted(found[word].items()):
            steps.append(glyph - last)
            kinds.append(mask)
            last = glyph
    return {
        "stems": [lines_bytes(stems)],
        "stem_words": [column_bytes(stems.values(), 4)],
        "words": [lines_bytes(word for _, word in words)],
        "word_glyphs": [column_bytes((len(found[word]) for _, word in words), 4)],
        "glyphs_of_words": [column_bytes(steps, 4)],
        "kinds_of_words": [column_bytes(kinds, 2)],
    }
