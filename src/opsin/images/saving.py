"""Saving one file with its sidecar, once, under a name that says what it is."""

import json
import re
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from pathlib import Path

from opsin.images.hit import Hit
from opsin.images.keys import download_key, original_key
from opsin.images.originals import Original
from opsin.images.sidecar import ENDING, credit_line, sidecar_bytes
from opsin.paths.names import safe_name
from opsin.paths.output import OutputRoot
from opsin.paths.saved_once import save_once
from opsin.rights.licence import Licence
from opsin.services import Services
from opsin.store.ids import CellId

_PICTURE_ENDING = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|ico|svg|jpe|jfif)\s*$", re.IGNORECASE)

_NEEDED = frozenset({"id", "path", "sidecar", "size_bytes", "sha256"})
"""What must have been noted of a saved file; other versions of opsin note more or less."""

_MOST_SIDECAR_BYTES = 262_144


@dataclass(frozen=True, slots=True)
class Download:
    """What came of one id.

    Attributes:
        id: The id, or the text that was given for one.
        path: The saved file; empty where there is none.
        sidecar: The file beside it that says where it comes from.
        error: Why nothing was saved, and what to do; empty where something was.
        pending: The deadline came first: the same call again goes on.
        degraded: Something smaller stands in for the original, which could not be had.
        rendition: What it is: "original", "smaller rendition" or "thumbnail".
        why: Why it is not the original, or what else is to be known of the file; else empty.
        width: Pixels of the file, upright.
        height: Pixels of the file, upright.
        size_bytes: Length of the file.
        format: What the file is: "jpeg", "png" and so on.
        sha256: SHA-256 of the file, in hexadecimal.
        licence: The licence's short name in words of our own; "unknown" where nothing states one.
        attribution: The line that credits the picture (outside text).
        credits: The page that credits all pictures of the folder; empty where there is none.
        credits_note: Why there is none; else empty.
        already: The same bytes were in the folder before; `path` names that file.
        outside: What the host said of the failure (outside text).
    """

    id: str
    path: str = ""
    sidecar: str = ""
    error: str = ""
    pending: bool = False
    degraded: bool = False
    rendition: str = ""
    why: str = ""
    width: int = 0
    height: int = 0
    size_bytes: int = 0
    format: str = ""
    sha256: str = ""
    licence: str = ""
    attribution: str = ""
    credits: str = ""
    credits_note: str = ""
    already: bool = False
    outside: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where files go: a folder that the output folder made, and what their names begin with."""

    root: OutputRoot
    folder: Path
    prefix: str


def save(services: Services, place: Place, original: Original) -> Download:
    """Save a file and its sidecar; where the folder has the same bytes already, that file is named instead.

    Raises:
        PathRefused: the folder cannot be written. No part of a file is left; a file whose sidecar failed
            stays, and the next call adds the sidecar.
    """
    file = original.file
    saved = save_once(
        place.root,
        place.folder,
        file_stem(original.hit, str(original.entry.id), place.prefix),
        file.facts.format.extension,
        file.data,
        ending=ENDING,
        companion=sidecar_bytes(original),
    )
    otherwise = _stated_otherwise(saved.beside, original.hit) if saved.already else ""
    why = " ".join(filter(None, [file.why, otherwise]))
    done = Download(
        id=str(original.entry.id),
        path=str(saved.path),
        sidecar=str(saved.beside),
        degraded=file.degraded,
        rendition=file.rendition.value,
        why=why,
        width=file.facts.width,
        height=file.facts.height,
        size_bytes=file.facts.size_bytes,
        format=file.facts.format.value,
        sha256=file.sha256,
        licence=original.hit.licence.label,
        attribution=credit_line(original.hit),
        already=saved.already,
    )
    services.store.put_state(download_key(original.entry.id, str(place.folder)), asdict(done))
    return done


def _stated_otherwise(sidecar: Path, hit: Hit) -> str:
    """Say so where the sidecar that was there before states another licence than the hit. It stays as it is."""
    try:
        with sidecar.open("rb") as file:
            told = json.loads(file.read(_MOST_SIDECAR_BYTES))
        # The sidecar has the time of the evidence in words.
        stated = Licence.from_json({**told["licence"], "evidence": None}).label
    except (KeyError, TypeError, ValueError, RecursionError, OSError):
        return ""
    if stated == hit.licence.label:
        return ""
    return f"The sidecar there is of an earlier download and states another licence: {stated}."


def saved_before(services: Services, place: Place, cell: CellId) -> Download | None:
    """Return what an earlier call saved for an id in this folder.

    None where file or sidecar are gone or changed, or where another file stands for the id by now.
    """
    state = services.store.get_state(download_key(cell, str(place.folder)))
    if state is None or not state.keys() >= _NEEDED:
        return None
    if not all(isinstance(state[name], str) for name in ("path", "sidecar", "sha256")):
        # A damaged row says nothing.
        return None
    known = {one.name for one in fields(Download)}
    done = Download(**{name: value for name, value in state.items() if name in known})
    stands = services.store.get_state(original_key(cell))
    if stands is not None and stands.get("sha256") != done.sha256:
        return None
    path = Path(done.path)
    try:
        unchanged = (
            path.stat().st_size == done.size_bytes
            and Path(done.sidecar).is_file()
            and sha256(path.read_bytes()).hexdigest() == done.sha256
        )
    except (OSError, ValueError):
        return None
    return replace(done, already=True) if unchanged else None


def file_stem(hit: Hit, id_text: str, prefix: str) -> str:
    """Return the file's name without its extension: prefix and title as words, or prefix and id.

    An extension at the title's end says nothing about the file, and goes.
    """
    name = safe_name(_PICTURE_ENDING.sub("", hit.title), fallback=id_text)
    return safe_name(f"{prefix} {name}", fallback=name) if prefix.strip() else name
