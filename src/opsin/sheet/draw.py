"""The contact sheet: numbered pictures with captions in one JPEG, for a model or a person to look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from opsin.pixels.encode import encode_to_fit
from opsin.pixels.ground import on_ground
from opsin.sheet.badges import draw_badge, fill
from opsin.sheet.captions import draw_line, fit_caption, fit_line
from opsin.sheet.layout import DEFAULT_CANVAS, Box, CellBoxes, Layout, fit, plan
from opsin.sheet.marks import Mark, draw_marks

MAX_BYTES = 500_000
FAILED = "failed"

_BACKGROUND = (24, 25, 28)
_CELL = (36, 37, 41)
_TEXT = (198, 200, 205)
_TITLE = (238, 239, 242)
_FAILED = (150, 152, 158)


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What stands in one cell.

    Attributes:
        number: The number on the badge, from 1.
        picture: In RGB or RGBA, best already no larger than its box; None is drawn as `failed`.
        caption: Short and of our own making: size, licence, host.
        title: Outside text; drawn only on sheets with titles.
        marks: What is said about the picture by small signs.
    """

    number: int
    picture: Image.Image | None
    caption: str = ""
    title: str = ""
    marks: frozenset[Mark] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as JPEG.

    Attributes:
        width: Pixels of the JPEG; less than the layout's where the bytes did not allow for more.
        quality: JPEG quality that it was written with.
        layout: Where everything stands, before any shrinking.
    """

    jpeg: bytes
    width: int
    height: int
    layout: Layout
    quality: int


def draw_sheet(
    cells: Sequence[SheetCell],
    *,
    canvas: int = DEFAULT_CANVAS,
    titles: bool = False,
    max_bytes: int = MAX_BYTES,
) -> Sheet:
    """Draw cells in the order given, from left to right and from top to bottom.

    Pictures are shown whole and never enlarged. Call it off the event loop.

    Args:
        cells: 1 to 64 of them.
        canvas: The longest side of the sheet, in pixels.
        titles: Draw titles above the captions.
        max_bytes: The most bytes of the JPEG; quality is lowered for it first, then the size.

    Raises:
        InvalidInput: there are no cells, or too many, or the canvas is too small or large.
        PictureError: the sheet does not fit into so few bytes.
    """
    image, layout = paint_sheet(cells, canvas=canvas, titles=titles)
    encoded = encode_to_fit(image, max_bytes=max_bytes)
    return Sheet(encoded.data, encoded.width, encoded.height, layout, encoded.quality)


def paint_sheet(
    cells: Sequence[SheetCell], *, canvas: int = DEFAULT_CANVAS, titles: bool = False
) -> tuple[Image.Image, Layout]:
    """Do what `draw_sheet` does, up to the pixels.

    Raises:
        InvalidInput: there are no cells, or too many, or the canvas is too small or large.
    """
    layout = plan(len(cells), canvas=canvas, titles=titles)
    image = Image.new("RGB", (layout.width, layout.height), _BACKGROUND)
    draw = ImageDraw.Draw(image)
    for cell, boxes in zip(cells, layout.cells, strict=True):
        fill(draw, boxes.picture, _CELL)
        if cell.picture is None:
            _draw_failed(image, boxes.picture, layout)
        else:
            _place(image, cell.picture, boxes.picture)
        _draw_caption(image, cell, boxes, layout, titles=titles)
        draw_badge(draw, cell.number, boxes.frame)
        draw_marks(draw, cell.marks, boxes.frame)
    return image, layout


def _place(image: Image.Image, picture: Image.Image, box: Box) -> None:
    place = fit(picture.width, picture.height, box)
    size = place.width, place.height
    shown = (
        picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    )
    image.paste(on_ground(shown), (place.x, place.y))


def _draw_caption(
    image: Image.Image, cell: SheetCell, boxes: CellBoxes, layout: Layout, *, titles: bool
) -> None:
    width, size = boxes.caption.width, layout.type_size
    lines = [(fit_caption(cell.caption, width=width, size=size), _TEXT)]
    if titles:
        lines.insert(0, (fit_line(cell.title, width=width, size=size), _TITLE))
    middle = boxes.caption.bottom - len(lines) * layout.line_height + layout.line_height // 2
    for line, colour in lines:
        if line is not None:
            draw_line(image, line, (boxes.caption.x, middle), colour)
        middle += layout.line_height


def _draw_failed(image: Image.Image, box: Box, layout: Layout) -> None:
    """A cross in the middle, with the word below it."""
    draw = ImageDraw.Draw(image)
    arm = max(8, min(box.width, box.height) // 10)
    x, y = box.x + box.width // 2, box.y + box.height // 2 - layout.line_height // 2
    stroke = max(2, arm // 6)
    draw.line((x - arm, y - arm, x + arm, y + arm), fill=_FAILED, width=stroke)
    draw.line((x - arm, y + arm, x + arm, y - arm), fill=_FAILED, width=stroke)
    line = fit_line(FAILED, width=box.width, size=layout.type_size)
    if line is not None:
        draw_line(image, line, (x, y + arm + layout.line_height), _FAILED, centred=True)
