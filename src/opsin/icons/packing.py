"""Packing: icons that are handed to the caller instead of being saved, and the notice that has to go with them."""

from dataclasses import dataclass, field
from pathlib import Path

from opsin.icons.formats.made import Format
from opsin.icons.licences.notices import Noted, notices
from opsin.icons.saving import stem_of
from opsin.icons.sidecar import ENDING, SavedIcon, sidecar
from opsin.paths.folder_page import PageResult
from opsin.paths.parcel import Parcel
from opsin.paths.saved_once import SavedOnce

NO_ROOM = "There was no room left for it in this answer. Call again."

_MIMES = {
    Format.SVG: "image/svg+xml",
    Format.PNG: "image/png",
    Format.JSX: "text/jsx",
    Format.VUE: "text/x-vue",
    Format.SVELTE: "text/x-svelte",
    Format.DATA_URI: "text/plain",
}


@dataclass(frozen=True, slots=True)
class Packing:
    """Where icons go, what their names begin with, the sets' prefixes, and what the notice has to tell of."""

    parcel: Parcel
    prefix: str
    prefixes: frozenset[str]
    noted: list[Noted] = field(default_factory=list)


def pack(packing: Packing, saved: SavedIcon) -> SavedOnce | None:
    """Hand an icon over, and return its name in the place of a path; None where there is no room for it."""
    picked = saved.picked
    name = packing.parcel.put(
        picked.id,
        stem_of(saved, packing.prefix, packing.prefixes),
        saved.look.ending,
        _MIMES[saved.look.format],
        saved.data,
        sidecar(saved),
    )
    if name is None:
        return None
    packing.noted.append(Noted(picked.icon, saved.terms, str(name), saved.changes))
    return SavedOnce(Path(name), Path(f"{name}{ENDING}"), already=False)


def pack_notice(packing: Packing, name: str) -> PageResult:
    """Hand over the notice of what was packed; where there is no room for it, the result says so."""
    stem, _, extension = name.rpartition(".")
    text = notices(packing.noted).encode()
    there = packing.parcel.put("", stem, f".{extension}", "text/markdown", text, None)
    if there is None:
        return PageResult(note=f"{name} found no room in this answer. Call again with fewer ids.")
    return PageResult(str(there))
