"""A ground for pictures that can be seen through, on which what they show can be seen."""

from PIL import Image, ImageChops, ImageFilter

LIGHT = 246
DARK = 38
_CHECKER = (126, 150)
_SQUARE = 12

_VISIBLE = 128
"""Alpha from which a pixel counts as content."""

_CONTRAST = 56
"""Difference in brightness, of 255, from which content stands out from its ground."""

_ENOUGH = 0.9
_RIM = 5


def on_ground(image: Image.Image) -> Image.Image:
    """Give the picture in RGB; where it has alpha, on a ground on which its content can be seen.

    The ground is light if the content's rim stands out from it, else dark if it does from that, else a
    checker of two greys, on which black and white both show. Only the rim is judged: a cut-out figure with
    white eyes does not need a dark ground, white letters do.
    """
    if image.mode == "RGB":
        return image
    if image.mode not in {"RGBA", "LA", "PA", "P"}:
        return image.convert("RGB")
    with_alpha = image if image.mode == "RGBA" else image.convert("RGBA")
    ground = _ground_for(with_alpha)
    ground.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return ground


def _ground_for(image: Image.Image) -> Image.Image:
    alpha = image.getchannel("A")
    if alpha.getextrema() == (255, 255):
        return _plain(image.size, LIGHT)
    content = alpha.point([255 if value >= _VISIBLE else 0 for value in range(256)], "L")
    # What lies beyond the edges of the picture counts as see-through: content that touches an edge has a rim there.
    framed = Image.new("L", (image.width + 2 * _RIM, image.height + 2 * _RIM))
    framed.paste(content, (_RIM, _RIM))
    inner = framed.filter(ImageFilter.MinFilter(_RIM)).crop(
        (_RIM, _RIM, _RIM + image.width, _RIM + image.height)
    )
    rim = ImageChops.subtract(content, inner)
    brightness = image.convert("RGB").convert("L").histogram(rim)
    total = sum(brightness)
    if total == 0:
        return _plain(image.size, LIGHT)
    for level in (LIGHT, DARK):
        seen = sum(count for value, count in enumerate(brightness) if abs(value - level) >= _CONTRAST)
        if seen >= _ENOUGH * total:
            return _plain(image.size, level)
    return _checker(image.size)


def _plain(size: tuple[int, int], level: int) -> Image.Image:
    return Image.new("RGB", size, (level, level, level))


def _checker(size: tuple[int, int]) -> Image.Image:
    """A checker of two greys, made by blowing up one of single pixels."""
    columns, rows = -(-size[0] // _SQUARE), -(-size[1] // _SQUARE)
    levels = bytes(_CHECKER[(row + column) % 2] for row in range(rows) for column in range(columns))
    small = Image.frombytes("L", (columns, rows), levels)
    large = small.resize((columns * _SQUARE, rows * _SQUARE), Image.Resampling.NEAREST)
    return large.crop((0, 0, *size)).convert("RGB")
