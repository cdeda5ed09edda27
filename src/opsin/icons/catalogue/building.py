"""Building the tables of a catalogue: all icons by what they show.

The parts of a catalogue's pack, all written here and in `evidence`, all read in `tables` and `vocabulary`:

about            JSON: format, data version, numbers of sets, glyphs, icons and aliases, kinds of
                 evidence, what was left out of the data, as sentences
sets             JSON: for each set in Iconify's order its facts, its variants (what stands before and behind a
                 glyph in its names) and its combinations of categories
glyphs           lines: every glyph, sorted by code points
glyph_icons      column: how many icons show each glyph; icons are numbered by glyph, then set, then name
icon_sets        column: each icon's set
icon_variants    column: its variant, so that its name is lead + glyph + tail
icon_categories  column: its combination of categories
icon_flags       column: see `flags`
aliases          lines: every further name without its theme, sorted
alias_icons      column: how many icons have each
alias_targets    column: the number of each such icon
alias_variants   column: the variant of its set that makes the whole alias
stems, stem_words, words, word_glyphs, glyphs_of_words, kinds_of_words: see `evidence`
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from opsin.icons.catalogue.columns import column_bytes, lines_bytes
from opsin.icons.catalogue.drawing import has_palette, moves, style_of
from opsin.icons.catalogue.flags import flags_of
from opsin.icons.catalogue.glyphs import parts
from opsin.icons.catalogue.set_file import drawn
from opsin.icons.catalogue.tables import FORMAT
from opsin.icons.icon import IconSet

_MOST_NUMBERED = 65_536
"""What a column of two bytes can number."""


class Row(NamedTuple):
    """One icon in the order of the catalogue: numbers of set, variant and combination are within their lists."""

    glyph: str
    set_number: int
    variant: int
    combination: int
    flags: int
    aliases: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class SetRows:
    """What a catalogue keeps of one set."""

    facts: IconSet
    variants: list[tuple[str, str]] = field(default_factory=list)
    combinations: list[tuple[str, ...]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def set_rows(facts: IconSet, data: object, order: int) -> SetRows:
    """Read one set's file into rows, sorted by glyph and name.

    Raises:
        ValueError: It has more variants, or combinations of categories, than a column has numbers.
    """
    result = SetRows(facts)
    variants: dict[tuple[str, str], int] = {}
    combinations: dict[tuple[str, ...], int] = {(): 0}
    icons = list(drawn(data))
    names = {icon.name for icon in icons}
    prefixes, suffixes = facts.theme_prefixes, facts.theme_suffixes
    named: list[tuple[str, str, Row]] = []
    for icon in icons:
        lead, glyph, tail = parts(icon.name, prefixes, suffixes, names)
        aliases = []
        for alias in icon.aliases:
            alias_lead, base, alias_tail = parts(alias, prefixes, suffixes, ())
            aliases.append((base, variants.setdefault((alias_lead, alias_tail), len(variants))))
        markup = icon.body.markup
        row = Row(
            glyph,
            order,
            variants.setdefault((lead, tail), len(variants)),
            combinations.setdefault(icon.categories, len(combinations)),
            flags_of(
                style_of(markup),
                palette=has_palette(markup, set_has=facts.palette),
                animated=moves(markup),
                hidden=icon.hidden or facts.hidden,
            ),
            tuple(aliases),
        )
        named.append((glyph, icon.name, row))
    named.sort(key=itemgetter(0, 1))
    result.rows = [row for _, _, row in named]
    if max(len(variants), len(combinations)) > _MOST_NUMBERED:
        raise ValueError("too many forms of names, or too many categories")
    result.variants, result.combinations = list(variants), list(combinations)
    return result


@dataclass(frozen=True, slots=True)
class Numbered:
    """All rows in the order of their numbers, and the glyphs in that of theirs.

    Attributes:
        glyphs: All glyphs, sorted.
        rows: All icons, by glyph, then set, then name.
        starts: Each glyph's first icon, and the number of icons at the end.
    """

    glyphs: list[str]
    rows: list[Row]
    starts: list[int]


def numbered(sets: Iterable[SetRows]) -> Numbered:
    """Give every icon and every glyph its number."""
    rows = [row for one in sets for row in one.rows]
    # Stable: within a glyph and set the rows stay in the order of their names.
    rows.sort(key=itemgetter(0, 1))
    glyphs: list[str] = []
    starts: list[int] = []
    for number, row in enumerate(rows):
        if not glyphs or row.glyph != glyphs[-1]:
            glyphs.append(row.glyph)
            starts.append(number)
    return Numbered(glyphs, rows, [*starts, len(rows)])


def table_parts(
    sets: Sequence[SetRows],
    all_rows: Numbered,
    data_version: str,
    kinds: Sequence[str],
    skipped: Sequence[str] = (),
) -> dict[str, list[bytes]]:
    """The parts of the pack that name icons and sets."""
    rows, starts = all_rows.rows, all_rows.starts
    aliases = sorted(
        (base, number, variant) for number, row in enumerate(rows) for base, variant in row.aliases
    )
    bases: dict[str, int] = {}
    for base, _, _ in aliases:
        bases[base] = bases.get(base, 0) + 1
    about = {
        "format": FORMAT,
        "data_version": data_version,
        "sets": len(sets),
        "glyphs": len(all_rows.glyphs),
        "icons": len(rows),
        "aliases": len(bases),
        "kinds": list(kinds),
        "skipped": list(skipped),
    }
    described = [
        {"facts": asdict(one.facts), "variants": one.variants, "combinations": one.combinations}
        for one in sets
    ]
    return {
        "about": [_json(about)],
        "sets": [_json(described)],
        "glyphs": [lines_bytes(all_rows.glyphs)],
        "glyph_icons": [column_bytes((b - a for a, b in pairwise(starts)), 4)],
        "icon_sets": [column_bytes(map(itemgetter(1), rows), 2)],
        "icon_variants": [column_bytes(map(itemgetter(2), rows), 2)],
        "icon_categories": [column_bytes(map(itemgetter(3), rows), 2)],
        "icon_flags": [column_bytes(map(itemgetter(4), rows), 1)],
        "aliases": [lines_bytes(bases)],
        "alias_icons": [column_bytes(bases.values(), 4)],
        "alias_targets": [column_bytes(map(itemgetter(1), aliases), 4)],
        "alias_variants": [column_bytes(map(itemgetter(2), aliases), 2)],
    }


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
