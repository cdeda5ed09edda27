"""Packing: a picture that is handed to the caller instead of being saved, reduced where it is too large for that."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from opsin.images.originals import Original
from opsin.images.saving import Download, file_stem
from opsin.images.sidecar import attribution_of, credit_line, sidecar
from opsin.paths.parcel import Parcel
from opsin.pixels.isolated.originals import show_original
from opsin.pixels.region import WHOLE
from opsin.pixels.shown import Shown

REDUCED = "reduced copy"
LONGEST_EDGE = 2_560
"""Pixels of the longest side of a reduced copy."""

_LEAST_BYTES = 60_000
"""With less room than this a reduced copy waits for the next call."""

_CHANGES = "reduced in size"


@dataclass(frozen=True, slots=True)
class Packing:
    """Where files go, and what their names begin with."""

    parcel: Parcel
    prefix: str


async def pack(packing: Packing, original: Original) -> Download:
    """Hand a file over; one that no answer holds is handed over as a reduced copy, and said to be one.

    Raises:
        PictureError: it cannot be reduced.
    """
    file, parcel = original.file, packing.parcel
    if len(file.data) <= parcel.most:
        return _put(packing, original, None)
    room = parcel.left
    if room < _LEAST_BYTES:
        return _later(original)
    shown = await show_original(file.data, region=WHOLE, max_edge=LONGEST_EDGE, max_bytes=room)
    # Another one may have taken the room meanwhile: then it is for the next call.
    return _put(packing, original, shown)


def _put(packing: Packing, original: Original, reduced: Shown | None) -> Download:
    file, entry = original.file, original.entry
    data = file.data if reduced is None else reduced.jpeg
    told = sidecar(original) if reduced is None else _told_of(original, reduced)
    extension, mime = (
        (file.facts.format.extension, file.facts.format.mime) if reduced is None else (".jpg", "image/jpeg")
    )
    stem = file_stem(original.hit, str(entry.id), packing.prefix)
    name = packing.parcel.put(str(entry.id), stem, extension, mime, data, told)
    if name is None:
        return _later(original)
    why = [file.why] if reduced is None else [file.why, _why_reduced(original)]
    return Download(
        id=str(entry.id),
        path=str(name),
        degraded=file.degraded or reduced is not None,
        rendition=file.rendition.value if reduced is None else REDUCED,
        why=" ".join(filter(None, why)),
        width=file.facts.width if reduced is None else reduced.width,
        height=file.facts.height if reduced is None else reduced.height,
        size_bytes=len(data),
        format=file.facts.format.value if reduced is None else "jpeg",
        sha256=sha256(data).hexdigest(),
        licence=original.hit.licence.label,
        attribution=credit_line(original.hit),
    )


def _told_of(original: Original, reduced: Shown) -> dict[str, Any]:
    """The sidecar of a reduced copy: that of the file it was made of, and what was made of it."""
    return {
        **sidecar(original),
        "attribution": attribution_of(original, _CHANGES),
        "reduced_copy": {
            "format": "jpeg",
            "bytes": len(reduced.jpeg),
            "sha256": sha256(reduced.jpeg).hexdigest(),
            "width": reduced.width,
            "height": reduced.height,
        },
    }


def _why_reduced(original: Original) -> str:
    facts = original.file.facts
    return (
        f"The file of {facts.width}×{facts.height} pixels has {facts.size_bytes:,} bytes, more than an answer holds; "
        "its address is in the sidecar."
    )


def _later(original: Original) -> Download:
    return Download(
        id=str(original.entry.id),
        pending=True,
        error="There was no room left for it in this answer. Call again.",
    )
