"""A few pictures side by side, as large as they fit, each with its number: for looking at what differs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from opsin.pixels.encode import encode_to_fit
from opsin.sheet.badges import draw_badge, fill
from opsin.sheet.captions import draw_line, fit_caption
from opsin.sheet.layout import DEFAULT_CANVAS, Box, CellBoxes, Layout

_GAP = 14
_TYPE_SIZE = 15
_LINE_HEIGHT = 1.45
_LEAST_WIDTH = 260
"""Pixels of a canvas of the usual size below which a cell has no room for its caption."""

_BACKGROUND = (24, 25, 28)
_CELL = (36, 37, 41)
_TEXT = (198, 200, 205)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The picture as JPEG, and the size at which each of the pictures stands on it, in pixels."""

    jpeg: bytes
    width: int
    height: int
    shown: tuple[tuple[int, int], ...]


def arrange(sizes: Sequence[tuple[int, int]], *, canvas: int = DEFAULT_CANVAS) -> Layout:
    """Find the rows and columns in which pictures of these sizes are seen largest; pure arithmetic.

    Every picture is fitted to a box of one size, small ones enlarged, so that two of the same shape are seen at the
    same size. Of several arrangements that show as much, the one with fewer rows is taken.

    Args:
        sizes: Width and height of each in pixels, or of anything in the same proportion.
        canvas: The longest side that the whole may have, in pixels.
    """
    layouts = [_layout(sizes, columns, canvas) for columns in range(len(sizes), 0, -1)]
    return max(layouts, key=lambda one: (round(_seen(sizes, one) / canvas**2, 2), one.columns))


def fit_enlarged(width: int, height: int, box: Box) -> Box:
    """Where a picture of that size stands in a box: whole, in its own shape, as large as fits, in the middle."""
    scale = min(box.width / width, box.height / height)
    wide, high = max(1, round(width * scale)), max(1, round(height * scale))
    return Box(box.x + (box.width - wide) // 2, box.y + (box.height - high) // 2, wide, high)


def draw_side_by_side(
    pictures: Sequence[tuple[int, Image.Image, str]], *, canvas: int = DEFAULT_CANVAS, max_bytes: int
) -> SideBySide:
    """Draw pictures in the order given. Call it off the event loop.

    Args:
        pictures: Number, picture in RGB, and caption of each.
        canvas: The longest side, in pixels.
        max_bytes: The most bytes of the JPEG.

    Raises:
        PictureError: it does not fit into so few bytes.
    """
    layout = arrange([image.size for _, image, _ in pictures], canvas=canvas)
    whole = Image.new("RGB", (layout.width, layout.height), _BACKGROUND)
    draw = ImageDraw.Draw(whole)
    shown = []
    for (number, image, caption), boxes in zip(pictures, layout.cells, strict=True):
        fill(draw, boxes.picture, _CELL)
        place = fit_enlarged(*image.size, boxes.picture)
        whole.paste(resized(image, (place.width, place.height)), (place.x, place.y))
        shown.append((place.width, place.height))
        if line := fit_caption(caption, width=boxes.caption.width, size=layout.type_size):
            draw_line(whole, line, (boxes.caption.x, boxes.caption.bottom - layout.line_height // 2), _TEXT)
        draw_badge(draw, number, boxes.frame)
    encoded = encode_to_fit(whole, max_bytes=max_bytes)
    return SideBySide(encoded.data, encoded.width, encoded.height, tuple(shown))


def resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture in that size. What is enlarged stays as soft as it is."""
    if image.size == size:
        return image
    smaller = size[0] < image.width
    return image.resize(
        size, Image.Resampling.LANCZOS if smaller else Image.Resampling.BICUBIC, reducing_gap=2.0
    )


def _layout(sizes: Sequence[tuple[int, int]], columns: int, canvas: int) -> Layout:
    rows = math.ceil(len(sizes) / columns)
    scale = canvas / DEFAULT_CANVAS
    gap, type_size = max(2, round(_GAP * scale)), max(8, round(_TYPE_SIZE * scale))
    line_height = round(type_size * _LINE_HEIGHT)
    strip = line_height + max(1, round(4 * scale))
    most = Box(0, 0, (canvas - (columns + 1) * gap) // columns, (canvas - (rows + 1) * gap) // rows - strip)
    places = [fit_enlarged(*size, most) for size in sizes]
    width = min(most.width, max(*(place.width for place in places), round(_LEAST_WIDTH * scale)))
    height = max(place.height for place in places)

    def cell(index: int) -> CellBoxes:
        row, column = divmod(index, columns)
        x, y = gap + column * (width + gap), gap + row * (height + strip + gap)
        return CellBoxes(
            frame=Box(x, y, width, height + strip),
            picture=Box(x, y, width, height),
            caption=Box(x, y + height, width, strip),
        )

    return Layout(
        columns=columns,
        rows=rows,
        width=columns * (width + gap) + gap,
        height=rows * (height + strip + gap) + gap,
        type_size=type_size,
        line_height=line_height,
        cells=tuple(cell(index) for index in range(len(sizes))),
    )


def _seen(sizes: Sequence[tuple[int, int]], layout: Layout) -> float:
    """How many pixels all pictures together take."""
    places = [fit_enlarged(*size, boxes.picture) for size, boxes in zip(sizes, layout.cells, strict=True)]
    return sum(place.width * place.height for place in places)
