"""Read the numbers of a sheet back from its JPEG, without anything of what drew them but where the cells stand."""

from io import BytesIO

from PIL import Image

from opsin.sheet.layout import Box
from tests.pixels.pictures import level_at

# Which of the seven segments are lit, in the order a b c d e f g.
DIGITS: dict[tuple[int, ...], str] = {
    (1, 1, 1, 1, 1, 1, 0): "0",
    (0, 1, 1, 0, 0, 0, 0): "1",
    (1, 1, 0, 1, 1, 0, 1): "2",
    (1, 1, 1, 1, 0, 0, 1): "3",
    (0, 1, 1, 0, 0, 1, 1): "4",
    (1, 0, 1, 1, 0, 1, 1): "5",
    (1, 0, 1, 1, 1, 1, 1): "6",
    (1, 1, 1, 0, 0, 0, 0): "7",
    (1, 1, 1, 1, 1, 1, 1): "8",
    (1, 1, 1, 1, 0, 1, 1): "9",
}
BRIGHT = 128


def opened(jpeg: bytes) -> Image.Image:
    with Image.open(BytesIO(jpeg)) as image:
        return image.convert("RGB")


def read_number(sheet: Image.Image, frame: Box) -> int:
    """The number at the upper left corner of a cell; -1 where none can be read."""
    grey = sheet.convert("L")
    plate = _plate(grey, frame)
    lit = grey.crop(plate).point([255 if value >= BRIGHT else 0 for value in range(256)], "L")
    box = lit.getbbox()
    if box is None:
        return -1
    _, top, right, bottom = box
    height = bottom - top
    width = height * 0.56
    text = ""
    # From the right: the last digit always reaches its right edge, and digits stand at even distances.
    while right > height * 0.2:
        text = DIGITS.get(_segments(lit, right - width, top, width, height), "?") + text
        right = _next_right(lit, right - width, top, bottom)
    return int(text) if text.isdigit() else -1


def _plate(grey: Image.Image, frame: Box) -> tuple[int, int, int, int]:
    """The dark plate inside its thin edge: it ends where a column, or a row, has the edge's brightness all along."""
    middle = frame.x + 4, frame.y + 4
    right = middle[0]
    while right < frame.right - 1 and level_at(grey, (right, middle[1] - 1)) < 75:
        right += 1
    bottom = middle[1]
    while bottom < frame.bottom - 1 and level_at(grey, (middle[0] - 1, bottom)) < 75:
        bottom += 1
    return frame.x + 2, frame.y + 2, right - 1, bottom - 1


def _segments(lit: Image.Image, left: float, top: int, width: float, height: int) -> tuple[int, ...]:
    stroke = height / 6.5 / 2
    across, down = left + width / 2, top + height / 2
    points = (
        (across, top + stroke),
        (left + width - stroke, top + height * 0.27),
        (left + width - stroke, top + height * 0.73),
        (across, top + height - stroke),
        (left + stroke, top + height * 0.73),
        (left + stroke, top + height * 0.27),
        (across, down),
    )
    # What lies between the segments is dark in every digit; where it is not, this is none.
    if _is_lit(lit, across, top + height * 0.27) or _is_lit(lit, across, top + height * 0.73):
        return ()
    return tuple(int(_is_lit(lit, x, y)) for x, y in points)


def _is_lit(lit: Image.Image, x: float, y: float) -> bool:
    column, row = min(max(int(x), 0), lit.width - 1), min(max(int(y), 0), lit.height - 1)
    return lit.getpixel((column, row)) == 255


def _next_right(lit: Image.Image, left: float, top: int, bottom: int) -> int:
    """The right edge of what is lit left of the digit that was read; 0 where nothing is."""
    edge = max(0, int(left - 0.5))
    box = lit.crop((0, top, edge, bottom)).getbbox() if edge else None
    return box[2] if box else 0
