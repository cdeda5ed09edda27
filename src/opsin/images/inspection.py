"""Inspect: one picture of a sheet by itself, or a part of it from close by."""

from dataclasses import dataclass

from opsin.errors import InvalidInput
from opsin.images.hit import Hit
from opsin.images.originals import Original, original_of
from opsin.pixels.facts import Facts
from opsin.pixels.isolated.originals import prepare, show_original
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.pixels.region import WHOLE, Region, parse_region
from opsin.pixels.shown import Shown
from opsin.services import Services
from opsin.store.ids import parse_id
from opsin.store.records import query_words

SECONDS = 120.0
"""How long the hosts may take, where nobody waits for an answer in time."""
LEAST_SIDE = 8
"""Pixels of the original below which a region shows nothing."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """One picture, to be looked at.

    Attributes:
        id: The id that was asked for.
        picture: JPEG of the picture or of the region, within the canvas and the setting's bytes.
        width: Pixels of that JPEG.
        height: Pixels of that JPEG.
        facts: The file as it is: true size, format, bytes, and what its metadata says (outside text).
        hit: The picture as its provider tells of it.
        query: The words of its search.
        region: The part that is shown, as it was asked for; empty for the whole.
        degraded: Something smaller stands in for the original, which could not be had.
        rendition: What it is: "original", "smaller rendition" or "thumbnail".
        why: Why it is not the original, or what else is to be known of the file; else empty.
        sha256: SHA-256 of the file, in hexadecimal: a download of the id saves this very file.
        description: What is shown of it, in a line, where that was asked for: outside text.
        described_by: The model that says so, or "opsin"; empty where nobody has looked.
        notes: What is to be known of that, a sentence each.
    """

    id: str
    picture: bytes
    width: int
    height: int
    facts: Facts
    hit: Hit
    query: str
    region: str
    degraded: bool
    rendition: str
    why: str
    sha256: str
    description: str = ""
    described_by: str = ""
    notes: tuple[str, ...] = ()


async def inspect_image(
    services: Services, id_text: str, region: str = "", *, seconds: float = SECONDS
) -> Inspection:
    """Show one picture at up to the canvas's size, or a region of it in all the detail that the canvas holds.

    The file is fetched once and kept: a download of the id saves the same one.

    Args:
        services: The settings, the way out and the store.
        id_text: An id such as s3:4.
        region: `x,y,w,h` as fractions of the upright picture; empty for all of it.
        seconds: How long the hosts may take; then only what is kept can stand in.

    Raises:
        UnknownId, ExpiredId: the id names no cell, or no longer does.
        InvalidInput: the region is not of that form or too small to show anything, or the id names no picture of the web.
        WebError, PictureError: nothing of the picture could be had.
    """
    part = region.strip()
    parsed = parse_region(part) if part else WHOLE
    cell = parse_id(id_text)
    prepare()
    original = await original_of(
        services, cell, max_bytes=MAX_ORIGINAL_BYTES, seconds=seconds, may_raise_limit=False
    )
    refuse_too_small(parsed, original.file.facts)
    settings = services.settings
    shown = await show_original(
        original.file.data, region=parsed, max_edge=settings.canvas, max_bytes=settings.picture_max_bytes
    )
    return _inspection(original, shown, part)


def refuse_too_small(region: Region, facts: Facts) -> None:
    """Refuse a region of so few pixels that there is nothing to see.

    Args:
        region: The region.
        facts: The picture's.

    Raises:
        InvalidInput: it has fewer than 8 pixels on a side, of a picture that has as many.
    """
    left, upper, right, lower = region.box(facts.width, facts.height)
    if right - left < min(LEAST_SIDE, facts.width) or lower - upper < min(LEAST_SIDE, facts.height):
        raise InvalidInput(
            f"The region covers {right - left}×{lower - upper} of {facts.width}×{facts.height} pixels; "
            f"there is nothing to see below {LEAST_SIDE}×{LEAST_SIDE}.",
            hint="Ask for a larger region.",
        )


def _inspection(original: Original, shown: Shown, asked: str) -> Inspection:
    file = original.file
    return Inspection(
        id=str(original.entry.id),
        picture=shown.jpeg,
        width=shown.width,
        height=shown.height,
        facts=shown.facts,
        hit=original.hit,
        query=query_words(original.entry.query),
        region=asked,
        degraded=file.degraded,
        rendition=file.rendition.value,
        why=file.why,
        sha256=file.sha256,
    )
