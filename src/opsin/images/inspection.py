"""Inspect: one picture of a sheet by itself, or a part of it from close by."""

import asyncio
from dataclasses import dataclass

from opsin.images.hit import Hit
from opsin.images.originals import Original, original_of
from opsin.pixels.facts import Facts
from opsin.services import Services
from opsin.settings import Settings
from opsin.store.ids import parse_id
from opsin.store.records import query_words

MAX_BYTES = 20_971_520
SECONDS = 18.0
"""How long the hosts may take: the first answer over MCP comes within 25 seconds."""


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
        redirects: Addresses that led to the file. They are not for answers.
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
    redirects: tuple[str, ...]


async def inspect_image(services: Services, id_text: str, region: str = "") -> Inspection:
    """Show one picture at up to the canvas's size, or a region of it in all the detail that the canvas holds.

    The file is fetched once and kept: a download of the id saves the same one.

    Args:
        services: The settings, the way out and the store.
        id_text: An id such as s3:4.
        region: `x,y,w,h` as fractions of the upright picture; empty for all of it.

    Raises:
        UnknownId, ExpiredId: the id names no cell, or no longer does.
        InvalidInput: the region is not of that form, or the id names no picture of the web.
        WebError, PictureError: nothing of the picture could be had.
    """
    from opsin.pixels.region import parse_region

    part = region.strip()
    if part:
        parse_region(part)
    original = await original_of(
        services, parse_id(id_text), max_bytes=MAX_BYTES, seconds=SECONDS, may_raise_limit=False
    )
    return await asyncio.to_thread(_show, original, part, services.settings)


def _show(original: Original, region: str, settings: Settings) -> Inspection:
    from opsin.pixels.decode import decode_original
    from opsin.pixels.encode import encode_to_fit
    from opsin.pixels.ground import on_ground
    from opsin.pixels.region import parse_region

    file = original.file
    decoded = decode_original(
        file.data, max_edge=settings.canvas, region=parse_region(region) if region else None
    )
    shown = encode_to_fit(on_ground(decoded.image), max_bytes=settings.picture_max_bytes)
    return Inspection(
        id=str(original.entry.id),
        picture=shown.data,
        width=shown.width,
        height=shown.height,
        facts=decoded.facts,
        hit=original.hit,
        query=query_words(original.entry.query),
        region=region,
        degraded=file.degraded,
        rendition=file.rendition.value,
        why=file.why,
        sha256=file.sha256,
        redirects=file.redirects,
    )
