"""Comparing: two to four pictures side by side at one size, and what differs between them.

It stands above pictures and icons, because an id may be of either.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from opsin.errors import InvalidInput, OpsinError
from opsin.icons.icon_json import icon_from
from opsin.icons.showing import KIND as ICONS
from opsin.images.cells import licence_label
from opsin.images.compared import Compared, Comparison, differences
from opsin.images.hit import Hit
from opsin.images.inspection import refuse_too_small
from opsin.images.originals import hit_of, original_of
from opsin.pictures_of_ids import open_id
from opsin.pixels.isolated.originals import pixels_of, prepare
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.pixels.plain import PlainPixels
from opsin.pixels.region import WHOLE, Region, parse_region
from opsin.services import Services
from opsin.store.ids import CellId, parse_id
from opsin.text import clean, unmarked
from opsin.threads import PIXELS, STORE

if TYPE_CHECKING:
    from PIL import Image

    from opsin.sheet.side_by_side import SideBySide

LEAST, MOST = 2, 4
SECONDS = 120.0
"""How long the hosts may take, where nobody waits for an answer in time."""


class NothingToCompare(OpsinError):
    """Only one of the pictures could be had."""

    code = "nothing-to-compare"


OnProgress = Callable[[int, int, str], Awaitable[None]]


async def compare_images(
    services: Services,
    ids: Sequence[str],
    region: str = "",
    *,
    seconds: float = SECONDS,
    progress: OnProgress | None = None,
) -> Comparison:
    """Show pictures side by side, all at one size, or the same region of each. The files are those that inspecting shows.

    An id that fails is told, and the others are shown.

    Args:
        services: The settings, the way out and the store.
        ids: 2 to 4 ids such as s3:4, of pictures or of icons.
        region: `x,y,w,h` as fractions of each upright picture; empty for all of it.
        seconds: How long the hosts may take.
        progress: Told how many are here.

    Raises:
        InvalidInput: there are too few or too many ids, or the region is not of that form or too small to show anything.
        NothingToCompare: only one of them could be had.
        OpsinError: nothing of any of them could be had; it is the error of the first.
    """
    given = list(dict.fromkeys(one.strip() for one in ids if one.strip()))
    if not LEAST <= len(given) <= MOST:
        raise InvalidInput(
            f"{len(given)} different ids are given; {LEAST} to {MOST} can be compared.",
            hint="Give ids such as s3:2 and s3:7.",
        )
    part = region.strip()
    parsed = parse_region(part) if part else WHOLE
    prepare()
    done = 0

    async def one(number: int, text: str) -> tuple[Compared, PlainPixels] | OpsinError:
        nonlocal done
        try:
            return await _load(services, number, text, parsed, seconds)
        except OpsinError as why:
            return why
        finally:
            done += 1
            if progress is not None:
                await progress(done, len(given), f"{done} of {len(given)} pictures are here")

    loaded = await asyncio.gather(*(one(number, text) for number, text in enumerate(given, 1)))
    here = [found for found in loaded if not isinstance(found, OpsinError)]
    failed = [
        Compared(text, number, failed=why.message, outside=why.outside)
        for number, (text, why) in enumerate(zip(given, loaded, strict=True), 1)
        if isinstance(why, OpsinError)
    ]
    if not here:
        raise next(found for found in loaded if isinstance(found, OpsinError))
    refused = {
        unmarked(clean(text, 60)): why
        for text, why in zip(given, loaded, strict=True)
        if isinstance(why, OpsinError)
    }
    if len(here) < LEAST:
        raise _nothing_to_compare(here[0][0].id, refused)
    hints = dict.fromkeys(f"{text}: {why.hint}" for text, why in refused.items() if why.hint)
    sheet, seen = await PIXELS.run(_draw, here, services.settings.canvas, services.settings.picture_max_bytes)
    return Comparison(
        pictures=tuple(sorted((*seen, *failed), key=lambda one: one.number)),
        region=part,
        picture=sheet.jpeg,
        width=sheet.width,
        height=sheet.height,
        differences=tuple(differences(seen)),
        notes=tuple(hints),
    )


def _nothing_to_compare(here: str, refused: Mapping[str, OpsinError]) -> NothingToCompare:
    told = " ".join(f"{text}: {why.message}" for text, why in refused.items())
    hints = dict.fromkeys(why.hint for why in refused.values() if why.hint)
    return NothingToCompare(
        f"Nothing could be compared, for of {len(refused) + 1} pictures only {here} is here. {told}",
        hint=" ".join([*hints, f"image_inspect shows {here} alone."]),
        outside="; ".join(filter(None, (why.outside for why in refused.values()))),
    )


async def _load(
    services: Services, number: int, text: str, region: Region, seconds: float
) -> tuple[Compared, PlainPixels]:
    cell = parse_id(text)
    entry = await STORE.run(services.store.entry, cell)
    if entry.kind == ICONS:
        data, found = (await open_id(services, text))[1], Compared(str(cell), number, icon=_icon(entry.data))
    else:
        data, found = await _original(services, cell, number, seconds, hit_of(entry))
    canvas = services.settings.canvas
    pixels = await pixels_of(data, region=region, page=1, most_pixels=canvas * canvas)
    facts = pixels.facts
    refuse_too_small(region, facts)
    return replace(
        found,
        width=facts.width,
        height=facts.height,
        format=facts.format.value.upper(),
        size_bytes=facts.size_bytes,
        sha256=hashlib.sha256(data).hexdigest(),
        box=pixels.box,
    ), pixels


async def _original(
    services: Services, cell: CellId, number: int, seconds: float, hit: Hit
) -> tuple[bytes, Compared]:
    original = await original_of(
        services, cell, max_bytes=MAX_ORIGINAL_BYTES, seconds=seconds, may_raise_limit=False
    )
    file = original.file
    instead = f"a {file.rendition.value} stands in for the original" if file.degraded else ""
    why = "; ".join(filter(None, (instead, file.why.rstrip("."))))
    return file.data, Compared(str(cell), number, hit=hit, why=why)


def _icon(data: Mapping[str, object]) -> str:
    icon = icon_from(data.get("icon"))
    return icon.id if icon is not None else ""


def _draw(
    loaded: Sequence[tuple[Compared, PlainPixels]], canvas: int, max_bytes: int
) -> "tuple[SideBySide, list[Compared]]":
    from PIL import Image

    from opsin.pixels.encode import encode_jpeg
    from opsin.pixels.likeness import dhash
    from opsin.sheet.side_by_side import draw_side_by_side, resized

    images = [Image.frombytes("RGB", (one.width, one.height), one.rgb) for _, one in loaded]
    captions = [
        " · ".join(
            filter(None, (f"{one.width}×{one.height}", licence_label(one.hit) if one.hit else "", one.format))
        )
        for one, _ in loaded
    ]
    drawn = [
        (one.number, image, caption)
        for (one, _), image, caption in zip(loaded, images, captions, strict=True)
    ]
    sheet = draw_side_by_side(drawn, canvas=canvas, max_bytes=max_bytes)
    seen = []
    for (one, _), image, shown in zip(loaded, images, sheet.shown, strict=True):
        as_shown = resized(image, shown)
        seen.append(
            replace(
                one,
                shown=shown,
                detail=_detail(as_shown),
                print=dhash(as_shown),
                picture=encode_jpeg(as_shown, max_bytes=max_bytes),
            )
        )
    return sheet, seen


def _detail(image: "Image.Image") -> float:
    """The mean strength of edges, of 255; of two renderings of one picture the sharper one has more."""
    from PIL import ImageFilter, ImageStat

    edges = image.convert("L").filter(ImageFilter.FIND_EDGES)
    return float(
        ImageStat.Stat(edges.crop((1, 1, max(2, edges.width - 1), max(2, edges.height - 1)))).mean[0]
    )
