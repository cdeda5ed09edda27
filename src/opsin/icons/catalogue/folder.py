"""The catalogue of a folder of Iconify's data, such as front-end projects have in node_modules: whole, and offline."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from opsin.errors import OpsinError
from opsin.icons.catalogue.bodies import Bodies, body_blocks, body_parts
from opsin.icons.catalogue.building import SetRows, numbered, set_rows, table_parts
from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.catalogue.evidence import KINDS, TAGS, evidence_parts, postings
from opsin.icons.catalogue.folder_cache import FolderCache, stamp
from opsin.icons.catalogue.folder_layout import Layout, SetPlace, layout, read_object, reason
from opsin.icons.catalogue.pack import Pack, pack_bytes
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.catalogue.set_file import body_of, facts
from opsin.icons.catalogue.tables import FORMAT, Tables
from opsin.icons.catalogue.words import stem
from opsin.icons.icon import Body
from opsin.threads import Lane

INDEXING = Lane("icon-index", 1)
"""Reading a folder of icon data, which takes seconds of a processor's time: one at a time, beside all else."""

Progress = Callable[[int, int], None]
"""Told how many sets of how many are read. It is called in the thread that reads."""

# No set can have this prefix.
_CATALOGUE = "_catalogue"
# Windows takes no file "con.pack".
_SET = "set-"
_QUICK = 3
_KEPT_SETS = 24
_REMEDY = "Try again: it is made anew. If that does not help, empty the folder `icons` in OPSIN_STATE_DIR."
_LOG = logging.getLogger(__name__)


def open_folder(folder: Path, cache: Path, progress: Progress | None = None) -> PackedCatalogue:
    """The catalogue of a folder. The first time its sets are read, once; drawings are read when they are asked for.

    Reading all of `@iconify/json` takes half a minute of a processor: call it in `INDEXING`.

    Args:
        folder: `@iconify/json`, a package of `@iconify-json`, a node_modules with either, or a project with one.
        cache: Where what is made of it is kept, under the folder's state.
        progress: Told of each set that is read.

    Raises:
        OpsinError: The folder cannot be read, or holds no sets that can be used.
    """
    found = layout(folder)
    key = stamp([place.path for place in found.places], f"{FORMAT} {found.version} {_tag_version()}")
    kept = FolderCache(cache, found.root, key)
    try:
        tables = _kept_tables(kept) or _made_tables(found, kept, progress)
    except OSError as why:
        raise OpsinError(
            f"The index of icons cannot be written ({why.strerror}).",
            hint="Make room, or let OPSIN_STATE_DIR name a folder that can be written.",
        ) from why
    names = {one.facts.prefix for one in tables.sets}
    drawings = _Drawings(
        kept, {place.prefix: place for place in found.places if place.prefix in names}, tables
    )
    return PackedCatalogue("folder", tables, frozenset(names), drawings.at)


def _kept_tables(kept: FolderCache) -> Tables | None:
    if not kept.path(_CATALOGUE).is_file():
        return None
    try:
        tables = Tables(Pack(kept.path(_CATALOGUE), _REMEDY))
        tables.check()
    except OpsinError as why:
        _LOG.warning("%s It is made anew.", why.message)
        kept.forget(_CATALOGUE)
        return None
    return tables


def _made_tables(found: Layout, kept: FolderCache, progress: Progress | None) -> Tables:
    sets, problems = _read_sets(found, progress)
    rows = numbered(sets)
    tables = table_parts(sets, rows, found.version, KINDS, problems)
    words = evidence_parts(postings(sets, rows, _tags(rows.glyphs)), stem)
    return Tables(Pack(kept.write(_CATALOGUE, pack_bytes({**tables, **words}, _QUICK)), _REMEDY))


def _read_sets(found: Layout, progress: Progress | None) -> tuple[list[SetRows], list[str]]:
    problems = list(found.skipped)
    sets: list[SetRows] = []
    seen: set[str] = set()
    for done, place in enumerate(_in_order(found), 1):
        try:
            data = read_object(place.path)
            if data.get("prefix", place.prefix) != place.prefix or place.prefix in seen:
                raise ValueError("its prefix is another set's")  # noqa: TRY301
            facts_of = facts(place.prefix, place.info or data.get("info"), len(sets), data)
            rows = set_rows(facts_of, data, len(sets))
            if not rows.rows:
                raise ValueError("no icons that can be used")  # noqa: TRY301
            sets.append(rows)
            seen.add(place.prefix)
        except (OSError, ValueError, OverflowError) as why:
            problems.append(f"The set {place.prefix!r} was left out: {reason(why)}.")
        if progress is not None:
            progress(done, len(found.places))
    if not sets:
        raise OpsinError(
            "No icon set in the folder of OPSIN_ICONIFY_JSON can be used.",
            hint="Install it anew, or unset OPSIN_ICONIFY_JSON to use the icons inside opsin.",
        )
    return sets, problems


def _in_order(found: Layout) -> list[SetPlace]:
    """The sets in Iconify's order: the publisher's, or that of the catalogue inside opsin, then by prefix."""
    if found.ordered:
        return list(found.places)
    try:
        known = {prefix: one.order for prefix, one in open_embedded().sets.items()}
    except OpsinError:
        known = {}
    return sorted(found.places, key=lambda place: (known.get(place.prefix, len(known)), place.prefix))


def _tags(glyphs: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """The tags of the catalogue inside opsin, as far as they speak for these glyphs."""
    try:
        index = open_embedded().index
        first = len(index.kinds) - len(TAGS)
        names = {index.glyph_number(glyph): glyph for glyph in glyphs}
        wanted = names.keys() - {-1}
        for number, word in enumerate(index.vocabulary):
            spoken_for, masks = index.postings(number)
            if wanted.isdisjoint(spoken_for):
                continue
            for glyph, mask in zip(spoken_for, masks, strict=True):
                if glyph in wanted:
                    for place in range(first, len(index.kinds)):
                        if mask >> place & 1:
                            yield index.kinds[place], names[glyph], [word]
    except OpsinError as why:
        _LOG.warning("Icons are indexed without tags: %s", why.message)


def _tag_version() -> str:
    # Another version of the tags makes another index.
    try:
        return open_embedded().data_version
    except OpsinError:
        return ""


class _Drawings:
    """Drawings by set: when one is first asked for, its set's file is read and its drawings are kept in blocks."""

    def __init__(self, kept: FolderCache, places: dict[str, SetPlace], tables: Tables) -> None:
        self._kept = kept
        self._places = places
        self._stamps = {prefix: stamp([place.path], "") for prefix, place in places.items()}
        self._tables = tables
        self._open: OrderedDict[str, Bodies] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, prefix: str, place: int) -> Body | None:
        # One set at a time: reading one takes up to a second, and whoever waits finds it read.
        with self._lock:
            if prefix not in self._open:
                self._open[prefix] = self._read(prefix) or self._make(prefix)
                while len(self._open) > _KEPT_SETS:
                    self._open.popitem(last=False)
            return self._open[prefix].at(prefix, place)

    def _read(self, prefix: str) -> Bodies | None:
        path = self._kept.path(_SET + prefix)
        if not path.is_file():
            return None
        try:
            return Bodies(Pack(path, _REMEDY))
        except OpsinError:
            self._kept.forget(_SET + prefix)
            return None

    def _make(self, prefix: str) -> Bodies:
        path = self._places[prefix].path
        if stamp([path], "") != self._stamps[prefix]:
            raise OpsinError(
                f"The icon set {prefix!r} has changed since the folder was opened.",
                hint="Start opsin anew to read the folder as it is now.",
            )
        try:
            data = read_object(path)
            drawings = [body_of(data, name) for name in self._names(prefix)]
            parts = body_parts({prefix: body_blocks(drawings)})
            return Bodies(Pack(self._kept.write(_SET + prefix, pack_bytes(parts, _QUICK)), _REMEDY))
        except (OSError, ValueError) as why:
            raise OpsinError(
                f"The drawings of the icon set {prefix!r} cannot be read: {reason(why)}.",
                hint="Install the folder of OPSIN_ICONIFY_JSON anew.",
            ) from why

    def _names(self, prefix: str) -> list[str]:
        number = next(n for n, one in enumerate(self._tables.sets) if one.facts.prefix == prefix)
        return [self._tables.name_of(icon) for icon in self._tables.icons_of_set(number)]
