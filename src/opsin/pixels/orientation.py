"""Upright pictures: the EXIF orientation (EXIF 2.32, tag 0x0112), and what it does to places in a picture."""

from PIL import Image

from opsin.pixels.opening import quiet

_TAG = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = 5
"""From this value on, width and height change places."""

Box = tuple[int, int, int, int]


def read_orientation(image: Image.Image) -> int:
    """The orientation that the metadata states, 1 to 8; 1 where it states none or is damaged."""
    if not (
        {"exif", "xmp", "XML:com.adobe.xmp", "Raw profile type exif"} & image.info.keys()
        or hasattr(image, "tag_v2")
    ):
        return 1
    try:
        with quiet():
            value = image.getexif().get(_TAG, 1)
    except Exception:  # noqa: BLE001 - damaged metadata raises anything, and is no reason to refuse the picture
        return 1
    return value if isinstance(value, int) and value in _TURNS else 1


def upright(image: Image.Image, orientation: int) -> Image.Image:
    """Turn the picture upright."""
    turn = _TURNS.get(orientation)
    return image if turn is None else image.transpose(turn)


def swapped(size: tuple[int, int], orientation: int) -> tuple[int, int]:
    """A size as it is after turning upright, or before: either way round is the same."""
    return (size[1], size[0]) if orientation >= _SIDEWAYS else size


def stored_box(box: Box, size: tuple[int, int], orientation: int) -> Box:
    """Where a box of the upright picture lies in the picture as stored.

    Args:
        box: Left, upper, right, lower in pixels of the upright picture.
        size: Width and height of the upright picture.
        orientation: EXIF orientation, 1 to 8.
    """
    left, upper, right, lower = box
    width, height = size
    if orientation in {2, 3, 6, 7}:
        left, right = width - right, width - left
    if orientation in {3, 4, 7, 8}:
        upper, lower = height - lower, height - upper
    return (upper, left, lower, right) if orientation >= _SIDEWAYS else (left, upper, right, lower)
