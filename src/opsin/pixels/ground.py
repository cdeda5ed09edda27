"""A ground for pictures that can be seen through, on which what they show can be seen."""

from PIL import Image, ImageChops, ImageFilter

from opsin.pixels.tones import bands

LIGHT = 246
DARK = 38
_CHECKER = (126, 150)
_SQUARE = 12

_LEVELS = {"light": LIGHT, "dark": DARK}

_VISIBLE = 128
"""Alpha from which a pixel counts as content."""

_CONTRAST = 56
"""Difference in brightness, of 255, from which content stands out from its ground."""

_ENOUGH = 0.9
_RIM = 5


def on_ground(image: Image.Image) -> Image.Image:
    """Give the picture in RGB; where it has alpha, on a ground on which its content can be seen."""
    if image.mode == "RGB":
        return image
    if image.mode not in {"RGBA", "LA", "PA", "P"}:
        return image.convert("RGB")
    with_alpha = image if image.mode == "RGBA" else image.convert("RGBA")
    return laid_on(with_alpha, choose_ground(with_alpha))


def choose_ground(image: Image.Image) -> str:
    """The ground for a picture in RGBA: "light", "dark" or "checker".

    The ground is light if the content's rim stands out from it, else dark if it does from that, else a
    checker of two greys, on which black and white both show. Only the rim is judged: a cut-out figure with
    white eyes does not need a dark ground, white letters do.
    """
    if image.getchannel("A").getextrema() == (255, 255):
        return "light"
    brightness = _brightness_of_rim(image)
    total = sum(brightness)
    if total == 0:
        return "light"
    for name, level in _LEVELS.items():
        seen = sum(count for value, count in enumerate(brightness) if abs(value - level) >= _CONTRAST)
        if seen >= _ENOUGH * total:
            return name
    return "checker"


def laid_on(image: Image.Image, ground: str) -> Image.Image:
    """A picture in RGBA on the ground of that name, in RGB."""
    below = _plain(image.size, _LEVELS[ground]) if ground in _LEVELS else _checker(image.size)
    # In bands: pasting makes a copy in RGB of what is pasted.
    for band in bands(image.size):
        part = image.crop(band)
        below.paste(part, band, mask=part.getchannel("A"))
    return below


def _brightness_of_rim(image: Image.Image) -> list[int]:
    """How many pixels of the content's rim have each brightness."""
    alpha = image.getchannel("A")
    whole = [0] * 256
    for band in bands(image.size):
        left, top, right, bottom = band
        # What lies beyond the edges of the picture counts as see-through: content that touches an edge has a rim there.
        framed = alpha.crop((left - _RIM, top - _RIM, right + _RIM, bottom + _RIM))
        content = framed.point([255 if value >= _VISIBLE else 0 for value in range(256)], "L")
        # Where the mean is full, all around is content. A filter for the least value takes twelve times as long.
        inner = content.filter(ImageFilter.BoxBlur(_RIM // 2)).point([0] * 255 + [255], "L")
        rim = ImageChops.subtract(content, inner)
        inside = rim.crop((_RIM, _RIM, rim.width - _RIM, rim.height - _RIM))
        here = image.crop(band).convert("RGB").convert("L").histogram(inside)
        whole = [count + more for count, more in zip(whole, here, strict=True)]
    return whole


def _plain(size: tuple[int, int], level: int) -> Image.Image:
    return Image.new("RGB", size, (level, level, level))


def _checker(size: tuple[int, int]) -> Image.Image:
    """A checker of two greys, made by blowing up one of single pixels."""
    columns, rows = -(-size[0] // _SQUARE), -(-size[1] // _SQUARE)
    levels = bytes(_CHECKER[(row + column) % 2] for row in range(rows) for column in range(columns))
    small = Image.frombytes("L", (columns, rows), levels)
    large = small.resize((columns * _SQUARE, rows * _SQUARE), Image.Resampling.NEAREST)
    return large.crop((0, 0, *size)).convert("RGB")
