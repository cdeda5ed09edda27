"""Saving one icon with its sidecar, once, under a name that no other set's icon has."""

import re
from dataclasses import dataclass
from pathlib import Path

from opsin.icons.formats.names import file_stem
from opsin.icons.licences.credit import Credit
from opsin.icons.licences.terms import Terms
from opsin.icons.sidecar import ENDING, SavedIcon, sidecar_bytes
from opsin.paths.names import safe_name
from opsin.paths.output import OutputRoot
from opsin.paths.saved_once import SavedOnce, save_once


@dataclass(frozen=True, slots=True)
class IconDownload:
    """What came of one id.

    Attributes:
        id: The id, or the text that was given for one.
        icon: The icon's own id, such as lucide:rocket; empty where the id names none.
        path: The saved file; empty where there is none.
        sidecar: The file beside it that says where it comes from and what its licence asks.
        error: Why nothing was saved, and what to do; empty where something was.
        pending: The deadline came first: the same call again goes on.
        format: svg, png, jsx, vue, svelte or data-uri.
        size_bytes: Length of the file.
        sha256: SHA-256 of the file, in hexadecimal.
        licence: The licence as an SPDX expression.
        duties: What the licence asks, in a word each.
        terms: All that is known of the licence; None where nothing was saved.
        credit: The credit line in four forms; None where nothing was saved.
        author: Who is to be named.
        changes: What was done to the icon; empty for nothing.
        why: What else is to be known of it; else empty.
        notice: The page that goes along with the folder's icons; empty where there is none.
        notice_note: Why there is none; else empty.
        already: The same file was in the folder before.
        outside: What another side said of the failure (outside text).
    """

    id: str
    icon: str = ""
    path: str = ""
    sidecar: str = ""
    error: str = ""
    pending: bool = False
    format: str = ""
    size_bytes: int = 0
    sha256: str = ""
    licence: str = ""
    duties: tuple[str, ...] = ()
    terms: Terms | None = None
    credit: Credit | None = None
    author: str = ""
    changes: str = ""
    why: str = ""
    notice: str = ""
    notice_note: str = ""
    already: bool = False
    outside: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where files go.

    Attributes:
        root: The output folder.
        folder: A folder that it made.
        prefix: What file names begin with.
        prefixes: The prefixes of all sets that are known.
    """

    root: OutputRoot
    folder: Path
    prefix: str = ""
    prefixes: frozenset[str] = frozenset()


def save(place: Place, saved: SavedIcon) -> SavedOnce:
    """Save the file and its sidecar; where the folder has the same file of the same icon, that one is named instead.

    Raises:
        PathRefused: the folder cannot be written.
    """
    stem = stem_of(saved, place.prefix, place.prefixes)
    named = re.compile(rf"{re.escape(stem)}(?:-[0-9]+)?{re.escape(saved.look.ending)}")
    return save_once(
        place.root,
        place.folder,
        stem,
        saved.look.ending,
        saved.data,
        ending=ENDING,
        companion=sidecar_bytes(saved),
        among=lambda name: named.fullmatch(name) is not None,
    )


def stem_of(saved: SavedIcon, prefix: str, prefixes: frozenset[str]) -> str:
    """Return the file's name without its ending.

    Args:
        saved: The icon.
        prefix: What file names begin with.
        prefixes: The prefixes of all sets that are known.
    """
    stem = file_stem(saved.picked.icon.id, prefixes)
    return safe_name(f"{prefix} {stem}", fallback=stem) if prefix.strip() else stem
