"""From pixels of what was looked at to pixels of the whole upright picture."""

from dataclasses import replace

from opsin.ocr.lines import Box, Read
from opsin.pixels.plain import PlainPixels


def placed_box(box: Box, pixels: PlainPixels) -> Box:
    """Turn a box in these pixels into one in pixels of the whole upright picture."""
    left, top = pixels.box[:2]
    scale = pixels.scale or 1.0
    return (
        left + round(box[0] / scale),
        top + round(box[1] / scale),
        left + round(box[2] / scale),
        top + round(box[3] / scale),
    )


def placed_read(read: Read, pixels: PlainPixels) -> Read:
    """Turn the boxes of what was read in these pixels into boxes of the whole upright picture."""
    if pixels.scale == 1.0 and pixels.box[:2] == (0, 0):
        return read
    return replace(
        read,
        lines=tuple(replace(line, box=placed_box(line.box, pixels)) for line in read.lines),
        codes=tuple(replace(code, box=placed_box(code.box, pixels)) for code in read.codes),
    )
