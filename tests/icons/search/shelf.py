"""A small invented catalogue for the search: four sets, tags, brands and several licences."""

from pathlib import Path
from typing import Any

from opsin.icons.catalogue.building import numbered, set_rows, table_parts
from opsin.icons.catalogue.evidence import KINDS, Tagged, evidence_parts, postings
from opsin.icons.catalogue.pack import Pack, pack_bytes
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.catalogue.set_file import facts
from opsin.icons.catalogue.tables import Tables
from opsin.icons.catalogue.words import stem
from opsin.icons.icon import Body
from tests.icons.catalogue.tiny import COLOURS, FILL, MOVING, STROKE

_BODIES = {"fill": FILL, "stroke": STROKE, "colours": COLOURS, "moving": MOVING}
_LICENCES = {"MIT": "MIT", "CC-BY-4.0": "CC BY 4.0", "CC-BY-NC-4.0": "CC BY-NC 4.0"}


def _set(
    prefix: str,
    names: str,
    *,
    spdx: str = "MIT",
    category: str = "UI 24px",
    draws: str = "stroke",
    aliases: dict[str, str] | None = None,
    suffixes: dict[str, str] | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    data: dict[str, Any] = {
        "prefix": prefix,
        "width": 24,
        "height": 24,
        "icons": {
            name: {"body": _BODIES[drawn or draws]}
            for name, _, drawn in (one.partition("/") for one in names.split())
        },
        "aliases": {name: {"parent": parent} for name, parent in (aliases or {}).items()},
    }
    if suffixes:
        data["suffixes"] = suffixes
    info = {
        "name": prefix.title(),
        "total": len(data["icons"]),
        "author": {"name": "A. Drawer"},
        "license": {"title": _LICENCES[spdx], "spdx": spdx, "url": f"https://{prefix}.example/licence"},
        "category": category,
        "palette": draws == "colours",
    }
    return data, info


SETS = (
    _set(
        "strokes",
        "rocket rocket-launch rocket-off calendar calendar-plus trash undo cloud-upload upload arrow-left wifi fox"
        " spinner/moving paper-plane house bell bell-off lock cart document document-search apple timer clock"
        " seahorse microphone microphone-off",
        aliases={"home": "house", "bin": "trash"},
    ),
    _set(
        "fills",
        "rocket/fill rocket-filled/fill rockets/fill rocket-2/fill calendar/fill home/fill trash/fill cart/fill lock/fill"
        " upload/fill bell/fill microphone/fill zebra/fill brand-acme/fill",
        draws="fill",
        suffixes={"": "Plain", "filled": "Filled"},
    ),
    _set("credits", "rocket calendar basilisk trash undo castle", spdx="CC-BY-4.0"),
    _set("unfree", "rocket wyvern", spdx="CC-BY-NC-4.0"),
    _set("marks", "acme apple rocket initech wifi", category="Logos", draws="fill"),
    _set("smileys", "rocket wolf calendar flag-for-atlantis", category="Emoji", draws="colours"),
    _set("old", "rocket owl calendar", category="Archive / Unmaintained"),
)
TAGS: Tagged = (
    ("lucide", "rocket", ["deploy", "startup", "fast"]),
    ("tabler", "rocket", ["deploy", "fast"]),
    ("tabler", "calendar", ["date", "day"]),
    ("carbon", "calendar", ["date"]),
    ("lucide", "paper-plane", ["send"]),
    ("emojilib", "wolf", ["deploy"]),
    ("cldr-other", "calendar", ["日历", "takvim"]),
    ("cldr-other", "rocket", ["rakete"]),
)


def _no_drawing(_prefix: str, _place: int) -> Body | None:
    return None


def shelf(folder: Path, drawn: str = "strokes") -> PackedCatalogue:
    """The catalogue, written into the folder and opened; `drawn` is the set whose drawings are said to be there."""
    sets = [
        set_rows(facts(data["prefix"], info, order, data), data, order)
        for order, (data, info) in enumerate(SETS)
    ]
    rows = numbered(sets)
    words = evidence_parts(postings(sets, rows, TAGS), stem)
    path = folder / "shelf.pack"
    path.write_bytes(pack_bytes({**table_parts(sets, rows, "1.0.0", KINDS), **words}))
    tables = Tables(Pack(path, "Make it anew."))
    return PackedCatalogue("embedded", tables, frozenset({drawn}), _no_drawing)
