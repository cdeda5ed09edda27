"""Small sets of icons with invented drawings, in the shape of Iconify's data."""

import json
from pathlib import Path
from typing import Any, TypeVar

from opsin.icons.catalogue.building import SetRows, numbered, set_rows, table_parts
from opsin.icons.catalogue.evidence import KINDS, Tagged, evidence_parts, postings
from opsin.icons.catalogue.pack import Pack, pack_bytes
from opsin.icons.catalogue.set_file import facts
from opsin.icons.catalogue.tables import Tables
from opsin.icons.catalogue.words import stem

_T = TypeVar("_T")
FILL = '<path fill="currentColor" d="M1 1h2v2z"/>'
STROKE = '<path fill="none" stroke="currentColor" d="M1 1h2"/>'
COLOURS = '<path fill="#f00" d="M1 1h2"/><path fill="#0f0" d="M2 1h2"/>'
MOVING = '<circle r="3"><animate attributeName="r" dur="1s" values="1;3"/></circle>'

PLAIN: dict[str, Any] = {
    "prefix": "plain",
    "width": 24,
    "height": 24,
    "suffixes": {"": "Outline", "filled": "Filled", "20-filled": "Small"},
    "icons": {
        "cup": {"body": STROKE},
        "cup-filled": {"body": FILL},
        "cup-20-filled": {"body": FILL, "width": 20, "height": 20},
        "arrow-left": {"body": STROKE},
        "gone": {"body": STROKE, "hidden": True},
        "ring": {"body": MOVING, "left": -2, "top": 1},
    },
    "aliases": {
        "mug": {"parent": "cup"},
        "mug-filled": {"parent": "cup-filled"},
        "beaker": {"parent": "mug"},
        "arrow-right": {"parent": "arrow-left", "hFlip": True},
        "forward": {"parent": "arrow-right"},
        "nowhere": {"parent": "missing"},
        "round": {"parent": "round"},
    },
    "categories": {"Drinks": ["cup", "cup-filled"], "Travel": ["cup", "missing"]},
}
PLAIN_INFO: dict[str, Any] = {
    "name": "Plain",
    "total": 6,
    "version": "1.2.0",
    "author": {"name": "A. Drawer", "url": "https://plain.example/"},
    "license": {"title": "MIT", "spdx": "MIT", "url": "https://plain.example/licence"},
    "height": 24,
    "category": "UI 24px",
    "palette": False,
}
EMOJI: dict[str, Any] = {
    "prefix": "emo",
    "icons": {"cup": {"body": COLOURS}, "star": {"body": FILL}},
    "info": {"name": "Emo", "total": 2, "license": {"title": "CC0", "spdx": "CC0-1.0"}, "palette": True},
}
TAGS: Tagged = (
    ("lucide", "cup", ["Coffee break", "cafés"]),
    ("cldr-other", "cup", ["杯子"]),
    ("mdi", "unknown", ["x"]),
)


def there(value: _T | None) -> _T:
    """A value that must be there."""
    assert value is not None
    return value


def tiny_rows() -> list[SetRows]:
    """Both sets, as a catalogue keeps them."""
    return [
        set_rows(facts("plain", PLAIN_INFO, 0, PLAIN), PLAIN, 0),
        set_rows(facts("emo", EMOJI["info"], 1, EMOJI), EMOJI, 1),
    ]


def tiny_tables(folder: Path) -> Tables:
    """The tables of both sets, read from a pack in the folder."""
    sets = tiny_rows()
    rows = numbered(sets)
    words = evidence_parts(postings(sets, rows, TAGS), stem)
    path = folder / "tiny.pack"
    path.write_bytes(pack_bytes({**table_parts(sets, rows, "7", KINDS), **words}))
    return Tables(Pack(path, "Make it anew."))


def write_json(path: Path, value: object) -> Path:
    """Write a JSON file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def write_whole(root: Path) -> Path:
    """A folder as of `@iconify/json`, with both sets."""
    write_json(root / "json" / "plain.json", PLAIN)
    write_json(root / "json" / "emo.json", EMOJI)
    write_json(root / "collections.json", {"emo": EMOJI["info"], "plain": PLAIN_INFO})
    write_json(root / "package.json", {"name": "@iconify/json", "version": "9.9.9"})
    return root


def write_single(root: Path, data: dict[str, Any], info: dict[str, Any]) -> Path:
    """A folder as of a package of `@iconify-json`."""
    write_json(root / "icons.json", data)
    write_json(root / "info.json", {"prefix": data["prefix"], **info})
    write_json(root / "package.json", {"version": "1.0.7"})
    return root
