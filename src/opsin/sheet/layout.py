"""Where everything stands on a contact sheet: pure arithmetic, in pixels.

Cells are squares of one size, numbered from left to right and from top to bottom, with the same gap between
them and around them. A cell is a place for the picture with a strip for the caption below. Columns never
depend on how many cells the last row has; rows without a cell are dropped.
"""

from dataclasses import dataclass

from opsin.errors import InvalidInput

DEFAULT_CANVAS = 1092
"""Pixels a side. The largest square that Claude's standard models look at without scaling it down: 39 patches of
28 pixels a side (Anthropic's guide to vision)."""

MIN_CANVAS = 320
MAX_CANVAS = 4096

_GRIDS = ((4, 2), (9, 3), (16, 4), (25, 5), (36, 6), (64, 8))
"""Up to how many cells, and with how many columns."""

MAX_CELLS = _GRIDS[-1][0]

_GAPS = {2: 14, 3: 14, 4: 12, 5: 10, 6: 10, 8: 8}
_TYPE_SIZES = {2: 15, 3: 15, 4: 13, 5: 12, 6: 11, 8: 10}
_LINE_HEIGHT = 1.45


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels; x and y are its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def moved(self, x: int, y: int) -> "Box":
        """The same box, further right by `x` and further down by `y`."""
        return Box(self.x + x, self.y + y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class CellBoxes:
    """One cell: all of it, the place for the picture, and the strip for the caption below."""

    frame: Box
    picture: Box
    caption: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole sheet.

    Attributes:
        type_size: Height of the captions' type, in pixels.
        line_height: Height of one line of a caption, in pixels.
        cells: In the order of their numbers.
    """

    columns: int
    rows: int
    width: int
    height: int
    type_size: int
    line_height: int
    cells: tuple[CellBoxes, ...]


def plan(count: int, *, canvas: int = DEFAULT_CANVAS, titles: bool = False) -> Layout:
    """Lay out a sheet for so many cells, within a square canvas.

    Args:
        count: How many cells, 1 to 64.
        canvas: The longest side that the sheet may have, in pixels.
        titles: Room for a second line, a title, in every caption.

    Raises:
        InvalidInput: no sheet has so many cells, or is so small or large.
    """
    if not 1 <= count <= MAX_CELLS:
        raise InvalidInput(
            f"A sheet has 1 to {MAX_CELLS} cells, not {count}.", hint="Ask for fewer, on more sheets."
        )
    if not MIN_CANVAS <= canvas <= MAX_CANVAS:
        raise InvalidInput(
            f"The canvas is {canvas} pixels; it may have {MIN_CANVAS} to {MAX_CANVAS}.",
            hint=f"The usual one has {DEFAULT_CANVAS}.",
        )
    columns = next(columns for most, columns in _GRIDS if count <= most)
    rows = -(-count // columns)
    scale = canvas / DEFAULT_CANVAS
    gap = max(2, round(_GAPS[columns] * scale))
    side = (canvas - (columns + 1) * gap) // columns
    type_size = max(8, round(_TYPE_SIZES[columns] * scale))
    line_height = round(type_size * _LINE_HEIGHT)
    strip = min(line_height * (2 if titles else 1) + max(1, round(4 * scale)), side // 2)

    def cell(index: int) -> CellBoxes:
        row, column = divmod(index, columns)
        x, y = gap + column * (side + gap), gap + row * (side + gap)
        return CellBoxes(
            frame=Box(x, y, side, side),
            picture=Box(x, y, side, side - strip),
            caption=Box(x, y + side - strip, side, strip),
        )

    return Layout(
        columns=columns,
        rows=rows,
        width=columns * side + (columns + 1) * gap,
        height=rows * side + (rows + 1) * gap,
        type_size=type_size,
        line_height=line_height,
        cells=tuple(cell(index) for index in range(count)),
    )


def fit(width: int, height: int, box: Box) -> Box:
    """Where a picture of that size stands in a box: whole, in its own shape, never enlarged, in the middle."""
    scale = min(1.0, box.width / width, box.height / height)
    fitted_width = max(1, min(box.width, round(width * scale)))
    fitted_height = max(1, min(box.height, round(height * scale)))
    return Box(
        box.x + (box.width - fitted_width) // 2,
        box.y + (box.height - fitted_height) // 2,
        fitted_width,
        fitted_height,
    )
