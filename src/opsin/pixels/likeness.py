"""Whether two pictures look alike: a 128-bit difference hash that survives another size or compression."""

from PIL import Image

_GRID = 8

MAX_DISTANCE = 19
"""15 % of the bits: found every copy in another size or quality, and no false pair, among photographs."""

_MAX_SHARE = 0.25
"""The most bits that may differ as a share of those that either hash has set. A picture with much plain
ground sets few bits, and two logos on white would pass by `MAX_DISTANCE` alone."""

_MIN_BITS = 8


def dhash(image: Image.Image) -> int:
    """Hash a picture: for each of 8x8 places, whether the next one to the right, and the next below, is brighter.

    Give it the picture as it is shown, already resized for its cell and without alpha: that costs least.
    """
    grey = image.convert("L")
    across = grey.resize((_GRID + 1, _GRID), Image.Resampling.BOX).tobytes()
    down = grey.resize((_GRID, _GRID + 1), Image.Resampling.BOX).tobytes()
    value = 0
    for row in range(_GRID):
        for column in range(_GRID):
            place = row * (_GRID + 1) + column
            value = value << 1 | (across[place + 1] > across[place])
    for row in range(_GRID):
        for column in range(_GRID):
            place = row * _GRID + column
            value = value << 1 | (down[place + _GRID] > down[place])
    return value


def distance(a: int, b: int) -> int:
    """How many of the 128 bits differ."""
    return (a ^ b).bit_count()


def alike(a: int, b: int) -> bool:
    """Whether two hashes are of the same picture. Plain pictures are never alike: their hash says nothing."""
    if min(a.bit_count(), b.bit_count()) < _MIN_BITS:
        return False
    differing = distance(a, b)
    return differing <= MAX_DISTANCE and differing <= _MAX_SHARE * (a | b).bit_count()
