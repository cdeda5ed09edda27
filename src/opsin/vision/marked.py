"""The second image with the changed regions drawn in, each with its number."""

from io import BytesIO

from PIL import Image, ImageDraw

from opsin.pixels.plain import PlainPixels, scaled_to_fit
from opsin.sheet.badges import badge, draw_badge
from opsin.sheet.layout import Box as Frame
from opsin.vision.difference import Difference

MOST_PIXELS = 16_000_000
_LARGEST_BADGE = 240
"""The side of the cell for which a badge is shaped: digits of 19 pixels."""
_COLOUR = (230, 0, 120)
_HALO = (255, 255, 255)
_GAP = 4
"""Pixels between a region and the frame around it."""


def marked_picture(second: PlainPixels, difference: Difference) -> bytes:
    """Draw the regions of a difference into the second image.

    Returns:
        PNG. Of a very large image, a smaller one.
    """
    image = Image.frombytes("RGB", (second.width, second.height), second.rgb)
    size = scaled_to_fit(image.size, MOST_PIXELS)
    if size != image.size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    left, top, right, bottom = second.box
    across, down = size[0] / (right - left), size[1] / (bottom - top)
    draw = ImageDraw.Draw(image)
    for number, box in enumerate(difference.boxes, 1):
        place = (
            int((box[0] - left) * across),
            int((box[1] - top) * down),
            int((box[2] - left) * across),
            int((box[3] - top) * down),
        )
        _mark(draw, number, place, size)
    target = BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def _mark(
    draw: ImageDraw.ImageDraw, number: int, box: tuple[int, int, int, int], size: tuple[int, int]
) -> None:
    left, top, right, bottom = box
    frame = (
        max(0, left - _GAP),
        max(0, top - _GAP),
        min(size[0] - 1, max(left, right - 1) + _GAP),
        min(size[1] - 1, max(top, bottom - 1) + _GAP),
    )
    if left >= size[0] or top >= size[1]:
        # It lies in what only the first image has.
        return
    draw.rectangle(frame, outline=_HALO, width=4)
    draw.rectangle(frame, outline=_COLOUR, width=2)
    side = min(_LARGEST_BADGE, min(size) // 4)
    plate = badge(number, side).plate
    # Beside the frame where there is room, so that it hides nothing of what changed.
    x = min(max(0, frame[0]), max(0, size[0] - plate.width))
    y = frame[1] - plate.height if frame[1] >= plate.height else frame[3] + 1
    if y + plate.height > size[1]:
        y = max(0, frame[1])
    draw_badge(draw, number, Frame(x, y, side, side))
