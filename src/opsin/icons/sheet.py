"""The contact sheet of icons: each in its cell at two sizes, one to look into and one as it will stand in a page.

Icons without colours of their own are dark on a light ground; those with colours get a ground on which they are seen.
The badge covers no part of an icon.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from opsin.icons.icon import Icon
from opsin.icons.rendering.raster import Raster
from opsin.sheet.badges import badge
from opsin.sheet.captions import ELLIPSIS, SEPARATOR
from opsin.sheet.draw import MAX_BYTES, Sheet, SheetCell, draw_sheet
from opsin.sheet.layout import DEFAULT_CANVAS, Box, CellBoxes, Layout, plan
from opsin.sheet.marks import Mark
from opsin.sheet.typefaces import packaged_typeface

_SMALL, _SMALLER = 24, 20
_ROOMY = 170
"""Width of a cell, in pixels, from which the small one has 24 pixels."""


@dataclass(frozen=True, slots=True)
class SeenIcon:
    """An icon that has a number on the sheet.

    Attributes:
        licence: Short name of its licence, from our own list; shown where there is room.
        pictures: The large one and the small one; none where it could not be drawn.
        trouble: Why it could not be drawn; empty where it was.
    """

    icon: Icon
    licence: str
    pictures: tuple[Raster, ...]
    trouble: str = ""


def picture_boxes(count: int, *, canvas: int = DEFAULT_CANVAS) -> tuple[tuple[int, int], tuple[int, int]]:
    """The boxes, in pixels, for the large and the small picture of each icon on a sheet of so many.

    Raises:
        InvalidInput: no sheet has so many cells, or such a canvas.
    """
    large, small = _places(plan(count, canvas=canvas).cells[0])
    return (large.width, large.height), (small.width, small.height)


def draw_icon_sheet(
    seen: Sequence[SeenIcon], *, canvas: int = DEFAULT_CANVAS, max_bytes: int = MAX_BYTES
) -> Sheet:
    """Draw icons in the order given; the first is number 1. Call it off the event loop.

    Args:
        seen: 1 to 64 of them.
        canvas: The longest side of the sheet, in pixels.
        max_bytes: The most bytes of the JPEG.

    Raises:
        InvalidInput: there are no icons, or too many, or such a canvas cannot be.
        PictureError: the sheet does not fit into so few bytes.
    """
    layout = plan(len(seen), canvas=canvas)
    cells = [
        SheetCell(
            number=number,
            picture=_picture(one.pictures, layout.cells[number - 1]) if one.pictures else None,
            caption=caption(one.icon.id, one.licence, layout),
            marks=frozenset({Mark.ANIMATION} if one.icon.animated else ()),
        )
        for number, one in enumerate(seen, start=1)
    ]
    return draw_sheet(cells, canvas=canvas, max_bytes=max_bytes)


def caption(icon_id: str, licence: str, layout: Layout) -> str:
    """The caption that fits below a cell: `set:name · licence`, or less; a name that is too long is cut at its end."""
    width, size = layout.cells[0].caption.width, layout.type_size
    typeface = packaged_typeface()
    name = icon_id.partition(":")[2]
    wanted = [f"{icon_id}{SEPARATOR}{licence}"] if licence else []
    for text in (*wanted, icon_id, name):
        if typeface.fits(text, size, width):
            return text
    return next(
        (
            name[:end] + ELLIPSIS
            for end in range(len(name) - 1, 0, -1)
            if typeface.fits(name[:end] + ELLIPSIS, size, width)
        ),
        "",
    )


def _places(cell: CellBoxes) -> tuple[Box, Box]:
    """Where the large and the small picture stand, from the upper left corner of the picture's box."""
    box = cell.picture
    margin = max(3, box.width // 24)
    top = min(badge(1, cell.frame.width).plate.height + margin // 2, box.height * 2 // 5)
    side = _SMALL if box.width >= _ROOMY else min(_SMALLER, box.width // 4)
    small = Box(box.width - margin - side, box.height - margin - side, side, side)
    return Box(margin, top, small.x - 2 * margin, box.height - top - margin), small


def _picture(pictures: Sequence[Raster], cell: CellBoxes) -> Image.Image:
    """Both sizes on one picture that fills the cell, still without a ground."""
    image = Image.new("RGBA", (cell.picture.width, cell.picture.height))
    for raster, place in zip(pictures, _places(cell), strict=True):
        picture = Image.frombytes("RGBA", (raster.width, raster.height), raster.pixels)
        x = place.x + (place.width - raster.width) // 2
        image.paste(picture, (x, place.y + (place.height - raster.height) // 2))
    return image
