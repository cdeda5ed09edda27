"""Pixels of any depth and kind, as eight bits for each channel in L, RGB, RGBA or CMYK."""

import math
from collections.abc import Iterator

from PIL import Image

from opsin.errors import PictureError

_SIXTEEN_BITS = 65_535
_EIGHT_BITS = 255
_BAND_PIXELS = 1_000_000


def to_eight_bits(image: Image.Image) -> Image.Image:
    """Bring a decoded picture to L, RGB, RGBA or CMYK, whichever it comes closest to.

    Alpha is kept, however the file states it (a channel, a palette, one see-through colour), and dropped where
    nothing is see-through. Deep greys are scaled, where Pillow's own conversion would cut them off.

    Raises:
        PictureError: the pixels are numbers that make no picture.
    """
    if image.mode in {"I", "F"} or image.mode.startswith("I;16"):
        return _deep_grey(image)
    if image.has_transparency_data:
        with_alpha = image if image.mode == "RGBA" else image.convert("RGBA")
        return (
            with_alpha if with_alpha.getchannel("A").getextrema() != (255, 255) else with_alpha.convert("RGB")
        )
    if image.mode in {"L", "RGB", "CMYK"}:
        return image
    return image.convert("L" if image.mode == "1" else "RGB")


def _deep_grey(image: Image.Image) -> Image.Image:
    """Scale grey of 16 or 32 bits, or of real numbers, to 8 bits.

    16-bit modes use their whole range. In the others the range is not stated: 0 to 1, 0 to 255 and 0 to 65,535
    are recognised by the values, anything else is stretched from its least to its greatest value.
    """
    stated = image.mode.startswith("I;16")
    low, high = (0.0, float(_SIXTEEN_BITS)) if stated else _range(image)
    scale = _EIGHT_BITS / (high - low)
    shown = Image.new("L", image.size)
    for band in bands(image.size):
        part = image.crop(band)
        # Pillow has no way from 16 bits to real numbers but over 32.
        whole = part.convert("I") if stated else part
        real = whole if whole.mode == "F" else whole.convert("F")
        # The half rounds to the nearest: the conversion to L cuts off.
        shown.paste(real.point(lambda value: value * scale + (0.5 - low * scale)).convert("L"), band)
    return shown


def bands(size: tuple[int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Boxes that together are the picture, of about a million pixels each: what is done in bands takes little memory."""
    width, height = size
    rows = max(1, _BAND_PIXELS // width)
    return ((0, top, width, min(top + rows, height)) for top in range(0, height, rows))


def _range(image: Image.Image) -> tuple[float, float]:
    low, high = (float(value) for value in image.getextrema())  # type: ignore[arg-type]  # one channel: two numbers
    if not (math.isfinite(low) and math.isfinite(high)):
        raise PictureError("The picture has values that are not numbers.", hint="Choose another picture.")
    if low >= 0:
        for top in (1.0,) if image.mode == "F" and high <= 1 else (float(_EIGHT_BITS), float(_SIXTEEN_BITS)):
            if high <= top:
                return 0.0, top
    return low, max(high, low + 1)
