"""The picture that an id stands for, whatever kind of sheet gave it out: a picture of the web, or an icon."""

from opsin.errors import OpsinError
from opsin.icons.formats.png import png_file
from opsin.icons.picking import Picked, pick
from opsin.icons.showing import KIND as ICONS
from opsin.images.originals import original_of
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.services import Services
from opsin.store.ids import CellId, parse_id
from opsin.threads import STORE

SECONDS = 20.0
"""How long the hosts of a picture may take, before something smaller that is kept stands in for it."""

ICON_SIZE = 512
"""Pixels of the height in which an icon is drawn."""


async def open_id(
    services: Services,
    id: str,  # noqa: A002
    *,
    seconds: float = SECONDS,
) -> tuple[str, bytes]:
    """Give what an id is called, and the bytes of its picture.

    A picture of the web is the same file that inspecting shows and downloading saves: the one that is kept, or else
    fetched now. An icon is drawn anew from the drawing that was kept with its id.

    Args:
        services: The settings, the way out and the store.
        id: An id such as s3:4.
        seconds: How long the hosts of a picture may take.

    Returns:
        The id, with what stands in for the original where that could not be had, and the bytes.

    Raises:
        UnknownId, ExpiredId: the id names no cell, or no longer does.
        InvalidInput: it names nothing that can be shown.
        WebError, PictureError: nothing of the picture could be had.
    """
    cell = parse_id(id)
    entry = await STORE.run(services.store.entry, cell)
    if entry.kind == ICONS:
        return str(cell), await _icon(services, cell)
    original = await original_of(
        services, cell, max_bytes=MAX_ORIGINAL_BYTES, seconds=seconds, may_raise_limit=False
    )
    instead = f" ({original.file.rendition.value})" if original.file.degraded else ""
    return f"{cell}{instead}", original.file.data


async def _icon(services: Services, cell: CellId) -> bytes:
    found = (await pick(services, [str(cell)], may=lambda _: True))[str(cell)]
    if not isinstance(found, Picked):
        raise found
    if found.body is None:
        raise OpsinError(f"{found.icon.id} has no drawing here. {found.lacking}", hint="Choose another icon.")
    return await png_file(found.body, size=ICON_SIZE)
