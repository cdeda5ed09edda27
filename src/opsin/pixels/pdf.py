"""A page of a PDF as pixels, through PDFium: only in the process that decodes apart.

A page has a size in points (1/72 inch) and no pixels of its own; it is taken to have those of a scan at 200 dots an inch.
Only what is wanted of it is drawn. PDFium runs no script and fetches nothing.
"""

import math
from importlib import import_module
from typing import Any

from opsin.errors import PictureError
from opsin.pixels.facts import Facts
from opsin.pixels.limits import ORIGINAL_LIMITS
from opsin.pixels.nth_frame import refuse_beyond
from opsin.pixels.plain import PlainPixels, scale_of, scaled_to_fit
from opsin.pixels.region import Region
from opsin.pixels.sniff import Format

DOTS_PER_INCH = 200
_POINTS_PER_INCH = 72
MOST_SIDE = 20_000
"""Pixels; a page may be up to 200 inches long by the older standard, and any length by the newer."""

_WHITE = (255, 255, 255, 255)


def page_size(width: float, height: float) -> tuple[int, int]:
    """The size in pixels of a page of so many points: at 200 dots an inch, or fewer where these would be too many.

    Raises:
        ValueError: the page has no size.
    """
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise ValueError("the page has no size")
    scale = min(
        DOTS_PER_INCH / _POINTS_PER_INCH,
        MOST_SIDE / max(width, height),
        math.sqrt(ORIGINAL_LIMITS.other / width / height),
    )
    return max(1, int(width * scale)), max(1, int(height * scale))


def render_page(data: bytes, *, region: Region, page: int, most_pixels: int) -> PlainPixels:
    """Draw a page, or a region of it, on white.

    Raises:
        PictureError: there is no such page, or the file opens only with a password.
        ImportError: pypdfium2 is not there.
        Exception: whatever PDFium says of a damaged file.
    """
    # It has no types to check against.
    pypdfium2: Any = import_module("pypdfium2")
    raw: Any = import_module("pypdfium2.raw")

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise PictureError(
                "The PDF is encrypted and opens only with its password.",
                hint="Save a copy of it without a password.",
            ) from error
        raise
    with document:
        pages = len(document)
        refuse_beyond(page, pages, Format.PDF)
        document.init_forms()
        drawn = document[page - 1]
        width, height = page_size(*drawn.get_size())
        box = region.box(width, height)
        size = scaled_to_fit((box[2] - box[0], box[3] - box[1]), most_pixels)
        rgb = _draw(raw, pypdfium2.PdfBitmap, document, drawn, (width, height), box, size)
    return PlainPixels(
        width=size[0],
        height=size[1],
        rgb=rgb,
        facts=Facts(Format.PDF, width, height, len(data), "RGB"),
        scale=scale_of(size, box),
        box=box,
        ground="",
        page=page,
        pages=pages,
    )


def _draw(
    raw: Any,
    bitmap: Any,
    document: Any,
    page: Any,
    whole: tuple[int, int],
    box: tuple[int, int, int, int],
    size: tuple[int, int],
) -> bytes:
    """Draw what lies in the box of the whole page, at that size, as RGB."""
    across, down = size[0] / (box[2] - box[0]), size[1] / (box[3] - box[1])
    flags = raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER
    canvas = bitmap.new_native(*size, format=raw.FPDFBitmap_BGR, rev_byteorder=True)
    canvas.fill_rect(_WHITE, 0, 0, *size)
    place = (
        -round(box[0] * across),
        -round(box[1] * down),
        max(1, round(whole[0] * across)),
        max(1, round(whole[1] * down)),
    )
    raw.FPDF_RenderPageBitmap(canvas, page, *place, 0, flags)
    if document.formenv:
        # What is filled into a form is drawn apart.
        raw.FPDF_FFLDraw(document.formenv, canvas, page, *place, 0, flags)
    return bytes(canvas.buffer)
