"""Numbers as shapes: digits made of bars on a solid plate. No font is needed, and a machine can read them back."""

from dataclasses import dataclass

from PIL import ImageDraw

from opsin.sheet.layout import Box

PLATE = (10, 10, 12)
INK = (255, 255, 255)
EDGE = (150, 152, 158)

#     a
#   f   b
#     g
#   e   c
#     d
# The seven-segment one, a bare bar, is taken for a rule, and eleven for two of them: the one has a shape of its own.
_SEGMENTS = {
    0: "abcdef",
    2: "abdeg",
    3: "abcdg",
    4: "bcfg",
    5: "acdfg",
    6: "acdefg",
    7: "abc",
    8: "abcdefg",
    9: "abcdfg",
}


@dataclass(frozen=True, slots=True)
class Badge:
    """A plate and the bars on it, all from the plate's upper left corner at 0, 0."""

    plate: Box
    bars: tuple[Box, ...]


def digit_height(side: int) -> int:
    """How high digits are on a cell of that side: legible on small cells, and not larger than needed on large ones."""
    return round(12 + side / 36)


def badge(number: int, side: int) -> Badge:
    """Shape a number for a cell of that side, in pixels."""
    height = digit_height(side)
    stroke = max(2, round(height / 6.5))
    width = round(height * 0.56)
    pad_x, pad_y = round(height * 0.34), round(height * 0.27)
    step = width + stroke + max(1, stroke // 2)
    digits = [int(character) for character in str(number)]
    bars = tuple(
        bar.moved(pad_x + place * step, pad_y)
        for place, digit in enumerate(digits)
        for bar in _bars(digit, width, height, stroke)
    )
    across = step * (len(digits) - 1) + width + 2 * pad_x
    return Badge(Box(0, 0, across, height + 2 * pad_y), bars)


def draw_badge(draw: ImageDraw.ImageDraw, number: int, frame: Box) -> None:
    """Draw a number at the upper left corner of a cell."""
    shape = badge(number, frame.width)
    plate = shape.plate.moved(frame.x, frame.y)
    draw_plate(draw, plate)
    for bar in shape.bars:
        fill(draw, bar.moved(frame.x, frame.y), INK)


def draw_plate(draw: ImageDraw.ImageDraw, plate: Box) -> None:
    """Draw a plate: near black, with a thin edge by which it stands out from dark pictures."""
    draw.rectangle((plate.x, plate.y, plate.right - 1, plate.bottom - 1), fill=PLATE, outline=EDGE)


def fill(draw: ImageDraw.ImageDraw, box: Box, colour: tuple[int, int, int]) -> None:
    """Fill a box with a colour."""
    draw.rectangle((box.x, box.y, box.right - 1, box.bottom - 1), fill=colour)


def _bars(digit: int, width: int, height: int, stroke: int) -> list[Box]:
    if digit == 1:
        return _one(width, height, stroke)
    middle = (height - stroke) // 2
    upper, lower = middle + stroke, height - middle
    places = {
        "a": Box(0, 0, width, stroke),
        "b": Box(width - stroke, 0, stroke, upper),
        "c": Box(width - stroke, middle, stroke, lower),
        "d": Box(0, height - stroke, width, stroke),
        "e": Box(0, middle, stroke, lower),
        "f": Box(0, 0, stroke, upper),
        "g": Box(0, middle, width, stroke),
    }
    return [places[segment] for segment in _SEGMENTS[digit]]


def _one(width: int, height: int, stroke: int) -> list[Box]:
    """A stem in the middle, a flag that comes down to the left in two steps, and a foot as wide as other digits."""
    stem = (width - stroke + 1) // 2
    step = (stroke + 1) // 2
    return [
        Box(stem, 0, stroke, height),
        Box(stem - step, step, step, stroke),
        Box(0, 2 * step, stem - step, stroke),
        Box(0, height - stroke, width, stroke),
    ]
