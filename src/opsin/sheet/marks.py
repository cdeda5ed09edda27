"""Marks on a cell: small drawn signs for what a picture is, at the cell's upper right corner."""

from collections.abc import Collection
from enum import StrEnum

from PIL import ImageDraw

from opsin.sheet.badges import INK, badge, draw_plate, fill
from opsin.sheet.layout import Box

_DIM = (128, 130, 136)


class Mark(StrEnum):
    """What may be said about a picture. The value is how text says it."""

    VIDEO = "video still"
    ANIMATION = "animation"
    LOW_RESOLUTION = "low resolution"


def draw_marks(draw: ImageDraw.ImageDraw, marks: Collection[Mark], frame: Box) -> None:
    """Draw marks at the upper right corner of a cell, the first of `Mark` leftmost."""
    side = badge(1, frame.width).plate.height
    ordered = [mark for mark in Mark if mark in marks]
    for place, mark in enumerate(reversed(ordered)):
        plate = Box(frame.right - (place + 1) * side - place * 2, frame.y, side, side)
        draw_plate(draw, plate)
        inset = round(side * 0.27)
        _SHAPES[mark](draw, Box(plate.x + inset, plate.y + inset, side - 2 * inset, side - 2 * inset))


def _play(draw: ImageDraw.ImageDraw, box: Box) -> None:
    """A triangle that points to the right."""
    left = box.x + round(box.width * 0.1)
    draw.polygon(
        [(left, box.y), (left, box.bottom - 1), (box.right - 1, box.y + (box.height - 1) / 2)], fill=INK
    )


def _frames(draw: ImageDraw.ImageDraw, box: Box) -> None:
    """Three frames, one behind the other."""
    shift = max(2, box.width // 5)
    size = box.width - 2 * shift
    for depth, colour in ((2, _DIM), (1, _DIM), (0, INK)):
        x, y = box.x + depth * shift, box.bottom - size - depth * shift
        draw.rectangle((x - 1, y, x + size, y + size), fill=(10, 10, 12))
        fill(draw, Box(x, y, size, size), colour)


def _coarse(draw: ImageDraw.ImageDraw, box: Box) -> None:
    """A few large pixels."""
    step = max(1, box.width // 3)
    for row in range(3):
        for column in range(3):
            if (row + column) % 2 == 0:
                fill(draw, Box(box.x + column * step, box.y + row * step, step, step), INK)


_SHAPES = {Mark.VIDEO: _play, Mark.ANIMATION: _frames, Mark.LOW_RESOLUTION: _coarse}
