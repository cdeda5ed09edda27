"""Read the numbers of a sheet back from its JPEG, without anything of what drew them but where the cells stand."""

from io import BytesIO

from PIL import Image

from opsin.sheet.layout import Box
from tests.pixels.pictures import level_at

# What is lit at the left, in the middle and at the right, from the top of a digit to its bottom.
DIGITS: dict[str, str] = {
    "### #.# #.# #.# ###": "0",
    ".#. ##. .#. .#. ###": "1",
    "### ..# ### #.. ###": "2",
    "### ..# ### ..# ###": "3",
    "#.# #.# ### ..# ..#": "4",
    "### #.. ### ..# ###": "5",
    "### #.. ### #.# ###": "6",
    "### ..# ..# ..# ..#": "7",
    "### #.# ### #.# ###": "8",
    "### #.# ### ..# ###": "9",
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
        text = DIGITS.get(_pattern(lit, right - width, top, width, height), "?") + text
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


def _pattern(lit: Image.Image, left: float, top: int, width: float, height: int) -> str:
    half_stroke = height / 6.5 / 2
    columns = (left + half_stroke, left + width / 2, left + width - half_stroke)
    rows = (half_stroke, height * 0.24, height / 2, height * 0.73, height - half_stroke)
    return " ".join("".join("#" if _is_lit(lit, x, top + y) else "." for x in columns) for y in rows)


def _is_lit(lit: Image.Image, x: float, y: float) -> bool:
    column, row = min(max(int(x), 0), lit.width - 1), min(max(int(y), 0), lit.height - 1)
    return lit.getpixel((column, row)) == 255


def _next_right(lit: Image.Image, left: float, top: int, bottom: int) -> int:
    """The right edge of what is lit left of the digit that was read; 0 where nothing is."""
    edge = max(0, int(left - 0.5))
    box = lit.crop((0, top, edge, bottom)).getbbox() if edge else None
    return box[2] if box else 0
