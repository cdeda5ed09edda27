"""How large the type of a picture is, by which everything else in a layout is measured."""

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from opsin.vision.facts.written import Piece

if TYPE_CHECKING:
    from PIL.Image import Image

_LINE = 17.0
"""Height of the box of a line in type of 14 pixels."""

_INK = 12.0
"""Height of what is drawn of most lines in type of 14 pixels: capitals, and at times what reaches below the line."""

_MOST_PIECES = 200
_SEEN = 48
"""Difference in grey, of 255, by which letters stand out from what is around them."""

_LEAST, _MOST = 0.7, 4.0


def type_unit(image: "Image", written: Sequence[Piece]) -> float:
    """How much larger a picture's type is than 14 pixels, 0.7 to 4; 1 where nothing is written.

    Text recognition draws its boxes wider around a line than the line is, in one picture more than in the next. So
    what is drawn in them is measured, and the smaller figure counts.

    Args:
        image: The picture, in RGB.
        written: All text of it.
    """
    if not written:
        return 1.0
    boxes = median(piece.height for piece in written) / _LINE
    inked = [high for piece in written[:_MOST_PIECES] if (high := _ink_height(image, piece))]
    drawn = median(inked) / _INK if inked else boxes
    return min(_MOST, max(_LEAST, min(boxes, drawn)))


def _ink_height(image: "Image", piece: Piece) -> int:
    """How high the letters of a piece are, in pixels; 0 where nothing stands out."""
    left, top, right, bottom = piece.box
    box = max(0, left), max(0, top), min(image.width, right), min(image.height, bottom)
    if box[0] >= box[2] or box[1] >= box[3]:
        return 0
    grey = image.crop(box).convert("L")
    counts = grey.histogram()
    ground = counts.index(max(counts))
    found = grey.point([255 if abs(value - ground) >= _SEEN else 0 for value in range(256)]).getbbox()
    return found[3] - found[1] if found else 0
