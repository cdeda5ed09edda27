"""Pictures of this machine that a search of the local index found: their files instead of what hosts send.

No door of `opsin.web` opens a file's address. It is read here, and only below the folders that the setting names now.
"""

import time
from dataclasses import replace

from opsin.errors import OpsinError, PictureError, TooLarge
from opsin.images.fetched import Fetched
from opsin.images.hit import Hit
from opsin.images.hotlink import Rendition
from opsin.images.providers.local import Local
from opsin.local.addresses import names_file, path_of
from opsin.local.folders import Folders, folders_of
from opsin.local.reading import LocalPicture, LocalRefused, read_picture
from opsin.paths.reading.refused import Reason
from opsin.pixels.isolated.originals import check_original, pixels_of, show_original
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.pixels.region import WHOLE
from opsin.pixels.sniff import Format, sniff_file
from opsin.services import Services
from opsin.settings import Settings
from opsin.threads import LOCAL

__all__ = ["check_named", "is_local", "local_original", "local_small"]

_SMALL_EDGE = 560
"""Pixels of the long side of what stands for a file on a sheet; more where the sheet itself is larger."""

_SMALL_BYTES = 400_000
_MOST_PIXELS = 50_000_000
_CHANGED = "The file was changed after the search that found it: this is what it is now."
_CONVERTED = "The file is HEIC, which programs of the web do not show; this is a JPEG made of it."


def is_local(hit: Hit) -> bool:
    """Whether a hit is of the local index. What another provider gives for an address makes none."""
    return hit.provider == Local.name and names_file(hit.original)


async def local_small(settings: Settings, hit: Hit) -> bytes:
    """A small JPEG of a hit's file, made in the process that decodes originals.

    Raises:
        LocalRefused, PictureError: it cannot be read, or is no picture.
    """
    picture = await _read(settings, hit.original, settings.vision_max_bytes)
    edge = max(_SMALL_EDGE, settings.canvas // 2)
    if sniff_file(picture.data) is Format.HEIC:
        return await _jpeg_of_heic(picture.data, most_pixels=edge * edge)
    shown = await show_original(picture.data, region=WHOLE, max_edge=edge, max_bytes=_SMALL_BYTES)
    return shown.jpeg


async def local_original(services: Services, hit: Hit, *, max_bytes: int, may_raise_limit: bool) -> Fetched:
    """The file of a hit, as it is now.

    Args:
        services: The settings.
        hit: The picture.
        max_bytes: The largest file.
        may_raise_limit: The caller can ask again with a larger `max_bytes`.

    Raises:
        TooLarge: the file has more bytes than allowed, and the limit may be raised.
        LocalRefused, PictureError: it cannot be read, or is no picture.
    """
    most = max(max_bytes, 1) if may_raise_limit else max(max_bytes, MAX_ORIGINAL_BYTES)
    try:
        picture = await _read(services.settings, hit.original, most)
    except LocalRefused as why:
        if why.reason is Reason.FILE_TOO_LARGE and may_raise_limit:
            raise TooLarge(
                f"The file has more than {max_bytes:,} bytes (max_bytes).",
                hint="Call again with a larger max_bytes, or choose another cell.",
            ) from why
        raise
    changed = "" if _is_as_found(hit, picture) else _CHANGED
    data, note, rendition = picture.data, "", Rendition.ORIGINAL
    if sniff_file(data) is Format.HEIC:
        data, note, rendition = (
            await _jpeg_of_heic(data, most_pixels=_MOST_PIXELS),
            _CONVERTED,
            Rendition.SMALLER,
        )
    fetched = Fetched(
        data=data,
        facts=await check_original(data),
        url=hit.original,
        final_url=hit.original,
        status=0,
        fetched_at=time.time(),
        rendition=rendition,
    )
    return fetched.noting(note).noting(changed)


async def check_named(settings: Settings, hit: Hit) -> None:
    """Make sure that a hit's file lies in a folder that is named now: what was kept of it is of that folder too.

    Raises:
        LocalRefused: it does not.
    """
    try:
        await _read(settings, hit.original, settings.vision_max_bytes)
    except LocalRefused as why:
        if why.reason is Reason.PATH_NOT_ALLOWED:
            raise


def stands_in(kept: Fetched, why: OpsinError) -> Fetched:
    """The small copy that a search kept, in the place of a file that is gone."""
    return replace(kept, why=why.message).noting("This is the small copy that the search showed.")


async def _read(settings: Settings, address: str, max_bytes: int) -> LocalPicture:
    folders: Folders = await LOCAL.run(folders_of, settings)
    return await LOCAL.run(read_picture, path_of(address), folders, max_bytes=max_bytes)


def _is_as_found(hit: Hit, picture: LocalPicture) -> bool:
    return hit.likeness.startswith(f"{picture.stamp.changed} {picture.stamp.size} ")


async def _jpeg_of_heic(data: bytes, *, most_pixels: int) -> bytes:
    from opsin.threads import PIXELS

    plain = await pixels_of(data, region=WHOLE, page=1, most_pixels=most_pixels)

    def encoded() -> bytes:
        from PIL import Image

        from opsin.pixels.encode import encode_to_fit

        image = Image.frombytes("RGB", (plain.width, plain.height), plain.rgb)
        return encode_to_fit(image, max_bytes=MAX_ORIGINAL_BYTES).data

    try:
        return await PIXELS.run(encoded)
    except MemoryError as error:
        raise PictureError(
            "The HEIC needs more memory than there is.", hint="Choose another picture."
        ) from error
