"""The files of the catalogue, as bytes."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.catalogue.drawn_sets import PERMISSIVE, DrawnSet
from scripts.catalogue.packages import ICONIFY, Package, read_json
from scripts.catalogue.tags import Tag

from opsin.icons.catalogue.bodies import Blocks, body_blocks, body_parts
from opsin.icons.catalogue.building import SetRows, numbered, set_rows, table_parts
from opsin.icons.catalogue.embedded import BODIES, CATALOGUE
from opsin.icons.catalogue.evidence import KINDS, evidence_parts, postings
from opsin.icons.catalogue.pack import pack_bytes
from opsin.icons.catalogue.set_file import body_of, facts
from opsin.icons.catalogue.words import stem
from opsin.icons.icon import IconSet

MANIFEST = "catalogue.json"


class Forbidden(Exception):
    """A set's licence does not let its drawings be passed on."""


def read_sets(modules: Path) -> tuple[list[SetRows], dict[str, Any]]:
    """All sets of the collections file as rows, and nothing of their drawings."""
    root = modules / ICONIFY.name
    collections = read_json(root / "collections.json")
    sets: list[SetRows] = []
    for order, (prefix, info) in enumerate(collections.items()):
        data = read_json(root / "json" / f"{prefix}.json")
        sets.append(set_rows(facts(prefix, info, order, data), data, order))
    return sets, collections


def catalogue_file(sets: Sequence[SetRows], version: str, tags: Iterable[Tag]) -> bytes:
    """The pack of names and words."""
    rows = numbered(sets)
    tables = table_parts(sets, rows, version, KINDS)
    return pack_bytes({**tables, **evidence_parts(postings(sets, rows, tags), stem)})


def bodies_file(modules: Path, sets: Sequence[SetRows], drawn_sets: Iterable[DrawnSet]) -> bytes:
    """The pack of drawings.

    Raises:
        Forbidden: One of the sets is not under a permissive licence, or is hidden.
    """
    by_prefix = {one.facts.prefix: one for one in sets}
    blocks: dict[str, Blocks] = {}
    for one in drawn_sets:
        rows = by_prefix[one.prefix]
        _allow(rows.facts)
        data = read_json(modules / ICONIFY.name / "json" / f"{one.prefix}.json")
        every = names(rows)
        there = frozenset(every)
        blocks[one.prefix] = body_blocks(
            [None if one.leaves_out(name, there) else body_of(data, name) for name in every]
        )
    return pack_bytes(body_parts(blocks))


def names(rows: SetRows) -> list[str]:
    """The names of a set's icons in the order of the catalogue."""
    return [f"{lead}{row.glyph}{tail}" for row in rows.rows for lead, tail in (rows.variants[row.variant],)]


def json_bytes(value: object) -> bytes:
    """A JSON file that a person can read and a comparison can follow."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def manifest(files: Mapping[str, bytes], sources: Iterable[Package], sets: Sequence[SetRows]) -> bytes:
    """The file that says what the others are made of, and their sums."""
    import zstandard

    return json_bytes(
        {
            "made_with": {"zstd": ".".join(map(str, zstandard.ZSTD_VERSION))},
            "sources": [
                {"package": one.name, "version": one.version, "licence": one.licence, "use": one.use}
                for one in sources
            ],
            "sets": len(sets),
            "icons": sum(one.facts.total for one in sets),
            "files": {
                name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                for name, data in files.items()
            },
        }
    )


def _allow(one: IconSet) -> None:
    if one.spdx not in PERMISSIVE or one.hidden or one.category == "Logos":
        raise Forbidden(f"Drawings of {one.prefix} ({one.spdx or 'no licence'}) may not be carried.")


__all__ = ["BODIES", "CATALOGUE", "MANIFEST"]
